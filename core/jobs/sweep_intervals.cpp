#include "core/jobs/sweep_intervals.h"

#include <chrono>
#include <set>

#include "core/model/uncertainty.h"

namespace weir {
namespace {

Range scaled(const Range& r, double by) { return {r.low * by, r.high * by}; }

}  // namespace

PlanRanges rangesOf(const SweepPoint& p, const Uncertainty& u, Basis b) {
  switch (b) {
    case Basis::ToTarget: return {u.time_to_target_s, u.energy_to_target_j};
    case Basis::PerEpoch: return {u.epoch_s, scaled(u.energy_step_j, p.epoch_s / p.step_s)};
    case Basis::PerSample: {
      const double samples = p.samples_per_s * p.step_s;
      return {scaled(u.step_s, 1 / samples), scaled(u.energy_step_j, 1 / samples)};
    }
    case Basis::PerStep: return {u.step_s, u.energy_step_j};
  }
  return {};
}

Result<SweepIntervalsPtr> sweepIntervals(const Scenario& around, const SweepResult& sweep, const Presets* presets,
                                         const std::function<void(SweepIntervalsPtr)>& onPartial, const Job& job) {
  auto out = std::make_shared<SweepIntervals>();
  if (sweep.fidelity != Fidelity::Model || sweep.front.empty()) return out;
  const auto base = sweepBase(around, sweep.spec, presets);
  if (!base) return tl::make_unexpected(base.error());
  std::set<std::size_t> chosen;
  const std::size_t n = sweep.front.size(), most = std::min(n, kMostSweepIntervals);
  for (std::size_t i = 0; i < most; ++i) chosen.insert(sweep.front[most == 1 ? 0 : i * (n - 1) / (most - 1)]);
  job.begin("intervals of the front", chosen.size());
  auto shown = std::chrono::steady_clock::now();
  for (const std::size_t place : chosen) {
    if (job.stopped()) return stoppedByUser();
    const std::uint64_t index = sweep.points[place].index;
    if (const auto s = scenarioOf(*base, sweep.spec, index, presets))
      if (auto o = predictWithIntervals(*s); o && o->uncertainty) {
        o->uncertainty->rests_on.clear();
        out->plans[index] = std::move(*o->uncertainty);
      }
    job.add(1);
    const auto now = std::chrono::steady_clock::now();
    if (onPartial && now - shown > std::chrono::milliseconds(250)) {
      shown = now;
      onPartial(std::make_shared<const SweepIntervals>(*out));
    }
  }
  return out;
}

}  // namespace weir
