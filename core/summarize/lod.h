// Levels of detail: what a timeline shows of a Run in a time window of some columns (device pixels), widget-free.
// Cost is columns x log(slices) a lane, whatever the Run's size. Built once, in a worker (Lod::build takes O(n log rows),
// about 0.1 us a slice); immutable afterwards and readable from any thread.
//
// A column is occupied exactly when a slice overlaps it, or a slice of length 0 stands in it: a lone event of a
// picosecond is one column wide at any zoom. Slices below a column merge: dominant activity by time, coverage.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"

namespace weir {

inline constexpr SliceIndex kNoSlice = std::numeric_limits<SliceIndex>::max();

// Columns 0 .. width-1 share [from, to) evenly. Column of t: floor(x(t)). from < to, width >= 1; any times that fit.
struct LodWindow {
  std::int64_t from = 0, to = 1;  // ps
  int width = 1;
  [[nodiscard]] double scale() const { return static_cast<double>(width) / x0(to); }
  [[nodiscard]] double x(std::int64_t t) const { return x0(t) * scale(); }
  bool operator==(const LodWindow&) const = default;

 private:
  // t - from, which may be more than 63 bits hold.
  [[nodiscard]] double x0(std::int64_t t) const {
    const std::uint64_t d = static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(from);
    return t >= from ? static_cast<double>(d) : -static_cast<double>(std::uint64_t{0} - d);
  }
};

// The borders of a window's columns as whole picoseconds, made once for all rows that are painted with it.
class LodColumns {
 public:
  explicit LodColumns(const LodWindow& w);
  [[nodiscard]] const LodWindow& window() const { return window_; }
  [[nodiscard]] int width() const { return static_cast<int>(begin_.size()) - 1; }  // -1 for a window without columns
  [[nodiscard]] double ps() const { return ps_; }                                  // of a column
  [[nodiscard]] double scale() const { return scale_; }
  // The first t with x(t) >= c, c in 0 .. width().
  [[nodiscard]] std::int64_t begin(std::int32_t c) const { return begin_[static_cast<std::size_t>(c)]; }
  // For window().from <= t <= window().to: where t stands, its column, and the last column of what ends there.
  [[nodiscard]] double x(std::int64_t t) const {
    return static_cast<double>(static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(window_.from)) * scale_;
  }
  [[nodiscard]] std::int32_t at(double x) const { return x < window_.width ? static_cast<std::int32_t>(x) : window_.width - 1; }
  [[nodiscard]] std::int32_t lastOf(double x) const {
    const std::int32_t c = at(x);
    return c > 0 && x <= c ? c - 1 : c;
  }

 private:
  LodWindow window_;
  double scale_ = 0, ps_ = 0;
  std::vector<std::int64_t> begin_;
};

struct LodSpan {
  std::int32_t x0 = 0, x1 = 0;  // columns [x0, x1), x0 < x1; spans of a lane are sorted and do not overlap
  SliceIndex slice = kNoSlice;  // the slice that fills (most of) these columns; kNoSlice where many merged
  std::uint32_t count = 0;      // slices in it, saturating
  Activity activity = Activity::Other;
  float coverage = 0;           // of the columns' time, 0 .. 1; within 1/4 of exact for a column
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

// Sums per activity over blocks of slices, over blocks of blocks, ... of one sorted, non-overlapping sequence. Four to a
// block: half the nodes a column that eight needed, for 5 bytes more a slice.
struct LodNode {
  std::int64_t start, end;  // of its first and its last slice
};
struct LodPyramid {
  struct Level {
    Column<LodNode> node;
    Column<float> busy;  // ps; one value a kind and node
  };
  std::vector<Level> levels;  // levels[0]: blocks of kLodBase items; each next: blocks of kLodFan nodes
  std::vector<Activity> kinds;  // the activities that occur
  std::array<std::uint8_t, kActivities> slotOf{};
};
inline constexpr std::uint64_t kLodBase = 4, kLodFan = 4;
inline constexpr float kLodLeast = 1e-6F;  // ps a slice of length 0 counts as: it shows, and loses to anything with a length

// A sorted, non-overlapping sequence that is no row of the run.
struct LodLane {
  std::vector<std::int64_t> start, duration;
  std::vector<Activity> activity;
};

class Crew;
class HitSet;  // lod_find.h
namespace lod {
struct Scratch;
}

// Memory that reductions of many rows, one after the other, use again. Of one thread at a time.
class LodScratch {
 public:
  LodScratch();
  ~LodScratch();
  LodScratch(const LodScratch&) = delete;
  LodScratch& operator=(const LodScratch&) = delete;
  [[nodiscard]] lod::Scratch& get() const { return *scratch_; }

