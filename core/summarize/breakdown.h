// Where the time of each rank went. Definitions as Holistic Trace Analysis names them (docs/source/features/
// comm_comp_overlap.rst, temporal_breakdown.rst, idle_time_breakdown.rst): computing = union of the computing slices,
// communication = union of the communication slices, overlapped = their intersection; a copy is no computing, waiting and
// annotations never count. They are taken from the rank's device streams where it has any. A rank without streams is its
// host threads, and as a thread does one thing at a time, computing that stands around or inside communication or waiting
// of the same thread is not counted as computing.
// All times are whole picoseconds; per rank
//   computing + exposed + dataStall + checkpoint + copy + other + idle + unknown == span.length(),
//   idle == hostBound + kernelWait + idleOther,
// where each part is what the parts before it leave over. Nothing here throws; an empty run gives no ranks.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/run/run.h"
#include "core/summarize/idle.h"
#include "core/summarize/intervals.h"

namespace weir {

struct RankBreakdown {
  std::int32_t rank = kUnknownRank;
  TimeRange span;               // the rank's first start to its last end, cut to the range asked for
  bool fromDevice = false;      // from device streams; otherwise from host threads
  // Whether the rank shows computing or communication anywhere in the run. An I/O log does not: that no kernel was seen
  // then says nothing about computing or idling, and what is left over stands in `unknown`.
  bool showsWork = false;
  bool saysAnything = false;    // that, or loading, saving or copying
  bool launchesKnown = false;   // the trace says which call launched its kernels: hostBound means something
  std::int64_t computing = 0;   // with the overlapped part
  std::int64_t overlapped = 0;  // communication while computing
  std::int64_t exposed = 0;     // communication while not computing
  std::int64_t dataStall = 0;   // loading data while neither computing nor communicating
  std::int64_t checkpoint = 0;
  std::int64_t copy = 0;        // only copying between host and device
  std::int64_t other = 0;       // the device busy with what is none of these
  std::int64_t idle = 0;        // none of it
  std::int64_t hostBound = 0;   // of idle: the next kernel was launched after the idling began (HTA: host wait)
  std::int64_t kernelWait = 0;  // of idle: shorter than the threshold between two kernels (HTA: kernel wait)
  std::int64_t idleOther = 0;   // of idle: the rest
  std::int64_t unknown = 0;     // nothing tells
  // Slices without a usable duration in the rank's files, of any time: some of the idling may be theirs. Where a file holds
  // several ranks it does not tell whose they are, and each of those has them all.
  std::uint64_t unmeasured = 0;
  // HTA's temporal breakdown: from the first start to the last end on the device, and the union of all that ran there.
  TimeRange device;
  std::int64_t deviceBusy = 0;
  std::uint64_t computeSlices = 0, communicationSlices = 0;  // that start within the span
  std::int64_t communicationSum = 0;                         // sum of the durations of those: at least the union

  [[nodiscard]] std::int64_t communication() const { return overlapped + exposed; }
  [[nodiscard]] std::int64_t wall() const { return span.length(); }
  // Overlapped share of the communication; NaN when there is none.
  [[nodiscard]] double overlapFraction() const {
    const std::int64_t c = communication();
    return c > 0 ? static_cast<double>(overlapped) / static_cast<double>(c) : std::numeric_limits<double>::quiet_NaN();
  }
  // Whether anything of this rank says what it did. When not, all of it stands in `unknown`.
  [[nodiscard]] bool known() const { return saysAnything; }
};

struct Breakdown {
  std::vector<RankBreakdown> ranks;  // by rank; kUnknownRank only where the run knows no rank at all
  // "3 slices of rank 0 without a usable duration are not counted: ..."; empty where there are none.
  std::string unmeasured;
  // The sums over the ranks; its spans run from 0 to the sums of theirs. Empty where those are longer than what picoseconds can
  // count (2,562 hours of ranks).
  RankBreakdown total;
  [[nodiscard]] bool totalFits() const { return total.wall() > 0 || std::all_of(ranks.begin(), ranks.end(), [](const RankBreakdown& r) { return r.wall() == 0; }); }
};

// Built once per run (O(n log n)); any range after that costs O(ranks log n), so it follows panning within a frame.
class BreakdownIndex {
 public:
  BreakdownIndex() = default;
  explicit BreakdownIndex(const Run& run, const Job& job = {}, std::int64_t kernelWaitBelow = kKernelWaitBelow);
  [[nodiscard]] Breakdown over(std::optional<TimeRange> range = std::nullopt) const;
  [[nodiscard]] std::vector<std::int32_t> ranks() const;
  // Of one rank, by its place in ranks().
  [[nodiscard]] RankBreakdown rankOver(std::size_t at, std::optional<TimeRange> range) const;

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
    TimeRange span, device;
    bool fromDevice = false, showsWork = false, saysAnything = false, launchesKnown = false;
    std::uint64_t unmeasured = 0;
    MeasuredIntervals computing, overlapped, exposed, dataStall, checkpoint, copy, other, hostBound, kernelWait, busy;
    std::vector<std::int64_t> computeStart, communicationStart, communicationSumBefore;
  };
  struct Collected;
  static void collect(const Run& run, const Track& track, const Launches& launches, Collected& into);
  static Rank finish(Collected&& c, std::int32_t rank, TimeRange span, std::int64_t kernelWaitBelow);
  std::vector<Rank> ranks_;
  std::string unmeasured_;
};

[[nodiscard]] Breakdown breakdown(const Run& run, std::optional<TimeRange> range = std::nullopt);

// One step on every rank that has it, each within its own marks of it.
struct BreakdownOfStep {
  std::int64_t step = 0;  // its number (stepNumbers)
  TimeRange span;         // first begin to last end over the ranks
  Breakdown of;
};
struct RankSteps;  // steps.h
// What the steps are called, by rank and step: as the trace numbers them, or counted from 0 where that does not tell the
// steps of a rank apart.
[[nodiscard]] std::vector<std::vector<std::int64_t>> stepNumbers(const std::vector<RankSteps>& steps);
// By number. `within`: only steps that lie partly in it. Empty when stopped.
[[nodiscard]] std::vector<BreakdownOfStep> breakdownBySteps(const BreakdownIndex& index, const std::vector<RankSteps>& steps,
                                                          std::optional<TimeRange> within = std::nullopt, const Job& job = {});
// The sums over ranks, as Breakdown::total.
[[nodiscard]] RankBreakdown sumOf(const std::vector<RankBreakdown>& ranks);

}  // namespace weir
