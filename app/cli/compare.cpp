#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/compare_input.h"
#include "app/cli/console.h"
#include "app/cli/open_options.h"
#include "app/cli/open_run.h"
#include "app/cli/study_info.h"
#include "core/base/offset.h"
#include "core/base/units.h"
#include "core/formats/open.h"
#include "core/jobs/compare_studies.h"
#include "core/study/study.h"
#include "core/summarize/compare.h"
#include "core/summarize/compare_text.h"

namespace weir::cli {
namespace {

constexpr std::array kTables{"overall", "rank", "activity", "kernel", "operator", "collective", "io", "file", "traffic"};

struct CompareCommand {
  std::string a, b, by;
  std::optional<StudyId> runA, runB;
  CompareOptions compare;
  CompareTextOptions text;
  double threshold = 1;
  std::string from, to;
  bool json = false;
  OpenArguments open;
};

// What is to be done where a range holds nothing of a run, as info and critical-path say it.
Error nothingThere(const CompareCommand& o, std::string why, const Run* a = nullptr, const Run* b = nullptr) {
  const auto length = [](const Run& run) { return units::showSeconds(static_cast<double>(run.span().second - run.span().first) / 1e12); };
  const std::string ends = a && b ? fmt::format(": A ends {} after it begins, B {}", length(*a), length(*b)) : "";
  const std::string where = fmt::format("{}{}{}", o.from.empty() ? "" : "--from " + o.from, o.from.empty() || o.to.empty() ? "" : ", ", o.to.empty() ? "" : "--to " + o.to);
  return {Error::Kind::Input, std::move(why), where, fmt::format("give a range that holds some of both, counted from where each begins{}", ends)};
}

// Why no pair of two studies was compared; empty = some was.
std::string nothingOf(const std::vector<StudyComparison>& pairs) {
  std::string first;
  for (const StudyComparison& p : pairs) {
    if (!p.comparison) continue;
    if (p.comparison->nothing.empty()) return {};
    if (first.empty()) first = p.comparison->nothing;
  }
  return first;
}

// The window lays both runs so that they begin together; with the same counting the numbers are the same.
Result<RangeFromBegin> rangeOf(const std::string& from, const std::string& to) {
  RangeFromBegin range;
  const auto read = [](const std::string& text, const char* option, std::optional<std::int64_t>& into) -> std::optional<Error> {
    if (text.empty()) return std::nullopt;
    const auto t = units::parseOffset(text);
    if (!t) return Error{t.error().kind, t.error().what, fmt::format("{} {}", option, text), t.error().todo};
    into = *t;
    return std::nullopt;
  };
  if (const auto e = read(from, "--from", range.from)) return tl::make_unexpected(*e);
  if (const auto e = read(to, "--to", range.to)) return tl::make_unexpected(*e);
  if (range.to && *range.to <= range.from.value_or(0)) return fail("the range is empty", "--from, --to", "its end must lie behind its begin; both count from where each run begins");
  return range;
}

Result<std::vector<StoredRun>> runsOf(const std::string& path) {
  const auto study = Study::open(path, Study::Mode::ReadOnly);
  if (!study) return tl::make_unexpected(study.error());
  return study->runs();
}

// B; without one, the other run of the study that A names.
Result<RunInput> otherOf(const CompareCommand& o, const RunInput& a) {
  if (!o.b.empty()) return runInputOf(o.b, o.runB, "--run-b");
  if (!isStudy(a.path)) return fail("B is missing", "weir-cli compare A B", "give what A is compared with: a trace, a folder of one job, a study, or a scenario for what it predicts");
  if (!a.run || !o.runB) return fail("B is missing", "weir-cli compare A B", "give it, or name two runs of the study A with --run-a and --run-b");
  return RunInput{a.path, o.runB};
}

}  // namespace

std::function<int()> addCompare(CLI::App& app) {
  auto o = std::make_shared<CompareCommand>();
  CLI::App* command = app.add_subcommand("compare", "Two runs, or two whole studies, held against each other: what is slower, faster, added, removed, and by how much");
  command->add_option("A", o->a, "The base: a trace file, a folder of one job, a study (.weir), one run of a study (x.weir#2), or a scenario (.json), which is what it predicts")->required();
  command->add_option("B", o->b, "What is compared with it, of the same kinds; two studies with several runs are matched run by run. Without it --run-b names another run of the study A");
  command->add_option("--run-a", o->runA, "Run of A, where A is a study; instead of FILE#ID")->check(wholeNumber(0))->type_name("ID");
  command->add_option("--run-b", o->runB, "Run of B, where B is a study, or left out and A is one; instead of FILE#ID")->check(wholeNumber(0))->type_name("ID");
  command->add_option("--from", o->from, "Only from this time on, counted from where each run begins, as 12.5ms: the steps that lie in it by half or more")->type_name("T");
  command->add_option("--to", o->to, "Only up to this time, counted in the same way")->type_name("T");
  command->add_flag("--json", o->json, "Print JSON (SI units in the names, null = unknown)");
  command->add_option("--top", o->text.top, "Rows a table, the largest differences first; 0 = all")->check(wholeNumber(0))->capture_default_str();
  command->add_option("--by", o->by, fmt::format("Tables, separated by commas: {}", fmt::join(kTables, ", ")));
  command->add_option("--threshold", o->threshold, "Changes of less than this many percent are \"unchanged\", of times and of numbers of calls")->check(finiteNumber(true))->capture_default_str();
  addOpenOptions(*command, o->open);
  return [o] {
    o->compare.threshold = o->threshold / 100;
    for (std::size_t from = 0; from < o->by.size();) {
      const std::size_t to = std::min(o->by.find(',', from), o->by.size());
      const std::string table = o->by.substr(from, to - from);
      if (std::find(kTables.begin(), kTables.end(), table) == kTables.end())
        return report(Error{Error::Kind::Input, fmt::format("there is no table \"{}\"", table), "--by", fmt::format("give some of {}", fmt::join(kTables, ", "))});
      o->text.by.insert(table);
      from = to + 1;
    }
    const auto range = rangeOf(o->from, o->to);
    if (!range) return report(range.error());
    const auto options = openOptions(o->open);
    if (!options) return report(options.error());
    const auto a = runInputOf(o->a, o->runA, "--run-a");
    if (!a) return report(a.error());
    const auto b = otherOf(*o, *a);
    if (!b) {
      const int code = report(b.error());
      return o->b.empty() ? kWrongUsage : code;
    }
    const auto several = [](const RunInput& in) {
      if (in.run || !isStudy(in.path)) return false;
      const auto runs = runsOf(in.path);
      return runs && runs->size() > 1;
    };
    if (!a->run && !b->run && isStudy(a->path) && isStudy(b->path) && (several(*a) || several(*b))) {
      Result<std::vector<StudyComparison>> pairs = tl::make_unexpected(Error{});
      withProgress([&](const Job& job) { pairs = compareStudies(a->path, b->path, o->compare, *range, job, [](const Run& run, const std::string& path) { warnOfLoss(run, {path}); }); });
      if (!pairs) return report(pairs.error());
      if (const auto none = nothingOf(*pairs); !none.empty()) return report(nothingThere(*o, none));
      return print(o->json ? studiesToJson(*pairs, o->text) : studiesToText(*pairs));
    }
    Result<Comparison> result = tl::make_unexpected(Error{});
    withProgress([&](const Job& job) {
      const auto runA = runOrPrediction(*a, *options, job, "--run-a");
      if (!runA) return void(result = tl::make_unexpected(runA.error()));
      const auto runB = runOrPrediction(*b, *options, job, "--run-b");
      if (!runB) return void(result = tl::make_unexpected(runB.error()));
      const auto side = [&](const Run& run) { return CompareSide{&run, findSteps(run, job).ranks, range->of(run)}; };
      auto c = compareRuns(side(**runA), side(**runB), o->compare, job);
      if (c)
        for (const auto& [in, which] : {std::pair(&*b, "B"), std::pair(&*a, "A")})
          if (isScenario(in->path)) c->remarks.insert(c->remarks.begin(), fmt::format("{} is predicted: what the scenario {} gives in closed form", which, in->path));
      if (!c) result = stoppedByUser();
      else if (c->nothing.empty()) result = std::move(*c);
      else result = tl::make_unexpected(nothingThere(*o, c->nothing, &**runA, &**runB));
    });
    if (!result) return report(result.error());
    return print(o->json ? comparisonToJson(*result, o->text) : comparisonToText(*result, o->text));
  };
}

}  // namespace weir::cli
