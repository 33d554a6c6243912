#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/scenario_options.h"
#include "core/model/batch_law.h"
#include "core/model/explain.h"
#include "core/summarize/json_or_null.h"

namespace weir::cli {
namespace {

int showBatchLaw(const Scenario& s, const std::vector<double>& batches, bool json) {
  const auto law = model::batchLaw(s);
  if (!law) return report(law.error());
  const auto rows = model::batchLawRows(*law, batches);
  if (!json) return print(model::batchLawText(*law, rows));
  auto levels = nlohmann::ordered_json::array(), table = nlohmann::ordered_json::array();
  for (const model::BatchLawLevel& l : law->levels)
    levels.push_back({{"level", l.level}, {"step_bytes", orNull(l.step_bytes)}, {"sample_bytes", orNull(l.sample_bytes)}, {"equal_at_batch", orNull(l.crossover())}});
  for (const model::BatchLawRow& r : rows)
    table.push_back({{"batch", r.batch}, {"level", r.level}, {"bytes_per_sample", orNull(r.bytes_per_sample)}, {"step_part", orNull(r.step_part)}, {"sample_part", orNull(r.sample_part)}});
  return print(nlohmann::ordered_json{{"batch_unit", law->unit}, {"levels", levels}, {"rows", table}}.dump(2) + "\n");
}

}  // namespace

std::function<int()> addExplain(CLI::App& app) {
  struct Options {
    ScenarioOptions scenario;
    bool json = false, batchLaw = false;
    std::vector<double> batches;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("explain", "Where a step's time, bytes and joules come from, term by term, with sources");
  addScenarioOptions(*command, o->scenario);
  command->add_flag("--json", o->json, "Print JSON (SI units in `unit`, null = unknown)");
  command->add_flag("--batch-law", o->batchLaw, "Bytes a sample at each level against the batch: V_DP / B + V_activation");
  command->add_option("--batches", o->batches, "Batches for --batch-law, as in 256,512,1024; doublings if not given")->delimiter(',')->check(finiteNumber(false));
  return [o] {
    const auto presets = loadPresets();
    if (!presets) return report(presets.error());
    const auto scenario = readScenario(o->scenario, *presets);
    if (!scenario) return report(scenario.error());
    if (o->batchLaw) return showBatchLaw(*scenario, o->batches, o->json);
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
