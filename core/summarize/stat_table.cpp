#include "core/summarize/stat_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/csv.h"
#include "core/base/plain_text.h"
#include "core/base/units.h"
#include "core/summarize/kernel_name.h"
#include "core/summarize/told_apart.h"

namespace weir {
namespace {

using Unit = StatColumn::Unit;

std::string padded(const std::string& s, std::size_t to, bool right) {
  const std::string fill(to > terminalColumns(s) ? to - terminalColumns(s) : 0, ' ');
  return right ? fill + s : s + fill;
}

}  // namespace

void leaveTimesOut(std::vector<StatTable>& tables) {
  constexpr std::array<std::string_view, 6> kOfTimes{"by_rank", "by_step", "idle_by_stream", "stragglers", "lateness_by_rank", "waiting_by_rank"};
  for (StatTable& t : tables) {
    if (std::find(kOfTimes.begin(), kOfTimes.end(), t.key) != kOfTimes.end() && !t.rows.empty()) {
      t.rows.clear();
      t.remark.clear();
      t.reason = "the trace has no times";
    }
    t.places.assign(t.rows.size(), std::nullopt);
    for (std::size_t c = 0; c < t.columns.size(); ++c)
      if (const Unit u = t.columns[c].unit; u == Unit::Seconds || u == Unit::BytesPerSecond || u == Unit::Fraction)
        for (auto& row : t.rows) row[c] = {};
  }
}

std::optional<std::size_t> StatTable::find(std::string_view column) const {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].key == column) return i;
  return std::nullopt;
}

std::string unitText(Unit unit) {
  switch (unit) {
    case Unit::Text:
    case Unit::Rank: return "";
    case Unit::Seconds: return "s";
    case Unit::Bytes: return "B";
    case Unit::BytesPerSecond: return "B/s";
    case Unit::Count:
    case Unit::Fraction:
    case Unit::Number: return "1";
  }
  return "";
}

std::string cellText(const StatCell& c, Unit unit) {
  if (unit == Unit::Text) return c.text.empty() ? "unknown" : c.text;
  if (std::isnan(c.number)) return unit == Unit::Rank && !c.text.empty() ? c.text : "unknown";
  switch (unit) {
    case Unit::Seconds: return units::showSeconds(c.number);
    case Unit::Bytes: return units::showBytes(c.number);
    case Unit::BytesPerSecond: return units::showBytesPerSecond(c.number);
    case Unit::Fraction: return units::showPercent(c.number);
    case Unit::Number: return fmt::format("{:.3g}", c.number);
    default: return fmt::format("{:.0f}", c.number);
  }
}

ColumnUnit unitOf(const StatTable& t, std::size_t column) {
  const Unit unit = t.columns[column].unit;
  if (unit == Unit::Text || unit == Unit::Rank) return {};
  std::vector<double> values;
  values.reserve(t.rows.size());
  for (std::size_t c = 0; c < t.columns.size(); ++c) {
    const bool shares = c == column || (!t.columns[column].scale.empty() && t.columns[c].scale == t.columns[column].scale && t.columns[c].unit == unit);
    for (std::size_t r = 0; shares && r < t.rows.size(); ++r) values.push_back(t.rows[r][c].number);
  }
  return columnUnit(values, unit == Unit::Fraction ? "%" : unit == Unit::Number || unit == Unit::Count ? "" : unitText(unit));
}

std::string cellText(const StatCell& c, Unit unit, const ColumnUnit& in) {
  if (unit == Unit::Text && !c.text.empty()) return brief(c.text);
  if (unit == Unit::Text || unit == Unit::Rank || std::isnan(c.number)) return cellText(c, unit);
  return columnText(c.number, in);
}

std::vector<std::string> textCells(const StatTable& t, std::size_t column, std::size_t rows, std::size_t letters) {
  // Of more the names are too many to hold each against each while a person waits.
  constexpr std::size_t kMost = 20'000;
  std::vector<std::string> names;
  const std::size_t n = std::min(rows, t.rows.size());
  for (std::size_t r = 0; r < n; ++r) names.push_back(n > kMost ? shortened(plainText(cellText(t.rows[r][column], Unit::Text, {})), letters) : cellText(t.rows[r][column], Unit::Text));
  return n > kMost ? names : toldApart(names, letters);
}

std::string cellExact(const StatCell& c, Unit unit) {
  if (unit == Unit::Text) return c.text;
  if (std::isnan(c.number)) return c.text;
  const bool whole = unit == Unit::Count || unit == Unit::Rank || unit == Unit::Bytes;
  return whole ? fmt::format("{:.0f}", c.number) : fmt::format("{:.12g}", c.number);
}

std::string statText(const StatTable& t, std::size_t rows) {
  std::string s = t.title + "\n";
  if (!t.remark.empty()) s += t.remark + "\n";
  if (t.rows.empty()) return s + "none: " + t.reason + "\n";
  constexpr std::size_t kLetters = 48;
  const std::size_t n = std::min(rows, t.rows.size());
  std::vector<std::vector<std::string>> cells(t.columns.size());
  for (std::size_t c = 0; c < t.columns.size(); ++c) {
    const ColumnUnit unit = unitOf(t, c);
    cells[c].push_back(unit.name.empty() ? t.columns[c].title : fmt::format("{} ({})", t.columns[c].title, unit.name));
    if (t.columns[c].unit == Unit::Text) {
      for (std::string& text : textCells(t, c, n, kLetters)) cells[c].push_back(std::move(text));
      continue;
    }
    for (std::size_t r = 0; r < n; ++r) cells[c].push_back(shortened(plainText(cellText(t.rows[r][c], t.columns[c].unit, unit)), kLetters));
  }
  for (std::size_t r = 0; r <= n; ++r) {
    std::string line;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      std::size_t w = 0;
      for (const std::string& cell : cells[c]) w = std::max(w, terminalColumns(cell));
      if (c > 0) line += "  ";
      line += padded(cells[c][r], w, t.columns[c].unit != Unit::Text);
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    s += line + "\n";
  }
  if (n < t.rows.size()) s += fmt::format("and {} rows more (--rows, or --json)\n", t.rows.size() - n);
  return s;
}

std::string statCsv(const StatTable& t) {
  std::string s;
  for (std::size_t c = 0; c < t.columns.size(); ++c) {
    const std::string unit = unitText(t.columns[c].unit);
    s += (c > 0 ? "," : "") + csvText(t.columns[c].title + (unit.empty() || unit == "1" ? "" : " (" + unit + ")"));
  }
  s += "\n";
  for (const auto& row : t.rows) {
    for (std::size_t c = 0; c < t.columns.size(); ++c) s += (c > 0 ? "," : "") + (row[c].text.empty() ? csvPlain : csvText)(cellExact(row[c], t.columns[c].unit));
    s += "\n";
  }
  return s;
}

Durations durationsOf(std::vector<std::int64_t>& v) {
  Durations d;
  d.count = v.size();
  if (v.empty()) return d;
  for (const std::int64_t x : v) d.sum += x;
  const auto at = [&](std::size_t percent) {
    const std::size_t k = std::max<std::size_t>((v.size() * percent + 99) / 100, 1) - 1;
    std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(k), v.end());
    return v[k];
  };
  d.p50 = at(50);
  d.p99 = at(99);
  const auto [least, most] = std::minmax_element(v.begin(), v.end());
  d.least = *least;
  d.most = *most;
  return d;
}

}  // namespace weir
