#include "core/summarize/compare_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/base/plain_text.h"
#include "core/base/units.h"
#include "core/summarize/json_or_null.h"
#include "core/summarize/kernel_name.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

Json stepOrNull(const std::optional<std::int64_t>& n) { return n ? Json(*n) : Json(nullptr); }
Json bytesOrNull(std::int64_t v) { return v >= 0 ? Json(v) : Json(nullptr); }

std::string suffix(std::string_view unit) { return unit == "s" ? "_s" : unit == "J" ? "_j" : unit == "W" ? "_w" : unit == "B" ? "_bytes" : ""; }

// A name as a line of text can hold it, as wide as the column; a long one keeps both ends.
std::string fitted(const std::string& text, std::size_t width) {
  std::string s = shortened(plainText(text), width);
  const std::size_t columns = terminalColumns(s);
  return columns < width ? s + std::string(width - columns, ' ') : s;
}

// A template's name says more than both ends of its arguments.
std::string fittedName(const std::string& text, std::size_t width) {
  if (terminalColumns(text) <= width) return fitted(text, width);
  const std::string plain = withoutTemplates(text);
  return fitted(plain.size() < text.size() ? plain + "<…>" : text, width);
}

std::string signedAmount(double v, std::string_view unit) {
  if (std::isnan(v)) return "unknown";
  return (v >= 0 ? "+" : "-") + showAmount(std::fabs(v), unit);
}

// Two spaces before it at the least, whatever it holds.
std::string rightOf(const std::string& s, std::size_t width) {
  const std::size_t n = terminalColumns(s) + 2;
  return n >= width ? "  " + s : std::string(width - n + 2, ' ') + s;
}

// Rows of numbers beside a name: each column as wide as its widest number, and 11 at the least.
std::string numbersText(const std::vector<std::vector<std::string>>& rows, const std::vector<std::string>& names, const std::vector<std::string>& ends, const std::string& indent) {
  std::vector<std::size_t> width;
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (width.size() <= k) width.push_back(11);
      width[k] = std::max(width[k], terminalColumns(row[k]) + 2);
    }
  std::string s;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    s += indent + names[i];
    for (std::size_t k = 0; k < rows[i].size(); ++k) s += rightOf(rows[i][k], width[k]);
    s += (ends[i].empty() ? "" : "  " + ends[i]) + "\n";
  }
  return s;
}

std::string percent(double v) { return std::isnan(v) ? "unknown" : fmt::format("{:+.1f} %", v * 100); }
std::string ratioText(double v) { return std::isnan(v) ? "-" : v != 0 && (v < 0.0005 || v >= 1e6) ? fmt::format("{:.3g}", v) : fmt::format("{:.3f}", v); }
std::string plainPercent(double v) { return std::isnan(v) ? "unknown" : fmt::format("{:.1f} %", v * 100); }

// "3 calls fewer, each 2.0 % slower", where the number of calls changed; else a word.
std::string changeText(const ComparedRow& r) {
  if (!r.calls) return std::string(changeWord(r)) + (r.countedApart ? " (calls counted differently)" : "");
  const CallsChange& c = *r.calls;
  const char* more = c.share > 0 ? "more" : "fewer";
  const auto whole = wholeCalls(c);
  std::string s = r.change == Change::Unchanged ? "unchanged: " : "";
  if (whole) s += fmt::format("{} call{} {}", std::abs(*whole), std::abs(*whole) == 1 ? "" : "s", more);
  else s += 1 + c.share >= kTimesFrom ? fmt::format("{:.3g} times as many calls", 1 + c.share) : fmt::format("{} {} calls", units::showPercent(std::fabs(c.share)), more);
  if (std::isnan(c.each)) return s;
  if (1 + c.each >= kTimesFrom) return s + fmt::format(", each {}", ratioInWords(1 + c.each));
  return s + (std::fabs(c.each) < 0.01 ? ", each as long" : fmt::format(", each {} {}", units::showPercent(std::fabs(c.each)), c.each > 0 ? "slower" : "faster"));
}

std::string verdict(const ComparedRow& r) {
  std::string s = changeText(r);
  if (r.change == Change::Added || r.change == Change::Removed) return s;
  if (r.change == Change::Unchanged && r.difference.evidence != Evidence::Clear) return s;
  if (r.difference.evidence != Evidence::Exact) s += fmt::format(", {}", name(r.difference.evidence));
  // The interval is of this row alone and says more than the test of all rows does.
  if (r.difference.evidence == Evidence::Unclear)
    s += fmt::format(" (the interval leaves out 0; p {:.2g}, {:.2g} after the correction for {} row{})", r.difference.p, r.difference.corrected, r.difference.rows, r.difference.rows == 1 ? "" : "s");
  return s;
}

