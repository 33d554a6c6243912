// Levels of detail: what a timeline shows of a Run in a time window of some columns (device pixels), widget-free.
// Cost is columns x log(slices) a lane, whatever the Run's size. Built once, in a worker (Lod::build takes O(n log rows),
// about 0.1 us a slice); immutable afterwards and readable from any thread.
//
// A column is occupied exactly when a slice overlaps it, or a slice of length 0 stands in it: a lone event of a
// picosecond is one column wide at any zoom. Slices below a column merge: dominant activity by time, coverage.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"

namespace weir {

inline constexpr SliceIndex kNoSlice = std::numeric_limits<SliceIndex>::max();

// Columns 0 .. width-1 share [from, to) evenly. Column of t: floor(x(t)). from < to, width >= 1.
struct LodWindow {
  std::int64_t from = 0, to = 1;  // ps
  int width = 1;
  [[nodiscard]] double scale() const { return static_cast<double>(width) / static_cast<double>(to - from); }
  [[nodiscard]] double x(std::int64_t t) const { return static_cast<double>(t - from) * scale(); }
};

struct LodSpan {
  std::int32_t x0 = 0, x1 = 0;  // columns [x0, x1), x0 < x1; spans of a lane are sorted and do not overlap
  SliceIndex slice = kNoSlice;  // the slice that fills (most of) these columns; kNoSlice where many merged
  std::uint32_t count = 0;      // slices in it, saturating
  Activity activity = Activity::Other;
  float coverage = 0;           // of the columns' time, 0 .. 1; within 1/4 column of exact at each border
};

struct LodColumn {  // of a counter; known only where it has values
  float mean = 0, max = 0;
  bool known = false;
};

// The tree a timeline shows: run > rank > process > track. Groups of one run are numbered from the root, 0.
struct LodGroup {
  enum class Kind : std::uint8_t { Run, Rank, Process, Track };
  Kind kind = Kind::Run;
  std::int32_t rank = kUnknownRank;
  NameId name = 0;                      // of the process or the track
  TrackIndex track = 0;                 // Kind::Track only
  std::vector<std::uint32_t> children;  // group indices, in display order
  std::uint64_t slices = 0;
};

// Sums per activity over blocks of slices, over blocks of blocks, ... of one sorted, non-overlapping sequence.
struct LodPyramid {
  struct Level {
    std::vector<std::int64_t> start, end;
    std::vector<std::uint32_t> count;
    std::vector<float> busy;  // ps; one value a kind and node
  };
  std::vector<Level> levels;  // levels[0]: blocks of kLodBase items; each next: blocks of kLodFan nodes
  std::vector<Activity> kinds;  // the activities that occur
  std::array<std::uint8_t, kActivities> slotOf{};
};
inline constexpr std::uint64_t kLodBase = 8, kLodFan = 8;

class Lod {
 public:
  // Error only when stopped. The Lod keeps the Run alive.
  [[nodiscard]] static Result<std::shared_ptr<const Lod>> build(RunPtr run, const Job& job);

  [[nodiscard]] const Run& run() const { return *run_; }
  [[nodiscard]] const RunPtr& runPtr() const { return run_; }
  [[nodiscard]] const std::vector<LodGroup>& groups() const { return groups_; }
  [[nodiscard]] std::uint32_t groupOfTrack(TrackIndex t) const { return trackGroup_[t]; }
  [[nodiscard]] bool present(Activity a) const { return (present_ >> static_cast<unsigned>(a) & 1U) != 0; }

  // Replaces `out` with the spans of a row.
  void row(std::uint32_t row, const LodWindow& w, std::vector<LodSpan>& out) const;
  // A whole group in one lane: at each time the most telling activity of its tracks (computing before communication
  // before checkpoint, data, copy, host, waiting, other). Annotations span other work and are left out, unless there is
  // nothing else. `slice` of a span counts the lane's segments, it is no slice of the run.
  void group(std::uint32_t group, const LodWindow& w, std::vector<LodSpan>& out) const;
  // One value a column; `out` gets w.width of them.
  void counter(std::size_t counter, const LodWindow& w, std::vector<LodColumn>& out) const;
  [[nodiscard]] float counterMax(std::size_t counter) const { return counters_[counter].max; }  // 0 when it has no value

  // The calls of one collective on all ranks, by start; empty for an unknown instance.
  [[nodiscard]] std::span<const std::uint32_t> callsOf(std::uint32_t instance) const;
  // Index into Run::collectives of the call that is this slice; -1 when there is none. O(log n).
  [[nodiscard]] std::int64_t callOf(SliceIndex slice) const;

  [[nodiscard]] std::size_t bytes() const;  // memory taken, the Run not counted

 private:
  struct Segments {  // sorted, non-overlapping
    std::vector<std::int64_t> start, duration;
    std::vector<Activity> activity;
    LodPyramid pyramid;
    bool own = false;  // false: the group has one row and that is its lane
    std::uint32_t row = 0;
  };
  struct CounterLevels {
    std::vector<double> sum;                 // of value x ps before value i
    std::vector<std::vector<float>> levels;  // maxima of blocks of kLodBase, then kLodFan
    float max = 0;
  };
  bool buildGroups(const Job& job);
  bool mergeGroup(std::uint32_t group, const Job& job);
  void buildCounter(const Counter& c, CounterLevels& out) const;
  void buildCollectives();

  RunPtr run_;
  std::vector<LodPyramid> rows_;
  std::vector<LodGroup> groups_;
  std::vector<std::uint32_t> trackGroup_;
  std::vector<Segments> segments_;  // by group
  std::vector<CounterLevels> counters_;
  std::vector<std::uint32_t> callOrder_, callFirst_;  // by instance
  std::vector<std::pair<SliceIndex, std::uint32_t>> callBySlice_;
  std::uint32_t present_ = 0;
};

using LodPtr = std::shared_ptr<const Lod>;

// The slice of the row at t, or the nearest within `tolerance` ps on either side; kNoSlice. O(log n).
[[nodiscard]] SliceIndex sliceAt(const Run& run, const Row& row, std::int64_t t, std::int64_t tolerance);

// Duration statistics of the slices that lie wholly in [from, to) in these rows. Percentiles are exact up to kExact
// slices; beyond that they come from an even sample of that many, and `sampled` says so.
struct RangeStatistics {
  static constexpr std::uint64_t kExact = 2'000'000;
  std::uint64_t count = 0;
  double sum_s = 0, mean_s = 0, p50_s = 0, p99_s = 0;  // 0 when count is 0
  bool sampled = false;
};
[[nodiscard]] RangeStatistics rangeStatistics(const Run& run, std::span<const std::uint32_t> rows, std::int64_t from, std::int64_t to);

}  // namespace weir
