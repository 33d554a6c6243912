// Link x time: the counters of one group ("link utilisation", "queue depth") resampled to the columns of a picture.
// Counters are averaged over a column weighted by time; queue depths keep their maximum, because a peak of a nanosecond is
// what fills a buffer; counts (marks, drops, trims, pauses) are summed, a sample that lies partly in a column by its share.
// A column no sample covers is NaN: unknown, not zero. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/run.h"
#include "core/summarize/intervals.h"

namespace weir {

struct LinkHeatOptions {
  std::string group = "link utilisation";
  std::optional<TimeRange> range = std::nullopt;  // none = the run's span
  int columns = 400;
  int rows = 64;  // at most this many; the hottest stay
  enum class Order : std::uint8_t { Load, Name } order = Order::Load;
  bool cells = true;  // false: rows alone
};

struct LinkHeat {
  struct Row {
    std::string name;
    std::size_t counter = 0;    // index into Run::counters
    double mean = 0, peak = 0, sum = 0;  // over the range; NaN when no sample lies in it
  };
  enum class Cell : std::uint8_t { Mean, Peak, Sum };
  std::string group, unit;  // unit "1" is a fraction
  Cell cell = Cell::Mean;   // what a cell holds of its column
  TimeRange range;
  int columns = 0;
  std::vector<Row> rows;     // top row first
  std::vector<float> value;  // rows x columns
  std::size_t hidden = 0;    // counters of the group left out by the limit
  std::size_t idle = 0;      // of the hidden ones, those that are zero throughout

  [[nodiscard]] float at(std::size_t row, int column) const {
    return value[row * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)];
  }
  [[nodiscard]] double of(const Row& r) const { return cell == Cell::Mean ? r.mean : cell == Cell::Peak ? r.peak : r.sum; }
  [[nodiscard]] double largest() const;  // NaN when no cell is known
};

// The groups of counters that have samples, in order of first appearance, with how many counters each holds.
[[nodiscard]] std::vector<std::pair<std::string, std::size_t>> counterGroups(const Run& run);
// What a cell of such counters holds, by the group's name.
[[nodiscard]] LinkHeat::Cell cellOf(std::string_view group);
[[nodiscard]] LinkHeat linkHeat(const Run& run, const LinkHeatOptions& options);

}  // namespace weir
