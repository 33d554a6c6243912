// Equal-cost multi-path: every shortest path is allowed, a hash of the flow picks one, hop by hop, as switches do.
// Distances are found by breadth-first search from the destination's switch, once per switch that is asked for, so any
// graph routes; on a tree the shortest paths go up and then down, which cannot deadlock. One thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "core/network/graph.h"
#include "core/network/router.h"

namespace weir::net {


class EcmpRouter {
 public:
  EcmpRouter(const Graph& graph, std::uint64_t seed) : graph_(graph), seed_(seed), distance_(graph.nodes()) {}

  // Writes the links of the path of this flow, first hop first, and returns how many; 0 = unreachable (or from == to),
  // or farther than kMaxHops. `out` has room for kMaxHops.
  std::uint32_t path(NodeId from, NodeId to, std::uint64_t flow, LinkId* out);

 private:
  const std::vector<std::uint8_t>& distancesTo(NodeId n);
  const Graph& graph_;
  std::uint64_t seed_;
  std::vector<std::vector<std::uint8_t>> distance_;  // by destination's switch; empty = not asked yet
};

}  // namespace weir::net
