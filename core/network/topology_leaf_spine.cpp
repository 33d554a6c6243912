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
  const NodeId firstLeaf = g.nodes();
  for (std::int64_t l = 0; l < leaves; ++l) g.addSwitch(fmt::format("leaf {}", l));
  const NodeId firstSpine = g.nodes();
  for (std::int64_t s = 0; s < spines; ++s) g.addSwitch(fmt::format("spine {}", s));
  for (NodeId h = 0; h < cables.hosts; ++h)
    g.connect(h, firstLeaf + h / static_cast<NodeId>(shape->hosts_per_edge), cables.host, cables.latency);
  for (NodeId l = 0; l < leaves; ++l)
    for (NodeId s = 0; s < spines; ++s) g.connect(firstLeaf + l, firstSpine + s, cables.fabric, cables.latency);
  return g;
}

}  // namespace weir::net
