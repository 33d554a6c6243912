#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/scenario_options.h"
#include "core/model/explain.h"

namespace weir::cli {

std::function<int()> addExplain(CLI::App& app) {
  struct Options {
    ScenarioOptions scenario;
    bool json = false;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("explain", "Where a step's time, bytes and joules come from, term by term, with sources");
  addScenarioOptions(*command, o->scenario);
  command->add_flag("--json", o->json, "Print JSON (SI units in `unit`, null = unknown)");
  return [o] {
    const auto presets = loadPresets();
    if (!presets) return report(presets.error());
    const auto scenario = readScenario(o->scenario, *presets);
    if (!scenario) return report(scenario.error());
    const auto terms = explain(*scenario);
    if (!terms) return report(terms.error());
    if (!o->json) return print(termsToText(*terms));
    auto list = nlohmann::ordered_json::array();
    for (const Term& t : *terms)
      list.push_back({{"group", t.group},
                      {"name", t.name},
                      {"value", std::isfinite(t.value) ? nlohmann::ordered_json(t.value) : nlohmann::ordered_json(nullptr)},
                      {"unit", t.unit},
                      {"formula", t.formula},
                      {"source", t.source},
                      {"unverified", t.unverified}});
    return print(list.dump(2) + "\n");
  };
}

}  // namespace weir::cli
