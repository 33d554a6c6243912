// The timeline that the closed forms imply, as a Run (Truth::Predicted): one step, collective or burst of traffic. At most
// kRepresentatives ranks are drawn, the others do the same.
#pragma once

#include "core/base/result.h"
#include "core/run/run.h"
#include "core/scenario/outcome.h"
#include "core/scenario/scenario.h"

namespace weir::sim {

inline constexpr int kRepresentatives = 16;

// `outcome` is predict()'s of the same scenario.
[[nodiscard]] Result<Run> predictedRun(const Scenario& scenario, const Outcome& outcome);

}  // namespace weir::sim
