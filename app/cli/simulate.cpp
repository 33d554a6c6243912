#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/fidelity_option.h"
#include "app/cli/scenario_options.h"
#include "core/jobs/replay.h"
#include "core/jobs/use_cases.h"
#include "core/scenario/outcome_json.h"

namespace weir::cli {
std::function<int()> addSimulate(CLI::App& app) {
  struct Options {
    ScenarioOptions scenario;
    Fidelity fidelity = Fidelity::Packet;
    unsigned threads = 1;
    std::string out;
    bool json = false;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("simulate", "Play a scenario: by closed forms, by fair shares, or packet by packet");
  addScenarioOptions(*command, o->scenario);
  addFidelityOption(*command, o->fidelity);
  command->add_option("--threads", o->threads, "Threads the simulation may use")->check(CLI::PositiveNumber)->capture_default_str();
  command->add_option("--out", o->out, "Keep scenario and run in this study (.weir); made if absent");
  command->add_flag("--json", o->json, "Print JSON (SI units in the names, null = unknown)");
  return [o, command] {
    if (emptyOut(*command, o->out)) return report(emptyOutError());
    const auto presets = loadPresets();
    if (!presets) return report(presets.error());
    const auto scenario = readScenario(o->scenario, *presets);
    if (!scenario) return report(scenario.error());
    Result<Simulated> result = tl::make_unexpected(Error{});
    withProgress([&](const Job& job) {
      SimulateOptions options;
      options.threads = o->threads;
      result = o->out.empty() ? simulateAny(*scenario, o->fidelity, options, job)
                              : simulateAndKeep(*scenario, o->fidelity, options, {o->out, nowMs(), scenario->name}, job);
    });
    if (!result) return report(result.error());
    return print(o->json ? outcomeToJson(result->outcome) + "\n" : outcomeToText(*scenario, result->outcome));
  };
}

}  // namespace weir::cli
