// What is shown of a run's breakdown, worked out whole, to be kept beside the run: the index it comes from is as large as the
// run itself. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/summarize/breakdown.h"
#include "core/summarize/steps.h"

namespace weir {

// Changes whenever a breakdown of the same run may come out otherwise (a definition, a member): what an older Weir kept is then
// worked out anew.
inline constexpr int kBreakdownRevision = 1;

struct BreakdownSums {
  enum class Of : std::uint8_t { Ranks, WithinSteps, Steps };
  Breakdown over;                              // of the range that is looked at
  std::optional<Breakdown> withinSteps;        // from the first step's begin to the last one's end, of the steps within it
  std::vector<BreakdownOfStep> steps;          // that lie partly in it
};
// From the first begin to the last end of the steps that lie within the range; none where none does.
[[nodiscard]] std::optional<TimeRange> stepsSpan(const std::vector<RankSteps>& steps, const std::optional<TimeRange>& range);
// `over`, and what else `of` asks for. Stopped: to be thrown away.
[[nodiscard]] BreakdownSums breakdownSums(const BreakdownIndex& index, const std::vector<RankSteps>& steps, BreakdownSums::Of of, const std::optional<TimeRange>& range,
                                          const Job& job = {});

[[nodiscard]] std::string breakdownToBytes(const BreakdownSums& sums, const Run& run);  // empty = too large to keep
// None where the bytes are damaged, of another revision or of another run.
[[nodiscard]] std::optional<BreakdownSums> breakdownFromBytes(std::string_view bytes, const Run& run);

}  // namespace weir