 private:
  std::unique_ptr<lod::Scratch> scratch_;
};

class Lod {
 public:
  // Error only when stopped. The Lod keeps the Run alive. `rowsReady`, where given, is called meanwhile with levels that have
  // all but the lanes of groups: most of the picture after a part of the time.
  using Ready = std::function<void(std::shared_ptr<const Lod>)>;
  [[nodiscard]] static Result<std::shared_ptr<const Lod>> build(RunPtr run, const Job& job, const Ready& rowsReady = {});
  [[nodiscard]] bool complete() const { return complete_; }  // false: group() finds nothing yet

  [[nodiscard]] const Run& run() const { return *run_; }
  [[nodiscard]] const RunPtr& runPtr() const { return run_; }
  [[nodiscard]] const std::vector<LodGroup>& groups() const { return groups_; }
  [[nodiscard]] std::uint32_t groupOfTrack(TrackIndex t) const { return trackGroup_[t]; }
  [[nodiscard]] bool present(Activity a) const { return (present_ >> static_cast<unsigned>(a) & 1U) != 0; }

  // Replaces `out` with the spans of a row.
  void row(std::uint32_t row, const LodColumns& columns, const LodScratch& scratch, std::vector<LodSpan>& out) const;
  void row(std::uint32_t row, const LodWindow& w, std::vector<LodSpan>& out) const { this->row(row, LodColumns(w), LodScratch(), out); }
  // Replaces `out` with the columns in which slices of the set stand, as sorted spans that do not overlap; `slice` is the
  // first of them there.
  void hits(std::uint32_t row, const LodColumns& columns, const HitSet& hits, std::vector<LodSpan>& out) const;
  // A whole group in one lane: at each time the most telling activity of its tracks (computing before communication
  // before checkpoint, data, copy, host, waiting, other). Annotations span other work and are left out, unless there is
  // nothing else. `slice` of a span counts the lane's segments, it is no slice of the run.
  void group(std::uint32_t group, const LodColumns& columns, const LodScratch& scratch, std::vector<LodSpan>& out) const;
  void group(std::uint32_t group, const LodWindow& w, std::vector<LodSpan>& out) const { this->group(group, LodColumns(w), LodScratch(), out); }
  // One value a column; `out` gets w.width of them.
  void counter(std::size_t counter, const LodWindow& w, std::vector<LodColumn>& out) const;
  [[nodiscard]] float counterMax(std::size_t counter) const { return base_->counters[counter].max; }  // 0 when it has no value

  // The calls of one collective on all ranks, by start; empty for an unknown instance.
  [[nodiscard]] std::span<const std::uint32_t> callsOf(std::uint32_t instance) const;
  // Index into Run::collectives of the call that is this slice; -1 when there is none. O(log n).
  [[nodiscard]] std::int64_t callOf(SliceIndex slice) const;

  [[nodiscard]] std::size_t bytes() const;  // memory taken, the Run not counted

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  struct Segments {  // the lane of a group: made for it, or a child's, or a row's, or none
    LodLane data;
    LodPyramid pyramid;
    std::uint32_t from = kNone;  // the group whose lane it is
    std::uint32_t row = kNone;   // or the row that is all there is
  };
  struct CounterLevels {
    std::vector<double> sum;                 // of value x ps before value i
    std::vector<std::vector<float>> levels;  // maxima of blocks of kLodBase, then kLodFan
    float max = 0;
  };
  struct Base {  // all but the lanes of groups
    std::vector<LodPyramid> rows;
    std::vector<CounterLevels> counters;
    std::vector<std::uint32_t> callOrder, callFirst;  // by instance
    std::vector<std::pair<SliceIndex, std::uint32_t>> callBySlice;
  };
  bool buildRows(Base& base, const Job& job);
  void buildTree();
  bool mergeGroups(const Job& job);
  bool mergeGroup(std::uint32_t group, const Job& job, Crew* crew);
  void buildCounter(const Counter& c, CounterLevels& out) const;
  void buildCollectives(Base& base) const;

  RunPtr run_;
  std::shared_ptr<const Base> base_;
  std::vector<LodGroup> groups_;
  std::vector<std::uint32_t> trackGroup_;
  std::vector<Segments> segments_;  // by group
  std::uint32_t present_ = 0;
  bool complete_ = false;
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
