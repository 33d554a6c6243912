// What was read from a file is about a job of its own, whatever its times are: measured, simulated by another program, or laid
// out. A run that a scenario made carries that scenario.
#pragma once

#include <algorithm>

#include "views/shared/view_state.h"

namespace weir {

[[nodiscard]] inline bool isTrace(const ShownRun& r) { return r.run->scenario.empty(); }
// Whether anything open, in sight or not, is of something else than the scenario in hand: that must then say which it is.
[[nodiscard]] inline bool anyBesideTheScenario(const ViewState& state) {
  return std::ranges::any_of(state.runs(), [](const ShownRun& r) { return isTrace(r) || r.stale; });
}

}  // namespace weir
