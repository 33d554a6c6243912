// The inside of Lod: sums over blocks of a sorted sequence, and its reduction to columns. Not for views.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/run/crew.h"
#include "core/summarize/lod.h"

namespace weir::lod {

// A sorted, non-overlapping sequence: starts and ends both ascend.
struct Items {
  const std::int64_t* start;
  const std::int64_t* duration;
  const Activity* activity;
  std::uint64_t size;
  [[nodiscard]] std::int64_t end(std::uint64_t i) const { return start[i] + duration[i]; }
};

// False when stopped. `crew` shares the work of one long sequence; null = this thread alone.
[[nodiscard]] bool buildPyramid(const Items& items, LodPyramid& out, const Job& job, Crew* crew = nullptr);

// One pass from left to right over as few nodes as the columns need. A node inside one column is added as a whole. A
// node across one border certainly occupies both columns (its first slice starts in one, its last ends in the other), so
// when it is short its time is split in proportion instead of descending. Times are compared with the columns' borders as
// whole picoseconds; nothing is converted but at borders.
class Reducer {
 public:
  Reducer(const Items& items, const LodPyramid& pyramid, const LodColumns& columns, SliceIndex base, std::vector<LodSpan>& out);
  void run();

 private:
  template <std::size_t kKinds>  // 0 = as many as the pyramid has
  void walk();
  bool leaves(std::uint64_t first, std::uint64_t last);  // false: past the window
  void item(std::uint64_t i);
  void toColumn(std::int32_t c) {
    if (c != column_) {
      flush();
      column_ = c;
      wrong_ = 0;
      next_ = columns_.begin(c + 1);
    }
  }
  template <std::size_t kKinds>
  void addNode(const float* busy, std::uint64_t count) {
    const std::size_t k = kKinds > 0 ? kKinds : kinds_;
    for (std::size_t s = 0; s < k; ++s) busy_[s] += busy[s];
    count_ += count;
  }
  template <std::size_t kKinds>
  void addShare(const float* busy, std::uint64_t count, float share) {
    const std::size_t k = kKinds > 0 ? kKinds : kinds_;
    for (std::size_t s = 0; s < k; ++s) busy_[s] += busy[s] * share;
    count_ += count;
  }
  void add(std::uint64_t i, float weight) {
    weight = weight > kLodLeast ? weight : kLodLeast;
    const std::uint8_t slot = pyramid_.slotOf[static_cast<std::size_t>(items_.activity[i])];
    busy_[slot] += weight;
    ++count_;
    if (weight > heavyWeight_) {
      heavyWeight_ = weight;
      heavy_ = base_ + i;
      heavySlot_ = slot;
    }
  }
  void flush();
  void emit(const LodSpan& s);

  const Items items_;
  const LodPyramid& pyramid_;
  const LodColumns& columns_;
  const std::int64_t from_, to_;
  const float scale_;
  const SliceIndex base_;
  const std::size_t kinds_;
  std::vector<LodSpan>& out_;

  // The column being filled. Weights are ps.
  std::int32_t column_ = -1;
  std::int64_t next_ = 0;  // where the column after it begins
  double wrong_ = 0;       // of its time at most, in columns
  std::uint64_t count_ = 0;
  std::array<float, kActivities> busy_{};  // by slot
  SliceIndex heavy_ = kNoSlice;
  float heavyWeight_ = 0;
  std::uint8_t heavySlot_ = 0;
};

}  // namespace weir::lod