bool wanted(const ComparedTable& t, const CompareTextOptions& o, bool text) {
  if (!o.by.empty()) return o.by.contains(t.name);
  return !text || (t.name != "file" && t.name != "traffic" && t.name != "operator");
}

std::size_t shown(std::size_t rows, const CompareTextOptions& o) { return o.top == 0 ? rows : std::min(rows, o.top); }

std::string rangeText(const std::optional<TimeRange>& r) {
  return r ? fmt::format(", {} to {}", units::showSeconds(static_cast<double>(r->from) / 1e12), units::showSeconds(static_cast<double>(r->to) / 1e12)) : std::string();
}

// "3 of 10 steps (4 to 6), 12.00 ms to 15.00 ms"
std::string stepsText(const ComparedRun& r) {
  if (r.steps == 0) return (r.stepsOfRun == 0 ? "no steps" : fmt::format("a part of its {} step{}", r.stepsOfRun, r.stepsOfRun == 1 ? "" : "s")) + rangeText(r.range);
  std::string s = r.steps == r.stepsOfRun ? fmt::format("{}", r.steps) : fmt::format("{} of {}", r.steps, r.stepsOfRun);
  s += r.stepsOfRun == 1 ? " step" : " steps";
  if (!r.numbers.empty()) s += r.steps == 1 ? fmt::format(" ({})", r.numbers.front()) : fmt::format(" ({} to {})", r.numbers.front(), r.numbers.back());
  return s + rangeText(r.range);
}

std::string headLine(const char* which, const ComparedRun& r, bool nothing) {
  return fmt::format("{}  {} ({}, {}), {}, {}\n", which, r.title.empty() ? "untitled" : plainText(r.title), r.format, name(r.truth),
                     r.ranks.empty() ? "ranks unknown" : fmt::format("{} rank{}{}", r.ranks.size(), r.ranks.size() == 1 ? "" : "s", r.worldSize > 0 ? fmt::format(" of {}", r.worldSize) : ""),
                     nothing ? "nothing of it compared" : stepsText(r));
}

Json amountJson(const ComparedAmount& a, const std::string& unit) {
  if (!a.present) return nullptr;
  const std::string u = suffix(unit);
  return {{"count", a.counted ? Json(a.count) : Json(nullptr)}, {"sum" + u, orNull(a.sum)}, {"mean" + u, orNull(a.mean)}, {"median" + u, orNull(a.median)}};
}

Json rowJson(const ComparedRow& r) {
  const std::string u = suffix(r.unit);
  Json j{{"name", r.key}, {"unit", r.unit}, {"a", amountJson(r.a, r.unit)}, {"b", amountJson(r.b, r.unit)}};
  j["difference" + u] = orNull(r.difference.difference);
  j["low" + u] = orNull(r.difference.low);
  j["high" + u] = orNull(r.difference.high);
  j["ratio"] = orNull(r.ratio);
  j["ratio_of_medians"] = orNull(r.medianRatio);
  j["p"] = orNull(r.difference.p);
  j["p_corrected"] = orNull(r.difference.corrected);
  j["change"] = changeWord(r);
  j["calls_comparable"] = !r.countedApart;
  j["calls_change"] = r.calls ? Json{{"calls", orNull(r.calls->calls)}, {"share", orNull(r.calls->share)}, {"each_share", orNull(r.calls->each)}} : Json(nullptr);
  j["evidence"] = name(r.difference.evidence);
  if (r.matchedLoosely) {
    j["matched_loosely"] = true;
    j["name_a"] = r.nameA;
    j["name_b"] = r.nameB;
  }
  return j;
}

Json headJson(const ComparedRun& r) {
  const auto seconds = [&](std::int64_t TimeRange::*end) { return r.range ? Json(static_cast<double>((*r.range).*end) / 1e12) : Json(nullptr); };
  return {{"title", r.title}, {"format", r.format}, {"truth", name(r.truth)}, {"ranks", r.ranks}, {"world_size", r.worldSize > 0 ? Json(r.worldSize) : Json(nullptr)},
          {"steps", r.steps > 0 ? Json(r.steps) : Json(nullptr)}, {"step_numbers", r.numbers}, {"steps_of_run", r.stepsOfRun}, {"from_s", seconds(&TimeRange::from)}, {"to_s", seconds(&TimeRange::to)},
          {"slices_outside_steps", r.outside}};
}

