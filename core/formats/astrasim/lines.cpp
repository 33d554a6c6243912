#include "core/formats/astrasim/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

namespace weir::astrasim {
namespace {

constexpr std::size_t kMostColumns = 4096;

bool unknown(std::string_view s) { return s.empty() || s == "NONE" || s == "None" || s == "nan" || s == "-nan" || s == "tbd"; }

}  // namespace

void Lines::feed(std::string_view chunk, bool last) {
  while (!chunk.empty()) {
    const std::size_t end = chunk.find('\n');
    if (end == std::string_view::npos) {
      rest_.append(chunk);
      break;
    }
    if (rest_.empty()) {
      give(chunk.substr(0, end));
    } else {
      rest_.append(chunk.substr(0, end));
      give(rest_);
      rest_.clear();
    }
    chunk.remove_prefix(end + 1);
  }
  if (rest_.size() > kLongest || (last && !rest_.empty())) {
    give(rest_);
    rest_.clear();
  }
}

void Lines::give(std::string_view line) {
  if (count_++ == 0 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  if (line.ends_with('\r')) line.remove_suffix(1);
  line_(line);
}

std::vector<std::string_view> split(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t end = line.find(separator);
    cells.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
  }
}

std::optional<double> number(std::string_view s) {
  s = trimmed(s);
  if (s.starts_with('+')) s.remove_prefix(1);
  double v = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), v);
  if (s.empty() || error != std::errc() || end != s.data() + s.size() || !std::isfinite(v)) return std::nullopt;
  return v;
}

TableIn::TableIn(const std::vector<std::string_view>& header, std::string name) : name_(std::move(name)) {
  std::size_t n = std::min(header.size(), kMostColumns);
  while (n > 0 && header[n - 1].empty()) --n;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < n; ++i) {
    std::string column(header[i]);
    for (int k = 2; !seen.insert(column).second; ++k) column = fmt::format("{} {}", header[i], k);
    columns_.push_back({});
    columns_.back().name = std::move(column);
  }
  cells_.resize(n);
}

bool TableIn::row(const std::vector<std::string_view>& cells) {
  if (std::all_of(cells.begin(), cells.end(), [](std::string_view c) { return c.empty(); })) return true;
  if (cells.size() * 2 < columns_.size()) return false;
  for (std::size_t i = 0; i < columns_.size(); ++i) cells_[i].emplace_back(i < cells.size() ? cells[i] : std::string_view{});
  ++rows_;
  return true;
}

Table TableIn::build(std::string_view unit) const {
  Table t;
  t.name = name_;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Table::ColumnOf column = columns_[i];
    const auto& cells = cells_[i];
    const bool numbers = std::all_of(cells.begin(), cells.end(), [](const std::string& c) { return unknown(c) || number(c); }) &&
                         std::any_of(cells.begin(), cells.end(), [](const std::string& c) { return number(c).has_value(); });
    if (numbers) {
      for (const std::string& c : cells) column.number.push_back(number(c).value_or(std::numeric_limits<double>::quiet_NaN()));
      if (column.unit.empty()) column.unit = unit;
    } else {
      column.text.assign(cells.begin(), cells.end());
      column.unit.clear();
    }
    t.columns.push_back(std::move(column));
  }
  return t;
}

}  // namespace weir::astrasim
