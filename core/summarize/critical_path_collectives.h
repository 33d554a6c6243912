// What stands beside the critical path's collectives, ranks and links in a list to choose from. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/summarize/critical_path.h"
#include "core/summarize/steps.h"
#include "core/summarize/stragglers.h"

namespace weir {

// Which step a moment of a rank lies in, by the numbers that the trace gives them (stepNumbers in breakdown.h).
class StepAt {
 public:
  StepAt() = default;
  explicit StepAt(Steps steps);
  // Steps of no rank are those of every rank. None: outside of all steps, or no steps are known.
  [[nodiscard]] std::optional<std::int64_t> of(std::int32_t rank, std::int64_t time) const;
  [[nodiscard]] bool empty() const { return steps_.empty(); }

 private:
  std::vector<RankSteps> steps_;
  std::vector<std::vector<std::int64_t>> numbers_;
};

// Who makes others wait in the collectives that meet within the span, most first; only ranks that do.
[[nodiscard]] std::vector<RankLateness> latenessWithin(const Run& run, TimeRange span);

// Two ranks between which messages, or collectives of these two alone, stand on the path.
struct PathLinkRow {
  std::int32_t a = 0, b = 0;  // a < b
  std::int64_t time = 0;      // on the path, ps
};
[[nodiscard]] std::vector<PathLinkRow> linksOnPath(const PathGraph& graph, const CriticalPath& path);  // longest first

}  // namespace weir
