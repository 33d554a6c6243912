// What a topology amounts to in numbers, without building its graph: for validation, for closed forms, and for the
// builders of core/network, so that what is derived (radix 0, hosts_per_leaf 0, groups 0, taper) is derived once.
//
// What is not given is derived for the hosts at hand: a fat tree takes the smallest even radix; leaves about as many hosts
// as there are leaves; a dragonfly the balanced form a = 2 p = 2 h (Kim et al., ISCA 2008, section 3.1) and as many groups
// as the hosts need, a dragonfly+ leaves = spines = hosts_per_leaf = h (Shpiner et al., HiPINEB 2017); torus, mesh and hyperx
// sides as equal as they come (3, 3 and 2 dimensions); a slim fly the smallest q and p = ceil(degree / 2) (Besta, Hoefler,
// SC14, section 3.2). A network may carry more hosts than there are nodes: they fill it from its first switch.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/machine.h"

namespace weir {

struct TopologyShape {
  std::int64_t capacity = 0;        // hosts it carries
  std::int64_t hosts_per_edge = 0;  // on one edge switch, leaf or router; all of them behind a single switch
  std::int64_t edges_per_pod = 0;   // edge switches that reach one another without the top level, or within a dragonfly's group
  double uplink_ratio = 1;          // bandwidth an edge switch's hosts inject over what its uplinks carry, at full load
  std::int64_t radix = 0;           // fat tree
  std::int64_t uplinks = 0;         // of an edge switch or leaf: cables
  std::int64_t leaves = 0, spines = 0;  // leaf-spine, rail (groups of hosts), dragonfly+ (of a group)
  double switches = 0;              // of the whole topology; rail: of one rail, so that the NICs times it is all
  double switches_used = 0;         // the share of them that `nodes` hosts account for
  double cables_used = 0;           // as switches_used, of all cables, hosts' included
  int levels = 1;                   // of a tree
  std::vector<int> dimensions;      // torus, mesh, hyperx
  std::int64_t groups = 1, global_links = 0;  // dragonfly, dragonfly+; links of a router or spine
  std::int64_t slim_fly_q = 0;
  Topology topology = Topology::SingleSwitch;
  double fabric_ratio = 1, global_ratio = 1;  // a host's link over one between switches, between groups
  double mean_switches = 0;         // graph: on the way of two of its hosts, shortest paths, from a sample
  double mean_latency_s = 0;        // graph: of the cables on that way
  Bandwidth least_host{}, most_host{};  // graph: of all of a host's cables, out; 0 where one does not say
  bool detours = false;             // the routing goes around what is full (valiant, ugal)

  // A message to the host `distance` further on in packed order, on a shortest path.
  [[nodiscard]] double crossing(double distance) const;      // fraction of hosts whose partner is behind another edge switch
  [[nodiscard]] double meanSwitches(double distance) const;  // on its way
  [[nodiscard]] double meanGlobals(double distance) const;   // of the links on its way: those between groups, or upper levels
  // By how much the busiest link exceeds a host's when all send so at once: >= 1. Trees: flows spread evenly over the uplinks.
  // Others: minimal paths, dimension by dimension, on average over the routers (at a seam a link may carry up to twice that); no
  // more than twice the load of uniform traffic where the routing goes around (Valiant). A graph from a file: 1, it is not known.
  [[nodiscard]] double slowdown(double distance) const;
};

// Errors name the field below machine.network. `nics`: rails of a rail network.
[[nodiscard]] Result<TopologyShape> topologyShape(const Network& n, int nodes, int nics = 1);
[[nodiscard]] inline Result<TopologyShape> topologyShape(const Machine& m) { return topologyShape(m.network, m.nodes, m.node.nics); }

// The fields of a network that mean something whatever its topology: faults, bandwidths, latencies, endpoints, switches, NICs.
[[nodiscard]] Result<void> validateNetwork(const Machine& m);

}  // namespace weir
