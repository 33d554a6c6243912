#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/fidelity_option.h"
#include "app/cli/scenario_options.h"
#include "app/cli/study_info.h"
#include "app/cli/study_out.h"
#include "core/base/units.h"
#include "core/jobs/use_cases.h"
#include "core/study/study.h"

namespace weir::cli {
namespace {

std::string sweepToText(const SweepResult& r) {
  const auto bad = std::count_if(r.points.begin(), r.points.end(), [](const SweepPoint& p) { return !p.problem.empty(); });
  std::string t = fmt::format("{} of {} plans played, {} cannot be run; {} on the front of time and energy {}\n", r.points.size(), r.total, bad,
                              r.front.size(), name(r.basis));
  for (const std::size_t at : r.front) {
    const SweepPoint& p = r.points[at];
    t += fmt::format("  {:>10} {:>10} ", units::showSeconds(timeOf(p, r.basis)), units::showJoules(energyOf(p, r.basis)));
    for (const auto& [path, value] : r.spec.settings(p.index)) t += fmt::format(" {}={}", path, value);
    t += "\n";
  }
  if (bad > 0) {
    const auto first = std::find_if(r.points.begin(), r.points.end(), [](const SweepPoint& p) { return !p.problem.empty(); });
    t += fmt::format("  note: the first plan that cannot be run: {}\n", first->problem);
  }
  for (const std::string& remark : r.remarks) t += "  note: " + remark + "\n";
  return t;
}

bool holdsPoints(const std::string& path) {
  if (path.empty() || !isStudy(path)) return false;
  const auto study = Study::open(path, Study::Mode::ReadOnly);
  const auto sweeps = study ? study->sweeps() : tl::make_unexpected(study.error());
  return sweeps && std::any_of(sweeps->begin(), sweeps->end(), [&](const StoredSweep& s) {
    const auto points = study->sweepPoints(s.id);
    return !points || !points->empty();
  });
}

}  // namespace

std::function<int()> addSweep(CLI::App& app) {
  struct Options {
    ScenarioOptions scenario;
    std::vector<std::string> vary;
    Fidelity fidelity = Fidelity::Model;
    std::string shard, out;
    unsigned threads = 0;
    bool json = false;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("sweep", "Play every plan of a grid and find the front of time against energy");
  addScenarioOptions(*command, o->scenario);
  command->add_option("--vary", o->vary, "An axis: plan.global_batch=64,128 or machine.nodes=8..64*2; without any, a default grid")
      ->type_name("PATH=VALUES")
      ->allow_extra_args(false)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  addFidelityOption(*command, o->fidelity);
  command->add_option("--shard", o->shard, "Play one part of the grid only, as 1/4; merge joins the parts");
  command->add_option("--threads", o->threads, "Plans played at once; 0 = one per core")->check(wholeNumber(0, 65536))->capture_default_str();
  command->add_option("--out", o->out, "Keep the sweep in this study (.weir), point by point; made if absent");
  command->add_flag("--json", o->json, "Print JSON (SI units in the names, null = unknown)");
  return [o, command] {
    if (command->count("--out") > 0)
      if (const auto ok = studyName(o->out, "--out"); !ok) return report(ok.error());
    const auto presets = loadPresets();
    if (!presets) return report(presets.error());
    const auto scenario = readScenario(o->scenario, *presets);
    if (!scenario) return report(scenario.error());
    const auto spec = o->vary.empty() ? defaultSweep(*scenario) : parseSweep(o->vary);
    if (!spec) return report(spec.error());
    SweepOptions options;
    options.fidelity = o->fidelity;
    options.threads = o->threads;
    options.presets = &*presets;
    if (!o->shard.empty()) {
      const auto shard = parseShard(o->shard);
      if (!shard) return report(shard.error());
      options.shard = *shard;
    }
    const BegunFile begun(o->out);
    Result<SweepResult> result = tl::make_unexpected(Error{});
    withProgress([&](const Job& job) {
      result = o->out.empty() ? sweep(*scenario, *spec, options, job)
                              : sweepAndKeep(*scenario, *spec, options, {o->out, nowMs(), scenario->name}, job);
    });
    // Points that were kept before the failure are worth having.
    if (!result) return report(holdsPoints(o->out) ? result.error() : begun.discard(result.error()));
    const int code = print(o->json ? sweepToJson(*result) + "\n" : sweepToText(*result));
    return code == kOk && result->stopped ? kStopped : code;
  };
}

}  // namespace weir::cli
