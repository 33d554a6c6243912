// Rail-optimised: hosts in groups of hosts_per_leaf (`leaves` groups), NIC r of every host of a group at the group's leaf of
// rail r, every leaf joined to every spine. Hosts of a group reach one another over one leaf, NIC r to NIC r; what changes
// the rail or the group takes a spine. A host's cables: rail by rail. (Wang et al., "Rail-only", HotI 2024, section 2.)
#include <fmt/format.h>

#include <algorithm>

#include "core/network/topology.h"
#include "core/scenario/topology_shape.h"

namespace weir::net {

Result<Graph> buildRail(const Network& network, const Cables& cables) {
  const std::uint32_t rails = std::max(1U, cables.rails);
  const auto shape = topologyShape(network, static_cast<int>(cables.hosts), static_cast<int>(rails));
  if (!shape) return tl::make_unexpected(shape.error());
  const std::int64_t leaves = shape->leaves * rails, spines = shape->spines;
  if (auto fits = graphFits(leaves + spines, std::int64_t{cables.hosts} * rails + leaves * spines); !fits) return tl::make_unexpected(fits.error());

  Graph g(cables.hosts);
  Structure& s = g.structure();
  s.dimensions = {static_cast<int>(rails), static_cast<int>(shape->leaves)};
  const auto add = [&](std::string name, std::uint32_t group, std::uint8_t level) {
    g.addSwitch(std::move(name));
    s.group.push_back(group);
    s.level.push_back(level);
  };
  const NodeId firstLeaf = g.nodes();
  for (std::int64_t l = 0; l < leaves; ++l) add(fmt::format("leaf {}.{}", l / rails, l % rails), static_cast<std::uint32_t>(l / rails), 0);
  const NodeId firstSpine = g.nodes();
  for (std::int64_t i = 0; i < spines; ++i) add(fmt::format("spine {}", i), kNoGroup, 1);
  for (NodeId h = 0; h < cables.hosts; ++h)
    for (NodeId r = 0; r < rails; ++r)
      g.connect(h, firstLeaf + h / static_cast<NodeId>(shape->hosts_per_edge) * rails + r, cables.host, cables.latency);
  for (NodeId l = 0; l < leaves; ++l)
    for (NodeId i = 0; i < spines; ++i) g.connect(firstLeaf + l, firstSpine + i, cables.fabric, cables.fabricLatency, LinkKind::Fabric);
  return g;
}

}  // namespace weir::net
