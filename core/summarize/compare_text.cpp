#include "core/summarize/compare_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/units.h"
#include "core/summarize/kernel_name.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

Json orNull(double v) { return std::isnan(v) || std::isinf(v) ? Json(nullptr) : Json(v); }
Json stepOrNull(const std::optional<std::int64_t>& n) { return n ? Json(*n) : Json(nullptr); }
Json bytesOrNull(std::int64_t v) { return v >= 0 ? Json(v) : Json(nullptr); }

std::string suffix(std::string_view unit) { return unit == "s" ? "_s" : unit == "J" ? "_j" : unit == "W" ? "_w" : unit == "B" ? "_bytes" : ""; }

// Characters, so that tables stay straight; a long name keeps both ends.
std::string fitted(const std::string& text, std::size_t width) {
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) begins.push_back(i);
  if (begins.size() <= width) return text + std::string(width - begins.size(), ' ');
  const std::size_t head = width * 2 / 3, tail = width - head - 3;
  return text.substr(0, begins[head]) + "..." + text.substr(begins[begins.size() - tail]);
}

// A template's name says more than both ends of its arguments.
std::string fittedName(const std::string& text, std::size_t width) {
  if (text.size() <= width) return fitted(text, width);
  const std::string plain = withoutTemplates(text);
  return fitted(plain.size() < text.size() ? plain + "<...>" : text, width);
}

std::string signedAmount(double v, std::string_view unit) {
  if (std::isnan(v)) return "unknown";
  return (v >= 0 ? "+" : "-") + showAmount(std::fabs(v), unit);
}

std::string rightOf(const std::string& s, std::size_t width) {
  std::size_t n = 0;
  for (const char c : s) n += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  return n >= width ? s : std::string(width - n, ' ') + s;
}

std::string percent(double v) { return std::isnan(v) ? "unknown" : fmt::format("{:+.1f} %", v * 100); }
std::string plainPercent(double v) { return std::isnan(v) ? "unknown" : fmt::format("{:.1f} %", v * 100); }

