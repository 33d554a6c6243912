// The operations of pipelined training steps, as a timeline names them ("forward-compute", "forward-send", ...), with the DP and PP
// rank that each belongs to and its step and number: what core/summarize/straggler_whatif.h, the critical path and call_match.h make a
// pipeline_model.h of.
// Pure, any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"
#include "core/run/pipeline_model.h"

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

// One step of one DP rank, with what its operations wait for by their own times.
struct RankStep {
  std::vector<Operation> operations;   // by start: the model's nodes
  std::optional<Model> model;          // none: some are missing or stand twice, as in a recording's first and last step
  std::vector<std::uint32_t> group;    // of each of model->groups, a number that is one and the same in all DP ranks the group spans
};
// By step and DP rank. Errors: those of coordinatesOf() and operationsOf().
[[nodiscard]] Result<std::vector<RankStep>> rankSteps(const Run& run, const Job& job);

}  // namespace weir::pipeline
