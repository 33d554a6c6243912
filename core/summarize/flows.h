// Arrows of a run, found from both ends: what led to a slice, what it led to, and the whole chain. Built once in a worker
// (one sort by counting over the arrows); immutable afterwards, any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"

namespace weir {

class Flows {
 public:
  // Error only when stopped. Keeps the Run alive.
  [[nodiscard]] static Result<std::shared_ptr<const Flows>> build(RunPtr run, const Job& job);
  [[nodiscard]] const RunPtr& runPtr() const { return run_; }

  // Indices into Run::arrows [first, second) that leave the slice. O(log n).
  [[nodiscard]] std::pair<std::size_t, std::size_t> from(SliceIndex slice) const;
  // Those that reach it. O(log n).
  [[nodiscard]] std::span<const std::uint64_t> to(SliceIndex slice) const;

  struct Chain {
    std::vector<std::size_t> before, after;  // arrows that led to the slice, and that come of it; nearest first
    bool more = false;                       // there are more than `most` of one
  };
  // Breadth first from the slice, backwards over arrows that reach and forwards over arrows that leave.
  [[nodiscard]] Chain chain(SliceIndex slice, std::size_t most) const;

  // Arrows that leave slices of [from, to): slices of a row are numbered in order of time. O(log n).
  [[nodiscard]] std::pair<std::size_t, std::size_t> fromSlices(SliceIndex begin, SliceIndex end) const;

 private:
  RunPtr run_;
  std::vector<std::uint64_t> byEnd_;  // arrows by (to, index)
};
using FlowsPtr = std::shared_ptr<const Flows>;

}  // namespace weir
