// An execution graph made ready to be played: nodes of all ranks in one list, messages paired, collectives matched, and what
// each node waits for besides what was recorded:
//   a rank's processor and its accelerator do one thing at a time, in the order of a topological sort by recorded number;
//   a rank's collectives of one group follow one another, as on a communicator's stream.
// That the whole can be played to its end is found out here, without time.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/result.h"
#include "core/run/run.h"
#include "core/scenario/execution_graph.h"

namespace weir::sim {

struct ReplayPlan {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  struct Item {
    std::uint32_t rank = 0, node = 0;  // into graph.ranks
    std::uint32_t waits = 0;           // for so many others
    std::uint32_t first = 0, last = 0; // next[first .. last): who waits for it
    std::uint32_t other = kNone;       // a send's receive and the reverse; a collective's call
    std::uint32_t member = 0;          // of the call's group
  };
  struct Call {
    CollectiveOp operation = CollectiveOp::AllReduce;
    std::int64_t bytes = 0;
    std::uint32_t group = 0;
    std::vector<std::uint32_t> items;  // by member
  };
  ExecutionGraph graph;
  std::vector<Item> items;             // by rank, then node
  std::vector<std::uint32_t> next;
  std::vector<Call> calls;
  [[nodiscard]] const GraphNode& node(const Item& i) const { return graph.ranks[i.rank][i.node]; }
  [[nodiscard]] int ranks() const { return static_cast<int>(graph.ranks.size()); }
};

// A graph of one rank for all is copied to `ranks` ranks. Errors, at workload.run: a message without its other end, ranks
// that disagree on a collective, nodes that wait for one another in a circle.
[[nodiscard]] Result<ReplayPlan> replayPlan(ExecutionGraph graph, int ranks);

// A measured or simulated Run as a graph: each rank's collectives in order of their starts, and between them the time that
// the rank took from the end of what had ended, or the start of what still ran, to the next start. Errors: no collectives,
// sizes or groups unknown, ranks missing.
[[nodiscard]] Result<ExecutionGraph> graphOfRun(const Run& run);

}  // namespace weir::sim
