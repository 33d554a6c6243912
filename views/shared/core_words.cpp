#include "views/shared/core_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <array>
#include <utility>
#include <vector>

namespace weir {
namespace {

constexpr const char* kSentences[] = {
    QT_TRANSLATE_NOOP("CoreSentences", "no rank is in both: A has %1, B has %2; the means over their ranks are compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "ranks of A alone: %1; means are over each run's own ranks"),
    QT_TRANSLATE_NOOP("CoreSentences", "ranks of B alone: %1; means are over each run's own ranks"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 has no steps: the whole of it is compared as one, %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1: %2 slices start outside of all steps and are left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "one run has steps and the other has none: a step is held against the whole, which may hold many"),
    QT_TRANSLATE_NOOP("CoreSentences", "A has %1 step, B has %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "A has %1 steps, B has %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "with one step of a measured run it cannot be told whether a difference is more than the noise between steps"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 and %2 steps are too few to tell whether a difference is more than the noise between them; four of each would do, or six against a simulation"),
    QT_TRANSLATE_NOOP("CoreSentences", "unknown in %1 and not compared: %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 holds no slices of %2: none are compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 holds no slices: times, kernels and operators are not compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 records no I/O: none is compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "who sends how much to whom is unknown in %1: it is not compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "bytes between ranks are of a step, the mean over all"),
    QT_TRANSLATE_NOOP("CoreSentences", "bytes between ranks are of the whole run"),
    QT_TRANSLATE_NOOP("CoreSentences", "traffic of A: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "traffic of B: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 holds no collectives: none is compared"),
    QT_TRANSLATE_NOOP("CoreSentences", "communicators are unknown in one of the runs: collectives are aligned by their order alone"),
    QT_TRANSLATE_NOOP("CoreSentences", "the one step of %1 stands for each of the %2 steps of %3"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 hand-over is assumed: a thread or stream that was idle began when another of its rank had ended"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 hand-overs are assumed: a thread or stream that was idle began when another of its rank had ended"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 link contradicts the clocks (the effect is over before its cause begins) and is left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 links contradict the clocks (the effect is over before its cause begins) and is left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 link closed a circle and is left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 links closed circles and are left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing links the ranks: no matched collectives, messages or dependencies; the path stays where it ends"),
    QT_TRANSLATE_NOOP("CoreSentences", "Only the part of a collective from its last member's start is changed; waiting for that member follows by itself."),
    QT_TRANSLATE_NOOP("CoreSentences", "All that the rank does itself between two collectives of a group is shortened in proportion, so that it comes when the median of the other members would; where it is not late nothing changes."),
    QT_TRANSLATE_NOOP("CoreSentences", "Only the slices' own time is changed, not that of what runs within them, and not the time in which they wait."),
    QT_TRANSLATE_NOOP("CoreSentences", "Kernels start as soon as they are launched and what stands before them on the stream is done."),
    QT_TRANSLATE_NOOP("CoreSentences", "What nothing explains takes no time; it may have been real work that the trace does not show."),
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
    QT_TRANSLATE_NOOP("CoreSentences", "complete event without a duration, shown with none"),
    QT_TRANSLATE_NOOP("CoreSentences", "times are not in the file: nodes stand in the order of their ids"),
    QT_TRANSLATE_NOOP("CoreSentences", "steps laid one behind the other: the file has their lengths, not when they began"),
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
};

struct Pattern {
  const char* text;
  QRegularExpression expression;  // unused where the text has no place for a value
  std::vector<int> places;        // which %n each group holds
};

std::vector<Pattern> patterns() {
  std::vector<Pattern> out;
  for (const char* text : kSentences) {
    Pattern p{text, {}, {}};
    QString expression;
    const QString s = QString::fromUtf8(text);
    qsizetype from = 0;
    for (qsizetype at = s.indexOf(QLatin1Char('%')); at >= 0; at = s.indexOf(QLatin1Char('%'), from)) {
      expression += QRegularExpression::escape(s.mid(from, at - from)) + QStringLiteral("(.+?)");
      p.places.push_back(s.mid(at + 1, 1).toInt());
      from = at + 2;
    }
    if (!p.places.empty()) p.expression = QRegularExpression(QRegularExpression::anchoredPattern(expression + QRegularExpression::escape(s.mid(from))), QRegularExpression::DotMatchesEverythingOption);
    out.push_back(std::move(p));
  }
  return out;
}

}  // namespace

std::span<const char* const> coreSentences() { return kSentences; }

QString coreSentence(std::string_view sentence) {
  const QString s = QString::fromUtf8(sentence.data(), static_cast<qsizetype>(sentence.size()));
  static const std::vector<Pattern> known = patterns();
  for (const Pattern& p : known) {
    if (p.places.empty()) {
      if (s == QLatin1String(p.text)) return QCoreApplication::translate("CoreSentences", p.text);
      continue;
    }
    const auto match = p.expression.match(s);
    if (!match.hasMatch()) continue;
    QString out = QCoreApplication::translate("CoreSentences", p.text);
    std::array<QString, 4> values;
    for (std::size_t i = 0; i < p.places.size(); ++i) values[static_cast<std::size_t>(p.places[i]) % values.size()] = match.captured(static_cast<int>(i) + 1);
    // All at once: a value may hold a % of its own.
    QString filled;
    for (qsizetype i = 0; i < out.size(); ++i) {
      const int n = out[i] == QLatin1Char('%') && i + 1 < out.size() ? out[i + 1].digitValue() : -1;
      if (n >= 1 && n < static_cast<int>(values.size())) filled += values[static_cast<std::size_t>(n)], ++i;
      else filled += out[i];
    }
    return filled;
  }
  return s;
}

}  // namespace weir
