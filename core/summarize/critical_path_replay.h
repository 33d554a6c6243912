// A PathGraph played again: lags under changes, and the times that follow. Private to critical_path_*.cpp.
#pragma once

#include <vector>

#include "core/summarize/critical_path_change.h"
#include "core/summarize/critical_path_graph.h"

namespace weir::path {

struct Lags {
  Column<std::int64_t> piece;  // where asked for; empty = as measured
  Column<std::int64_t> chain;  // by anchor, as PathGraph::chain
  Column<std::int64_t> edge;   // by edge
};

// Errors: a change that names what the run does not have; a network's present rate that is neither given nor measured;
// a run that would be longer than 46 days (as for simulations: half of what picoseconds in 64 bits hold); stopped.
[[nodiscard]] Result<Lags> lagsOf(const PathGraph& g, const std::vector<PathChange>& changes, bool pieces, const Job& job);
// The time of every anchor, ps on the run's axis: the latest of what leads to it. Empty when stopped.
[[nodiscard]] Column<std::int64_t> replay(const PathGraph& g, const Lags& lags, const Job& job);
// The anchor that comes last; where several do, the one the measured path ends at, if it is among them.
[[nodiscard]] std::uint32_t lastAnchor(const PathGraph& g, const Column<std::int64_t>& times);

}  // namespace weir::path
