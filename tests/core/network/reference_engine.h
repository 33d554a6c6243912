// The rules of packet_engine.h played in the plainest way: a map of moments, every arrival and every credit an event of
// its own, all links looked at in every moment. Slow, and hard to get wrong; the engine must agree to the picosecond.
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <vector>

#include "core/network/packet_engine.h"
#include "core/scenario/workload.h"
#include "tests/core/network/ecmp_reference.h"

namespace weir::net::test {

class ReferenceEngine {
 public:
  ReferenceEngine(const Graph& g, const PacketOptions& o) : graph_(g), options_(o), router_(g, o.seed) {}

  // Ends of the flows, in their order. Flows of at least one byte.
  std::vector<std::int64_t> run(const std::vector<Flow>& flows) {
    const std::size_t n = graph_.links().size();
    std::vector<std::int64_t> free(n, 0), credit(n, options_.buffer), end(flows.size(), -1);
    std::vector<std::deque<Packet>> queue(n);
    std::vector<std::vector<LinkId>> path(flows.size());
    std::vector<std::int64_t> left(flows.size());
    std::vector<std::vector<std::size_t>> active(graph_.hosts());
    std::vector<std::size_t> turn(graph_.hosts(), 0);
    struct Moment {
      std::vector<std::size_t> starts;                       // flows
      std::vector<std::pair<LinkId, std::int64_t>> credits;  // link, bytes
      std::vector<std::pair<LinkId, Packet>> arrivals;       // came over link
    };
    std::map<std::int64_t, Moment> moments;
    for (std::size_t f = 0; f < flows.size(); ++f) {
      LinkId p[kMaxHops];
      const auto hops = router_.path(static_cast<NodeId>(flows[f].from), static_cast<NodeId>(flows[f].to), f, p);
      path[f].assign(p, p + hops);
      left[f] = flows[f].bytes.count();
      moments[flows[f].start.toPs()].starts.push_back(f);
    }
    while (!moments.empty()) {
      const std::int64_t now = moments.begin()->first;
      Moment m = std::move(moments.begin()->second);
      moments.erase(moments.begin());
      for (const std::size_t f : m.starts) active[static_cast<std::size_t>(flows[f].from)].push_back(f);
      for (const auto& [l, bytes] : m.credits) credit[l] += bytes;
      std::stable_sort(m.arrivals.begin(), m.arrivals.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      for (const auto& [l, p] : m.arrivals) {
        if (p.hop == path[p.flow].size()) {
          if (p.last) end[p.flow] = now;
        } else {
          queue[path[p.flow][p.hop]].push_back(p);
        }
      }
      for (LinkId l = 0; l < n; ++l) {
        const GraphLink& g = graph_.link(l);
        if (free[l] > now) continue;
        const bool toHost = graph_.isHost(g.to);
        Packet p;
        if (graph_.isHost(g.from)) {
          auto& mine = active[g.from];
          if (mine.empty()) continue;
          const std::size_t f = mine[turn[g.from]];
          p = {f, std::min(left[f], options_.mtu), 0, false};
          if (!toHost && credit[l] < p.size) continue;
          left[f] -= p.size;
          p.last = left[f] == 0;
          if (p.last) mine.erase(mine.begin() + static_cast<std::ptrdiff_t>(turn[g.from]));
          else ++turn[g.from];
          if (turn[g.from] >= mine.size()) turn[g.from] = 0;
        } else {
          if (queue[l].empty() || (!toHost && credit[l] < queue[l].front().size)) continue;
          p = queue[l].front();
          queue[l].pop_front();
          const LinkId previous = path[p.flow][p.hop - 1];
          moments[now + std::max(graph_.link(previous).latency.toPs(), kMinDelay)].credits.emplace_back(previous, p.size);
        }
        if (!toHost) credit[l] -= p.size;
        const auto wire = static_cast<std::int64_t>(
            (static_cast<std::uint64_t>(p.size) * static_cast<std::uint64_t>(std::llround(8e12 / g.bandwidth.toBitsPerSecond() * 65536)) + 0x8000) >> 16);
        ++p.hop;
        free[l] = now + wire;
        moments[free[l]];  // look again when it is free
        moments[now + std::max(wire + g.latency.toPs() + (toHost ? 0 : options_.switchLatency), kMinDelay)].arrivals.emplace_back(l, p);
      }
    }
    return end;
  }

 private:
  struct Packet {
    std::size_t flow = 0;
    std::int64_t size = 0;
    std::size_t hop = 0;
    bool last = false;
  };
  const Graph& graph_;
  PacketOptions options_;
  EcmpRouter router_;
};

}  // namespace weir::net::test
