// Training steps as a trace marks them: annotations "ProfilerStep#N" (PyTorch) or "step N" (Weir's own simulations).
// Pure, any thread.
#pragma once

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

}  // namespace weir
