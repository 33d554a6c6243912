// Collectives by operation, group size, message size and algorithm: count, time and bandwidth. Bandwidths: bandwidth.h.
// Pure, any thread.
#pragma once

#include "core/summarize/stat_table.h"

namespace weir {

// Bytes/s of a rank's link as the run's scenario gives it, or none.
[[nodiscard]] std::optional<double> linkPeakOf(const Run& run);

// A row an operation, group size, size and algorithm; the most time first. Collectives whose first seen call starts in range.
[[nodiscard]] StatTable collectiveTable(const Run& run, const StatAsk& ask = {});

}  // namespace weir
