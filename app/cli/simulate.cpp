#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/fidelity_option.h"
#include "app/cli/scenario_options.h"
#include "app/cli/study_out.h"
#include "core/base/units.h"
#include "core/network/router.h"
#include "core/network/topology.h"
#include "core/network/transport.h"
#include "core/jobs/replay.h"
#include "core/jobs/use_cases.h"
#include "core/scenario/outcome_json.h"

namespace weir::cli {
namespace {

// What machine.network takes, from the tables that play it.
std::string networkHelp() {
  std::string t = "A scenario's machine.network takes (as --set machine.network.topology=dragonfly):\n";
  const auto list = [&](std::string_view title, const auto& table) {
    t += fmt::format("  {}:\n", title);
    for (const auto& row : table) t += fmt::format("    {:<16} {}\n", row.name, row.describe);
  };
  list("topology", net::topologies());
  list("routing", net::routings());
  list("transport", net::transports());
  t += "workload.kind: training, collective, traffic (pattern permutation, incast, all-to-all, uniform, adversarial, or flows), replay.\n"
       "A flows_file has a flow a line: source destination bytes start_ns. All fields of a scenario: CONTRIBUTING.md, sample_data.";
  return t;
}

}  // namespace

std::function<int()> addSimulate(CLI::App& app) {
  struct Options {
    ScenarioOptions scenario;
    Fidelity fidelity = Fidelity::Packet;
    unsigned threads = 1;
    std::string stopAfter, memory;
    std::uint64_t hops = 0;
    std::string out;
    bool json = false;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("simulate", "Play a scenario: by closed forms, by fair shares, or packet by packet");
  command->footer(networkHelp);
  addScenarioOptions(*command, o->scenario);
  addFidelityOption(*command, o->fidelity);
  command->add_option("--threads", o->threads, "Threads the simulation may use")->check(wholeNumber(1, 65536))->capture_default_str();
  command->add_option("--stop-after", o->stopAfter, "End at this much simulated time (as 2ms; looked at every few thousand events) and answer for what has happened");
  command->add_option("--stop-hops", o->hops, "End after so many packet-hops and answer for what has happened")->check(wholeNumber(1));
  command->add_option("--memory", o->memory, "Refuse what would take more (as 4GB); without: three quarters of the machine's");
  command->add_option("--out", o->out, "Keep scenario and run in this study (.weir); made if absent");
  command->add_flag("--json", o->json, "Print JSON (SI units in the names, null = unknown)");
  return [o, command] {
    if (command->count("--out") > 0)
      if (const auto ok = studyName(o->out, "--out"); !ok) return report(ok.error());
    SimulateOptions options;
    options.threads = o->threads;
    options.budgetHops = o->hops;
    if (!o->stopAfter.empty()) {
      const auto t = units::parseSeconds(o->stopAfter);
      if (!t || !(*t > 0)) return report(Error{Error::Kind::Input, t ? "no time is left to simulate" : t.error().what, "--stop-after", "give a time with its unit, as 2ms"});
      options.budget_s = *t;
    }
    if (!o->memory.empty()) {
      const auto b = units::parseBytes(o->memory);
      if (!b || b->count() <= 0) return report(Error{Error::Kind::Input, b ? "no memory is left" : b.error().what, "--memory", "give a size with its unit, as 4GB"});
      options.memory = static_cast<std::uint64_t>(b->count());
    }
    const auto presets = loadPresets();
    if (!presets) return report(presets.error());
    const auto scenario = readScenario(o->scenario, *presets);
    if (!scenario) return report(scenario.error());
    const BegunFile begun(o->out);
    Result<Simulated> result = tl::make_unexpected(Error{});
    withProgress([&](const Job& job) {
      result = o->out.empty() ? simulateAny(*scenario, o->fidelity, options, job)
                              : simulateAndKeep(*scenario, o->fidelity, options, {o->out, nowMs(), scenario->name}, job);
    });
    if (!result) return report(begun.discard(result.error()));
    return print(o->json ? outcomeToJson(result->outcome) + "\n" : outcomeToText(*scenario, result->outcome));
  };
}

}  // namespace weir::cli
