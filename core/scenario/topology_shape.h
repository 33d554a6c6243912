// What a topology amounts to in numbers, without building its graph: for validation, for closed forms, and for the
// builders of core/network, so that what is derived (radix 0, hosts_per_leaf 0, taper) is derived once.
#pragma once

#include <cstdint>

#include "core/base/result.h"
#include "core/scenario/machine.h"

namespace weir {

struct TopologyShape {
  std::int64_t capacity = 0;        // hosts it carries
  std::int64_t hosts_per_edge = 0;  // on one edge switch or leaf; all of them behind a single switch
  std::int64_t edges_per_pod = 0;   // edge switches that reach one another without the top level
  double uplink_ratio = 1;          // bandwidth an edge switch's hosts inject over what its uplinks carry, at full load
  std::int64_t radix = 0;           // fat tree
  std::int64_t uplinks = 0;         // of an edge switch or leaf: cables
  std::int64_t leaves = 0, spines = 0;  // leaf-spine
  double switches = 0;              // of the whole topology
  double switches_used = 0;         // the share of them that `nodes` hosts account for
};

// Errors name the field below machine.network.
[[nodiscard]] Result<TopologyShape> topologyShape(const Network& n, int nodes);

}  // namespace weir