Json comparisonJson(const Comparison& c, const CompareTextOptions& o) {
  Json j{{"a", headJson(c.a)}, {"b", headJson(c.b)}, {"remarks", c.remarks}, {"tables", Json::object()}, {"without", Json::object()}};
  for (const auto& [table, why] : c.without)
    if (!why.empty()) j["without"][table] = why;
  for (const ComparedTable& t : c.tables) {
    if (!wanted(t, o, false)) continue;
    Json rows = Json::array();
    for (std::size_t i = 0; i < shown(t.rows.size(), o); ++i) rows.push_back(rowJson(t.rows[i]));
    j["tables"][t.name] = {{"rows", t.rows.size()}, {"largest", std::move(rows)}};
  }
  Json errors = Json::array(), pairs = Json::array(), left = Json::array();
  for (const CollectiveError& e : c.errors)
    errors.push_back({{"operation", e.operation.empty() ? Json("all") : Json(e.operation)}, {"pairs", e.pairs}, {"a_s", e.a_s}, {"b_s", e.b_s}, {"bias", orNull(e.bias)},
                      {"mean_absolute", orNull(e.mean)}, {"median_absolute", orNull(e.median)}, {"p95_absolute", orNull(e.p95)}, {"largest_absolute", orNull(e.most)},
                      {"without_waiting_mean_absolute", e.moveMean ? orNull(*e.moveMean) : Json(nullptr)},
                      {"without_waiting_median_absolute", e.moveMedian ? orNull(*e.moveMedian) : Json(nullptr)}});
  for (std::size_t i = 0; i < shown(c.pairs.size(), o); ++i) {
    const CollectivePair& p = c.pairs[i];
    pairs.push_back({{"step_a", stepOrNull(c.a.numberOf(p.stepA))}, {"step_b", stepOrNull(c.b.numberOf(p.stepB))}, {"operation", name(p.operation)}, {"group_size", p.groupSize > 0 ? Json(p.groupSize) : Json(nullptr)},
                     {"bytes_a", bytesOrNull(p.bytesA)}, {"bytes_b", bytesOrNull(p.bytesB)}, {"start_a_s", static_cast<double>(p.startA) / 1e12},
                     {"start_b_s", static_cast<double>(p.startB) / 1e12}, {"a_s", p.a_s}, {"b_s", p.b_s}, {"error", orNull(p.error)}, {"without_waiting_a_s", orNull(p.moveA_s)},
                     {"without_waiting_b_s", orNull(p.moveB_s)}, {"without_waiting_error", orNull(p.moveError)}});
  }
  for (std::size_t i = 0; i < shown(c.unmatched.size(), o); ++i) {
    const UnmatchedCollective& u = c.unmatched[i];
    left.push_back({{"change", u.inB ? "added" : "removed"}, {"step", stepOrNull(u.step)}, {"operation", name(u.operation)}, {"group_size", u.groupSize > 0 ? Json(u.groupSize) : Json(nullptr)},
                    {"bytes", bytesOrNull(u.bytes)}, {"time_s", u.time_s}, {"start_s", static_cast<double>(u.start) / 1e12}});
  }
  const auto added = std::count_if(c.unmatched.begin(), c.unmatched.end(), [](const UnmatchedCollective& u) { return u.inB; });
  j["collectives"] = {{"error_base", c.errorsAgainstB ? "b" : "a"}, {"matched", c.pairs.size()}, {"added", added}, {"removed", static_cast<std::int64_t>(c.unmatched.size()) - added},
                      {"errors", std::move(errors)}, {"pairs", std::move(pairs)}, {"unmatched", std::move(left)}};
  return j;
}

}  // namespace

std::string showAmount(double v, std::string_view unit) {
  if (std::isnan(v)) return "unknown";
  if (unit == "s") return units::showSeconds(v);
  if (unit == "B") return units::showBytes(v);
  if (unit == "J") return units::showJoules(v);
  if (unit == "W") return units::showSi(v, "W");
  return units::showCount(v);
}

std::string ratioInWords(double ratio) { return ratio >= kTimesFrom ? fmt::format("{:.3g} times as long", ratio) : percent(ratio - 1); }

bool callsDecide(const ComparedRow& r) { return r.calls && (std::isnan(r.calls->each) || std::fabs(std::log1p(r.calls->share)) >= std::fabs(std::log1p(r.calls->each))); }

