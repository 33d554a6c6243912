// Where the time of each rank went. Definitions as Holistic Trace Analysis names them (docs, "Communication computation
// overlap" and "Temporal breakdown"): computing = union of the computing slices, communication = union of the
// communication slices, overlapped = their intersection; a copy is no computing, waiting and annotations never count.
// They are taken from the rank's device streams where it has any. A rank without streams is its host threads, and as a
// thread does one thing at a time, computing that stands around or inside communication or waiting of the same thread
// is not counted as computing.
// All times are whole picoseconds; per rank
//   computing + exposed + dataStall + checkpoint + copy + idle == span.length(),
// where each part is what the parts before it leave over. Nothing here throws; an empty run gives no ranks.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "core/run/run.h"
#include "core/summarize/intervals.h"

namespace weir {

struct RankBreakdown {
  std::int32_t rank = kUnknownRank;
  TimeRange span;               // the rank's first start to its last end, cut to the range asked for
  bool fromDevice = false;      // from device streams; otherwise from host threads
  std::int64_t computing = 0;   // with the overlapped part
  std::int64_t overlapped = 0;  // communication while computing
  std::int64_t exposed = 0;     // communication while not computing
  std::int64_t dataStall = 0;   // loading data while neither computing nor communicating
  std::int64_t checkpoint = 0;
  std::int64_t copy = 0;                                     // only copying between host and device
  std::int64_t idle = 0;                                     // none of it
  std::uint64_t computeSlices = 0, communicationSlices = 0;  // that start within the span
  std::int64_t communicationSum = 0;                         // sum of the durations of those: at least the union

  [[nodiscard]] std::int64_t communication() const { return overlapped + exposed; }
  [[nodiscard]] std::int64_t wall() const { return span.length(); }
  // Overlapped share of the communication; NaN when there is none.
  [[nodiscard]] double overlapFraction() const {
    const std::int64_t c = communication();
    return c > 0 ? static_cast<double>(overlapped) / static_cast<double>(c) : std::numeric_limits<double>::quiet_NaN();
  }
  // Whether anything of this rank says what it did. When not, all of it stands in `idle` and means unknown.
  [[nodiscard]] bool known() const { return computing + exposed + dataStall + checkpoint + copy > 0; }
};

struct Breakdown {
  std::vector<RankBreakdown> ranks;  // by rank; kUnknownRank only where the run knows no rank at all
  RankBreakdown total;               // the sums over the ranks; its span runs from 0 to the sum of the walls
};

// Built once per run (O(n log n)); any range after that costs O(ranks log n), so it follows panning within a frame.
class BreakdownIndex {
 public:
  BreakdownIndex() = default;
  explicit BreakdownIndex(const Run& run);
  [[nodiscard]] Breakdown over(std::optional<TimeRange> range = std::nullopt) const;

  // The sets of time behind the numbers of each rank, in over()'s order: of the whole run, for what else is to be summed over
  // them. Disjoint but for `overlapped`, which is a part of `computing`. Valid while the index lives.
  struct Parts {
    std::int32_t rank = kUnknownRank;
    TimeRange span;
    const MeasuredIntervals *computing, *overlapped, *exposed, *dataStall, *checkpoint, *copy;
  };
  [[nodiscard]] std::vector<Parts> parts() const;

 private:
  struct Rank {
    std::int32_t rank = kUnknownRank;
    TimeRange span;
    bool fromDevice = false;
    MeasuredIntervals computing, overlapped, exposed, dataStall, checkpoint, copy;
    std::vector<std::int64_t> computeStart, communicationStart, communicationSumBefore;
  };
  struct Collected;
  static void collect(const Run& run, const Track& track, Collected& into);
  static Rank finish(Collected&& c, std::int32_t rank, TimeRange span);
  std::vector<Rank> ranks_;
};

[[nodiscard]] Breakdown breakdown(const Run& run, std::optional<TimeRange> range = std::nullopt);

}  // namespace weir
