// The player of a scenario's workload, with its background jobs around it.
#pragma once

#include <memory>

#include "core/base/result.h"
#include "core/scenario/scenario.h"
#include "core/simulate/player.h"
#include "core/simulate/simulate.h"

namespace weir::sim {

// The scenario is valid and outlives the player.
[[nodiscard]] Result<std::unique_ptr<Player>> makePlayer(const Scenario& scenario, const SimulateOptions& options);

}  // namespace weir::sim