std::string verdict(const ComparedRow& r) {
  std::string s = changeWord(r);
  if (r.change == Change::Added || r.change == Change::Removed) return s;
  if (r.change == Change::Unchanged && r.difference.evidence != Evidence::Clear) return s;
  if (r.difference.evidence != Evidence::Exact) s += fmt::format(", {}", name(r.difference.evidence));
  // The interval is of this row alone and says more than the test of all rows does.
  if (r.difference.evidence == Evidence::Unclear) s += fmt::format(" (p {:.2g}, {:.2g} after the correction for {} rows)", r.difference.p, r.difference.corrected, r.difference.rows);
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

std::string headLine(const char* which, const ComparedRun& r) {
  return fmt::format("{}  {} ({}, {}), {}, {}\n", which, r.title.empty() ? "untitled" : r.title, r.format, name(r.truth),
                     r.ranks.empty() ? "ranks unknown" : fmt::format("{} rank{}{}", r.ranks.size(), r.ranks.size() == 1 ? "" : "s", r.worldSize > 0 ? fmt::format(" of {}", r.worldSize) : ""),
                     stepsText(r));
}

Json amountJson(const ComparedAmount& a, const std::string& unit) {
  if (!a.present) return nullptr;
  const std::string u = suffix(unit);
  return {{"count", a.count}, {"sum" + u, orNull(a.sum)}, {"mean" + u, orNull(a.mean)}, {"median" + u, orNull(a.median)}};
}

Json rowJson(const ComparedRow& r) {
  const std::string u = suffix(r.unit);
  Json j{{"name", r.key}, {"unit", r.unit}, {"a", amountJson(r.a, r.unit)}, {"b", amountJson(r.b, r.unit)}};
  j["difference" + u] = orNull(r.difference.difference);
  j["low" + u] = orNull(r.difference.low);
  j["high" + u] = orNull(r.difference.high);
  j["ratio"] = orNull(r.ratio);
  j["p"] = orNull(r.difference.p);
  j["p_corrected"] = orNull(r.difference.corrected);
  j["change"] = changeWord(r);
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
  Json j{{"a", headJson(c.a)}, {"b", headJson(c.b)}, {"remarks", c.remarks}, {"tables", Json::object()}};
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

std::string changeWord(const ComparedRow& r) {
  if (r.unit != "s" && r.change == Change::Slower) return "more";
  if (r.unit != "s" && r.change == Change::Faster) return "less";
  // A part of a step is no work of its own that could be fast or slow, but its time is.
  return std::string(name(r.change));
}

std::string comparisonToText(const Comparison& c, const CompareTextOptions& o) {
  std::string s = headLine("A", c.a) + headLine("B", c.b);
  for (const std::string& r : c.remarks) s += fmt::format("note: {}\n", r);
  // Names of a simulation's work are its own: a list of what has no partner says nothing unless it is asked for.
  const bool namesDiffer = (c.a.truth == Truth::Measured) != (c.b.truth == Truth::Measured);
  for (const ComparedTable& t : c.tables) {
    if (!wanted(t, o, true) || t.rows.empty() || (namesDiffer && o.by.empty() && t.name == "kernel")) continue;
    const bool whole = t.name == "io" || t.name == "file";
    const char* step = c.a.steps == 0 && c.b.steps == 0 ? "in all" : "a step";
    s += fmt::format("\n{}, {}\n", t.name, whole ? (c.a.range || c.b.range ? "what lies in the range" : "the whole run") : t.name == "collective" || t.name == "rank" ? step : t.name == "traffic" ? "bytes" : fmt::format("{}, the mean over the ranks", step));
    s += fmt::format("  {}{}{}{}{}  {}\n", fitted("", 46), rightOf("A", 11), rightOf("B", 11), rightOf("B - A", 12), rightOf("B / A", 9), "");
    // Overall and ranks stand as they are; the others by how much they differ.
    const std::size_t n = t.name == "overall" ? t.rows.size() : shown(t.rows.size(), o);
    for (std::size_t i = 0; i < n; ++i) {
      const ComparedRow& r = t.rows[i];
      std::string range;
      if (r.difference.evidence != Evidence::Exact && r.a.present && r.b.present && !std::isnan(r.difference.low))
        range = fmt::format(" [{} to {}]", signedAmount(r.difference.low, r.unit), signedAmount(r.difference.high, r.unit));
      s += fmt::format("  {}{}{}{}{}  {}{}\n", fittedName(r.key, 46), rightOf(r.a.present ? showAmount(r.a.mean, r.unit) : "-", 11),
                       rightOf(r.b.present ? showAmount(r.b.mean, r.unit) : "-", 11), rightOf(signedAmount(r.difference.difference, r.unit), 12),
                       rightOf(std::isnan(r.ratio) ? "-" : fmt::format("{:.3f}", r.ratio), 9), verdict(r), range);
    }
    if (n < t.rows.size()) s += fmt::format("  and {} more (--top 0 for all)\n", t.rows.size() - n);
  }
  if (!c.errors.empty() && (o.by.empty() || o.by.contains("collective"))) {
    s += fmt::format("\ncollectives, aligned: {} in both, {} left over; error against {}\n", c.pairs.size(), c.unmatched.size(), c.errorsAgainstB ? "B" : "A");
    s += fmt::format("  {}{}{}{}{}{}{}{}\n", fitted("", 18), rightOf("pairs", 7), rightOf("A", 11), rightOf("B", 11), rightOf("signed", 10), rightOf("mean |e|", 10), rightOf("median", 10),
                     rightOf("p95", 10));
    for (const CollectiveError& e : c.errors)
      s += fmt::format("  {}{}{}{}{}{}{}{}\n", fitted(e.operation.empty() ? "all" : e.operation, 18), rightOf(std::to_string(e.pairs), 7), rightOf(units::showSeconds(e.a_s), 11),
                       rightOf(units::showSeconds(e.b_s), 11), rightOf(percent(e.bias), 10), rightOf(plainPercent(e.mean), 10), rightOf(plainPercent(e.median), 10),
                       rightOf(plainPercent(e.p95), 10));
    for (std::size_t i = 0; i < shown(c.unmatched.size(), o); ++i) {
      const UnmatchedCollective& u = c.unmatched[i];
      s += fmt::format("  {}: {}{}{}, {}{}\n", u.inB ? "added" : "removed", name(u.operation), u.groupSize > 0 ? fmt::format(", {} ranks", u.groupSize) : "",
                       u.bytes >= 0 ? ", " + units::showBytes(static_cast<double>(u.bytes)) : "", units::showSeconds(u.time_s), u.step ? fmt::format(", step {}", *u.step) : "");
    }
    if (shown(c.unmatched.size(), o) < c.unmatched.size()) s += fmt::format("  and {} more left over\n", c.unmatched.size() - shown(c.unmatched.size(), o));
  }
  return s;
}

std::string comparisonToJson(const Comparison& c, const CompareTextOptions& o, int indent) { return comparisonJson(c, o).dump(indent, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::string studiesToText(const std::vector<StudyComparison>& pairs) {
  // Titles of one study often begin and end alike: they stand in full as far as a line goes.
  std::size_t width = 34;
  for (const StudyComparison& p : pairs) width = std::max(width, std::min<std::size_t>(std::max(p.titleA.size(), p.titleB.size()) + 2, 72));
  std::string s = fmt::format("{}{}{}{}{}  {}\n", fitted("run", width), rightOf("A, a step", 12), rightOf("B, a step", 12), rightOf("B - A", 12), rightOf("B / A", 9), "");
  for (const StudyComparison& p : pairs) {
    const std::string title = p.titleA.empty() || p.titleB.empty() || p.titleA == p.titleB ? (p.titleA.empty() ? p.titleB : p.titleA) : p.titleA + " | " + p.titleB;
    if (!p.comparison) {
      s += fmt::format("{}  {}\n", fitted(title, width), p.titleA.empty() ? "in B alone" : "in A alone");
      continue;
    }
    const ComparedTable* t = p.comparison->table("overall");
    if (t == nullptr || t->rows.empty()) {
      s += fmt::format("{}  nothing to compare\n", fitted(title, width));
      continue;
    }
    for (std::size_t i = 0; i < t->rows.size(); ++i) {
      const ComparedRow& r = t->rows[i];
      s += fmt::format("{}{}{}{}{}  {}\n", fitted(i == 0 ? title : "  " + r.key, width), rightOf(r.a.present ? showAmount(r.a.mean, r.unit) : "-", 12),
                       rightOf(r.b.present ? showAmount(r.b.mean, r.unit) : "-", 12), rightOf(signedAmount(r.difference.difference, r.unit), 12),
                       rightOf(std::isnan(r.ratio) ? "-" : fmt::format("{:.3f}", r.ratio), 9), verdict(r));
    }
  }
  return s;
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