std::string_view changeWord(const ComparedRow& r) {
  if (r.change != Change::Slower && r.change != Change::Faster) return name(r.change);
  // A part of a step is no work of its own that could be fast or slow, but its time is.
  if (r.unit == "s" && !callsDecide(r)) return name(r.change);
  return r.change == Change::Slower ? "more" : r.unit == "s" || r.unit.empty() ? "fewer" : "less";
}

std::optional<std::int64_t> wholeCalls(const CallsChange& c) {
  const double n = std::round(c.calls);
  return n != 0 && std::fabs(n) < 1e15 && std::fabs(c.calls - n) < 1e-6 ? std::optional(static_cast<std::int64_t>(n)) : std::nullopt;
}

namespace {

// What the numbers of a table are of.
std::string amountsText(const Comparison& c, const std::string& table) {
  if (table == "io" || table == "file") return c.a.range || c.b.range ? "what lies in the range" : "the whole run";
  if (table == "traffic") return "bytes";
  const bool steps = c.a.steps > 0 || c.b.steps > 0, overRanks = table != "collective" && table != "rank";
  return steps ? fmt::format("a step: the mean of the steps{}", overRanks ? " and over the ranks" : "") : overRanks ? "in all, the mean over the ranks" : "in all";
}

// The mean and the median of the steps may tell of different errors: both, by name.
std::string stepsApart(const Comparison& c) {
  const ComparedTable* t = c.table("overall");
  if (t == nullptr || t->rows.empty() || std::max(c.a.steps, c.b.steps) < 2) return {};
  const ComparedRow& r = t->rows.front();
  if (r.unit != "s" || std::isnan(r.ratio) || std::isnan(r.medianRatio)) return {};
  return fmt::format("  {} of B against A: {} by the mean of the steps, {} by their median\n", r.key, ratioInWords(r.ratio), ratioInWords(r.medianRatio));
}

std::string tableText(const Comparison& c, const ComparedTable& t, const CompareTextOptions& o) {
  constexpr std::size_t kName = 46;
  std::string s = fmt::format("\n{}, {}\n", t.name, amountsText(c, t.name));
  std::vector<std::vector<std::string>> rows{{"A", "B", "B - A", "B / A"}};
  std::vector<std::string> names{std::string(kName, ' ')}, ends{""};
  // Overall and ranks stand as they are; the others by how much they differ.
  const std::size_t n = t.name == "overall" ? t.rows.size() : shown(t.rows.size(), o);
  for (std::size_t i = 0; i < n; ++i) {
    const ComparedRow& r = t.rows[i];
    std::string range;
    if (r.difference.evidence != Evidence::Exact && r.a.present && r.b.present && !std::isnan(r.difference.low))
      range = fmt::format(" [{} to {}]", signedAmount(r.difference.low, r.unit), signedAmount(r.difference.high, r.unit));
    names.push_back(fittedName(r.key, kName));
    rows.push_back({r.a.present ? showAmount(r.a.mean, r.unit) : "-", r.b.present ? showAmount(r.b.mean, r.unit) : "-", signedAmount(r.difference.difference, r.unit), ratioText(r.ratio)});
    ends.push_back(verdict(r) + range);
  }
  s += numbersText(rows, names, ends, "  ");
  if (n < t.rows.size()) s += fmt::format("  and {} more (--top 0 for all)\n", t.rows.size() - n);
  return t.name == "overall" ? s + stepsApart(c) : s;
}

std::string collectivesText(const Comparison& c, const CompareTextOptions& o) {
  std::string s = fmt::format("\ncollectives, aligned: {} in both, {} left over; error e against {}\n", c.pairs.size(), c.unmatched.size(), c.errorsAgainstB ? "B" : "A");
  std::vector<std::vector<std::string>> rows{{"pairs", "A", "B", "mean e", "mean |e|", "median |e|", "p95 |e|"}};
  std::vector<std::string> names{std::string(18, ' ')}, ends{""};
  for (const CollectiveError& e : c.errors) {
    names.push_back(fitted(e.operation.empty() ? "all" : e.operation, 18));
    rows.push_back({std::to_string(e.pairs), units::showSeconds(e.a_s), units::showSeconds(e.b_s), percent(e.bias), plainPercent(e.mean), plainPercent(e.median), plainPercent(e.p95)});
    ends.emplace_back();
  }
  s += numbersText(rows, names, ends, "  ");
  for (std::size_t i = 0; i < shown(c.unmatched.size(), o); ++i) {
    const UnmatchedCollective& u = c.unmatched[i];
    s += fmt::format("  {}: {}{}{}, {}{}\n", u.inB ? "added" : "removed", name(u.operation), u.groupSize > 0 ? fmt::format(", {} rank{}", u.groupSize, u.groupSize == 1 ? "" : "s") : "",
                     u.bytes >= 0 ? ", " + units::showBytes(static_cast<double>(u.bytes)) : "", units::showSeconds(u.time_s), u.step ? fmt::format(", step {}", *u.step) : "");
  }
  if (shown(c.unmatched.size(), o) < c.unmatched.size()) s += fmt::format("  and {} more left over\n", c.unmatched.size() - shown(c.unmatched.size(), o));
  return s;
}

}  // namespace

