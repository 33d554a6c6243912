// The k-ary fat tree (Al-Fares, Loukissas, Vahdat, SIGCOMM 2008), of 2 to 5 levels of switches of radix k, half of their
// ports down and half up, all down at the top (a k-ary n-tree: Petrini, Vanneschi, IPPS 1997). L levels carry 2 (k/2)^L hosts,
// three of them k^3/4 in k pods of k/2 edge switches. Hosts are numbered along the edge switches.
//
// A block of level l holds k/2 blocks of level l - 1 (the edge switch is that of level 0, the top holds k) and, from level 1
// on, as many switches as one of them has uplinks: uplink j of switch i of a block meets switch i k/2 + j (of an edge switch:
// j) of the block around it.
//
// Taper t >= 1 thins the uplinks of the edge switches: together they carry 1/t of what its k/2 hosts inject. The edge
// keeps ceil(k/2 / t) uplinks, so that a whole taper removes cables (k = 8, t = 4: one uplink of full speed, shared by
// four hosts) and a fractional one also slows those left. What stands above shrinks with the uplinks and stays untapered.
// Only the pods (blocks of level 1) that hold hosts are built, and what is above those.
//
// Names: "edge p.e", "aggregation p.a", "core c"; two levels: "edge e", "spine s"; more levels: the blocks around it, from
// the top, then the switch: "edge 1.0.3", "aggregation 1.0.3", "level-2 1.3", "core 7".
#include <fmt/format.h>

#include <vector>

#include "core/network/topology.h"
#include "core/scenario/topology_shape.h"

namespace weir::net {
namespace {

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// The blocks that a block of level `level` stands in, from below the top: "1.0".
std::string path(std::int64_t block, int level, int top, std::int64_t half) {
  std::string s = std::to_string(level + 1 < top ? block % half : block);
  if (level + 1 < top) s = path(block / half, level + 1, top, half) + "." + s;
  return s;
}

}  // namespace

Result<Graph> buildFatTree(const Network& network, const Cables& cables) {
  const auto hosts = static_cast<std::int64_t>(cables.hosts);
  const int levels = network.levels, top = levels - 1;
  const auto shape = topologyShape(network, static_cast<int>(hosts));
  if (!shape) return tl::make_unexpected(shape.error());
  const std::int64_t half = shape->hosts_per_edge, up = shape->uplinks;
  const Bandwidth upBandwidth(cables.fabric * (static_cast<double>(half) / network.taper / static_cast<double>(up)));

  // By level: blocks built, and switches of a block.
  std::vector<std::int64_t> blocks(static_cast<std::size_t>(levels)), each(blocks);
  std::int64_t switches = 0, uplinks = 0;
  for (int l = 0; l < levels; ++l) {
    const auto i = static_cast<std::size_t>(l);
    each[i] = l == 0 ? 1 : l == 1 ? up : each[i - 1] * half;
    blocks[i] = l == 0 ? ceilDiv(hosts, half) : l == top ? 1 : ceilDiv(blocks[i - 1], half);
  }
  if (levels > 2)
    blocks[0] = blocks[1] * half;  // pods are whole
  for (int l = 0; l < levels; ++l) {
    const auto i = static_cast<std::size_t>(l);
    switches += blocks[i] * each[i];
    if (l < top) uplinks += blocks[i] * each[i] * (l == 0 ? up : half);
  }
  if (auto fits = graphFits(switches, hosts + uplinks); !fits) return tl::make_unexpected(fits.error());

  Graph g(cables.hosts);
  Structure& s = g.structure();
  std::vector<NodeId> first;
  std::int64_t perPod = 1;  // blocks of the level at hand in a pod: the largest block below the top
  for (int l = 0; l + 1 < top; ++l) perPod *= half;
  for (int l = 0; l < levels; ++l, perPod = std::max<std::int64_t>(1, perPod / half)) {
    const auto i = static_cast<std::size_t>(l);
    first.push_back(g.nodes());
    const std::string what = l == top ? (levels == 2 ? "spine" : "core") : l == 0 ? "edge" : l == 1 ? "aggregation" : fmt::format("level-{}", l);
    for (std::int64_t b = 0; b < blocks[i]; ++b)
      for (std::int64_t w = 0; w < each[i]; ++w) {
        // An edge switch is its block.
        const std::string name = l == top ? std::to_string(w) : l == 0 ? path(b, 0, top, half) : fmt::format("{}.{}", path(b, l, top, half), w);
        g.addSwitch(fmt::format("{} {}", what, name));
        s.level.push_back(static_cast<std::uint8_t>(l));
        s.group.push_back(l == top ? kNoGroup : static_cast<std::uint32_t>(b / perPod));
      }
  }
  for (NodeId h = 0; h < cables.hosts; ++h) g.connect(h, first[0] + h / static_cast<NodeId>(half), cables.host, cables.latency);
  for (int l = 0; l < top; ++l) {
    const auto i = static_cast<std::size_t>(l);
    const std::int64_t ups = l == 0 ? up : half, around = l + 1 == top ? blocks[i] : half;
    for (std::int64_t b = 0; b < blocks[i]; ++b)
      for (std::int64_t w = 0; w < each[i]; ++w)
        for (std::int64_t j = 0; j < ups; ++j) {
          const auto from = first[i] + static_cast<NodeId>(b * each[i] + w);
          const auto to = first[i + 1] + static_cast<NodeId>(b / around * each[i + 1] + w * ups + j);
          g.connect(from, to, l == 0 ? upBandwidth : cables.global, l == 0 ? cables.fabricLatency : cables.globalLatency, l == 0 ? LinkKind::Fabric : LinkKind::Global);
        }
  }
  return g;
}

}  // namespace weir::net
