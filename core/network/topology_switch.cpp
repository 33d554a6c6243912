#include "core/network/topology.h"

namespace weir::net {

Result<Graph> buildSwitch(const Network&, const Cables& cables) {
  Graph g(cables.hosts);
  const NodeId s = g.addSwitch("switch");
  g.structure().group = {0};
  g.structure().level = {0};
  for (NodeId h = 0; h < cables.hosts; ++h) g.connect(h, s, cables.host, cables.latency);
  return g;
}

}  // namespace weir::net
