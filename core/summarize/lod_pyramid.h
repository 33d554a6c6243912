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

struct Cell {  // a column being filled; weights are ps
  std::uint64_t count = 0;
  std::uint64_t heavy = 0;  // the item that has most of it, from 1 on
  float heavyWeight = 0;
  float wrong = 0;  // of its time at most, in columns
};
struct Part {  // a node that has to be opened
  static constexpr std::int32_t kAnywhere = -1;
  std::uint64_t node;
  std::int32_t border;  // kAnywhere, or the column that begins at the only border inside
};
// What a reduction uses; cells and busy are zero between two of them.
struct Scratch {
  std::vector<Cell> cells;
  std::vector<float> busy;  // by column and slot
  std::vector<Part> now, next;
  std::vector<LodSpan> solid;
};

// Level by level from the top, over as few nodes as the columns need: all of one level that have to be opened, then theirs.
// (One after the other down and up waited for memory most of the time; here what comes next is known and asked for early.)
// A node inside one column is added as a whole. A node across one border certainly occupies both columns (its first slice
// starts in one, its last ends in the other), so when it is short its time is split in proportion instead of descending.
// Times are compared with the columns' borders as whole picoseconds; nothing is converted but at borders.
class Reducer {
 public:
  Reducer(const Items& items, const LodPyramid& pyramid, const LodColumns& columns, SliceIndex base, Scratch& scratch, std::vector<LodSpan>& out);
  void run();

 private:
  template <std::size_t kKinds>  // 0 = as many as the pyramid has
  void levels();
  template <std::size_t kKinds>
  void nodes(unsigned level, std::uint64_t first, std::uint64_t last, std::int32_t border, std::vector<Part>& open);
  void leaves(std::uint64_t first, std::uint64_t last, std::int32_t border);
  void item(std::uint64_t i);
  void touch(std::int32_t c) {
    low_ = c < low_ ? c : low_;
    high_ = c > high_ ? c : high_;
  }
  template <std::size_t kKinds>
  void addNode(std::int32_t c, const float* busy, std::uint64_t count, float share) {
    const std::size_t k = kKinds > 0 ? kKinds : kinds_;
    float* to = busy_ + static_cast<std::size_t>(c) * k;
    for (std::size_t s = 0; s < k; ++s) to[s] += busy[s] * share;
    cells_[c].count += count;
    touch(c);
  }
  void add(std::int32_t c, std::uint64_t i, float weight) {
    weight = weight > kLodLeast ? weight : kLodLeast;
    Cell& cell = cells_[c];
    busy_[static_cast<std::size_t>(c) * kinds_ + pyramid_.slotOf[static_cast<std::size_t>(items_.activity[i])]] += weight;
    ++cell.count;
    if (weight > cell.heavyWeight) {
      cell.heavyWeight = weight;
      cell.heavy = i + 1;
    }
    touch(c);
  }
  void finish();
  void flush(std::int32_t c);
  void emit(const LodSpan& s);

  const Items items_;
  const LodPyramid& pyramid_;
  const LodColumns& columns_;
  const std::int64_t from_, to_;
  const float scale_;
  const SliceIndex base_;
  const std::size_t kinds_;
  Scratch& scratch_;
  std::vector<LodSpan>& out_;

  Cell* cells_ = nullptr;
  float* busy_ = nullptr;
  std::int32_t low_ = 0, high_ = -1;  // columns that have something
};

}  // namespace weir::lod
