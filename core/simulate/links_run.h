// Links of the network as counters of a Run: "link utilisation" (a fraction of the bandwidth, from start to end of each
// step) and "queue depth" (the deepest output queue in a step, bytes; packets only),
// "marks" and "pauses" (how many in a step; packets only, where there were any).
#pragma once

#include <cstdint>

#include "core/network/graph.h"
#include "core/network/series.h"
#include "core/run/builder.h"

namespace weir::sim {

// Links that carried nothing are left out; of more than `most` the busiest are kept and a note counts the rest. `end` is
// the end of what is known, ps: the series are resampled to steps that end there (to within a picosecond a step), spreading
// each bin's busy time evenly over its part before `end`.
void writeLinks(RunBuilder& builder, const net::Graph& graph, const net::LinkSeries& series, std::int64_t end, std::size_t most);

}  // namespace weir::sim
