#include "core/summarize/critical_path_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/plain_text.h"
#include "core/base/units.h"
#include "core/summarize/breakdown.h"
#include "core/summarize/critical_path_pick.h"
#include "core/summarize/json_or_null.h"
#include "core/summarize/seconds.h"
#include "core/summarize/told_apart.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

double share(std::int64_t part, std::int64_t whole) { return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0; }
Json rankJson(std::int32_t rank) { return rank == kUnknownRank ? Json(nullptr) : Json(rank); }

Json segmentJson(const Run& run, const PathSegment& s) {
  Json o{{"start_s", seconds(s.from)}, {"end_s", seconds(s.to)}, {"rank", rankJson(s.rank)}, {"track", run.names.text(run.tracks[s.track].name)}, {"kind", name(s.kind)}};
  o["name"] = s.slice == PathGraph::kNone ? Json(nullptr) : Json(run.names.text(run.slices.name[s.slice]));
  o["activity"] = s.slice == PathGraph::kNone ? Json(nullptr) : Json(name(s.activity));
  o["slice"] = s.slice == PathGraph::kNone ? Json(nullptr) : Json(s.slice);
  o["from_rank"] = rankJson(s.cause);
  o["collective"] = s.call == PathGraph::kNone ? Json(nullptr) : Json(run.collectives[s.call].instance);
  return o;
}

void collectiveJson(const Run& run, const PathRow& row, const StepAt& steps, Json& o) {
  const CollectiveCall& c = run.collectives[row.call];
  const auto step = steps.of(c.rank, c.start);
  o["collective"] = c.instance;
  o["operation"] = name(c.operation);
  o["size_bytes"] = c.bytes >= 0 ? Json(c.bytes) : Json(nullptr);
  o["group"] = c.group > 0 ? Json(c.group) : Json(nullptr);
  o["group_size"] = c.groupSize >= 0 ? Json(c.groupSize) : Json(nullptr);
  o["step"] = step ? Json(*step) : Json(nullptr);
}

Json rowsJson(const Run& run, const std::vector<PathRow>& rows, PathBy by, std::int64_t makespan, std::size_t top, const StepAt& steps = {}) {
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min(top, rows.size()); ++i) {
    const PathRow& r = rows[i];
    Json o{{"name", rowName(run, r, by)}};
    if (by == PathBy::Rank) o["rank"] = rankJson(r.rank);
    else o["kind"] = name(r.kind);
    if (by == PathBy::Collective && r.call != PathGraph::kNone) collectiveJson(run, r, steps, o);
    if (by == PathBy::Name) o["activity"] = r.kind == PathKind::Work || r.kind == PathKind::Wait ? Json(name(r.activity)) : Json(nullptr);
    o["time_s"] = seconds(r.time);
    o["gain_s"] = secondsOrNull(r.gain);
    o["gain_half_s"] = secondsOrNull(r.half);
    o["share"] = share(r.time, makespan);
    o["segments"] = r.segments;
    if (r.longest) o["longest"] = {{"start_s", seconds(r.longest->from)}, {"length_s", seconds(r.longest->length())}, {"rank", rankJson(r.longest->rank)}};
    out.push_back(std::move(o));
  }
  return out;
}

// "all-reduce #17, 4.2 MB, group 3 of 8, step 2": what is unknown is left out.
std::string collectiveText(const Run& run, const PathRow& row, const StepAt& steps) {
  const CollectiveCall& c = run.collectives[row.call];
  std::string s = rowName(run, row, PathBy::Collective);
  if (c.bytes >= 0) s += ", " + units::showBytes(static_cast<double>(c.bytes));
  if (c.group > 0) s += fmt::format(", group {}", c.group);
  if (c.groupSize > 0) s += fmt::format("{}{} ranks", c.group > 0 ? " of " : ", ", c.groupSize);
  if (const auto step = steps.of(c.rank, c.start)) s += fmt::format(", step {}", *step);
  return s;
}

std::string_view firstColumn(PathBy by) {
  switch (by) {
    case PathBy::Name: return "name";
    case PathBy::Rank: return "rank";
    case PathBy::Collective: return "collective";
    case PathBy::Activity: break;
  }
  return "what";
}

