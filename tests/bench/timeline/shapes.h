// Runs of any size for timeline_bench, written straight into columns: a hundred million slices take seconds and no more
// memory than the run itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/run/run.h"

namespace weir::bench {

struct Shape {
  std::string name, what;
  int ranks = 8;
  int threads = 2, depth = 4;  // a rank's threads, each with operators nested this deep
  int streams = 4;             // a rank's streams of kernels and collectives
  int overflow = 0;            // further rows of each thread: slices that overlap without nesting
  bool extras = false;         // a counter a rank and quantity, and arrows from operators to kernels
};

[[nodiscard]] const std::vector<Shape>& shapes();
[[nodiscard]] RunPtr make(const Shape& shape, std::uint64_t slices);
// Bytes of the run's columns and counters.
[[nodiscard]] std::uint64_t bytesOf(const Run& run);

}  // namespace weir::bench
