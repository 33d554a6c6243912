// `critical-path`: what a run's length hangs on, and what it would be with changes.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/open_options.h"
#include "app/cli/open_run.h"
#include "core/base/offset.h"
#include "core/summarize/critical_path_collectives.h"
#include "core/summarize/critical_path_report.h"
#include "core/summarize/steps.h"

namespace weir::cli {
namespace {

struct PathCommand {
  std::vector<std::string> files, whatIf;
  bool json = false, segments = false, noAssumptions = false;
  std::optional<std::int64_t> step, run;
  std::string from, to;
  std::size_t top = 20;
  OpenArguments open;
};

Result<PathOptions> rangeOptions(const Run& run, const PathCommand& o, const Steps& steps) {
  PathOptions out;
  if (o.step) {
    if (!o.from.empty() || !o.to.empty()) return fail("--step and --from, --to exclude each other", "--step", "give one of them");
    auto step = stepPathOptions(run, steps, *o.step);
    if (!step) return step;
    out = *step;
  }
  if (!o.from.empty() || !o.to.empty()) {
    TimeRange range{run.span().first, run.span().second};
    if (!o.from.empty()) {
      const auto t = units::parseOffset(o.from);
      if (!t) return fail(t.error().what, "--from " + o.from, t.error().todo);
      range.from = *t;
    }
    if (!o.to.empty()) {
      const auto t = units::parseOffset(o.to);
      if (!t) return fail(t.error().what, "--to " + o.to, t.error().todo);
      range.to = *t;
    }
    if (range.from >= range.to) return fail("the range is empty", "--from, --to", "its end must lie behind its begin");
    out.range = range;
  }
  out.assume = !o.noAssumptions;
  return out;
}

std::string columnHelp() {
  std::string out;
  for (const PathColumn& c : pathColumns()) out += fmt::format("  {:<30}{}\n", c.title, c.definition);
  return out;
}

}  // namespace

std::function<int()> addCriticalPath(CLI::App& app) {
  auto o = std::make_shared<PathCommand>();
  CLI::App* command = app.add_subcommand("critical-path", "What a run's length hangs on, over all ranks; what it would be if something were faster");
  command->add_option("FILE", o->files, "Trace files and folders of one job, of any formats, or a study (.weir)")->required();
  command->add_flag("--json", o->json, "Print JSON (SI units in the names, null = unknown)");
  command->add_option("--what-if", o->whatIf, "A change, several times for several at once; see below")->type_name("CHANGE")->allow_extra_args(false);
  command->add_option("--step", o->step, "Only this training step, by the number that the trace gives it")->check(wholeNumber(0));
  command->add_option("--run", o->run, "Of a study: this run, by its number")->check(wholeNumber(0));
  command->add_option("--from", o->from, "Only from this time on the run's axis, with its unit: 12.5ms")->type_name("TIME");
  command->add_option("--to", o->to, "Only up to this time")->type_name("TIME");
  command->add_option("--top", o->top, "Rows of the table by name, longest first; 20")->type_name("N")->check(wholeNumber(0));
  command->add_flag("--segments", o->segments, "With --json: every segment of the path");
  command->add_flag("--no-assumptions", o->noAssumptions, "Follow only what the trace records: no assumed hand-overs between threads or streams");
  addOpenOptions(*command, o->open);
  command->footer("Changes:\n" + std::string(changeHelp()) + "\nColumns:\n" + columnHelp());
  return [o] {
    const auto options = openOptions(o->open);
    if (!options) return report(options.error());
    // A change that cannot be read is said before files are.
    for (const std::string& text : o->whatIf)
      if (const auto change = parseChange(text); !change) return report(change.error());
    std::optional<Error> error;
    std::optional<PathGraph> graph;
    PathReport answer;
    StepAt steps;
    withProgress([&](const Job& job) {
      const auto run = openRun(o->files, o->run, *options, job);
      if (!run) return void(error = run.error());
      Steps found;
      if (o->step || !(*run)->collectives.empty()) found = findSteps(**run, job);
      const auto range = rangeOptions(**run, *o, found);
      if (!range) return void(error = range.error());
      auto built = pathGraph(*run, *range, job);
      if (!built) return void(error = built.error());
      graph = std::move(*built);
      auto told = pathReport(*graph, {o->whatIf, o->top}, job);
      if (!told) return void(error = told.error());
      answer = std::move(*told);
      steps = StepAt(std::move(found));
    });
    if (error) return report(*error);
    return print(o->json ? pathToJson(*graph, answer, o->top, o->segments, steps) : pathToText(*graph, answer, o->top, steps));
  };
}

}  // namespace weir::cli
