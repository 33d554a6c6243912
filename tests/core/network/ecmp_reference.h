// Equal-cost multi-path by the plainest means: a breadth-first search from each destination, then hop by hop the link that the
// flow's hash picks among those that come nearer. What "ecmp" has to choose on graphs whose hosts have one link each.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/network/graph.h"
#include "core/network/router.h"

namespace weir::net::test {

class EcmpRouter {
 public:
  EcmpRouter(const Graph& graph, std::uint64_t seed) : graph_(graph), seed_(seed), distance_(graph.nodes()) {}

  // The links of the path, first hop first; returns how many, 0 = unreachable. `out` has room for kMaxHops.
  std::uint32_t path(NodeId from, NodeId to, std::uint64_t flow, LinkId* out) {
    if (from == to) return 0;
    const std::vector<std::uint32_t>& d = distancesTo(to);
    if (d[from] == kUnknown) return 0;
    const std::uint64_t hash = mix(mix(seed_, flow), (std::uint64_t{from} << 32) | to);
    std::uint32_t hops = 0;
    for (NodeId at = from; at != to; ++hops) {
      if (hops == kMaxHops) return 0;
      std::vector<LinkId> nearer;
      for (const LinkId l : graph_.out(at))
        if (d[graph_.link(l).to] + 1 == d[at]) nearer.push_back(l);
      out[hops] = nearer[((mix(hash, at) >> 32) * nearer.size()) >> 32];
      at = graph_.link(out[hops]).to;
    }
    return hops;
  }

 private:
  static constexpr std::uint32_t kUnknown = 0x7fffffff;

  const std::vector<std::uint32_t>& distancesTo(NodeId n) {
    std::vector<std::uint32_t>& d = distance_[n];
    if (!d.empty()) return d;
    d.assign(graph_.nodes(), kUnknown);
    std::vector<NodeId> todo{n};
    d[n] = 0;
    for (std::size_t i = 0; i < todo.size(); ++i)
      for (const LinkId l : graph_.out(todo[i])) {  // cables work both ways here: a link out is a way back in
        const NodeId u = graph_.link(l).to;
        if (d[u] != kUnknown) continue;
        d[u] = d[todo[i]] + 1;
        if (!graph_.isHost(u)) todo.push_back(u);  // hosts do not forward
      }
    return d;
  }

  const Graph& graph_;
  std::uint64_t seed_;
  std::vector<std::vector<std::uint32_t>> distance_;  // by destination; empty = not asked yet
};

}  // namespace weir::net::test
