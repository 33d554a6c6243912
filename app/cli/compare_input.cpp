#include "app/cli/compare_input.h"

#include <fmt/format.h>

#include "app/cli/scenario_options.h"
#include "core/base/file_head.h"
#include "core/jobs/use_cases.h"

namespace weir::cli {

bool isScenario(const std::string& path) { return kindOf(headOf(path)) == FileKind::Scenario; }

Result<RunPtr> runOrPrediction(const RunInput& in, const OpenOptions& options, const Job& job, const std::string& option) {
  if (!isScenario(in.path)) return openRun({in.path}, in.run, options, job, fmt::format("{} or FILE#ID", option));
  if (in.run) return fail(fmt::format("is a scenario, so {} names no run of it", option), in.path, "leave the number out: it is compared by what it predicts");
  const auto presets = loadPresets();
  if (!presets) return tl::make_unexpected(presets.error());
  ScenarioOptions from;
  from.file = in.path;
  const auto scenario = readScenario(from, *presets);
  if (!scenario) return tl::make_unexpected(scenario.error());
  const auto predicted = simulate(*scenario, Fidelity::Model, {}, job);
  if (!predicted) return tl::make_unexpected(predicted.error());
  return predicted->run;
}

}  // namespace weir::cli
