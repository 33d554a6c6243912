// What ran on the devices, and which operators ran on the hosts, by name. Pure, any thread.
#pragma once

#include <string_view>

#include "core/base/progress.h"
#include "core/summarize/stat_table.h"

namespace weir {

// A row a kernel name and kind, the most time first. Kernels are all that keeps a device stream busy; ranks without device
// streams count what their threads compute, send, copy and load. Stopped: a table with what was counted.
[[nodiscard]] StatTable kernelTable(const Run& run, const StatAsk& ask = {}, const Job& job = {});
// A row a name of a host thread's slices, with the time in what they call and without (self).
[[nodiscard]] StatTable operatorTable(const Run& run, const StatAsk& ask = {}, const Job& job = {});

// What a distribution can be drawn of, and its durations (ps, sorted) by rank.
struct DurationSet {
  std::int32_t rank = kUnknownRank;
  std::vector<std::int64_t> durations;
};
[[nodiscard]] std::vector<DurationSet> durationsOfKernel(const Run& run, std::string_view name, const StatAsk& ask = {});
[[nodiscard]] std::vector<DurationSet> durationsOfOperation(const Run& run, Operation operation, const StatAsk& ask = {});

}  // namespace weir
