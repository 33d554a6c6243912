#include "views/shared/core_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/run/run.h"

namespace weir {
namespace {

constexpr const char* kSentences[] = {
    QT_TRANSLATE_NOOP("CoreSentences", "no rank is in both: A has %1, B has %2; the means over their ranks are compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "ranks of A alone: %1; means are over each run's own ranks"),
    QT_TRANSLATE_NOOP("CoreSentences", "ranks of B alone: %1; means are over each run's own ranks"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 has no steps: the whole of it is compared as one, %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 has no steps: what starts in the range is compared as one, %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "of unknown length"),
    QT_TRANSLATE_NOOP("CoreSentences", "of the range the overall table counts what lies in it; the others count at its whole length what starts in it, as Statistics does"),
    QT_TRANSLATE_NOOP("CoreSentences", "no step of %1 lies in the range by half or more: what starts in it is compared as one, %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing of %1 lies in the range: it is %2 long, and the range begins %3 after it does; nothing is compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing of %1 lies in the range: it begins %2 after the range ends; nothing is compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "the optimizer of %1 counts as other, %2 a step, and that of a measured run as computing: computing, idle and other differ by that much"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 counts pieces of work as they were drawn, a measured run its kernels and calls: total times, collectives and bytes are compared, numbers of calls are not"),
    QT_TRANSLATE_NOOP("CoreSentences", "neither run holds anything that was timed: no slices, no power"),
    QT_TRANSLATE_NOOP("CoreSentences", "no rank is in both"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1: %2 slices start outside of all steps and are left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1: 1 slice starts outside of all steps and is left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "one run has steps and the other has none: a step is held against the whole, which may hold many"),
    QT_TRANSLATE_NOOP("CoreSentences", "A has %1 step, B has %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "A has %1 steps, B has %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "in the range A has %1 step, B has %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "in the range A has %1 steps, B has %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "with one step of a measured run it cannot be told whether a difference is more than the noise between steps"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 and %2 steps are too few to tell whether a difference is more than the noise between them; four of each would do, or six against a simulation"),
    QT_TRANSLATE_NOOP("CoreSentences", "unknown in %1 and not compared: %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "in the range %1 holds no slices of %2: none are compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 holds no slices of %2: none are compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 holds no slices: times, kernels and operators are not compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 records no I/O: none is compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "who sends how much to whom is unknown in %1: it is not compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "bytes between ranks are of a step, the mean over all"),
    QT_TRANSLATE_NOOP("CoreSentences", "bytes between ranks are of the whole run"),
    QT_TRANSLATE_NOOP("CoreSentences", "bytes between ranks are of what lies in the range"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1: I/O of which only sums over the run are known is left out, as no part of them can be told"),
    QT_TRANSLATE_NOOP("CoreSentences", "traffic of A: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "traffic of B: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "in the range %1 holds no collectives: none is compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 holds no collectives: none is compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "communicators are unknown in one of the runs: collectives are aligned by their order alone"),
    QT_TRANSLATE_NOOP("CoreSentences", "the one step of %1 stands for each of the %2 steps of %3"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 hand-over is assumed: a thread or stream that was idle began when another of its rank had ended"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 hand-overs are assumed: a thread or stream that was idle began when another of its rank had ended"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 link contradicts the clocks (the effect is over before its cause begins) and is left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 links contradict the clocks (the effect is over before its cause begins) and are left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 link closed a circle and is left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 links closed circles and are left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing links the ranks: no matched collectives, messages or dependencies; the path stays where it ends"),
    QT_TRANSLATE_NOOP("CoreSentences", "Only the part of a collective from its last member's start is changed; waiting for that member follows by itself."),
    QT_TRANSLATE_NOOP("CoreSentences", "All that the rank does itself between two collectives of a group is shortened in proportion, so that it comes when the median of the other members would, or later by the share of its lateness that is left; where it is not late nothing changes."),
    QT_TRANSLATE_NOOP("CoreSentences", "Only the slices' own time is changed, not that of what runs within them, and not the time in which they wait."),
    QT_TRANSLATE_NOOP("CoreSentences", "Kernels start as soon as they are launched and what stands before them on the stream is done."),
    QT_TRANSLATE_NOOP("CoreSentences", "a quote is not closed"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" is one word too many"),
    QT_TRANSLATE_NOOP("CoreSentences", "a factor is missing: x2, x1.5 or free"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" is no factor: x2, x1.5 or free"),
    QT_TRANSLATE_NOOP("CoreSentences", "the factor %1 is out of range: x%2 to x%3, or free"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" is no number of a collective"),
    QT_TRANSLATE_NOOP("CoreSentences", "which collective is not said: an operation (all-reduce), #number, group number or all"),
    QT_TRANSLATE_NOOP("CoreSentences", "the group's number is missing"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" is no collective: an operation (all-reduce), #number, group number or all"),
    QT_TRANSLATE_NOOP("CoreSentences", "a part of the name is missing"),
    QT_TRANSLATE_NOOP("CoreSentences", "the rank's number is missing"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"not late\" is meant?"),
    QT_TRANSLATE_NOOP("CoreSentences", "a share is missing: how late it still is, in percent"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" is no share of the lateness in percent"),
    QT_TRANSLATE_NOOP("CoreSentences", "the share %1 of the lateness is out of range: 0 to 100 percent"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"launch delay\" is meant?"),
    QT_TRANSLATE_NOOP("CoreSentences", "a link is named by its two ranks: link 0-1 at 400Gb/s"),
    QT_TRANSLATE_NOOP("CoreSentences", "the new rate is missing or has no unit: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "the present rate is missing or has no unit: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "the new rate %1 is out of range: 1kb/s to 1Pb/s"),
    QT_TRANSLATE_NOOP("CoreSentences", "the present rate %1 is out of range: 1kb/s to 1Pb/s"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"at\" and a rate are missing: network at 400Gb/s"),
    QT_TRANSLATE_NOOP("CoreSentences", "the latency is missing or has no unit: latency 5us"),
    QT_TRANSLATE_NOOP("CoreSentences", "the latency %1 is out of range: 0s to 1s"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" is not understood: from RATE, latency TIME"),
    QT_TRANSLATE_NOOP("CoreSentences", "only these can be left out: no data stall, no launch delay, no gaps"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing is changed"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" is not understood"),
    QT_TRANSLATE_NOOP("CoreSentences", "there is no rank %1: what is open names no ranks"),
    QT_TRANSLATE_NOOP("CoreSentences", "leave the rank out"),
    QT_TRANSLATE_NOOP("CoreSentences", "there is no rank %1 in what is open, only rank %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "there is no rank %1 in what is open, only ranks %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "name one of them"),
    QT_TRANSLATE_NOOP("CoreSentences", "this run has no collectives"),
    QT_TRANSLATE_NOOP("CoreSentences", "choose something else to change"),
    QT_TRANSLATE_NOOP("CoreSentences", "no collective of this run is a %1, only: %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "no collective of this run is of group %1: the groups are %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "there is no collective #%1: the numbers are %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "no kernel on a device has \"%1\" in its name; work on threads has"),
    QT_TRANSLATE_NOOP("CoreSentences", "write slice in place of kernel"),
    QT_TRANSLATE_NOOP("CoreSentences", "no kernel on a device has \"%1\" in its name; nearest: %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "no kernel on a device has \"%1\" in its name"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing in this run has \"%1\" in its name; nearest: %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing in this run has \"%1\" in its name"),
    QT_TRANSLATE_NOOP("CoreSentences", "take a part of a name in the table by name"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing in this run goes over a network: no collective, no message, no slice that communicates"),
    QT_TRANSLATE_NOOP("CoreSentences", "no collective and no message of this run is between ranks %1 and %2 alone"),
    QT_TRANSLATE_NOOP("CoreSentences", "change the network instead: network at 400Gb/s"),
    QT_TRANSLATE_NOOP("CoreSentences", "the present rate of the network is unknown: no collective of this run has a size"),
    QT_TRANSLATE_NOOP("CoreSentences", "say it: \"network at 400Gb/s from 200Gb/s\""),
    QT_TRANSLATE_NOOP("CoreSentences", "the run would be longer than this axis can hold, %1 days"),
    QT_TRANSLATE_NOOP("CoreSentences", "ask for less of a slowdown"),
    QT_TRANSLATE_NOOP("CoreSentences", "the run holds no slices to follow"),
    QT_TRANSLATE_NOOP("CoreSentences", "open a trace with events, not sums"),
    QT_TRANSLATE_NOOP("CoreSentences", "no thread or stream does anything in this range of time"),
    QT_TRANSLATE_NOOP("CoreSentences", "choose another range"),
    QT_TRANSLATE_NOOP("CoreSentences", "more than 2^31 slices"),
    QT_TRANSLATE_NOOP("CoreSentences", "choose a range of time"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 of the path is explained by nothing that was recorded; a what-if about anything else leaves that time as it is, so its answer is no surer than the rest of the path; the gain in a row of such time says what it costs, not what would shorten it"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" is no rank: ranks are numbers from 0 on"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" is no number of a group"),
    QT_TRANSLATE_NOOP("CoreSentences", "the name is missing: slice exactly NAME x2"),
    QT_TRANSLATE_NOOP("CoreSentences", "a change begins with collective, kernel, slice, rank, longest collective, slowest rank, network, link, no, launch delay, gaps, waits, messages, dependencies, hand-overs, or with what is done: computing, communication, copy, data loading, checkpoint, host"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing changes: in this run no time goes to %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing changes: in this range of time no time goes to %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing changes: on rank %1 no time goes to %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "computing"),
    QT_TRANSLATE_NOOP("CoreSentences", "communication"),
    QT_TRANSLATE_NOOP("CoreSentences", "copy"),
    QT_TRANSLATE_NOOP("CoreSentences", "data loading"),
    QT_TRANSLATE_NOOP("CoreSentences", "checkpoint"),
    QT_TRANSLATE_NOOP("CoreSentences", "host"),
    QT_TRANSLATE_NOOP("CoreSentences", "launch delay"),
    QT_TRANSLATE_NOOP("CoreSentences", "gaps"),
    QT_TRANSLATE_NOOP("CoreSentences", "waits"),
    QT_TRANSLATE_NOOP("CoreSentences", "messages"),
    QT_TRANSLATE_NOOP("CoreSentences", "dependencies"),
    QT_TRANSLATE_NOOP("CoreSentences", "hand-overs"),
    QT_TRANSLATE_NOOP("CoreSentences", "time before the first event"),
    QT_TRANSLATE_NOOP("CoreSentences", "collectives"),
    QT_TRANSLATE_NOOP("CoreSentences", "collective #%1"),
    QT_TRANSLATE_NOOP("CoreSentences", "collective of group %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "Rank %1 comes no later than the median of the other members to any collective: nothing changes."),
    QT_TRANSLATE_NOOP("CoreSentences", "None of it is on the critical path: one of the paths that are as long leads through it, and the others stay as long as they are."),
    QT_TRANSLATE_NOOP("CoreSentences", "None of it is on the critical path: shortening it changes nothing; the nearest of it has %1 of slack."),
    QT_TRANSLATE_NOOP("CoreSentences", "The path as it was becomes %1 shorter, but another path is as long as it was: nothing is gained."),
    QT_TRANSLATE_NOOP("CoreSentences", "The path as it was becomes %1 shorter, but another path is then the longest: %2 is gained."),
    QT_TRANSLATE_NOOP("CoreSentences", "no collective of rank %1 is seen on another rank: how late it comes is not known"),
    QT_TRANSLATE_NOOP("CoreSentences", "open the traces of several ranks together"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing in this run is called \"%1\"; nearest: %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing in this run is called \"%1\""),
    QT_TRANSLATE_NOOP("CoreSentences", "take a whole name in the table by name"),
    QT_TRANSLATE_NOOP("CoreSentences", "Rank %1 is recorded only from %2 on, when others already waited for it at %3: of the longest wait there %4, of the waits in sum %5 may be the recording's."),
    QT_TRANSLATE_NOOP("CoreSentences", "This rank alone is changed; the gain in a row of the table, as that of the time before the first event, is of all ranks at once."),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" is not understood: there are longest collective and slowest rank; a kernel or slice is named"),
    QT_TRANSLATE_NOOP("CoreSentences", "slowest rank is a rank already: leave \"on rank\" out"),
    QT_TRANSLATE_NOOP("CoreSentences", "The longest collective is %1: it takes %2 from its last member's start."),
    QT_TRANSLATE_NOOP("CoreSentences", "The slowest rank is rank %1: the others wait %2 for it, in sum."),
    QT_TRANSLATE_NOOP("CoreSentences", "no collective of this run is seen to move data"),
    QT_TRANSLATE_NOOP("CoreSentences", "no rank makes another wait in a collective"),
    QT_TRANSLATE_NOOP("CoreSentences", "All then come at once to %1, which waited longest for rank %2: %3."),
    QT_TRANSLATE_NOOP("CoreSentences", "Rank %1 still comes last to %2, which waited longest for it: the longest wait there is %3 instead of %4."),
    QT_TRANSLATE_NOOP("CoreSentences", "Rank %1 then comes last to %2, which waited longest for rank %3: the longest wait there is %4 instead of %5, %6 less."),
    QT_TRANSLATE_NOOP("CoreSentences", "Rank %1 then comes last to %2, which waited longest for rank %3: the longest wait there is %4 instead of %5, %6 more."),
    QT_TRANSLATE_NOOP("CoreSentences", "To %1 of the %2 collectives that rank %3 came last to, rank %4 then comes last."),
    QT_TRANSLATE_NOOP("CoreSentences", "To %1 of the %2 collectives that it came last to, rank %3 still comes last."),
    QT_TRANSLATE_NOOP("CoreSentences", "The gain of the time before the first event is of all ranks beginning at once; of rank %1 alone it is that of what-if \"rank %2 not late\", which is less where another rank comes next."),
    QT_TRANSLATE_NOOP("CoreSentences", "What the others wait for a rank is summed over them; what the run would gain if it were not late is less and stands in Critical path, what-if \"rank %1 not late\"."),
    QT_TRANSLATE_NOOP("CoreSentences", "Waits of several ranks at the same time count once here; in Statistics, Stragglers, they are summed."),
    QT_TRANSLATE_NOOP("CoreSentences", "a rank below 0 is none: left without a rank"),
    QT_TRANSLATE_NOOP("CoreSentences", "of %1 of %2 collective calls and sends the other ranks' part is not known, and so not who waited for whom"),
    QT_TRANSLATE_NOOP("CoreSentences", "1 step of the pipeline lacks operations and is not linked"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 steps of the pipeline lack operations and are not linked, counted once a DP rank"),
    QT_TRANSLATE_NOOP("CoreSentences", "Of every collective (from its last member's start), message and send the latency stays and the rest is multiplied by present rate / new rate."),
    QT_TRANSLATE_NOOP("CoreSentences", "Latency: as given."),
    QT_TRANSLATE_NOOP("CoreSentences", "Latency: the shortest call of the same operation or name; for messages between slices 0."),
    QT_TRANSLATE_NOOP("CoreSentences", "Present rate: as given."),
    QT_TRANSLATE_NOOP("CoreSentences", "Present rate: the highest bus bandwidth that a collective of this run reached."),
    QT_TRANSLATE_NOOP("CoreSentences", "Only what takes place between these two ranks alone is changed."),
    QT_TRANSLATE_NOOP("CoreSentences", "the link's name is missing"),
    QT_TRANSLATE_NOOP("CoreSentences", "no link of this run is called \"%1\", or how busy it was is not known"),
    QT_TRANSLATE_NOOP("CoreSentences", "take a name from Traffic, by link"),
    QT_TRANSLATE_NOOP("CoreSentences", "Of every collective, message and send the time in which the link was busy is changed, as if all that is under way waited for it: no more than this is gained."),
    QT_TRANSLATE_NOOP("CoreSentences", "Only time of the activity itself is changed, not the time in which it waits. On ranks without device streams what runs within computing counts as computing, as in the breakdown."),
    QT_TRANSLATE_NOOP("CoreSentences", "What nothing explains may have been real work that the trace does not show."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 collectives are seen on one rank only and tell nothing about waiting."),
    QT_TRANSLATE_NOOP("CoreSentences", "Of %1 collectives not all ranks are in the trace: their transfer time may hold waiting, so that bandwidths are lower bounds."),
    QT_TRANSLATE_NOOP("CoreSentences", "Slices without a usable duration are not counted: the idle share of their ranks is an upper bound."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 slice of rank %2 without a usable duration is not counted: the idle share is an upper bound."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 slices of rank %2 without a usable duration are not counted: the idle share is an upper bound."),
    QT_TRANSLATE_NOOP("CoreSentences", "Ranks without device streams: what their host threads compute, send, copy and load."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 steps lack operations of some ranks and are left out."),
    QT_TRANSLATE_NOOP("CoreSentences", "there is no rank %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "the trace has no collective calls"),
    QT_TRANSLATE_NOOP("CoreSentences", "no collective starts in this range"),
    QT_TRANSLATE_NOOP("CoreSentences", "the run has no file operations"),
    QT_TRANSLATE_NOOP("CoreSentences", "no file is touched in this range"),
    QT_TRANSLATE_NOOP("CoreSentences", "no slice in this range says that it computes, communicates, copies or loads"),
    QT_TRANSLATE_NOOP("CoreSentences", "no host thread does anything in this range"),
    QT_TRANSLATE_NOOP("CoreSentences", "data arrive too slowly: %1 is the limit"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 groups of values are unverified; see their provenance"),
    QT_TRANSLATE_NOOP("CoreSentences", "no data set or no storage is given: data never stalls a step"),
    QT_TRANSLATE_NOOP("CoreSentences", "no fabric is given between a node's accelerators: its memory, or its NICs if that is unknown too, are taken to join them"),
    QT_TRANSLATE_NOOP("CoreSentences", "recomputation is modelled for transformers only: no effect here"),
    QT_TRANSLATE_NOOP("CoreSentences", "the data set does not fit tier %1: %2 of %3"),
    QT_TRANSLATE_NOOP("CoreSentences", "the cache exceeds a node's memory: %1 of %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "a checkpoint takes %1, longer than the %2 between two"),
    QT_TRANSLATE_NOOP("CoreSentences", "no checkpoints are written: a failure, every %1 on average, loses all work"),
    QT_TRANSLATE_NOOP("CoreSentences", "nodes fail every %1 on average, sooner than the %2 between two checkpoints"),
    QT_TRANSLATE_NOOP("CoreSentences", "partial overlap"),
    QT_TRANSLATE_NOOP("CoreSentences", "communication sizes unknown"),
    QT_TRANSLATE_NOOP("CoreSentences", "no communication found"),
    QT_TRANSLATE_NOOP("CoreSentences", "no times in this format: actions are laid out by their order, collectives at equal places"),
    QT_TRANSLATE_NOOP("CoreSentences", "flow ends without a start (calls that launched nothing, usually)"),
    QT_TRANSLATE_NOOP("CoreSentences", "flow starts without an end"),
    QT_TRANSLATE_NOOP("CoreSentences", "start times are not in the file: nodes laid out by what they wait for"),
    QT_TRANSLATE_NOOP("CoreSentences", "collectives known by the host's calls alone: times are those of the calls, not of the transfers"),
    QT_TRANSLATE_NOOP("CoreSentences", "several readings at one time"),
    QT_TRANSLATE_NOOP("CoreSentences", "begin without an end"),
    QT_TRANSLATE_NOOP("CoreSentences", "end without a begin"),
    QT_TRANSLATE_NOOP("CoreSentences", "values of a series beyond 106 days, left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "complete event without a duration, shown with none"),
    QT_TRANSLATE_NOOP("CoreSentences", "times are not in the file: nodes stand in the order of their ids"),
    QT_TRANSLATE_NOOP("CoreSentences", "times are not in the file: nodes stand in the order of what they wait for"),
    QT_TRANSLATE_NOOP("CoreSentences", "messages between nodes stand for all ranks of a node, on its first rank"),
    QT_TRANSLATE_NOOP("CoreSentences", "steps laid one behind the other: the file has their lengths, not when they began"),
    QT_TRANSLATE_NOOP("CoreSentences", "event repeated in the file with every field the same: counted each time"),
    QT_TRANSLATE_NOOP("CoreSentences", "start times are not in it: tasks are laid out as early as what they depend on allows"),
    QT_TRANSLATE_NOOP("CoreSentences", "module not read"),
    QT_TRANSLATE_NOOP("CoreSentences", "file ends before the list of events is closed"),
    QT_TRANSLATE_NOOP("CoreSentences", "file ends inside an event"),
    QT_TRANSLATE_NOOP("CoreSentences", "value set aside: a time below 0, beyond 100 days, or no number"),
    QT_TRANSLATE_NOOP("CoreSentences", "module ran out of memory in the job: its counts are lower bounds"),
    QT_TRANSLATE_NOOP("CoreSentences", "module ran out of memory in the job: its counts are lower bounds: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "calls of unknown groups that were never under way at once, not matched across ranks"),
    QT_TRANSLATE_NOOP("CoreSentences", "value that is not JSON (NaN, hexadecimal, a bare word)"),
    QT_TRANSLATE_NOOP("CoreSentences", "ranks numbered in the order of the names of processes and threads"),
    QT_TRANSLATE_NOOP("CoreSentences", "rank unknown, numbered by order"),
    QT_TRANSLATE_NOOP("CoreSentences", "rank given twice, numbered anew"),
    QT_TRANSLATE_NOOP("CoreSentences", "power readings missing for more than five times their usual distance"),
    QT_TRANSLATE_NOOP("CoreSentences", "power meters that do not read at the same time: their common mean is no sum of what they draw"),
    QT_TRANSLATE_NOOP("CoreSentences", "row with fewer cells than the header, its last one left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "compressed stream is cut off"),
    QT_TRANSLATE_NOOP("CoreSentences", "region is cut off: what was there is kept"),
    QT_TRANSLATE_NOOP("CoreSentences", "each device counts as a rank of its own"),
    QT_TRANSLATE_NOOP("CoreSentences", "the sum over the ranks is longer than can be told (2,562 hours)"),
    // Traffic: views/heatmap takes them sentence by sentence.
    QT_TRANSLATE_NOOP("CoreSentences", "The run carries no message sizes, so time is shown instead."),
    QT_TRANSLATE_NOOP("CoreSentences", "What is counted has no messages between ranks whose sizes could be told, so time is shown instead."),
    QT_TRANSLATE_NOOP("CoreSentences", "The size of an all-to-all counts the part that a rank keeps, which is not sent."),
    QT_TRANSLATE_NOOP("CoreSentences", "Each cell is the time two ranks were inside the same collective at once, summed over %1."),
    QT_TRANSLATE_NOOP("CoreSentences", "Each cell is the time two ranks were sending and receiving the same message at once, summed over %1."),
    QT_TRANSLATE_NOOP("CoreSentences", "Each cell is the time two ranks were inside the same collective or message at once, summed over %1 and %2."),
    QT_TRANSLATE_NOOP("CoreSentences", "Only one rank is in this run, so there is no pair of ranks to show."),
    QT_TRANSLATE_NOOP("CoreSentences", "No collective that two of its ranks took part in was found."),
    QT_TRANSLATE_NOOP("CoreSentences", "No collective and no message was found in this run."),
    QT_TRANSLATE_NOOP("CoreSentences", "No collective is among what is counted."),
    QT_TRANSLATE_NOOP("CoreSentences", "No collective lies in this time range."),
    QT_TRANSLATE_NOOP("CoreSentences", "The messages carry no sizes: their time is shown."),
    QT_TRANSLATE_NOOP("CoreSentences", "Messages as recorded, and collectives without messages expanded:"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 of %2 ranks are in this run."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 of %2 ranks are in this run; the part of the others is inferred."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 of %2 calls are in no cell: nothing tells which calls of other ranks they were made with."),
    QT_TRANSLATE_NOOP("CoreSentences", "What would tell: the ranks of each communicator and the peer of each send in the trace, or for a pipeline's timeline the DP and PP rank, step and seq_id of each operation."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 expanded pairwise"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 expanded as %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 between the ranks the trace names"),
    QT_TRANSLATE_NOOP("CoreSentences", "sizes as the run gives them."),
    QT_TRANSLATE_NOOP("CoreSentences", "Calls are matched across ranks by the step, number and pipeline stage of each."),
    QT_TRANSLATE_NOOP("CoreSentences", "The trace names the algorithm of %1."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 reduced in the switches: no messages between ranks."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 whose root is not named taken to be rooted at the first rank of the group."),
    QT_TRANSLATE_NOOP("CoreSentences", "In %1 the sizes of ranks that were not recorded are inferred."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 without a size counted as if in one piece."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 without a size left out."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 carried no bytes."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 whose members are unknown left out."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 left out, as none of the other ranks is in this run."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 of a single rank moved nothing."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 without a named peer left out."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 not expanded."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 without messages left out of the time."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 to or from an unknown rank left out."),
    QT_TRANSLATE_NOOP("CoreSentences", "From the log's HEATMAP module: bins of %1 s, to seven digits a bin."),
    QT_TRANSLATE_NOOP("CoreSentences", "From the log's HEATMAP module: bins of %1 s and more, to seven digits a bin."),
    QT_TRANSLATE_NOOP("CoreSentences", "A bin that spans several columns is spread evenly over them."),
    QT_TRANSLATE_NOOP("CoreSentences", "The log's heat map knows bytes alone, and of no file: this needs single operations (Darshan's DXT, DFTracer)."),
    QT_TRANSLATE_NOOP("CoreSentences", "No single I/O operation and no heat map is in this run."),
    QT_TRANSLATE_NOOP("CoreSentences", "An operation counts where it begins."),
    QT_TRANSLATE_NOOP("CoreSentences", "What an operation moved or took is spread evenly over its duration."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 failed operation left out."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 failed operations left out."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 operation of unknown size left out."),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 operations of unknown size left out."),
    QT_TRANSLATE_NOOP("CoreSentences", "computing is a roofline that no measurement of such networks has fitted: runs of 3-D convolutions took 3 to 7 times as long; give workload.step_compute where it is known"),
    QT_TRANSLATE_NOOP("CoreSentences", "ring"),
    QT_TRANSLATE_NOOP("CoreSentences", "double binary tree"),
    QT_TRANSLATE_NOOP("CoreSentences", "chain"),
#include "views/shared/core_words_notes.inc"
#include "views/shared/core_words_errors.inc"
#include "views/shared/core_words_scenario.inc"
};

struct Pattern {
  const char* text;
  QRegularExpression expression;  // unused where the text has no place for a value
  std::vector<int> places;        // which %n each group holds
  QString fixed;                  // the longest part that does not vary: looked for before the expression is tried
};

std::vector<Pattern> patterns() {
  std::vector<Pattern> out;
  for (const char* text : kSentences) {
    Pattern p{text, {}, {}, {}};
    QString expression;
    const QString s = QString::fromUtf8(text);
    qsizetype from = 0;
    for (qsizetype at = s.indexOf(QLatin1Char('%')); at >= 0; at = s.indexOf(QLatin1Char('%'), from)) {
      const QString part = s.mid(from, at - from);
      if (part.size() > p.fixed.size()) p.fixed = part;
      expression += QRegularExpression::escape(part) + QStringLiteral("(.+?)");
      p.places.push_back(s.mid(at + 1, 1).toInt());
      from = at + 2;
    }
    if (s.size() - from > p.fixed.size()) p.fixed = s.mid(from);
    if (!p.places.empty()) p.expression = QRegularExpression(QRegularExpression::anchoredPattern(expression + QRegularExpression::escape(s.mid(from))), QRegularExpression::DotMatchesEverythingOption);
    out.push_back(std::move(p));
  }
  return out;
}

// What is counted in sentences; names of operations ("all-reduce") are the field's words in every language.
constexpr const char* kCounted[] = {
    QT_TRANSLATE_NOOP("CoreWords", "collective"),
    QT_TRANSLATE_NOOP("CoreWords", "unnamed collective"),
    QT_TRANSLATE_NOOP("CoreWords", "message"),
    QT_TRANSLATE_NOOP("CoreWords", "send"),
    QT_TRANSLATE_NOOP("CoreWords", "send-receive"),
    QT_TRANSLATE_NOOP("CoreWords", "barrier"),
};

// "3 messages", "2 broadcasts and 1 all-gather": empty where it is no such thing, or the language is English.
QString countedWords(const QString& value) {
  const char* const pattern = QT_TRANSLATE_NOOP("CoreWords", "%1 x %2");
  const QString counts = QCoreApplication::translate("CoreWords", pattern);
  if (counts == QLatin1String(pattern)) return {};
  static const QRegularExpression one(QStringLiteral("^(\\d+) ([a-z -]+)$"));
  QStringList out;
  for (const QString& part : value.split(QRegularExpression(QStringLiteral(", | and ")))) {
    const auto match = one.match(part);
    if (!match.hasMatch()) return {};
    QString noun;
    for (const QString& ending : {QString(), QStringLiteral("s"), QStringLiteral("es")}) {
      if (!match.captured(2).endsWith(ending)) continue;
      const QString stem = match.captured(2).chopped(ending.size());
      for (const char* word : kCounted)
        if (stem == QLatin1String(word)) noun = QCoreApplication::translate("CoreWords", word);
      if (noun.isEmpty() && operationFrom(stem.toStdString())) noun = stem;
      if (!noun.isEmpty()) break;
    }
    if (noun.isEmpty()) return {};
    out << counts.arg(match.captured(1), noun);
  }
  return out.join(QCoreApplication::translate("CoreWords", ", "));
}

std::optional<QString> knownSentence(const QString& s) {
  static const std::vector<Pattern> known = patterns();
  for (const Pattern& p : known) {
    if (p.places.empty()) {
      if (s == QLatin1String(p.text)) return QCoreApplication::translate("CoreSentences", p.text);
      continue;
    }
    if (!s.contains(p.fixed)) continue;
    const auto match = p.expression.match(s);
    if (!match.hasMatch()) continue;
    QString out = QCoreApplication::translate("CoreSentences", p.text);
    std::array<QString, 8> values;
    for (std::size_t i = 0; i < p.places.size(); ++i) {
      const QString value = match.captured(static_cast<int>(i) + 1);
      QString words = countedWords(value);
      if (words.isEmpty()) words = knownSentence(value).value_or(value);
      values[static_cast<std::size_t>(p.places[i]) % values.size()] = words;
    }
    // All at once: a value may hold a % of its own.
    QString filled;
    for (qsizetype i = 0; i < out.size(); ++i) {
      const int n = out[i] == QLatin1Char('%') && i + 1 < out.size() ? out[i + 1].digitValue() : -1;
      if (n >= 1 && n < static_cast<int>(values.size())) filled += values[static_cast<std::size_t>(n)], ++i;
      else filled += out[i];
    }
    // A count's blank before a Chinese noun, a place's beside one.
    static const QRegularExpression between(QStringLiteral("(?<=[\\x{2e80}-\\x{ffff}]) (?=[\\x{2e80}-\\x{ffff}])"), QRegularExpression::UseUnicodePropertiesOption);
    if (out != QLatin1String(p.text)) filled.remove(between);
    return filled;
  }
  return std::nullopt;
}

// Of Chinese and its like, which sets no blanks.
bool wide(QChar c) { return c.unicode() >= 0x3000; }

}  // namespace

std::span<const char* const> coreSentences() { return kSentences; }

QString coreSentence(std::string_view sentence) {
  const QString s = QString::fromUtf8(sentence.data(), static_cast<qsizetype>(sentence.size()));
  return knownSentence(s).value_or(s);
}

QString coreError(const Error& e) { return e.todo.empty() ? coreSentence(e.what) : coreSentence(e.what) + QStringLiteral(" (%1)").arg(coreSentence(e.todo)); }

QString coreErrorLine(const Error& e) { return e.where.empty() ? coreError(e) : QString::fromStdString(e.where) + QStringLiteral(": ") + coreError(e); }

QString coreRemark(std::string_view remark) {
  const QString s = QString::fromUtf8(remark.data(), static_cast<qsizetype>(remark.size()));
  // Where a sentence or a part of one may end: [from, to) without the blank behind it.
  struct Piece {
    qsizetype from, to;
  };
  std::vector<Piece> pieces;
  qsizetype from = 0;
  for (qsizetype i = 0; i + 2 < s.size(); ++i) {
    const bool ends = s[i + 1] == QLatin1Char(' ') && (s[i] == QLatin1Char(';') || ((s[i] == QLatin1Char('.') || s[i] == QLatin1Char(':')) && (s[i + 2].isUpper() || s[i + 2].isDigit())));
    if (!ends) continue;
    pieces.push_back({from, i + 1});
    from = i + 2;
  }
  pieces.push_back({from, s.size()});
  QString out;
  const auto put = [&](const QString& words) {
    if (!out.isEmpty() && !wide(out.back())) out += QLatin1Char(' ');
    out += words;
  };
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t end = i;
    std::optional<QString> words;
    QString after;
    // The shortest run of pieces that is known.
    for (; end < pieces.size() && !words; ++end) {
      const QString text = s.mid(pieces[i].from, pieces[end].to - pieces[i].from);
      const bool more = text.endsWith(QLatin1Char(';'));
      words = knownSentence(more ? text.chopped(1) : text);
      after = !more ? QString() : words && !words->isEmpty() && wide(words->back()) ? QStringLiteral("；") : QStringLiteral(";");
    }
    if (words) {
      put(*words + after);
      i = end;
      continue;
    }
    put(s.mid(pieces[i].from, pieces[i].to - pieces[i].from));
    ++i;
  }
  return out;
}

}  // namespace weir
