// The k-ary fat tree (Al-Fares, Loukissas, Vahdat, SIGCOMM 2008): switches of radix k; three levels carry k^3/4 hosts in
// k pods of k/2 edge switches, two levels k^2/2 hosts on k edge switches. Hosts are numbered along the edge switches.
//
// Taper t >= 1 thins the uplinks of the edge switches: together they carry 1/t of what its k/2 hosts inject. The edge
// keeps ceil(k/2 / t) uplinks, so that a whole taper removes cables (k = 8, t = 4: one uplink of full speed, shared by
// four hosts) and a fractional one also slows those left. Aggregation and core shrink with the uplinks and stay
// untapered. Only the pods that hold hosts are built.
#include <fmt/format.h>

#include <cmath>

#include "core/network/topology.h"

namespace weir::net {
namespace {

std::int64_t capacity(int levels, std::int64_t k) { return levels == 3 ? k * k * k / 4 : k * k / 2; }

}  // namespace

Result<Graph> buildFatTree(const Network& network, const Cables& cables) {
  const auto hosts = static_cast<std::int64_t>(cables.hosts);
  const int levels = network.levels;
  if (levels != 2 && levels != 3)
    return fail(fmt::format("a fat tree of {} levels is not known", levels), "machine.network.levels", "use 2 or 3");
  if (!(network.taper >= 1) || !std::isfinite(network.taper))
    return fail(fmt::format("a taper of {} is not possible", network.taper), "machine.network.taper", "give 1 or more");
  std::int64_t k = network.radix;
  if (k < 0 || k % 2 != 0 || k > 1024)
    return fail(fmt::format("a radix of {} is not possible", k), "machine.network.radix", "give an even number up to 1024, or 0 to have it derived");
  if (k == 0)
    for (k = 2; capacity(levels, k) < hosts; k += 2) {}
  if (capacity(levels, k) < hosts)
    return fail(fmt::format("{} hosts do not fit: a fat tree of {} levels and radix {} carries {}", hosts, levels, k, capacity(levels, k)),
                "machine.network.radix", "raise radix or levels, or lower machine.nodes");

  const std::int64_t half = k / 2;
  const auto up = static_cast<std::int64_t>(std::ceil(static_cast<double>(half) / network.taper - 1e-9));
  const Bandwidth upBandwidth(cables.fabric * (static_cast<double>(half) / network.taper / static_cast<double>(up)));
  const std::int64_t edges = (hosts + half - 1) / half;  // that hold hosts

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
  const std::int64_t pods = (edges + half - 1) / half;
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
