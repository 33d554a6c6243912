// Breakdowns as tables: the same numbers for the window, the terminal and JSON. Pure, any thread.
#pragma once

#include "core/summarize/breakdown.h"
#include "core/summarize/stat_table.h"
#include "core/summarize/steps.h"

namespace weir {

// kernelWaitBelow: as the index was built with; it stands in the definitions.
// A row a rank, and with several ranks their sum first. Places: where the rank's time begins.
[[nodiscard]] StatTable breakdownTable(const Breakdown& b, const StatAsk& ask = {}, std::int64_t kernelWaitBelow = kKernelWaitBelow);
// A row a step (summed over the ranks) and a rank of it. Steps are called as stepNumbers() says.
[[nodiscard]] StatTable stepTable(const std::vector<BreakdownOfStep>& steps, const StatAsk& ask = {}, std::int64_t kernelWaitBelow = kKernelWaitBelow);
// HTA's idle time breakdown: a row a device stream.
[[nodiscard]] StatTable idleTable(const Run& run, const StatAsk& ask = {}, std::int64_t kernelWaitBelow = kKernelWaitBelow);

}  // namespace weir
