#include <memory>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/scenario_options.h"
#include "core/model/uncertainty.h"
#include "core/scenario/outcome_json.h"

namespace weir::cli {

std::function<int()> addPredict(CLI::App& app) {
  struct Options {
    ScenarioOptions scenario;
    bool json = false;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("predict", "Answer a scenario by closed forms (fidelity model)");
  addScenarioOptions(*command, o->scenario);
  command->add_flag("--json", o->json, "Print JSON (SI units in the names, null = unknown)");
  return [o] {
    const auto presets = loadPresets();
    if (!presets) return report(presets.error());
    const auto scenario = readScenario(o->scenario, *presets);
    if (!scenario) return report(scenario.error());
    const auto outcome = predictWithIntervals(*scenario);
    if (!outcome) return report(outcome.error());
    return print(o->json ? outcomeToJson(*outcome) + "\n" : outcomeToText(*scenario, *outcome));
  };
}

}  // namespace weir::cli
