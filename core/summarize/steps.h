// Training steps as a trace marks them: annotations "ProfilerStep#N" (PyTorch) or "step N" (Weir's own simulations).
// Pure, any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run/run.h"
#include "core/summarize/intervals.h"

namespace weir {

struct RankSteps {
  std::int32_t rank = kUnknownRank;
  std::vector<TimeRange> steps;  // by start, no two of one start
};

// By rank; ranks without marked steps do not appear.
[[nodiscard]] std::vector<RankSteps> markedSteps(const Run& run);

struct Steps {
  enum class From : std::uint8_t { Nothing, Marks, Repetition } from = From::Nothing;
  std::vector<RankSteps> ranks;  // by rank; with Nothing empty
};
// Marked steps; where a trace has no marks, those that its repeated sequence of collectives or kernels shows.
[[nodiscard]] Steps findSteps(const Run& run);

}  // namespace weir
