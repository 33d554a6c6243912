// How sure an answer is. Each uncertain constant is put to either end of its 95 % interval, all else held; the changes of
// the answer add up as roots of sums of squares, up and down apart (first-order propagation, ISO/IEC Guide 98-3, section
// 5.1.2, for constants that are independent). Says nothing about what the formulas leave out. Pure; any thread; a
// prediction for each end of each interval (tens of microseconds each).
#pragma once

#include "core/base/result.h"
#include "core/scenario/outcome.h"

namespace weir {

// `at` is the answer itself. An end at which the plan cannot be (it no longer fits) is left out.
[[nodiscard]] Uncertainty uncertainty(const Scenario& s, const Outcome& at);

// predict() with its uncertainty.
[[nodiscard]] Result<Outcome> predictWithIntervals(const Scenario& s);

}  // namespace weir
