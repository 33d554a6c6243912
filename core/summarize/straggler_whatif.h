// What stragglers cost a pipelined training job, by replaying its timeline without them. Definitions of "Understanding
// Stragglers in Large Model Training Using What-if Analysis" (2025) and its artifact ByteDance-Seed/StragglerAnalysis:
//   T         step time of a replay with the measured durations and no launch delays
//   T_ideal   the same with every operation as long as its type's mean (computing) or median (communication)
//   S         T / T_ideal, the slowdown (Eq. 1); S of a part (an operation type, a DP rank, a stage): only that part keeps its
//             measured durations in the ideal replay (Eq. 2); S of a worker: the less of its DP rank's and its stage's (Eq. 4)
//   M_W       (T - T') / (T - T_ideal), T' with the slowest 3 % of the workers made ideal (Eq. 5); M_S the same with the last
//             stage made ideal. Communication lasts from its last member's start on (its transfer).
// Needs a timeline with DP and PP ranks (table "ranks") whose slices are the operations of a pipelined step ("forward-compute",
// "forward-send", "grads-reduce-scatter", ...) with arguments `step` and `seq_id`. Pure, any thread.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"
#include "core/summarize/stat_table.h"

namespace weir {

struct WhatIfPart {
  std::string name;       // "DP rank 1", "stage 3", "forward-compute"
  double slowdown = std::numeric_limits<double>::quiet_NaN();
  double step_s = std::numeric_limits<double>::quiet_NaN();  // of the ideal replay with this part as measured
};

struct WhatIfShare {  // how much of the slowdown a part explains
  double removed_s = 0, added_s = 0;  // mean step with the part made ideal; ideal with the part as measured
  double removed = std::numeric_limits<double>::quiet_NaN(), added = std::numeric_limits<double>::quiet_NaN();  // of T - T_ideal
};

struct StragglerWhatIf {
  struct Step {
    std::int64_t step = 0;                            // as the trace numbers it
    double measured_s = 0, replayed_s = 0, ideal_s = 0;
    std::int64_t begin = 0;                           // ps
  };
  struct Worker {
    std::int32_t rank = kUnknownRank;
    int dp = 0, stage = 0;
    double slowdown = 0;
  };
  int dp = 0, stages = 0;
  std::size_t left = 0;  // steps without all operations: not counted
  double measured_s = 0, replayed_s = 0, ideal_s = 0, slowdown = 0;  // means over the steps; T, T_ideal, S
  std::vector<Step> steps;
  std::vector<WhatIfPart> byOperation, byDp, byStage;  // slowest first
  std::vector<Worker> workers;                         // slowest first
  std::vector<std::int32_t> slowest;                   // the workers of M_W
  WhatIfShare lastStage, slowestWorkers;               // M_S and M_W are their `removed`
};

// Of the steps that lie within the range. An error says what the run lacks.
[[nodiscard]] Result<StragglerWhatIf> stragglerWhatIf(const Run& run, const Job& job = {}, std::optional<TimeRange> range = std::nullopt);
// Summary, parts, workers and steps as tables. A run it cannot be asked of gives one table with the reason.
[[nodiscard]] std::vector<StatTable> whatIfTables(const Run& run, const Job& job = {}, std::optional<TimeRange> range = std::nullopt);

}  // namespace weir
