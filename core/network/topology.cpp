#include "core/network/topology.h"

#include <fmt/format.h>

#include <array>

namespace weir::net {
namespace {

constexpr std::array kTopologies{
    TopologyDescriptor{weir::Topology::SingleSwitch, "switch", "one switch that carries all hosts", buildSwitch},
    TopologyDescriptor{weir::Topology::LeafSpine, "leaf-spine", "leaves with hosts, every leaf joined to every spine", buildLeafSpine},
    TopologyDescriptor{weir::Topology::FatTree, "fat-tree", "k-ary fat tree of two to five levels, tapered at the edge", buildFatTree},
    TopologyDescriptor{weir::Topology::Rail, "rail", "rail-optimised: a leaf for each NIC of a group of hosts, every leaf joined to every spine", buildRail},
    TopologyDescriptor{weir::Topology::Dragonfly, "dragonfly", "groups of routers joined all-to-all, groups joined in pairs", buildDragonfly},
    TopologyDescriptor{weir::Topology::DragonflyPlus, "dragonfly+", "groups of leaves and spines, spines of groups joined in pairs", buildDragonflyPlus},
    TopologyDescriptor{weir::Topology::Torus, "torus", "routers in a grid of up to six dimensions that closes on itself", buildTorus},
    TopologyDescriptor{weir::Topology::Mesh, "mesh", "routers in a grid of up to six dimensions", buildTorus},
    TopologyDescriptor{weir::Topology::HyperX, "hyperx", "routers in a grid, all of a line joined to one another", buildHyperX},
    TopologyDescriptor{weir::Topology::SlimFly, "slim-fly", "routers of diameter two, as McKay, Miller and Siran's graphs", buildSlimFly},
    TopologyDescriptor{weir::Topology::Graph, "graph", "any graph: hosts and cables as listed, or from a file", buildGraph},
};

}  // namespace

std::span<const TopologyDescriptor> topologies() { return kTopologies; }

Cables Cables::filled() const {
  Cables c = *this;
  if (!(c.global.toBitsPerSecond() > 0)) c.global = c.fabric;
  if (c.fabricLatency < Time()) c.fabricLatency = c.latency;
  if (c.globalLatency < Time()) c.globalLatency = c.fabricLatency;
  return c;
}

Result<void> graphFits(std::int64_t switches, std::int64_t cables) {
  constexpr std::int64_t kMostSwitches = 1'000'000, kMostCables = 4'000'000;  // some GB with the engine's state
  if (switches <= kMostSwitches && cables <= kMostCables) return {};
  return fail(fmt::format("a topology of {} switches and {} cables is too large to simulate", switches, cables), "machine.network.topology",
              "make it fit the nodes, or use the model");
}

Result<Graph> buildTopology(const Network& network, const Cables& cables) {
  if (cables.hosts == 0) return fail("there are no hosts", "machine.nodes", "give at least one node");
  if (!(cables.host.toBitsPerSecond() > 0) || !(cables.fabric.toBitsPerSecond() > 0))
    return fail("the links have no bandwidth", "machine.network.link.bandwidth", "write it as \"100Gbps\"");
  if (cables.latency < Time()) return fail("a link's latency is negative", "machine.network.link.latency", "write it as \"1us\"");
  for (const TopologyDescriptor& t : kTopologies)
    if (t.id == network.topology) {
      auto graph = t.build(network, cables.filled());
      if (!graph) return graph;
      Structure& s = graph->structure();
      s.topology = network.topology;
      s.outside = graph->switches();
      if (auto ok = applyFaults(network, *graph); !ok) return tl::make_unexpected(ok.error());
      graph->finish();
      return graph;
    }
  return fail("this topology has no builder", "machine.network.topology", "use another");
}

}  // namespace weir::net
