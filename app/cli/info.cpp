#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/info_section.h"
#include "app/cli/info_traffic.h"
#include "app/cli/open_options.h"
#include "app/cli/open_run.h"
#include "app/cli/study_info.h"
#include "core/base/offset.h"
#include "core/base/units.h"
#include "core/summarize/breakdown.h"
#include "core/summarize/head_words.h"
#include "core/summarize/info.h"
#include "core/summarize/table_text.h"

namespace weir::cli {
namespace {

using Json = nlohmann::ordered_json;

struct InfoCommand {
  std::vector<std::string> files;
  bool json = false, tables = false;
  std::vector<bool> sections = std::vector<bool>(infoSections().size());
  std::optional<std::int64_t> step, rank, run;
  std::string from, to, link, kernelWait;
  std::size_t rows = 20;
  OpenArguments open;
  TrafficArguments traffic;
  [[nodiscard]] bool anySection() const { return std::find(sections.begin(), sections.end(), true) != sections.end(); }
};

Result<std::int64_t> timeOf(const std::string& text, const char* option) {
  const auto ps = units::parseOffset(text);
  if (ps) return *ps;
  Error e = ps.error();
  e.where = fmt::format("{} {}", option, text);
  return tl::make_unexpected(e);
}

Result<InfoAsk> askOf(const InfoCommand& o, const Run& run) {
  InfoAsk ask;
  ask.steps = findSteps(run).ranks;
  if (o.rank) {
    ask.stat.rank = static_cast<std::int32_t>(*o.rank);
    if (!std::binary_search(run.ranks.begin(), run.ranks.end(), *ask.stat.rank))
      return fail(fmt::format("the run has no rank {}", *o.rank), "--rank",
                  run.ranks.empty() ? "its ranks are unknown" : fmt::format("its {} ranks are {} to {}", run.ranks.size(), run.ranks.front(), run.ranks.back()));
  }
  if (!o.from.empty() || !o.to.empty()) {
    TimeRange range{run.span().first, run.span().second + 1};  // the last slice may have no length
    if (!o.from.empty()) {
      const auto t = timeOf(o.from, "--from");
      if (!t) return tl::make_unexpected(t.error());
      range.from = *t;
    }
    if (!o.to.empty()) {
      const auto t = timeOf(o.to, "--to");
      if (!t) return tl::make_unexpected(t.error());
      range.to = *t;
    }
    if (o.to.empty() && range.to <= range.from)
      return fail(fmt::format("the run ends at {}, before that", units::showSeconds(static_cast<double>(run.span().second) / 1e12)), "--from " + o.from, "give an earlier time");
    if (o.from.empty() && range.to <= range.from)
      return fail(fmt::format("the run begins at {}, not before that", units::showSeconds(static_cast<double>(run.span().first) / 1e12)), "--to " + o.to, "give a later time");
    if (range.to <= range.from) return fail("ends before it begins", "--from, --to", "give --from less than --to");
    ask.stat.range = range;
  }
  if (o.step) {
    if (ask.stat.range) return fail("--step is a range of its own", "--step", "give either --step, or --from and --to");
    const auto numbers = stepNumbers(ask.steps);
    std::optional<std::int64_t> first, last;
    for (std::size_t r = 0; r < ask.steps.size(); ++r)
      for (std::size_t k = 0; k < numbers[r].size(); ++k) {
        const std::int64_t n = numbers[r][k];
        first = std::min(first.value_or(n), n);
        last = std::max(last.value_or(n), n);
        const std::int32_t rank = ask.steps[r].rank;
        if (n != *o.step || (ask.stat.rank && rank != *ask.stat.rank && rank != kUnknownRank)) continue;
        const TimeRange s = ask.steps[r].steps[k];
        ask.stat.range = ask.step ? TimeRange{std::min(ask.stat.range->from, s.from), std::max(ask.stat.range->to, s.to)} : s;
        ask.step = n;
      }
    if (!ask.step)
      return fail(fmt::format("there is no step {}", *o.step), "--step",
                  first ? fmt::format("its steps are numbered {} to {}", *first, *last) : "none are marked or recognised: use --from and --to");
  }
  if (!o.link.empty()) {
    const auto b = units::parseBandwidth(o.link);
    if (!b) {
      Error e = b.error();
      e.where = "--link " + o.link;
      return tl::make_unexpected(e);
    }
    if (b->toBytesPerSecond() <= 0) return fail("is no peak: nothing could be sent", "--link " + o.link, "give a bandwidth above 0, as 200Gbps");
    ask.stat.linkPeak = b->toBytesPerSecond();
  }
  if (!o.kernelWait.empty()) {
    const auto t = timeOf(o.kernelWait, "--kernel-wait");
    if (!t) return tl::make_unexpected(t.error());
    if (*t < 0) return fail("is below 0", "--kernel-wait " + o.kernelWait, "give a length of time, as 30us");
    ask.kernelWaitBelow = *t;
  }
  return ask;
}

std::vector<StatTable> tablesOf(const InfoSection& section, const Run& run, const InfoAsk& ask, const Job& job) {
  std::vector<StatTable> tables = section.tables(run, ask, job);
  if (withoutTimes(run)) leaveTimesOut(tables);
  return tables;
}

std::string sectionsText(const InfoCommand& o, const Run& run, const InfoAsk& ask, const Job& job) {
  std::string s;
  if (ask.stat.range)
    s += fmt::format("{}from {} to {}\n", ask.step ? fmt::format("step {}, ", *ask.step) : "", units::showSeconds(static_cast<double>(ask.stat.range->from) / 1e12),
                     units::showSeconds(static_cast<double>(ask.stat.range->to) / 1e12));
  std::string said;  // a remark: once is enough where one table stands below the other
  for (std::size_t i = 0; i < o.sections.size(); ++i) {
    if (!o.sections[i]) continue;
    for (StatTable& t : tablesOf(infoSections()[i], run, ask, job)) {
      if (!said.empty() && t.remark.ends_with(said)) t.remark.resize(t.remark.size() - said.size());
      else if (!t.remark.empty()) said = t.remark;
      while (t.remark.ends_with(' ')) t.remark.pop_back();
      s += (s.empty() ? "" : "\n") + statText(t, o.rows);
    }
  }
  return s;
}

std::string sectionsJson(const InfoCommand& o, const Run& run, const InfoAsk& ask, const Job& job) {
  Json j{{"title", run.title}, {"format", run.format}, {"truth", truthWords(run)}};
  const auto seconds = [&](std::int64_t TimeRange::*end) { return ask.stat.range ? Json(static_cast<double>((*ask.stat.range).*end) / 1e12) : Json(nullptr); };
  j["from_s"] = seconds(&TimeRange::from);
  j["to_s"] = seconds(&TimeRange::to);
  j["step"] = ask.step ? Json(*ask.step) : Json(nullptr);
  j["rank"] = ask.stat.rank ? Json(*ask.stat.rank) : Json(nullptr);
  for (std::size_t i = 0; i < o.sections.size(); ++i) {
    if (!o.sections[i]) continue;
    Json& section = j[infoSections()[i].flag + 2];
    for (const StatTable& t : tablesOf(infoSections()[i], run, ask, job)) section[t.key] = Json::parse(statJson(t));
  }
  return j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// What only sections look at would do nothing without one.
std::string sectionOptions(const InfoCommand& o) {
  std::string given;
  for (const auto& [option, is] : {std::pair("--step", o.step.has_value()), std::pair("--rank", o.rank.has_value()), std::pair("--from", !o.from.empty()),
                                   std::pair("--to", !o.to.empty()), std::pair("--link", !o.link.empty()), std::pair("--kernel-wait", !o.kernelWait.empty())})
    if (is) given += fmt::format("{}{}", given.empty() ? "" : ", ", option);
  return given;
}

int runInfo(const InfoCommand& o) {
  if (const std::string given = sectionOptions(o); !given.empty() && !o.anySection() && !o.traffic.wanted) {
    (void)report(Error{Error::Kind::Input, "needs a section: without one the whole run is described", given, "add a section such as --breakdown, or leave it out"});
    return kWrongUsage;
  }
  // A study alone is told as what it holds; a run of it as a run.
  if (o.files.size() == 1 && !o.run && !o.anySection() && !o.traffic.wanted && isStudy(o.files.front())) {
    const auto text = describeStudy(o.files.front(), o.json);
    return text ? print(*text) : report(text.error());
  }
  const auto options = openOptions(o.open);
  if (!options) return report(options.error());
  Result<RunPtr> run = tl::make_unexpected(Error{});
  Result<std::string> text = tl::make_unexpected(Error{});
  TrafficArguments traffic = o.traffic;
  if (traffic.wanted && o.anySection()) return report(Error{Error::Kind::Input, "--traffic is printed alone", "--traffic", "ask for the sections in another call"});
  traffic.rank = o.rank;
  withProgress([&](const Job& job) {
    // Without sections the notes themselves are printed.
    run = openRun(o.files, o.run, *options, job, "--run", o.anySection() || o.traffic.wanted ? LossNotes::Warn : LossNotes::Quiet);
    if (!run) return;
    if (!o.anySection() && !o.traffic.wanted) return;
    const auto ask = askOf(o, **run);
    if (!ask) {
      text = tl::make_unexpected(ask.error());
      return;
    }
    if (o.traffic.wanted) {
      traffic.step = ask->step;
      if (!ask->step) traffic.range = ask->stat.range;
      text = std::string();
      return;
    }
    text = o.json ? sectionsJson(o, **run, *ask, job) : sectionsText(o, **run, *ask, job);
    if (job.stopped()) text = stoppedByUser();
  });
  if (!run) return report(run.error());
  if (o.traffic.wanted) return text ? printTraffic(**run, traffic, o.json) : report(text.error());
  if (o.anySection()) return text ? print(*text) : report(text.error());
  const Info info = describe(**run);
  if (o.json) return print(infoToJson(info, 2, o.tables));
  std::string s = infoToText(info);
  if (o.tables)
    for (const Table& t : info.tables) s += "\n" + tableToText(t);
  return print(s);
}

}  // namespace

std::function<int()> addInfo(CLI::App& app) {
  auto o = std::make_shared<InfoCommand>();
  CLI::App* command = app.add_subcommand("info", "What a trace or a study holds: ranks, slices, communication, I/O, overlap, sources, notes; with sections their tables");
  command->add_option("FILE", o->files, "Trace files and folders of one job, of any formats, or a study (.weir)")->required();
  command->add_flag("--json", o->json, "Print JSON (SI units in the names, null = the format cannot tell)");
  command->add_flag("--tables", o->tables, "Print the tables a file brings with all their rows, not only their columns");
  for (std::size_t i = 0; i < infoSections().size(); ++i)
    command->add_flag_callback(infoSections()[i].flag, [o, i] { o->sections[i] = true; }, infoSections()[i].help)->group("Sections");
  command->add_option("--step", o->step, "Sections, --traffic: only this training step, by the number the trace gives it, else counted from 0")->check(wholeNumber())->type_name("N");
  command->add_option("--rank", o->rank, "Sections: only this rank; --traffic: its row (JSON stays whole)")->check(wholeNumber())->type_name("N");
  command->add_option("--from", o->from, "Sections, --traffic: from this time of the run on, as 12.5ms")->type_name("T");
  command->add_option("--to", o->to, "Sections, --traffic: up to this time of the run")->type_name("T");
  command->add_option("--rows", o->rows, "Sections: rows of a table in text (JSON has all)")->check(wholeNumber(0))->capture_default_str();
  command->add_option("--link", o->link, "Peak of a rank's link, as 200Gbps: collectives then say which fraction of it they reach")->type_name("BANDWIDTH");
  command->add_option("--kernel-wait", o->kernelWait, "Idling shorter than this between kernels launched in time is \"between kernels\" (default 30us, HTA's)")->type_name("T");
  command->add_option("--run", o->run, "Which run of a study")->check(wholeNumber(0))->type_name("N");
  addOpenOptions(*command, o->open);
  addTrafficOptions(*command, o->traffic);
  return [o] { return runInfo(*o); };
}

}  // namespace weir::cli