std::string rowsText(const Run& run, const std::vector<PathRow>& rows, PathBy by, std::int64_t makespan, std::size_t top, const StepAt& steps = {}) {
  constexpr std::size_t kLetters = 56;
  const ColumnUnit unit = pathTimeUnit(rows);
  const auto head = [&](std::string_view title) { return fmt::format("{} ({})", title, unit.name); };
  std::string out = fmt::format("  {:<56} {:>12} {:>10} {:>13} {:>7} {:>7}\n", firstColumn(by), head("on path"), head("gain"), head("gain, x2"), "share", "times");
  const auto time = [&](const std::optional<std::int64_t>& v) { return v ? columnText(seconds(*v), unit) : std::string("-"); };
  const std::size_t shown = std::min(top, rows.size());
  std::vector<std::string> what;
  for (std::size_t i = 0; i < shown; ++i) what.push_back(by == PathBy::Collective && rows[i].call != PathGraph::kNone ? collectiveText(run, rows[i], steps) : rowName(run, rows[i], by));
  what = toldApart(what, kLetters);
  for (std::size_t i = 0; i < shown; ++i) {
    const PathRow& r = rows[i];
    out += fmt::format("  {:<56} {:>12} {:>10} {:>13} {:>7} {:>7}\n", what[i], time(r.time), time(r.gain), time(r.half), units::showPercent(share(r.time, makespan)), r.segments);
  }
  if (rows.size() > top) out += fmt::format("  and {} more\n", rows.size() - top);
  return out;
}

Json thenLastJson(const Run& run, const std::optional<ThenLast>& t) {
  if (!t) return nullptr;
  const CollectiveCall& call = run.collectives[t->call];
  return {{"collective", call.instance},
          {"operation", name(call.operation)},
          {"rank", rankJson(t->then)},
          {"longest_wait_s", seconds(t->waitsThen)},
          {"longest_wait_before_s", seconds(t->waited)},
          {"of_collectives_count", t->collectives},
          {"mostly_rank", rankJson(t->mostly)},
          {"mostly_count", t->times},
          {"text", thenLastSentences(run, *t)}};
}

}  // namespace

Result<PathReport> pathReport(const PathGraph& graph, const PathReportOptions& options, const Job& job) {
  PathReport r;
  r.whatIf = options.whatIf;
  for (const std::string& text : options.whatIf) {
    auto written = parseChange(text);
    if (!written) return tl::make_unexpected(written.error());
    auto picked = pickedChange(graph, *written);
    if (!picked) return tl::make_unexpected(picked.error());
    PathChange* change = &picked->change;
    // Before the tables are worked out, which takes longer.
    if (const auto error = notThere(*change, *graph.run)) return tl::make_unexpected(*error);
    const auto reach = reachOf(graph, *change, job);
    if (!reach) return tl::make_unexpected(reach.error());
    if (const auto error = reachesNothing(graph, *change, *reach)) return tl::make_unexpected(*error);
    r.changes.push_back(std::move(*change));
    r.picked.push_back(std::move(picked->text));
    r.reach.push_back(*reach);
  }
  auto path = criticalPath(graph, job);
  if (!path) return tl::make_unexpected(path.error());
  r.path = std::move(*path);
  for (const auto& [by, rows, gains] : {std::tuple(PathBy::Name, &r.byName, options.gains), {PathBy::Activity, &r.byActivity, SIZE_MAX}, {PathBy::Rank, &r.byRank, options.gains},
                                        {PathBy::Collective, &r.byCollective, options.gains}}) {
    auto table = pathTable(graph, r.path, by, options.gains == 0 ? 0 : gains, job);
    if (!table) return tl::make_unexpected(table.error());
    *rows = std::move(*table);
  }
  std::erase_if(r.byCollective, [](const PathRow& row) { return row.call == PathGraph::kNone; });
  if (r.changes.empty()) return r;
  auto changed = criticalPath(graph, r.changes, job);
  if (!changed) return tl::make_unexpected(changed.error());
  r.changed = std::move(*changed);
  const auto shortened = shortenedBy(graph, r.changes, job);
  if (!shortened) return tl::make_unexpected(shortened.error());
  r.shortened = *shortened;
  for (const PathChange& c : r.changes) {
    auto then = c.what == PathChange::What::NotLate ? thenLast(graph, r.changes, c.rank.value_or(kUnknownRank), job) : Result<std::optional<ThenLast>>(std::nullopt);
    if (!then) return tl::make_unexpected(then.error());
    r.thenLast.push_back(*then);
  }
  auto table = pathTable(graph, *r.changed, PathBy::Name, 0, job);
  if (!table) return tl::make_unexpected(table.error());
  r.changedByName = std::move(*table);
  return r;
}

