// Collectives by operation, group size, message size and algorithm: count, time and bandwidth. Bandwidths as nccl-tests
// defines them (doc/PERFORMANCE.md): algbw = size / time, busbw = algbw x a factor of the operation and the number of ranks.
// Pure, any thread.
#pragma once

#include "core/summarize/stat_table.h"

namespace weir {

// Size as nccl-tests counts it: the whole buffer of all-gather and gather, else the input of a rank. None: unknown.
[[nodiscard]] std::optional<double> ncclSize(const CollectiveCall& call);
// Bytes/s of a rank's link as the run's scenario gives it, or none.
[[nodiscard]] std::optional<double> linkPeakOf(const Run& run);

// A row an operation, group size, size and algorithm; the most time first. Collectives whose first seen call starts in range.
[[nodiscard]] StatTable collectiveTable(const Run& run, const StatAsk& ask = {});

}  // namespace weir
