// The dragonfly (Kim, Dally, Scott, Abts, ISCA 2008): groups of a routers, each with p hosts and h global links; the routers
// of a group are joined all-to-all, the groups by the arrangement of global_links.h. Global port q of a group is at its
// router q / h. The full one has a h + 1 groups: p = 4, a = 8, h = 4 has 33 groups, 264 routers and 1,056 hosts.
#include <fmt/format.h>

#include "core/network/global_links.h"
#include "core/network/topology.h"
#include "core/scenario/topology_shape.h"

namespace weir::net {

Result<Graph> buildDragonfly(const Network& network, const Cables& cables) {
  const auto shape = topologyShape(network, static_cast<int>(cables.hosts));
  if (!shape) return tl::make_unexpected(shape.error());
  const auto a = static_cast<NodeId>(shape->edges_per_pod), groups = static_cast<NodeId>(shape->groups);
  const auto h = static_cast<NodeId>(shape->global_links), p = static_cast<NodeId>(shape->hosts_per_edge);
  const std::int64_t routers = std::int64_t{a} * groups;
  if (auto fits = graphFits(routers, cables.hosts + routers * (a - 1) / 2 + (groups > 1 ? routers * h / 2 : 0)); !fits) return tl::make_unexpected(fits.error());

  Graph g(cables.hosts);
  Structure& s = g.structure();
  s.dimensions = {static_cast<int>(a), static_cast<int>(groups)};
  const NodeId first = g.nodes();
  for (NodeId i = 0; i < a * groups; ++i) {
    g.addSwitch(fmt::format("router {}.{}", i / a, i % a));
    s.group.push_back(i / a);
    s.level.push_back(0);
  }
  for (NodeId host = 0; host < cables.hosts; ++host) g.connect(host, first + host / p, cables.host, cables.latency);
  for (NodeId group = 0; group < groups; ++group)
    for (NodeId i = 0; i < a; ++i)
      for (NodeId j = i + 1; j < a; ++j) g.connect(first + group * a + i, first + group * a + j, cables.fabric, cables.fabricLatency, LinkKind::Fabric);
  for (const GlobalCable& c : globalCables(groups, a * h))
    g.connect(first + c.group * a + c.port / h, first + c.peerGroup * a + c.peerPort / h, cables.global, cables.globalLatency, LinkKind::Global);
  return g;
}

}  // namespace weir::net
