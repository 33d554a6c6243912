// Dragonfly+ (Shpiner, Haramaty, Eliad, Zdornov, Gafni, Zahavi, HiPINEB 2017): a group is a two-level tree, every leaf joined
// to every spine; leaves carry hosts_per_leaf hosts, spines global_links_per_router global links, arranged as in global_links.h.
// Global port q of a group is at its spine q mod spines, so that the links to one group, where there are several, and those
// to its neighbours lie at different spines.
#include <fmt/format.h>

#include "core/network/global_links.h"
#include "core/network/topology.h"
#include "core/scenario/topology_shape.h"

namespace weir::net {

Result<Graph> buildDragonflyPlus(const Network& network, const Cables& cables) {
  const auto shape = topologyShape(network, static_cast<int>(cables.hosts));
  if (!shape) return tl::make_unexpected(shape.error());
  const auto leaves = static_cast<NodeId>(shape->leaves), spines = static_cast<NodeId>(shape->spines), groups = static_cast<NodeId>(shape->groups);
  const auto h = static_cast<NodeId>(shape->global_links), p = static_cast<NodeId>(shape->hosts_per_edge);
  const std::int64_t within = std::int64_t{leaves} * spines * groups, global = groups > 1 ? std::int64_t{spines} * h * groups / 2 : 0;
  if (auto fits = graphFits(std::int64_t{leaves + spines} * groups, cables.hosts + within + global); !fits) return tl::make_unexpected(fits.error());

  Graph g(cables.hosts);
  Structure& s = g.structure();
  s.dimensions = {static_cast<int>(leaves), static_cast<int>(groups)};
  const auto add = [&](const char* what, NodeId i, NodeId each, std::uint8_t level) {
    g.addSwitch(fmt::format("{} {}.{}", what, i / each, i % each));
    s.group.push_back(i / each);
    s.level.push_back(level);
  };
  const NodeId firstLeaf = g.nodes();
  for (NodeId i = 0; i < leaves * groups; ++i) add("leaf", i, leaves, 0);
  const NodeId firstSpine = g.nodes();
  for (NodeId i = 0; i < spines * groups; ++i) add("spine", i, spines, 1);
  for (NodeId host = 0; host < cables.hosts; ++host) g.connect(host, firstLeaf + host / p, cables.host, cables.latency);
  for (NodeId l = 0; l < leaves * groups; ++l)
    for (NodeId i = 0; i < spines; ++i) g.connect(firstLeaf + l, firstSpine + l / leaves * spines + i, cables.fabric, cables.fabricLatency, LinkKind::Fabric);
  for (const GlobalCable& c : globalCables(groups, spines * h))
    g.connect(firstSpine + c.group * spines + c.port % spines, firstSpine + c.peerGroup * spines + c.peerPort % spines, cables.global, cables.globalLatency,
              LinkKind::Global);
  return g;
}

}  // namespace weir::net
