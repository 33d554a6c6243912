// Routers at the points of a grid: what torus, mesh and hyperx share. Internal to the topologies.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "core/network/topology.h"
#include "core/scenario/topology_shape.h"

namespace weir::net {

// line(at, size, join): calls join(to) for every coordinate that a router at `at` of a line of `size` has a cable to; each cable once.
template <class Line>
[[nodiscard]] Result<Graph> buildGrid(const Network& network, const Cables& cables, Line&& line) {
  const auto shape = topologyShape(network, static_cast<int>(cables.hosts));
  if (!shape) return tl::make_unexpected(shape.error());
  const auto routers = static_cast<std::int64_t>(shape->switches);
  std::int64_t most = 0;  // cables a router adds, at most
  for (const int d : shape->dimensions) most += network.topology == weir::Topology::HyperX ? d / 2 : 1;
  if (auto fits = graphFits(routers, cables.hosts + routers * most); !fits) return tl::make_unexpected(fits.error());

  Graph g(cables.hosts);
  Structure& s = g.structure();
  s.dimensions = shape->dimensions;
  const NodeId first = g.nodes();
  for (NodeId i = 0; i < routers; ++i) {
    std::string name;
    NodeId rest = i, last = 0;
    for (const int d : s.dimensions) {
      last = rest % static_cast<NodeId>(d);
      rest /= static_cast<NodeId>(d);
      name += (name.empty() ? "" : ".") + std::to_string(last);
    }
    g.addSwitch("router " + name);
    s.group.push_back(last);
    s.level.push_back(0);
  }
  for (NodeId h = 0; h < cables.hosts; ++h) g.connect(h, first + h / static_cast<NodeId>(shape->hosts_per_edge), cables.host, cables.latency);
  for (NodeId i = 0; i < routers; ++i) {
    NodeId stride = 1;
    for (const int d : s.dimensions) {
      const auto size = static_cast<NodeId>(d), at = i / stride % size;
      line(at, size, [&](std::uint32_t to) { g.connect(first + i, first + i - at * stride + to * stride, cables.fabric, cables.fabricLatency, LinkKind::Fabric); });
      stride *= size;
    }
  }
  return g;
}

}  // namespace weir::net
