// Breakdowns and stragglers as tables: the same numbers for the window, the terminal and JSON. Pure, any thread.
#pragma once

#include "core/summarize/breakdown.h"
#include "core/summarize/stat_table.h"
#include "core/summarize/steps.h"
#include "core/summarize/stragglers.h"

namespace weir {

// kernelWaitBelow: as the index was built with; it stands in the definitions.
// A row a rank, and with several ranks their sum first. Places: where the rank's time begins.
[[nodiscard]] StatTable breakdownTable(const Breakdown& b, const StatAsk& ask = {}, std::int64_t kernelWaitBelow = kKernelWaitBelow);
// A row a step (summed over the ranks) and a rank of it. Steps are called as stepNumbers() says.
[[nodiscard]] StatTable stepTable(const std::vector<BreakdownOfStep>& steps, const StatAsk& ask = {}, std::int64_t kernelWaitBelow = kKernelWaitBelow);
// HTA's idle time breakdown: a row a device stream.
[[nodiscard]] StatTable idleTable(const Run& run, const StatAsk& ask = {}, std::int64_t kernelWaitBelow = kKernelWaitBelow);

// A row a collective that at least two ranks of the run took part in, by time; calls of instances that begin in range.
[[nodiscard]] StatTable stragglerTable(const std::vector<CollectiveInstance>& instances, const Run& run, const StatAsk& ask = {});
// A row a rank: how often it came last, how long it waited and made others wait.
[[nodiscard]] StatTable latenessTable(const std::vector<CollectiveInstance>& instances, const StatAsk& ask = {});

}  // namespace weir
