// The inside of Lod: sums over blocks of a sorted sequence, and its reduction to columns. Not for views.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

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

// False when stopped.
[[nodiscard]] bool buildPyramid(const Items& items, LodPyramid& out, const Job& job);

// One pass from left to right over as few nodes as the columns need. A node inside one column is added as a whole. A
// node across one border certainly occupies both columns (its first slice starts in one, its last ends in the other), so
// when it is short its time is split in proportion instead of descending.
class Reducer {
 public:
  Reducer(const Items& items, const LodPyramid& pyramid, const LodWindow& w, SliceIndex base, std::vector<LodSpan>& out);
  void run();

 private:
  bool nodes(std::size_t level, std::uint64_t first, std::uint64_t last);  // false: past the window
  bool leaves(std::uint64_t first, std::uint64_t last);
  void item(std::uint64_t i);
  void toColumn(std::int32_t c) {
    if (c != column_) {
      flush();
      column_ = c;
      columnEnd_ = w_.from + static_cast<std::int64_t>((static_cast<double>(c) + 1) / scale_) - 1;
    }
  }
  void addNode(std::int32_t c, const LodPyramid::Level& l, std::uint64_t n, double share, std::uint32_t count);
  void addTo(std::int32_t c, std::uint64_t i, double weight) {
    toColumn(c);
    add(i, weight);
  }
  void add(std::uint64_t i, double weight) {
    weight = weight > kLeast ? weight : kLeast;
    const std::uint8_t slot = pyramid_.slotOf[static_cast<std::size_t>(items_.activity[i])];
    busy_[slot] += static_cast<float>(weight);
    ++count_;
    if (weight > heavyWeight_) {
      heavyWeight_ = weight;
      heavy_ = base_ + i;
      heavySlot_ = slot;
    }
  }
  void flush();
  void emit(const LodSpan& s);

  // Weight of a slice of length 0: it shows, and loses to anything with a length.
  static constexpr double kLeast = 1e-6;

  const Items items_;
  const LodPyramid& pyramid_;
  const LodWindow w_;
  const double scale_;
  const SliceIndex base_;
  std::vector<LodSpan>& out_;

  // The column being filled. Every time weight is in columns.
  std::int32_t column_ = -1;
  std::int64_t columnEnd_ = 0;  // a node that ends at or before this lies in the column
  std::uint32_t count_ = 0;
  std::array<float, kActivities> busy_{};  // by slot
  SliceIndex heavy_ = kNoSlice;
  double heavyWeight_ = 0;
  std::uint8_t heavySlot_ = 0;
};

}  // namespace weir::lod
