// Any graph: hosts and cables as network.graph lists them. The first nodes of its hosts are used; the others and their
// cables are left out. Bandwidths that are given hold as written, whatever NICs the node has; a cable without takes the
// host's or the fabric's. Levels: steps from the nearest host, so that what carries hosts has level 0.
#include <algorithm>
#include <vector>

#include "core/network/topology.h"
#include "core/scenario/graph_nodes.h"

namespace weir::net {

Result<Graph> buildGraph(const Network& network, const Cables& cables) {
  const auto nodes = graphNodes(network);
  if (!nodes) return tl::make_unexpected(nodes.error());
  if (cables.hosts > nodes->hosts) return fail("the graph has fewer hosts than there are nodes", "machine.nodes", "lower it, or give a larger graph");
  const std::size_t switches = nodes->names.size() - nodes->hosts;
  if (auto fits = graphFits(static_cast<std::int64_t>(switches), static_cast<std::int64_t>(nodes->ends.size())); !fits) return tl::make_unexpected(fits.error());

  Graph g(cables.hosts);
  for (NodeId h = 0; h < cables.hosts; ++h) g.nameHost(h, std::string(nodes->names[h]));
  for (std::size_t i = nodes->hosts; i < nodes->names.size(); ++i) g.addSwitch(std::string(nodes->names[i]));
  const NodeId left = nodes->hosts - cables.hosts;
  for (std::size_t i = 0; i < nodes->ends.size(); ++i) {
    const GraphCable& c = network.graph.cables[i];
    auto [from, to] = nodes->ends[i];
    const auto unused = [&](NodeId n) { return n >= cables.hosts && n < nodes->hosts; };
    if (unused(from) || unused(to)) continue;
    if (from >= nodes->hosts) from -= left;
    if (to >= nodes->hosts) to -= left;
    const bool atHost = g.isHost(from) || g.isHost(to), given = c.bandwidth > Bandwidth{};
    const Time as = atHost ? cables.latency : cables.fabricLatency;
    const LinkId l = g.connect(from, to, given ? c.bandwidth : atHost ? cables.host : cables.fabric, given || c.latency > Time() ? c.latency : as,
                               atHost ? LinkKind::Host : LinkKind::Fabric);
    if (c.one_way) g.setBandwidth(g.reverse(l), Bandwidth{});
  }
  Structure& s = g.structure();
  s.group.assign(switches, 0);
  std::vector<std::vector<NodeId>> next(switches);
  std::vector<NodeId> ring;
  s.level.assign(switches, 255);
  for (const GraphLink& l : g.links()) {
    if (g.isHost(l.from) && !g.isHost(l.to) && s.level[l.to - g.hosts()] == 255) {
      s.level[l.to - g.hosts()] = 0;
      ring.push_back(l.to - g.hosts());
    }
    if (!g.isHost(l.from) && !g.isHost(l.to)) next[l.from - g.hosts()].push_back(l.to - g.hosts());
  }
  for (std::size_t i = 0; i < ring.size(); ++i)
    for (const NodeId n : next[ring[i]])
      if (s.level[n] == 255) {
        s.level[n] = static_cast<std::uint8_t>(std::min(254, s.level[ring[i]] + 1));
        ring.push_back(n);
      }
  return g;
}

}  // namespace weir::net
