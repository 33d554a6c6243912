// The k-ary fat tree (Al-Fares, Loukissas, Vahdat, SIGCOMM 2008): switches of radix k; three levels carry k^3/4 hosts in
// k pods of k/2 edge switches, two levels k^2/2 hosts on k edge switches. Hosts are numbered along the edge switches.
//
// Taper t >= 1 thins the uplinks of the edge switches: together they carry 1/t of what its k/2 hosts inject. The edge
// keeps ceil(k/2 / t) uplinks, so that a whole taper removes cables (k = 8, t = 4: one uplink of full speed, shared by
// four hosts) and a fractional one also slows those left. Aggregation and core shrink with the uplinks and stay
// untapered. Only the pods that hold hosts are built.
#include <fmt/format.h>

#include "core/network/topology.h"
#include "core/scenario/topology_shape.h"

namespace weir::net {
Result<Graph> buildFatTree(const Network& network, const Cables& cables) {
  const auto hosts = static_cast<std::int64_t>(cables.hosts);
  const int levels = network.levels;
  const auto shape = topologyShape(network, static_cast<int>(hosts));
  if (!shape) return tl::make_unexpected(shape.error());
  const std::int64_t half = shape->hosts_per_edge;
  const std::int64_t up = shape->uplinks;
  const Bandwidth upBandwidth(cables.fabric * (static_cast<double>(half) / network.taper / static_cast<double>(up)));
  const std::int64_t edges = (hosts + half - 1) / half;  // that hold hosts
  const std::int64_t pods = (edges + half - 1) / half;
  if (auto fits = graphFits(levels == 2 ? edges + up : pods * (half + up) + up * half,
                            hosts + (levels == 2 ? edges * up : pods * half * up * 2));
      !fits)
    return tl::make_unexpected(fits.error());

  Graph g(cables.hosts);
  const auto node = [](std::int64_t i) { return static_cast<NodeId>(i); };
  if (levels == 2) {
    const NodeId firstEdge = g.nodes();
    for (std::int64_t e = 0; e < edges; ++e) g.addSwitch(fmt::format("edge {}", e));
    const NodeId firstSpine = g.nodes();
    for (std::int64_t s = 0; s < up; ++s) g.addSwitch(fmt::format("spine {}", s));
    for (std::int64_t h = 0; h < hosts; ++h) g.connect(node(h), firstEdge + node(h / half), cables.host, cables.latency);
    for (std::int64_t e = 0; e < edges; ++e)
      for (std::int64_t s = 0; s < up; ++s) g.connect(firstEdge + node(e), firstSpine + node(s), upBandwidth, cables.latency);
    return g;
  }
  const NodeId firstEdge = g.nodes();
  for (std::int64_t e = 0; e < pods * half; ++e) g.addSwitch(fmt::format("edge {}.{}", e / half, e % half));
  const NodeId firstAggregation = g.nodes();
  for (std::int64_t a = 0; a < pods * up; ++a) g.addSwitch(fmt::format("aggregation {}.{}", a / up, a % up));
  const NodeId firstCore = g.nodes();
  for (std::int64_t c = 0; c < up * half; ++c) g.addSwitch(fmt::format("core {}", c));

  for (std::int64_t h = 0; h < hosts; ++h) g.connect(node(h), firstEdge + node(h / half), cables.host, cables.latency);
  for (std::int64_t p = 0; p < pods; ++p) {
    for (std::int64_t e = 0; e < half; ++e)
      for (std::int64_t a = 0; a < up; ++a)
        g.connect(firstEdge + node(p * half + e), firstAggregation + node(p * up + a), upBandwidth, cables.latency);
    // Aggregation switch a of every pod meets the cores a*half .. a*half + half - 1.
    for (std::int64_t a = 0; a < up; ++a)
      for (std::int64_t c = 0; c < half; ++c)
        g.connect(firstAggregation + node(p * up + a), firstCore + node(a * half + c), upBandwidth, cables.latency);
  }
  return g;
}

}  // namespace weir::net
