// Presets as the scenario panel offers them, and the scenario a fresh window begins with.
#pragma once

#include <optional>
#include <vector>

#include "core/scenario/presets.h"
#include "views/scenario/scenario_panel.h"

namespace weir {

[[nodiscard]] std::vector<PresetEntry> presetEntries(const Presets& presets);
// The accelerator presets, and those that only machines have, each name once.
[[nodiscard]] std::vector<Accelerator> presetAccelerators(const Presets& presets);
// ResNet-50 on a GPU cluster where both are known, else the first machine and training workload; nothing without them.
[[nodiscard]] std::optional<Scenario> defaultScenario(const Presets& presets);

}  // namespace weir
