// Which calls belong together and between whom a message goes, as traffic speaks of it: core/run/call_match.h. A run is counted by
// the same match when it is made; only one that an older version kept in a study may have other numbers. Pure, any thread.
#pragma once

#include "core/run/call_match.h"

namespace weir {

using TrafficMatch = CallMatch;

// Stopped by the job: empty.
[[nodiscard]] inline TrafficMatch matchTraffic(const Run& run, const Job& job = {}) { return matchCalls(run, job); }

// The run's calls with the instances of `match`, and nothing else of it: for what asks who came last.
[[nodiscard]] Run callsAlone(const Run& run, const TrafficMatch& match);

}  // namespace weir
