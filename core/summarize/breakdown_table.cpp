#include "core/summarize/breakdown_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/base/nan.h"
#include "core/summarize/seconds.h"

namespace weir {
namespace {

using StatUnit = StatColumn::Unit;
StatCell when(bool known, std::int64_t ps) { return known ? StatCell(seconds(ps)) : StatCell(kNaN); }

std::string belowText(std::int64_t ps) { return fmt::format("{:g} us", static_cast<double>(ps) * 1e-6); }

std::vector<StatColumn> partColumns(std::int64_t kernelWaitBelow) {
  return {
      {"span_s", "time", "From the rank's first start to its last end, within what is asked for: the parts sum to it", StatUnit::Seconds},
      {"computing_only_s", "computing only", "Computing while not communicating: HTA's compute time without the overlapped part", StatUnit::Seconds},
      {"overlapped_communication_s", "overlapped", "Computing and communicating at once", StatUnit::Seconds},
      {"exposed_communication_s", "exposed", "Communicating while not computing", StatUnit::Seconds},
      {"data_stall_s", "data stall", "Loading data while neither computing nor communicating", StatUnit::Seconds},
      {"checkpoint_s", "checkpoint", "Saving or loading a checkpoint, and none of those", StatUnit::Seconds},
      {"copy_s", "copy", "Copying between host and device, and none of those", StatUnit::Seconds},
      {"other_s", "other", "The device busy with what is none of those", StatUnit::Seconds},
      {"host_bound_idle_s", "host-bound", "Idle because the next kernel was launched only after the idling began (HTA: host wait)", StatUnit::Seconds},
      {"kernel_wait_idle_s", "between kernels", "Idle for less than " + belowText(kernelWaitBelow) + " before a kernel launched in time (HTA: kernel wait)", StatUnit::Seconds},
      {"other_idle_s", "other idle", "Idle for another reason: waiting for another stream, no kernel left, or a launch that the trace does not show", StatUnit::Seconds},
      {"unknown_s", "unknown", "Of a rank that shows neither computing nor communication: not told. The columns from computing only to here sum to time", StatUnit::Seconds},
      {"idle_s", "all idle", "Host-bound + between kernels + other idle", StatUnit::Seconds},
      {"computing_s", "computing", "Computing only + overlapped: union of the computing slices of the device's streams (HTA: compute time)", StatUnit::Seconds},
      {"overlap_fraction", "overlap", "Overlapped / all communication (HTA: communication computation overlap)", StatUnit::Fraction},
      {"data_stall_fraction", "data stall, share", "Data stall / time", StatUnit::Fraction},
      {"device_span_s", "device time", "First start to last end on the device (HTA: kernel time)", StatUnit::Seconds},
      {"device_idle_s", "device idle", "Device time in which nothing runs (HTA: idle time)", StatUnit::Seconds},
      {"device_non_compute_s", "non-compute", "Device busy, but not computing (HTA: non-compute time)", StatUnit::Seconds},
  };
}

void addParts(std::vector<StatCell>& cells, const RankBreakdown& r) {
  const bool work = r.showsWork, any = r.known(), gaps = r.showsWork && r.launchesKnown, device = r.fromDevice;
  cells.insert(cells.end(), {seconds(r.wall()), when(work, r.computing - r.overlapped), when(work, r.overlapped), when(work, r.exposed), when(any, r.dataStall),
                             when(any, r.checkpoint), when(any, r.copy), when(work, r.other), when(gaps, r.hostBound), when(gaps, r.kernelWait),
                             when(work, gaps ? r.idleOther : r.idle), seconds(r.unknown), when(work, r.idle), when(work, r.computing), r.overlapFraction(),
                             any && r.wall() > 0 ? StatCell(static_cast<double>(r.dataStall) / static_cast<double>(r.wall())) : StatCell(kNaN), when(device, r.device.length()),
                             when(device, r.device.length() - r.deviceBusy), when(device, r.deviceBusy - r.computing)});
}

StatCell rankCell(std::int32_t rank) { return rank == kUnknownRank ? StatCell(std::string("all")) : StatCell(static_cast<double>(rank)); }

}  // namespace

StatTable breakdownTable(const Breakdown& b, const StatAsk& ask, std::int64_t kernelWaitBelow) {
  StatTable t;
  t.key = "by_rank";
  t.title = "Where the time goes, by rank";
  t.columns = {{"rank", "rank", "Rank of the job; \"sum\" is over all of them", StatUnit::Rank}};
  for (StatColumn& c : partColumns(kernelWaitBelow)) t.columns.push_back(std::move(c));
  t.columns.push_back({"source", "taken from", "Device streams where the rank has any, else host threads", StatUnit::Text});
  const auto add = [&](StatCell rank, const RankBreakdown& r, std::optional<StatPlace> place) {
    std::vector<StatCell> cells{std::move(rank)};
    addParts(cells, r);
    cells.emplace_back(std::string(r.fromDevice ? "device streams" : "host threads"));
    t.rows.push_back(std::move(cells));
    t.places.push_back(place);
  };
  if (!ask.rank && b.ranks.size() > 1) add(std::string("sum"), b.total, std::nullopt);
  for (const RankBreakdown& r : b.ranks)
    if (!ask.rank || *ask.rank == r.rank) add(rankCell(r.rank), r, StatPlace{r.span.from, std::nullopt});
  t.remark = b.unmeasured;
  if (t.rows.empty()) t.reason = ask.rank ? fmt::format("there is no rank {}", *ask.rank) : "the run has no ranks";
  return t;
}

StatTable stepTable(const std::vector<BreakdownOfStep>& steps, const StatAsk& ask, std::int64_t kernelWaitBelow) {
  StatTable t;
  t.key = "by_step";
  t.title = "Where the time goes, by step";
  t.columns = {{"step", "step", "As the trace numbers it, else counted from 0", StatUnit::Rank}, {"rank", "rank", "\"sum\" is over the ranks that have the step", StatUnit::Rank}};
  for (StatColumn& c : partColumns(kernelWaitBelow)) t.columns.push_back(std::move(c));
  const auto add = [&](const BreakdownOfStep& s, StatCell rank, const RankBreakdown& r, std::int64_t from) {
    std::vector<StatCell> cells{static_cast<double>(s.step), std::move(rank)};
    addParts(cells, r);
    t.rows.push_back(std::move(cells));
    t.places.emplace_back(StatPlace{from, std::nullopt});
  };
  for (const BreakdownOfStep& s : steps) {
    if (!ask.rank && s.of.ranks.size() > 1) add(s, std::string("sum"), s.of.total, s.span.from);
    for (const RankBreakdown& r : s.of.ranks)
      if (!ask.rank || *ask.rank == r.rank) add(s, rankCell(r.rank), r, r.span.from);
  }
  const auto unmeasured = [](const BreakdownOfStep& s) { return std::any_of(s.of.ranks.begin(), s.of.ranks.end(), [](const RankBreakdown& r) { return r.unmeasured > 0; }); };
  if (std::any_of(steps.begin(), steps.end(), unmeasured)) t.remark = "Slices without a usable duration are not counted: the idle share of their ranks is an upper bound.";
  if (t.rows.empty()) t.reason = "no steps are marked or recognised in this range";
  return t;
}

StatTable idleTable(const Run& run, const StatAsk& ask, std::int64_t kernelWaitBelow) {
  StatTable t;
  t.key = "idle_by_stream";
  t.title = "Why streams idle between kernels (HTA: idle time breakdown)";
  t.columns = {{"rank", "rank", "Rank of the job", StatUnit::Rank},
               {"stream", "stream", "Device stream", StatUnit::Text},
               {"kernels", "kernels", "Kernels and copies on it", StatUnit::Count},
               {"launched", "launch known", "Of them those whose launching call the trace shows", StatUnit::Count},
               {"idle_s", "idle", "Sum of the gaps before its kernels", StatUnit::Seconds},
               {"host_wait_s", "host wait", "Gaps before a kernel whose launch began after the kernel before it had ended", StatUnit::Seconds},
               {"kernel_wait_s", "kernel wait", "Other gaps shorter than " + belowText(kernelWaitBelow), StatUnit::Seconds},
               {"other_s", "other", "The rest", StatUnit::Seconds},
               {"host_wait_fraction", "host wait share", "Of the stream's idle time", StatUnit::Fraction}};
  for (const StreamIdle& s : idleByStream(run, ask.range, kernelWaitBelow)) {
    if (ask.rank && *ask.rank != s.rank) continue;
    const bool known = s.launched > 0;
    t.rows.push_back({s.rank == kUnknownRank ? StatCell(kNaN) : StatCell(static_cast<double>(s.rank)), std::string(run.names.text(run.tracks[s.track].name)),
                      static_cast<double>(s.kernels), static_cast<double>(s.launched), seconds(s.total()), when(known, s.time[0]), when(known, s.time[1]),
                      when(known, s.time[2]), known && s.total() > 0 ? StatCell(static_cast<double>(s.time[0]) / static_cast<double>(s.total())) : StatCell(kNaN)});
    t.places.emplace_back();
  }
  if (t.rows.empty()) t.reason = "no device stream has kernels in this range";
  return t;
}

namespace {

// Of each rank the recording of which begins when others wait for it already: once.
void sayLateRecordings(StatTable& t, const std::vector<CollectiveInstance>& late) {
  constexpr std::size_t kMost = 3;
  std::set<std::int32_t> said;
  for (const CollectiveInstance& i : late)
    if (const std::string text = lateRecordingText(i); !text.empty() && said.size() < kMost && said.insert(i.lastRank).second) t.remark += (t.remark.empty() ? "" : " ") + text;
}

}  // namespace

StatTable stragglerTable(const std::vector<CollectiveInstance>& instances, const Run& run, const StatAsk& ask) {
  StatTable t;
  t.key = "stragglers";
  t.title = "Who comes last to each collective";
  // What a narrow window still shows stands first.
  t.columns = {{"instance", "no.", "The collective's number in the run, by its first start", StatUnit::Rank},
               {"operation", "operation", "What the ranks did together", StatUnit::Text},
               {"start_s", "first start", "When the first rank began, on the run's axis", StatUnit::Seconds},
               {"last_rank", "last rank", "The rank that starts last: the others wait for it", StatUnit::Rank},
               {"spread_s", "longest wait", "Last start - first start: what the first rank waits in this one collective", StatUnit::Seconds},
               {"unrecorded_s", "unrecorded", "Of the longest wait the part before the recording of the last rank begins: it may be the recording that is late, not the rank", StatUnit::Seconds},
               {"waited_s", "waits, sum", "Sum over the ranks of last start - own start: waits at the same time count each, so the run would gain less", StatUnit::Seconds},
               {"first_rank", "first rank", "The rank that starts first: it waits longest", StatUnit::Rank},
               {"bytes", "size", "The largest input of a rank", StatUnit::Bytes},
               {"group_size", "ranks", "Ranks of the communicator", StatUnit::Count},
               {"compared", "compared", "Of its ranks those in the run", StatUnit::Count},
               {"time_s", "time", "First start to last end", StatUnit::Seconds}};
  std::unordered_map<std::uint32_t, SliceIndex> last;
  for (const CollectiveCall& c : run.collectives) last[c.instance] = c.slice;  // by start: the last one stays
  std::size_t alone = 0;
  std::vector<CollectiveInstance> late;
  const auto who = [](const CollectiveInstance& i, std::int32_t rank) { return i.together() ? StatCell(std::string("none")) : StatCell(static_cast<double>(rank)); };
  for (const CollectiveInstance& i : instances) {
    if (i.arrivals.size() < 2) {
      ++alone;
      continue;
    }
    const auto first = std::min_element(i.arrivals.begin(), i.arrivals.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
    if (ask.range && (first->start < ask.range->from || first->start >= ask.range->to)) continue;
    if (ask.rank && std::none_of(i.arrivals.begin(), i.arrivals.end(), [&](const auto& a) { return a.rank == *ask.rank; })) continue;
    t.rows.push_back({static_cast<double>(i.instance), std::string(name(i.operation)), seconds(first->start), who(i, i.lastRank), seconds(i.spread()), seconds(i.unrecorded()),
                      seconds(i.waited), who(i, first->rank), i.bytes >= 0 ? StatCell(static_cast<double>(i.bytes)) : StatCell(kNaN),
                      i.groupSize > 0 ? StatCell(static_cast<double>(i.groupSize)) : StatCell(kNaN), static_cast<double>(i.arrivals.size()), seconds(i.end - first->start)});
    t.places.emplace_back(StatPlace{i.lastStart, last[i.instance]});
    if (i.unrecorded() > 0) late.push_back(i);
  }
  if (alone > 0) t.remark = fmt::format("{} collectives are seen on one rank only and tell nothing about waiting.", alone);
  sayLateRecordings(t, late);
  if (t.rows.empty())
    t.reason = instances.empty() ? "the run has no collectives" : "no collective in this range is seen on two ranks: open the traces of several ranks together";
  return t;
}

StatTable latenessTable(const std::vector<CollectiveInstance>& instances, const StatAsk& ask) {
  StatTable t;
  t.key = "lateness_by_rank";
  t.title = "Which rank the others wait for";
  t.columns = {{"rank", "rank", "Rank of the job", StatUnit::Rank},
               {"collectives", "collectives", "It took part in, seen on at least two ranks", StatUnit::Count},
               {"last", "came last", "How often it started last", StatUnit::Count},
               {"last_fraction", "share", "Came last / collectives", StatUnit::Fraction},
               {"made_others_wait_s", "made others wait",
                "Sum over the collectives it came last to, and over the ranks that waited: waits at the same time count each, so the run would gain less", StatUnit::Seconds},
               {"unrecorded_s", "unrecorded", "Of that the part before its recording begins: it may be the recording that is late, not the rank", StatUnit::Seconds},
               {"waited_for_others_s", "waited", "Sum of last start - its own start", StatUnit::Seconds}};
  std::vector<CollectiveInstance> in;
  for (const CollectiveInstance& i : instances) {
    if (i.arrivals.empty()) continue;
    const std::int64_t first = i.lastStart - i.spread();
    if (!ask.range || (first >= ask.range->from && first < ask.range->to)) in.push_back(i);
  }
  std::vector<RankLateness> by = lateness(in);
  std::stable_sort(by.begin(), by.end(), [](const RankLateness& a, const RankLateness& b) { return a.madeWait > b.madeWait; });
  for (const RankLateness& r : by) {
    if (ask.rank && *ask.rank != r.rank) continue;
    t.rows.push_back({static_cast<double>(r.rank), static_cast<double>(r.collectives), static_cast<double>(r.last),
                      r.collectives > 0 ? static_cast<double>(r.last) / static_cast<double>(r.collectives) : kNaN, seconds(r.madeWait), seconds(r.unrecorded),
                      seconds(r.waited)});
    t.places.emplace_back();
  }
  if (t.rows.empty()) t.reason = "no collective in this range is seen on two ranks";
  if (!by.empty() && by.front().madeWait > 0)
    t.remark = fmt::format("What the others wait for a rank is summed over them; what the run would gain if it were not late is less and stands in Critical path, what-if \"rank {} not late\".", by.front().rank);
  std::erase_if(in, [&](const CollectiveInstance& i) { return i.unrecorded() == 0 || (ask.rank && *ask.rank != i.lastRank); });
  sayLateRecordings(t, in);
  return t;
}

}  // namespace weir
