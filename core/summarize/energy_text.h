// An EnergyReport as `weir-cli info` prints it. Pure, any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/summarize/energy.h"

namespace weir {

// Adds per_step, by_rank, by_phase_j and assumption to the object "power" of info; unknown is null.
void addEnergy(nlohmann::ordered_json& power, const std::optional<EnergyReport>& report);
// "12 steps, 412 J a step in the mean (18 J to 455 J)"; empty where there are no steps with energy.
[[nodiscard]] std::string energyPerStep(const EnergyReport& report);
// "computing 312 kJ (61.2 %), ..." of what is not 0; empty where phases are unknown.
[[nodiscard]] std::string energyByPhase(const EnergyReport& report);

}  // namespace weir
