// Waiting in collectives as tables: the same numbers for the window, the terminal and JSON. Pure, any thread.
#pragma once

#include <vector>

#include "core/summarize/stat_table.h"
#include "core/summarize/stragglers.h"

namespace weir {

// Calls of instances that begin in range and that at least two ranks of the run took part in.
// A row a rank, who waits longest first: how long, which share of the run that is, and for whom.
[[nodiscard]] StatTable waitingTable(const std::vector<CollectiveInstance>& instances, const Run& run, const StatAsk& ask = {});
// A row a rank: how often it came last, how long it waited and made others wait.
[[nodiscard]] StatTable latenessTable(const std::vector<CollectiveInstance>& instances, const StatAsk& ask = {});
// A row a collective, by time.
[[nodiscard]] StatTable stragglerTable(const std::vector<CollectiveInstance>& instances, const Run& run, const StatAsk& ask = {});
// All three, the sums over the run first.
[[nodiscard]] std::vector<StatTable> stragglerTables(const Run& run, const StatAsk& ask = {});

}  // namespace weir
