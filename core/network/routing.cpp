#include "core/network/routing.h"

#include <fmt/format.h>

#include <array>

#include "core/base/random.h"
#include "core/network/routing_table.h"

namespace weir::net {
namespace {

constexpr std::array kRoutings{
    RoutingDescriptor{"ecmp", "a hash of the flow picks among the shortest paths", makeEcmp},
    RoutingDescriptor{"spray", "a hash of each packet picks among the shortest paths", makeSpray},
    RoutingDescriptor{"adaptive", "each switch takes the shortest queue among its minimal next links", makeAdaptive},
    RoutingDescriptor{"minimal", "the topology's minimal path, by a hash of the flow: one global link in a dragonfly", makeMinimal},
    RoutingDescriptor{"dimension-order", "one dimension after the other, the shorter way round: torus, mesh, hyperx", makeDimensionOrder},
    RoutingDescriptor{"valiant", "each packet by a random group or switch in between; not on trees", makeValiant},
    RoutingDescriptor{"ugal-l", "each packet minimally or by Valiant's way, as the queues of its first switch say; not on trees", makeUgalLocal},
    RoutingDescriptor{"ugal-g", "as ugal-l, by the queues along both ways; not on trees", makeUgalGlobal},
};

}  // namespace

std::span<const RoutingDescriptor> routings() { return kRoutings; }

Result<std::unique_ptr<Router>> makeRouter(std::string_view name, const Graph& graph, std::uint64_t seed) {
  std::string names;
  for (const RoutingDescriptor& r : kRoutings) {
    if (r.name == name) {
      auto router = r.make(graph, seed);
      if (router && ((*router)->longest() > kMaxHops || (*router)->channels() > kMaxChannels))
        return fail(fmt::format("{} would take routes of up to {} links in {} virtual channels here; {} and {} are the most", name,
                                (*router)->longest(), (*router)->channels(), kMaxHops, kMaxChannels),
                    "machine.network.routing", "use dimension-order or minimal, or a network less deep");
      return router;
    }
    names += (names.empty() ? "" : ", ") + std::string(r.name);
  }
  return fail(fmt::format("the routing \"{}\" is not known", name), "machine.network.routing", "use " + names);
}

const std::vector<std::uint8_t>& EcmpRouter::distancesTo(NodeId n) {
  std::vector<std::uint8_t>& d = distance_[n];
  if (!d.empty()) return d;
  d.assign(graph_.nodes(), kFar);
  d[n] = 0;
  std::vector<NodeId> frontier{n}, next;
  for (std::uint8_t hop = 1; !frontier.empty() && hop < kFar; ++hop) {
    next.clear();
    for (const NodeId v : frontier)
      for (const LinkId l : graph_.out(v)) {
        // Links come in pairs, so a link out of v is a way back into it.
        const NodeId u = graph_.link(l).to;
        if (d[u] != kFar) continue;
        d[u] = hop;
        if (!graph_.isHost(u)) next.push_back(u);  // hosts do not forward
      }
    frontier.swap(next);
  }
  return d;
}

std::uint32_t EcmpRouter::path(NodeId from, NodeId to, std::uint64_t flow, LinkId* out) {
  if (from == to) return 0;
  // A host with one link is as far as its switch plus one: searching from the switch serves all its hosts.
  const bool single = graph_.isHost(to) && graph_.out(to).size() == 1;
  const NodeId target = single ? graph_.link(graph_.out(to)[0]).to : to;
  const auto& d = distancesTo(target);
  if (d[from] == kFar) return 0;
  const std::uint64_t hash = mix(mix(seed_, flow), (std::uint64_t{from} << 32) | to);
  std::uint32_t hops = 0;
  NodeId at = from;
  while (at != target) {
    if (hops + 1 >= kMaxHops) return 0;
    std::uint32_t choices = 0;
    for (const LinkId l : graph_.out(at)) choices += d[graph_.link(l).to] + 1U == d[at] ? 1U : 0U;
    // Salted by the node, or all switches of a level would pick alike and the paths polarise.
    auto pick = static_cast<std::uint32_t>(((mix(hash, at) >> 32) * choices) >> 32);
    for (const LinkId l : graph_.out(at))
      if (d[graph_.link(l).to] + 1U == d[at] && pick-- == 0) {
        out[hops++] = l;
        at = graph_.link(l).to;
        break;
      }
  }
  if (single) out[hops++] = graph_.reverse(graph_.out(to)[0]);
  return hops;
}

}  // namespace weir::net
