// Who sends how much to whom: rank x rank. From the run's transfers where it holds any; else its collectives, expanded
// into messages by an algorithm (core/base/collective.h) where their sizes are known; else the time two ranks spent inside
// the same collective at once, which needs no assumption. What was assumed is said in `assumption`, to stand under the plot.
// Pure functions, any thread; cost grows with transfers + distinct collectives x their messages, so big runs belong in a
// worker. An empty run gives a matrix without bins and source None.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/collective.h"
#include "core/run/run.h"
#include "core/summarize/intervals.h"

namespace weir {

enum class TrafficMeasure : std::uint8_t { Bytes, Messages, Time };
enum class TrafficSource : std::uint8_t { None, Transfers, ExpandedCollectives, SharedTime };
[[nodiscard]] std::string_view name(TrafficMeasure m);  // "bytes", "messages", "time"
[[nodiscard]] std::string_view unit(TrafficMeasure m);  // "B", "messages", "s"

struct TrafficOptions {
  TrafficMeasure measure = TrafficMeasure::Bytes;
  Algorithm algorithm = Algorithm::Ring;          // for what must be expanded; a call that names its own keeps it
  std::optional<TimeRange> range = std::nullopt;  // bytes count by the share of their time within it; none = the whole run
  int maxBins = 512;                              // more ranks than this are binned, neighbours together
};

struct TrafficMatrix {
  TrafficMeasure measure = TrafficMeasure::Bytes;  // what `value` holds: Time when Bytes was asked for but is unknown
  TrafficSource source = TrafficSource::None;
  std::vector<std::int32_t> ranks;  // all ranks, sorted; bin i holds ranks[i * perBin .. (i + 1) * perBin)
  int perBin = 1;
  int bins = 0;
  std::vector<double> value;      // bins x bins, row = sender; bytes, messages or seconds; NaN = unknown
  std::string assumption;         // what was assumed or left out, in a sentence or two; empty = nothing
  bool algorithmMatters = false;  // another algorithm would give another matrix
  bool measureDiffers = false;    // not the measure asked for, and `assumption` says why

  [[nodiscard]] double at(int from, int to) const {
    return value[static_cast<std::size_t>(from) * static_cast<std::size_t>(bins) + static_cast<std::size_t>(to)];
  }
  [[nodiscard]] double sent(int from) const;    // sum of a row; NaN cells are left out
  [[nodiscard]] double received(int to) const;  // sum of a column
  [[nodiscard]] double total() const;
  [[nodiscard]] double largest() const;              // NaN when no cell is known
  [[nodiscard]] std::string binName(int bin) const;  // "rank 3", "ranks 8-15"
};

[[nodiscard]] TrafficMatrix trafficMatrix(const Run& run, const TrafficOptions& options);

}  // namespace weir