Result<PathOptions> stepPathOptions(const Run& run, const Steps& steps, std::int64_t number) {
  PathOptions out;
  std::int64_t least = INT64_MAX, most = INT64_MIN;
  const auto numbers = stepNumbers(steps.ranks);
  for (std::size_t k = 0; k < steps.ranks.size(); ++k)
    for (std::size_t i = 0; i < steps.ranks[k].steps.size(); ++i) {
      const RankSteps& r = steps.ranks[k];
      const std::int64_t n = numbers[k][i];
      least = std::min(least, n);
      most = std::max(most, n);
      if (n != number) continue;
      const TimeRange s = r.steps[i];
      if (!out.range) out.range = s;
      if (s.to >= out.range->to) out.endRank = r.rank;
      out.range = TimeRange{std::min(out.range->from, s.from), std::max(out.range->to, s.to)};
    }
  if (least > most) return fail("no step was found in this run", "--step", "choose a range of time: --from, --to");
  if (!out.range) return fail(fmt::format("there is no step {}: the run has {} to {}", number, least, most), "--step", "choose one of them");
  out.endOnHost = steps.from == Steps::From::Marks && run.truth == Truth::Measured;
  return out;
}

std::vector<std::string> pathRemarks(const PathGraph& g) {
  std::vector<std::string> out;
  const auto n = [&](PathLink l) { return g.links[static_cast<std::size_t>(l)]; };
  const auto some = [&](std::uint64_t count, std::string_view one, std::string_view many, std::string_view rest) {
    if (count > 0) out.push_back(fmt::format("{} {} {}", count, count == 1 ? one : many, rest));
  };
  some(n(PathLink::Assumed), "hand-over is", "hand-overs are", "assumed: a thread or stream that was idle began when another of its rank had ended");
  some(g.backwards, "link contradicts the clocks (the effect is over before its cause begins) and is", "links contradict the clocks (the effect is over before its cause begins) and are", "left out");
  some(g.circles, "link closed a circle and is", "links closed circles and are", "left out");
  if (n(PathLink::Collective) + n(PathLink::Message) + n(PathLink::Dependency) + n(PathLink::Assumed) == 0 && g.run->ranks.size() > 1)
    out.emplace_back("nothing links the ranks: no matched collectives, messages or dependencies; the path stays where it ends");
  return out;
}

// Longer than a scheduler or a launch takes: something else happened between the two, and was not recorded.
constexpr std::int64_t kDelay = 1'000'000'000;

double unexplainedShare(const CriticalPath& path) {
  std::int64_t none = 0;
  for (const PathSegment& s : path.segments)
    if (s.kind == PathKind::Gap || s.kind == PathKind::Wait || s.kind == PathKind::Start ||
        ((s.kind == PathKind::Dependency || s.kind == PathKind::HandOver) && s.length() > kDelay))
      none += s.length();
  return share(none, path.makespan());
}

std::vector<std::string> pathLimits(const PathGraph& g, const CriticalPath& path) {
  constexpr double kWorthSaying = 0.05;
  std::vector<std::string> out;
  if (const double none = unexplainedShare(path); none >= kWorthSaying)
    out.push_back(fmt::format("{} of the path is explained by nothing that was recorded; a what-if about anything else leaves that time as it is, so its answer is no surer than the rest of the path; "
                              "the gain in a row of such time says what it costs, not what would shorten it",
                              units::showPercent(none)));
  if (g.alone > 0) out.push_back(fmt::format("of {} of {} collective calls and sends the other ranks' part is not known, and so not who waited for whom", g.alone, g.calls));
  if (g.unlinkedSteps == 1) out.emplace_back("1 step of the pipeline lacks operations and is not linked");
  if (g.unlinkedSteps > 1) out.push_back(fmt::format("{} steps of the pipeline lack operations and are not linked, counted once a DP rank", g.unlinkedSteps));
  return out;
}

