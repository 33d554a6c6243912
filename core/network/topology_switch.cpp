#include "core/network/topology.h"

namespace weir::net {

Result<Graph> buildSwitch(const Network&, const Cables& cables) {
  Graph g(cables.hosts);
  const NodeId s = g.addSwitch("switch");
  for (NodeId h = 0; h < cables.hosts; ++h) g.connect(h, s, cables.host, cables.latency);
  return g;
}

}  // namespace weir::net
