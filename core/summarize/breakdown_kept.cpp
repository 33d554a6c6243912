#include "core/summarize/breakdown_kept.h"

#include <algorithm>

#include "core/summarize/kept_bytes.h"

namespace weir {

template <class A, kept::Is<RankBreakdown> T>
void fields(A& a, T& v) {
  auto& [rank, span, fromDevice, showsWork, saysAnything, launchesKnown, computing, overlapped, exposed, dataStall, checkpoint, copy, other, idle, hostBound, kernelWait, idleOther,
         unknown, unmeasured, device, deviceBusy, computeSlices, communicationSlices, communicationSum] = v;
  a(rank, span, fromDevice, showsWork, saysAnything, launchesKnown, computing, overlapped, exposed, dataStall, checkpoint, copy, other, idle, hostBound, kernelWait, idleOther,
    unknown, unmeasured, device, deviceBusy, computeSlices, communicationSlices, communicationSum);
}

template <class A, kept::Is<Breakdown> T>
void fields(A& a, T& v) {
  auto& [ranks, unmeasured, total] = v;
  a(ranks, unmeasured, total);
}

template <class A, kept::Is<BreakdownOfStep> T>
void fields(A& a, T& v) {
  auto& [step, span, of] = v;
  a(step, span, of);
}

template <class A, kept::Is<BreakdownSums> T>
void fields(A& a, T& v) {
  auto& [over, withinSteps, steps] = v;
  a(over, withinSteps, steps);
}

namespace {
constexpr std::string_view kBreakdown = "breakdown";
}

std::optional<TimeRange> stepsSpan(const std::vector<RankSteps>& steps, const std::optional<TimeRange>& range) {
  std::optional<TimeRange> within;
  for (const RankSteps& r : steps)
    for (const TimeRange& step : r.steps) {
      if (range && (step.from < range->from || step.to > range->to)) continue;
      within = within ? TimeRange{std::min(within->from, step.from), std::max(within->to, step.to)} : step;
    }
  return within;
}

BreakdownSums breakdownSums(const BreakdownIndex& index, const std::vector<RankSteps>& steps, BreakdownSums::Of of, const std::optional<TimeRange>& range, const Job& job) {
  BreakdownSums out;
  out.over = index.over(range);
  if (of == BreakdownSums::Of::Steps) out.steps = breakdownBySteps(index, steps, range, job);
  if (of == BreakdownSums::Of::WithinSteps)
    if (const auto within = stepsSpan(steps, range)) out.withinSteps = index.over(within);
  return out;
}

std::string breakdownToBytes(const BreakdownSums& sums, const Run& run) {
  return kept::written(sums, kBreakdown, kBreakdownRevision, run);
}

std::optional<BreakdownSums> breakdownFromBytes(std::string_view bytes, const Run& run) {
  return kept::read<BreakdownSums>(bytes, kBreakdown, kBreakdownRevision, run, [](const BreakdownSums&) { return true; });
}

}  // namespace weir