ColumnUnit pathTimeUnit(const std::vector<PathRow>& rows) {
  constexpr int kDigits = 3, kMostDecimals = 3;
  double largest = 0, least = 0;
  for (const PathRow& r : rows)
    for (const std::optional<std::int64_t>& v : {std::optional(r.time), r.gain, r.half}) {
      const double t = v ? std::abs(seconds(*v)) : 0;
      if (t == 0) continue;
      largest = std::max(largest, t);
      least = least == 0 ? t : std::min(least, t);
    }
  ColumnUnit unit = columnUnit({largest}, "s");
  if (least > 0) unit.decimals = std::clamp(kDigits - 1 - static_cast<int>(std::floor(std::log10(least * unit.factor / 0.9995))), 0, kMostDecimals);
  return unit;
}

std::string gainNote(const Run& run, const PathRow& row, PathBy by) {
  if (row.kind != PathKind::Start || by == PathBy::Rank || run.ranks.size() < 2 || run.collectives.empty() || !row.longest || row.longest->rank == kUnknownRank) return {};
  return fmt::format("The gain of the time before the first event is of all ranks beginning at once; of rank {} alone it is that of what-if \"rank {} not late\", which is less where another rank comes next.", row.longest->rank,
                     row.longest->rank);
}

std::vector<PathColumn> pathColumns() {
  return {{"name, what, rank, collective", "what the run's length hangs on; a collective with its number, size, group and step"},
          {"on path", "time on the critical path, in the unit the header says; a slice counts without what runs within it"},
          {"gain", "time by which the run is shorter if all of it, on the path or not, takes none: on all ranks at once, of a row by rank on that rank; by replay; - = not worked out"},
          {"gain, x2", "the same if it takes half its time"},
          {"share", "time on the path over the makespan, in percent"},
          {"times", "segments of the path, a count"}};
}

