#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/scenario_options.h"
#include "core/scenario/json.h"
#include "core/scenario/outcome_json.h"
#include "core/simulate/simulate.h"
#include "core/study/study.h"

namespace weir::cli {
namespace {

std::int64_t nowMs() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

Result<void> keep(const std::string& path, const Scenario& scenario, const Simulated& result, const Job& job) {
  auto study = Study::open(path, Study::Mode::Create);
  if (!study) return tl::make_unexpected(study.error());
  const auto id = study->addScenario({0, scenario.name, scenarioToJson(scenario), nowMs()});
  if (!id) return tl::make_unexpected(id.error());
  return study->addRun(*result.run, *id, nowMs(), job).map([](StudyId) {});
}

}  // namespace

std::function<int()> addSimulate(CLI::App& app) {
  struct Options {
    ScenarioOptions scenario;
    Fidelity fidelity = Fidelity::Packet;
    unsigned threads = 1;
    std::string out;
    bool json = false;
  };
  auto o = std::make_shared<Options>();
  const std::map<std::string, Fidelity> fidelities{{"model", Fidelity::Model}, {"flow", Fidelity::Flow}, {"packet", Fidelity::Packet}};
  CLI::App* command = app.add_subcommand("simulate", "Play a scenario: by closed forms, by fair shares, or packet by packet");
  addScenarioOptions(*command, o->scenario);
  command->add_option("--fidelity", o->fidelity, "model, flow or packet (default)")
      ->transform(CLI::CheckedTransformer(fidelities).description(""))
      ->type_name("NAME");
  command->add_option("--threads", o->threads, "Threads the simulation may use")->check(CLI::PositiveNumber)->capture_default_str();
  command->add_option("--out", o->out, "Keep scenario and run in this study (.weir); made if absent");
  command->add_flag("--json", o->json, "Print JSON (SI units in the names, null = unknown)");
  return [o] {
    const auto presets = loadPresets();
    if (!presets) return report(presets.error());
    const auto scenario = readScenario(o->scenario, *presets);
    if (!scenario) return report(scenario.error());
    Result<Simulated> result = tl::make_unexpected(Error{});
    Result<void> kept;
    withProgress([&](const Job& job) {
      SimulateOptions options;
      options.threads = o->threads;
      result = simulate(*scenario, o->fidelity, options, job);
      if (result && !o->out.empty()) kept = keep(o->out, *scenario, *result, job);
    });
    if (!result) return report(result.error());
    if (!kept) return report(kept.error());
    return print(o->json ? outcomeToJson(result->outcome) + "\n" : outcomeToText(*scenario, result->outcome));
  };
}

}  // namespace weir::cli
