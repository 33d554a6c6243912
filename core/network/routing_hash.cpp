// Routings over shortest ways: a hash picks among them (ecmp, minimal, spray), or the queues do (adaptive).
#include <algorithm>

#include "core/base/random.h"
#include "core/network/routing.h"

namespace weir::net {

std::uint64_t flowHash(std::uint64_t seed, const Journey& j) { return mix(mix(seed, j.flow), (std::uint64_t{j.from} << 32) | j.to); }
std::uint64_t packetHash(std::uint64_t seed, const Journey& j) {
  const std::uint64_t h = flowHash(seed, j);
  return j.entropy == 0 ? h : mix(h, j.entropy);
}

std::uint32_t routeInside(const Wiring& wiring, const Ends& e, std::uint64_t hash, Hop* out) {
  Trail t{out};
  t.add(e.first, 0);
  if (e.kind == Ends::Kind::Direct) return t.hops;
  Choices ways;
  for (std::uint32_t at = e.source; at != e.target;) {
    wiring.insideChoices(at, e.target, ways);
    if (ways.size() == 0 || t.hops + 1 >= kMaxHops) return 0;
    const Way& w = ways[static_cast<std::uint32_t>(((mix(hash, wiring.hosts() + at) >> 32) * ways.size()) >> 32)];
    Wiring::step(t, w);
    at = w.to;
  }
  t.add(e.last, 0);
  return t.hops;
}

Result<MinimalWays> minimalWays(const Graph& graph, const Wiring& wiring, Shortest kind, const std::vector<std::vector<std::uint32_t>>& through) {
  const Structure& s = graph.structure();
  const bool grouped = s.topology == weir::Topology::Dragonfly || s.topology == weir::Topology::DragonflyPlus;
  return MinimalWays::make(wiring, kind == Shortest::OfTopology && grouped ? s.group : std::vector<std::uint32_t>(), through);
}

namespace {

class HashRouter : public Router {
 public:
  HashRouter(Wiring wiring, MinimalWays ways, std::uint64_t seed, Granularity granularity)
      : wiring_(std::move(wiring)), ways_(std::move(ways)), seed_(seed), granularity_(granularity) {}

  [[nodiscard]] Granularity granularity() const override { return granularity_; }
  [[nodiscard]] std::uint32_t channels() const override { return std::max(ways_.channels(), wiring_.channels()); }
  [[nodiscard]] std::uint32_t longest() const override { return std::max(ways_.longest() + wiring_.accessLinks(), wiring_.longestInside()); }

  std::uint32_t route(const Journey& j, const Load&, Hop* out) const override {
    const Ends e = ends(j);
    if (e.kind == Ends::Kind::Unreachable) return 0;
    const std::uint64_t hash = granularity_ == Granularity::PerMessage ? flowHash(seed_, j) : packetHash(seed_, j);
    if (e.kind != Ends::Kind::Outside) return routeInside(wiring_, e, hash, out);
    Trail t{out};
    wiring_.addExit(t, e);
    std::uint32_t at = e.source;
    if (at != e.target && !ways_.walk(wiring_, ways_.rowOf(e.target), at, hash, t)) return 0;
    wiring_.addEntry(t, e);
    return t.hops;
  }

 protected:
  [[nodiscard]] Ends ends(const Journey& j) const {
    return wiring_.ends(j, [this](std::uint32_t s, std::uint32_t t) { return ways_.distance(ways_.rowOf(t), s); });
  }

  Wiring wiring_;
  MinimalWays ways_;
  std::uint64_t seed_;
  Granularity granularity_;
};

// At every switch the shortest queue, in time, among the links that lead on; where there is a choice, which is outside, and
// inside a node for messages that stay there.
class AdaptiveRouter final : public HashRouter {
 public:
  AdaptiveRouter(Wiring wiring, MinimalWays ways, std::uint64_t seed)
      : HashRouter(std::move(wiring), std::move(ways), seed, Granularity::PerHop) {}