std::string comparisonToText(const Comparison& c, const CompareTextOptions& o) {
  std::string s = headLine("A", c.a, !c.nothing.empty()) + headLine("B", c.b, !c.nothing.empty());
  for (const std::string& r : c.remarks) s += fmt::format("note: {}\n", plainText(r));
  // Names of a simulation's work are its own: a list of what has no partner says nothing unless it is asked for.
  const bool namesDiffer = (c.a.truth == Truth::Measured) != (c.b.truth == Truth::Measured);
  for (const ComparedTable& t : c.tables)
    if (wanted(t, o, true) && !t.rows.empty() && !(namesDiffer && o.by.empty() && t.name == "kernel")) s += tableText(c, t, o);
  if (!c.errors.empty() && (o.by.empty() || o.by.contains("collective"))) s += collectivesText(c, o);
  return s;
}

std::string comparisonToJson(const Comparison& c, const CompareTextOptions& o, int indent) { return comparisonJson(c, o).dump(indent, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::string studiesToText(const std::vector<StudyComparison>& pairs) {
  // Titles of one study often begin and end alike: they stand in full as far as a line goes.
  std::size_t width = 34;
  for (const StudyComparison& p : pairs) width = std::max(width, std::min<std::size_t>(std::max(terminalColumns(plainText(p.titleA)), terminalColumns(plainText(p.titleB))) + 2, 72));
  std::vector<std::vector<std::string>> rows{{"A, a step", "B, a step", "B - A", "B / A"}};
  std::vector<std::string> names{fitted("run (means of the steps)", width)}, ends{""};
  const auto add = [&](const std::string& run, std::vector<std::string> row, std::string end) {
    names.push_back(fitted(run, width));
    rows.push_back(std::move(row));
    ends.push_back(std::move(end));
  };
  for (const StudyComparison& p : pairs) {
    const std::string title = p.titleA.empty() || p.titleB.empty() || p.titleA == p.titleB ? (p.titleA.empty() ? p.titleB : p.titleA) : p.titleA + " | " + p.titleB;
    const ComparedTable* t = p.comparison ? p.comparison->table("overall") : nullptr;
    if (!p.comparison) add(title, {}, p.titleA.empty() ? "in B alone" : "in A alone");
    else if (t == nullptr || t->rows.empty()) {
      const std::string why = plainText(p.comparison->whyWithout("overall"));
      add(title, {}, p.comparison->nothing.empty() ? "nothing to compare" + (why.empty() ? "" : ": " + why) : why);
    }
    else
      for (std::size_t i = 0; i < t->rows.size(); ++i) {
        const ComparedRow& r = t->rows[i];
        add(i == 0 ? title : "  " + r.key, {r.a.present ? showAmount(r.a.mean, r.unit) : "-", r.b.present ? showAmount(r.b.mean, r.unit) : "-", signedAmount(r.difference.difference, r.unit), ratioText(r.ratio)},
            verdict(r));
      }
  }
  return numbersText(rows, names, ends, "");
}

std::string studiesToJson(const std::vector<StudyComparison>& pairs, const CompareTextOptions& o, int indent) {
  Json j{{"pairs", Json::array()}, {"only_a", Json::array()}, {"only_b", Json::array()}};
  for (const StudyComparison& p : pairs) {
    if (p.titleB.empty() && !p.comparison) j["only_a"].push_back(p.titleA);
    else if (p.titleA.empty() && !p.comparison) j["only_b"].push_back(p.titleB);
    else j["pairs"].push_back({{"title_a", p.titleA}, {"title_b", p.titleB}, {"matched_by", p.by}, {"comparison", p.comparison ? comparisonJson(*p.comparison, o) : Json(nullptr)}});
  }
  return j.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace weir
