// The operations of pipelined training steps, as a timeline names them ("forward-compute", "forward-send", ...), with the DP and PP
// rank that each belongs to and its step and number: what straggler_whatif.h and the critical path make a pipeline_model.h of.
// Pure, any thread.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"
#include "core/summarize/pipeline_model.h"

namespace weir::pipeline {

struct Operation {
  Type type;
  int sequence, chunk, dp, stage;
  std::int64_t step, start, end;  // ps
  std::int32_t rank;
  SliceIndex slice;
};
struct Where {
  int dp = 0, stage = 0;
};

// DP and PP rank of each rank, from the table that the reader makes of the names of processes and threads. Errors: none is known.
[[nodiscard]] Result<std::map<std::int32_t, Where>> coordinatesOf(const Run& run);
// Errors: the run has none, one does not say its step and number; stopped.
[[nodiscard]] Result<std::vector<Operation>> operationsOf(const Run& run, const std::map<std::int32_t, Where>& where, const Job& job);

}  // namespace weir::pipeline