  // What a packet remembers: the order of its last link; links of the entry it has taken; its exit and its entry, plus one,
  // as their search takes longer than the rest where hosts have several.
  Hop next(NodeId at, const Journey& j, HopState& state, const Load& load) const override {
    constexpr std::uint32_t kOrderMask = 3, kTaken = 2, kExit = 8, kEntry = 20, kTakenMask = 0x3f, kAccessMask = 0xfff;
    const std::uint32_t s = at - wiring_.hosts();
    const auto exits = wiring_.exits(j.from), entries = wiring_.entries(j.to);
    Ends e;
    if (const std::uint32_t known = state.memory >> kExit & kAccessMask; known != 0) {
      const Access &exit = exits[known - 1], &entry = entries[(state.memory >> kEntry) - 1];
      e = {Ends::Kind::Outside, &exit, &entry, exit.peer, entry.peer, 0, 0};
    } else {
      e = ends(j);
      if (e.kind == Ends::Kind::Outside && exits.size() < kAccessMask && entries.size() < kAccessMask)
        state.memory |= static_cast<std::uint32_t>(e.exit - exits.data() + 1) << kExit | static_cast<std::uint32_t>(e.entry - entries.data() + 1) << kEntry;
    }
    if (e.kind == Ends::Kind::Outside) {
      if (state.hops < e.exit->length) return wiring_.hops(*e.exit)[state.hops];
      const std::uint32_t taken = state.memory >> kTaken & kTakenMask;
      if (taken > 0 || s == e.target) {
        state.memory += 1U << kTaken;
        return wiring_.hops(*e.entry)[taken];
      }
    } else if (s == e.target) {
      return hop(e.last, 0);
    }
    Choices ways;
    if (e.kind == Ends::Kind::Outside) ways_.choices(wiring_, ways_.rowOf(e.target), s, ways);
    else wiring_.insideChoices(s, e.target, ways);
    const std::uint32_t n = ways.size();
    const Way* best = &ways[0];
    if (n > 1) {
      // From a place that the packet's hash says, so that equal queues, above all empty ones, share the packets.
      const auto start = static_cast<std::uint32_t>(((mix(packetHash(seed_, j), at) >> 32) * n) >> 32);
      Wide least = 0;
      for (std::uint32_t i = 0; i < n; ++i) {
        const Way* w = &ways[start + i < n ? start + i : start + i - n];
        const Wide wait = Wide{static_cast<std::uint64_t>(load.queued(w->link))} * w->weight;
        if (i == 0 || wait < least) {
          least = wait;
          best = w;
        }
      }
    }
    const bool first = e.kind == Ends::Kind::Outside && state.hops == e.exit->length;  // channels begin anew outside
    Trail t{nullptr, 0, first ? 0 : state.channel, static_cast<std::uint8_t>(first ? 0 : state.memory & kOrderMask)};
    const Hop h = Wiring::turn(t, *best);
    state.memory = (state.memory & ~kOrderMask) | t.order;
    return h;
  }
};

Result<std::unique_ptr<Router>> makeHash(const Graph& graph, std::uint64_t seed, Shortest kind, Granularity granularity) {
  Wiring wiring(graph);
  auto ways = minimalWays(graph, wiring, kind);
  if (!ways) return tl::make_unexpected(ways.error());
  if (granularity == Granularity::PerHop) return std::make_unique<AdaptiveRouter>(std::move(wiring), std::move(*ways), seed);
  return std::make_unique<HashRouter>(std::move(wiring), std::move(*ways), seed, granularity);
}

}  // namespace

Result<std::unique_ptr<Router>> makeEcmp(const Graph& graph, std::uint64_t seed) {
  return makeHash(graph, seed, Shortest::Any, Granularity::PerMessage);
}
Result<std::unique_ptr<Router>> makeSpray(const Graph& graph, std::uint64_t seed) {
  return makeHash(graph, seed, Shortest::Any, Granularity::PerPacket);
}
Result<std::unique_ptr<Router>> makeAdaptive(const Graph& graph, std::uint64_t seed) {
  return makeHash(graph, seed, Shortest::OfTopology, Granularity::PerHop);
}
Result<std::unique_ptr<Router>> makeMinimal(const Graph& graph, std::uint64_t seed) {
  return makeHash(graph, seed, Shortest::OfTopology, Granularity::PerMessage);
}

}  // namespace weir::net
