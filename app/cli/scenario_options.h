// How predict, simulate, sweep and explain take their scenario: a file or "-" for standard input, then --set.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/base/result.h"
#include "core/scenario/outcome.h"
#include "core/scenario/presets.h"
#include "core/scenario/scenario.h"

namespace weir::cli {

struct ScenarioOptions {
  std::string file;
  std::vector<std::string> set;  // "path=value"
  std::optional<std::uint64_t> seed;
};

void addScenarioOptions(CLI::App& command, ScenarioOptions& o);

[[nodiscard]] Result<Presets> loadPresets();
// Read, settings applied in order, validated.
[[nodiscard]] Result<Scenario> readScenario(const ScenarioOptions& o, const Presets& presets);

// For a terminal; ends with a newline.
[[nodiscard]] std::string outcomeToText(const Scenario& s, const Outcome& o);

}  // namespace weir::cli
