// Leaves carry hosts_per_leaf hosts each; every leaf has one link to every spine. What is not given is derived: about as
// many hosts on a leaf as there are leaves, and as many spines as hosts on a leaf (full bisection).
#include <fmt/format.h>

#include "core/network/topology.h"
#include "core/scenario/topology_shape.h"

namespace weir::net {

Result<Graph> buildLeafSpine(const Network& network, const Cables& cables) {
  const auto shape = topologyShape(network, static_cast<int>(cables.hosts));
  if (!shape) return tl::make_unexpected(shape.error());
  const std::int64_t leaves = shape->leaves;
  const std::int64_t spines = shape->spines;
  if (auto fits = graphFits(leaves + spines, cables.hosts + leaves * spines); !fits) return tl::make_unexpected(fits.error());

  Graph g(cables.hosts);
  Structure& s = g.structure();
  const auto add = [&](std::string name, std::uint32_t group, std::uint8_t level) {
    g.addSwitch(std::move(name));
    s.group.push_back(group);
    s.level.push_back(level);
  };
  const NodeId firstLeaf = g.nodes();
  for (std::int64_t l = 0; l < leaves; ++l) add(fmt::format("leaf {}", l), static_cast<std::uint32_t>(l), 0);
  const NodeId firstSpine = g.nodes();
  for (std::int64_t i = 0; i < spines; ++i) add(fmt::format("spine {}", i), kNoGroup, 1);
  for (NodeId h = 0; h < cables.hosts; ++h)
    g.connect(h, firstLeaf + h / static_cast<NodeId>(shape->hosts_per_edge), cables.host, cables.latency);
  for (NodeId l = 0; l < leaves; ++l)
    for (NodeId i = 0; i < spines; ++i) g.connect(firstLeaf + l, firstSpine + i, cables.fabric, cables.fabricLatency, LinkKind::Fabric);
  return g;
}

}  // namespace weir::net
