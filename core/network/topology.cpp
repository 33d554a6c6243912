#include "core/network/topology.h"

#include <fmt/format.h>

#include <array>

namespace weir::net {
namespace {

constexpr std::array kTopologies{
    TopologyDescriptor{weir::Topology::SingleSwitch, "switch", "one switch that carries all hosts", buildSwitch},
    TopologyDescriptor{weir::Topology::LeafSpine, "leaf-spine", "leaves with hosts, every leaf joined to every spine", buildLeafSpine},
    TopologyDescriptor{weir::Topology::FatTree, "fat-tree", "k-ary fat tree of two or three levels, tapered at the edge", buildFatTree},
};

}  // namespace

std::span<const TopologyDescriptor> topologies() { return kTopologies; }

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
      auto graph = t.build(network, cables);
      if (graph) graph->finish();
      return graph;
    }
  return fail("this topology has no builder", "machine.network.topology", "use switch, leaf-spine or fat-tree");
}

}  // namespace weir::net
