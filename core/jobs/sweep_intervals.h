// How sure the plans on a sweep's front are: the ranges of their answers, from the intervals of the constants. Only the
// front's plans, because each costs as much as a hundred answers. Blocking; run in a job. Any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/optimize/sweep.h"

namespace weir {

struct SweepIntervals {
  std::map<std::uint64_t, Uncertainty> plans;  // by the plan's index in the grid; without rests_on
};
using SweepIntervalsPtr = std::shared_ptr<const SweepIntervals>;

inline constexpr std::size_t kMostSweepIntervals = 200;

// Of time and energy in the basis: {x, y}; unknown ends are NaN. Epochs and samples scale with the step exactly, since how
// many there are is not uncertain.
struct PlanRanges {
  Range time, energy;
};
[[nodiscard]] PlanRanges rangesOf(const SweepPoint& p, const Uncertainty& u, Basis b);

// At most kMostSweepIntervals of the front's plans, evenly along it; only where the answers are closed forms. `onPartial`
// about every quarter of a second. Errors: stopped; the grid's base does not fit the scenario.
[[nodiscard]] Result<SweepIntervalsPtr> sweepIntervals(const Scenario& around, const SweepResult& sweep, const Presets* presets,
                                                       const std::function<void(SweepIntervalsPtr)>& onPartial, const Job& job);

}  // namespace weir
