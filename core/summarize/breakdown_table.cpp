#include "core/summarize/breakdown_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/nan.h"
#include "core/summarize/seconds.h"

namespace weir {
namespace {

using StatUnit = StatColumn::Unit;
StatCell when(bool known, std::int64_t ps) { return known ? StatCell(seconds(ps)) : StatCell(kNaN); }

std::string belowText(std::int64_t ps) { return fmt::format("{:g} us", static_cast<double>(ps) * 1e-6); }

// Parts are held against the whole and each other.
void shareUnit(std::vector<StatColumn>& columns) {
  for (StatColumn& c : columns)
    if (c.unit == StatUnit::Seconds) c.scale = "time";
}

std::vector<StatColumn> partColumns(std::int64_t kernelWaitBelow) {
  std::vector<StatColumn> out{
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
  shareUnit(out);
  return out;
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
  if (!ask.rank && b.ranks.size() > 1 && b.totalFits()) add(std::string("sum"), b.total, std::nullopt);
  for (const RankBreakdown& r : b.ranks)
    if (!ask.rank || *ask.rank == r.rank) add(rankCell(r.rank), r, StatPlace{r.span.from, std::nullopt});
  t.remark = b.unmeasured;
  if (!b.totalFits()) t.remark += std::string(t.remark.empty() ? "" : "; ") + "the sum over the ranks is longer than can be told (2,562 hours)";
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
  shareUnit(t.columns);
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

}  // namespace weir
