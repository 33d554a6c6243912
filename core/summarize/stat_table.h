// A table of statistics as every place shows it: the window, the terminal, JSON and CSV. A cell is a number in SI units, a
// text, or unknown (NaN, ""), which is never shown as 0; a rank's cell may say "sum". Pure, any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/run.h"
#include "core/summarize/column_unit.h"
#include "core/summarize/intervals.h"

namespace weir {

struct StatColumn {
  enum class Unit : std::uint8_t { Text, Count, Rank, Seconds, Bytes, BytesPerSecond, Fraction, Number };
  std::string key;         // of JSON, with its SI unit: "mean_s"
  std::string title;       // "mean"
  std::string definition;  // one sentence, with its source where it has one
  Unit unit = Unit::Text;
  std::string scale = {};  // columns of one scale are held against each other, and share a unit; empty: alone
};

struct StatCell {
  double number = std::numeric_limits<double>::quiet_NaN();
  std::string text;
  StatCell() = default;
  StatCell(double v) : number(v) {}  // NOLINT: a cell is written as its value
  StatCell(std::string t) : text(std::move(t)) {}  // NOLINT
};

struct StatPlace {  // where a row's longest or first is, for the timeline; time on the run's axis
  std::int64_t time = 0;
  std::optional<SliceIndex> slice;
};

struct StatTable {
  std::string key;     // "kernels": the name in JSON
  std::string title;   // "Kernels"
  std::string remark;  // what is counted and what is not; may be empty
  std::string reason;  // why there are no rows; empty when there are
  std::vector<StatColumn> columns;
  std::vector<std::vector<StatCell>> rows;
  std::vector<std::optional<StatPlace>> places;  // one a row
  [[nodiscard]] std::optional<std::size_t> find(std::string_view column) const;
};

// What is looked at: slices and calls that start within the range, of one rank or of all.
struct StatAsk {
  std::optional<TimeRange> range;
  std::optional<std::int32_t> rank;
  // Peak of a rank's link, bytes/s, as a person gives it; none: the run's scenario says it, else it is unknown.
  std::optional<double> linkPeak;
  [[nodiscard]] bool has(std::int64_t time, std::int32_t r) const {
    return (!rank || *rank == r) && (!range || (time >= range->from && time < range->to));
  }
};

[[nodiscard]] std::string cellText(const StatCell& cell, StatColumn::Unit unit);  // alone, with its own unit: "1.24 ms", "unknown"
// As it stands in its column, whose unit the header says: "1,240.5", "unknown"; names of C++ as brief(). Ranks and counts as cellText().
[[nodiscard]] ColumnUnit unitOf(const StatTable& table, std::size_t column);
[[nodiscard]] std::string cellText(const StatCell& cell, StatColumn::Unit unit, const ColumnUnit& in);
// The first `rows` cells of a column of texts, each cut to so many letters, so that different ones read differently.
[[nodiscard]] std::vector<std::string> textCells(const StatTable& table, std::size_t column, std::size_t rows, std::size_t letters);
[[nodiscard]] std::string cellExact(const StatCell& cell, StatColumn::Unit unit);  // for CSV: SI, twelve digits; "" unknown
[[nodiscard]] std::string unitText(StatColumn::Unit unit);                         // "s", "B", "B/s", "1", ""
// For a terminal: at most `rows` rows, names cut to fit; says how many more there are.
[[nodiscard]] std::string statText(const StatTable& table, std::size_t rows);
// {"remark", "reason", "definitions": {key: sentence}, "rows": [{key: value}]}; unknown is null. One object, as text.
[[nodiscard]] std::string statJson(const StatTable& table);
[[nodiscard]] std::string statCsv(const StatTable& table);

// Of a run without times (head_words.h): times, rates and shares become unknown; tables that tell of nothing else have no rows, and
// the reason why.
void leaveTimesOut(std::vector<StatTable>& tables);

// The statistics of a set of durations (ps). Percentiles by the nearest rank: of n sorted values the one at ceil(p n).
struct Durations {
  std::uint64_t count = 0;
  std::int64_t sum = 0, least = 0, most = 0, p50 = 0, p99 = 0;
  [[nodiscard]] double mean() const {
    return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : std::numeric_limits<double>::quiet_NaN();
  }
};
[[nodiscard]] Durations durationsOf(std::vector<std::int64_t>& values);  // puts them in another order

}  // namespace weir