std::string pathToJson(const PathGraph& g, const PathReport& r, std::size_t top, bool segments, const StepAt& steps) {
  const Run& run = *g.run;
  const std::int64_t makespan = r.path.makespan();
  Json o;
  o["start_s"] = seconds(r.path.span.from);
  o["end_s"] = seconds(r.path.span.to);
  o["makespan_s"] = seconds(makespan);
  o["segments_count"] = r.path.segments.size();
  o["links"] = Json::object();
  for (int l = 0; l < kPathLinks; ++l) o["links"][std::string(name(static_cast<PathLink>(l)))] = g.links[static_cast<std::size_t>(l)];
  o["by_activity"] = rowsJson(run, r.byActivity, PathBy::Activity, makespan, SIZE_MAX);
  o["by_rank"] = rowsJson(run, r.byRank, PathBy::Rank, makespan, SIZE_MAX);
  o["by_collective"] = rowsJson(run, r.byCollective, PathBy::Collective, makespan, top, steps);
  o["by_name"] = rowsJson(run, r.byName, PathBy::Name, makespan, top);
  if (segments) {
    o["segments"] = Json::array();
    for (const PathSegment& s : r.path.segments) o["segments"].push_back(segmentJson(run, s));
  }
  o["what_if"] = nullptr;
  if (r.changed) {
    Json w;
    w["changes"] = Json::array();
    for (std::size_t i = 0; i < r.changes.size(); ++i) {
      const std::string why = whyNot(r.changes[i], r.reach[i]), doubt = doubtOf(g, r.changes[i]);
      w["changes"].push_back({{"text", r.whatIf[i]}, {"read_as", changeText(r.changes[i], run)}, {"picked", r.picked[i].empty() ? Json(nullptr) : Json(r.picked[i])}, {"then_last", thenLastJson(run, r.thenLast[i])}, {"assumption", assumptionOf(r.changes[i])},
                              {"on_path", r.reach[i].found == PathReach::Found::OnPath}, {"slack_s", secondsOrNull(r.reach[i].slack)}, {"why_nothing", why.empty() ? Json(nullptr) : Json(why)}, {"doubt", doubt.empty() ? Json(nullptr) : Json(doubt)}});
    }
    w["makespan_s"] = seconds(r.changed->makespan());
    w["saved_s"] = seconds(makespan - r.changed->makespan());
    w["taken_off_the_path_s"] = seconds(r.shortened);
    w["speedup"] = r.changed->makespan() > 0 ? Json(static_cast<double>(makespan) / static_cast<double>(r.changed->makespan())) : Json(nullptr);
    w["by_name"] = rowsJson(run, r.changedByName, PathBy::Name, r.changed->makespan(), top);
    if (segments) {
      w["segments"] = Json::array();
      for (const PathSegment& s : r.changed->segments) w["segments"].push_back(segmentJson(run, s));
    }
    o["what_if"] = std::move(w);
  }
  o["unexplained_share"] = unexplainedShare(r.path);
  o["limits"] = pathLimits(g, r.path);
  o["remarks"] = pathRemarks(g);
  return o.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string pathToText(const PathGraph& g, const PathReport& r, std::size_t top, const StepAt& steps) {
  const Run& run = *g.run;
  const std::int64_t makespan = r.path.makespan();
  std::string s = fmt::format("critical path   {} from {:.9g} s to {:.9g} s, in {} segment{}\n", units::showSeconds(seconds(makespan)), seconds(r.path.span.from), seconds(r.path.span.to),
                              r.path.segments.size(), r.path.segments.size() == 1 ? "" : "s");
  if (!r.path.segments.empty()) {
    const PathSegment& last = r.path.segments.back();
    s += fmt::format("ends            {}{}\n", last.rank == kUnknownRank ? std::string() : fmt::format("rank {}, ", last.rank), shortened(plainText(run.names.text(run.tracks[last.track].name)), 60));
  }
  std::string links;
  for (int l = 0; l < kPathLinks; ++l)
    if (const auto n = g.links[static_cast<std::size_t>(l)]; n > 0) links += fmt::format("{}{} {}", links.empty() ? "" : ", ", n, name(static_cast<PathLink>(l)));
  s += fmt::format("links           {}\n", links.empty() ? "none" : links);
  for (const std::string& limit : pathLimits(g, r.path)) s += fmt::format("how sure        {}\n", limit);
  for (const std::string& remark : pathRemarks(g)) s += fmt::format("note            {}\n", remark);
  // What was asked is said first; the tables are of the path as it is.
  if (r.changed) {
    s += "\nwhat if\n";
    for (std::size_t i = 0; i < r.changes.size(); ++i) {
      s += fmt::format("  {}\n", changeText(r.changes[i], run));
      for (const std::string& line : {r.picked[i], assumptionOf(r.changes[i]), whyNot(r.changes[i], r.reach[i]), doubtOf(g, r.changes[i])})
        if (!line.empty()) s += fmt::format("    {}\n", line);
    }
    const std::int64_t now = r.changed->makespan();
    s += fmt::format("  makespan      {} instead of {}: {} {} ({})\n", units::showSeconds(seconds(now)), units::showSeconds(seconds(makespan)), units::showSeconds(seconds(std::abs(makespan - now))),
                     now <= makespan ? "less" : "more", units::showPercent(share(std::abs(makespan - now), makespan)));
    if (const std::string less = whyLess(r.shortened, makespan - now); !less.empty()) s += fmt::format("                {}\n", less);
    for (const auto& then : r.thenLast)
      for (const std::string& line : then ? thenLastSentences(run, *then) : std::vector<std::string>()) s += fmt::format("                {}\n", line);
  }
  s += "\n" + rowsText(run, r.byActivity, PathBy::Activity, makespan, SIZE_MAX);
  if (run.ranks.size() > 1) s += "\n" + rowsText(run, r.byRank, PathBy::Rank, makespan, top);
  if (!r.byCollective.empty()) s += "\n" + rowsText(run, r.byCollective, PathBy::Collective, makespan, top, steps);
  s += "\n" + rowsText(run, r.byName, PathBy::Name, makespan, top);
  s += "\n  gain: the run is this much shorter if it takes no time (x2: half the time), on all ranks at once (by rank: on that rank), by replay; another path may be nearly as long\n";
  for (const PathRow& row : r.byActivity)
    if (const std::string note = gainNote(run, row, PathBy::Activity); !note.empty()) s += fmt::format("  {}\n", note);
  if (r.changed) s += "\nthe path then\n" + rowsText(run, r.changedByName, PathBy::Name, r.changed->makespan(), top);
  return s;
}

}  // namespace weir
