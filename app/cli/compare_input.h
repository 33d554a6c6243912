// What compare and figure hold against each other: files, a run of a study, or a scenario, which is its prediction.
#pragma once

#include <string>

#include "app/cli/open_run.h"

namespace weir::cli {

[[nodiscard]] bool isScenario(const std::string& path);
// A scenario is what its closed forms give; anything else as openRun() has it.
[[nodiscard]] Result<RunPtr> runOrPrediction(const RunInput& in, const OpenOptions& options, const Job& job, const std::string& option);

}  // namespace weir::cli
