// Routings that go out of the way, decided for each packet as it leaves its host: Valiant's (always by a random place in
// between; Valiant, SIAM J. Comput. 1982) and UGAL (minimal or Valiant's, whichever queue promises less delay: Singh, "Load-
// balanced routing in interconnection networks", Stanford 2005, chapter 5; on dragonflies Kim, Dally, Scott, Abts, ISCA 2008,
// section 4). In between is a group of a dragonfly or dragonfly+, a router for pairs within a dragonfly's group, and any
// switch elsewhere. Both halves are minimal: dimension-order on tori, meshes and HyperX without faults (Singh, section 5.2),
// shortest ways elsewhere.
//
// On trees they are refused: every shortest path there already climbs to a switch that spray picks at random, which is
// Valiant's routing without a detour, and adaptive picks by the queues.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/base/random.h"
#include "core/network/routing_dimensions.h"
#include "core/network/routing.h"

namespace weir::net {
namespace {

enum class Detour { Always, LocalQueues, AllQueues };

// A detour has to promise this much less, in bytes x links, or single packets in a queue would send others the long way.
// BookSim's dragonfly (Jiang et al., ISPASS 2013) grants minimal paths 30 flits.
constexpr std::uint64_t kInFavour = 16384;

class Places {  // where a detour may lead, and by which row of the table
 public:
  struct Place { std::uint32_t row, s; };  // s: the switch, kNoIndex = the row's whole group

  std::vector<Place> all;                       // switches, or groups by their number
  std::vector<std::vector<Place>> within;       // by group: switches for pairs of the same group
  std::vector<std::uint32_t> groups;            // by switch; empty = `all` are switches
};

class DetourRouter final : public Router {
 public:
  DetourRouter(Wiring wiring, std::uint64_t seed, Detour detour) : wiring_(std::move(wiring)), seed_(seed), detour_(detour) {
    for (NodeId h = 0; h < wiring_.hosts(); ++h)
      atSwitch_ &= std::all_of(wiring_.exits(h).begin(), wiring_.exits(h).end(), [](const Access& a) { return a.length == 1; });
  }

  Result<void> plan(const Graph& graph) {
    for (std::uint32_t s = 0; s < wiring_.switches(); ++s)
      for (const Way& w : wiring_.ways(s)) {
        if (weight_.size() <= w.link) weight_.resize(w.link + 1U);
        weight_[w.link] = w.weight;
      }
    if (auto d = Dimensions::make(graph, wiring_, ""); d) {
      dimensions_ = std::move(*d);
      for (std::uint32_t s = 0; s < dimensions_->routers(); ++s) places_.all.push_back({0, s});
      return {};
    }
    const Structure& structure = graph.structure();
    const bool plus = structure.topology == weir::Topology::DragonflyPlus;
    std::vector<std::vector<std::uint32_t>> through;
    std::vector<std::uint32_t> rowless;
    if (plus || structure.topology == weir::Topology::Dragonfly) {
      places_.groups = structure.group;
      for (std::uint32_t s = 0; s < wiring_.switches(); ++s) {
        if (!wiring_.outside(s)) continue;
        if (through.size() <= structure.group[s]) through.resize(structure.group[s] + 1U);
        through[structure.group[s]].push_back(s);
      }
    } else {
      for (std::uint32_t s = 0; s < wiring_.switches(); ++s)
        if (wiring_.outside(s) && !wiring_.edge(s)) {
          rowless.push_back(s);
          through.push_back({s});
        }
    }
    auto ways = minimalWays(graph, wiring_, Shortest::OfTopology, through);
    if (!ways) return tl::make_unexpected(ways.error());
    ways_ = std::move(*ways);
    if (!places_.groups.empty()) {
      for (std::uint32_t g = 0; g < through.size(); ++g) places_.all.push_back({ways_->throughRow(g), kNoIndex});
      places_.within.resize(through.size());
      for (const std::uint32_t s : wiring_.edges())
        if (!plus) places_.within[structure.group[s]].push_back({ways_->rowOf(s), s});
      for (const auto& list : places_.within)
        for (const Places::Place& a : list)
          for (const Places::Place& b : list)
            if (const std::uint8_t d = ways_->distance(a.row, b.s); d != kFar) nearby_ = std::max<std::uint32_t>(nearby_, d);
    } else {
      for (const std::uint32_t s : wiring_.edges()) places_.all.push_back({ways_->rowOf(s), s});
      for (std::uint32_t i = 0; i < rowless.size(); ++i) places_.all.push_back({ways_->throughRow(i), rowless[i]});
    }
    return {};
  }

  [[nodiscard]] Granularity granularity() const override { return Granularity::PerPacket; }
  [[nodiscard]] bool global() const override { return detour_ == Detour::AllQueues || (detour_ == Detour::LocalQueues && !atSwitch_); }
  [[nodiscard]] std::uint32_t channels() const override {
    if (dimensions_) return std::max(2 * dimensions_->channels(), wiring_.channels());
    // Two halves need what each needs.
    const std::uint32_t first = places_.groups.empty() ? std::max(ways_->channels(), ways_->channelsThrough()) : ways_->channelsThrough();
    return std::max({std::min(first + ways_->channels(), wiring_.channelsAtMost(halves())), 1 + nearby_, ways_->channels(), wiring_.channels()});
  }
  [[nodiscard]] std::uint32_t longest() const override { return std::max(between() + wiring_.accessLinks(), wiring_.longestInside()); }

  std::uint32_t route(const Journey& j, const Load& load, Hop* out) const override {
    const Ends e = wiring_.ends(j, [this](std::uint32_t s, std::uint32_t t) {
      return dimensions_ ? dimensions_->distance(s, t) : ways_->distance(ways_->rowOf(t), s);
    });
    if (e.kind == Ends::Kind::Unreachable) return 0;
    const std::uint64_t hash = packetHash(seed_, j);
    if (e.kind != Ends::Kind::Outside) return routeInside(wiring_, e, hash, out);
    Trail t{out};
    wiring_.addExit(t, e);
    const std::uint32_t begin = t.hops;
    if (e.source != e.target) {
      const bool choice = detour_ != Detour::Always;
      const bool direct = choice && minimal(e.source, e.target, hash, 0, t);
      Hop longWay[kMaxHops];
      Trail d{longWay};
      wiring_.addExit(d, e);
      const bool there = detour(e, mix(hash, 1), direct && detour_ == Detour::LocalQueues ? linkOf(out[begin]) : kNoIndex, d);
      if (there && (!direct || longer(load, out + begin, t.hops - begin, longWay + begin, d.hops - begin))) {
        t.hops = d.hops;
        std::copy(longWay + begin, longWay + d.hops, out + begin);
      } else if (!direct && (choice || !minimal(e.source, e.target, hash, 0, t))) {
        return 0;
      }
    }
    wiring_.addEntry(t, e);
    return t.hops;
  }

 private:
  // Links between outside switches of the longest detour; halves(): of those that leave their group, where there are any.
  [[nodiscard]] std::uint32_t between() const { return std::max(halves(), 2 * nearby_); }
  [[nodiscard]] std::uint32_t halves() const {
    if (dimensions_) return 2 * dimensions_->longest();
    return (places_.groups.empty() ? std::max(ways_->longest(), ways_->longestThrough()) : ways_->longestThrough()) + ways_->longest();
  }

  bool minimal(std::uint32_t at, std::uint32_t to, std::uint64_t hash, std::uint32_t base, Trail& t) const {
    return dimensions_ ? dimensions_->walk(wiring_, at, to, hash, base, t) : ways_->walk(wiring_, ways_->rowOf(to), at, hash, t);
  }

  // By a place that is neither end; false where there is none that leads on. And one that does not begin with the link
  // `avoided`, if a few draws find one: where both ways begin alike their queue says nothing, and an eighth of a dragonfly's
  // detours would fall back on the full link (Kim et al., section 4.3, tell the two apart by their channels instead).
  bool detour(const Ends& e, std::uint64_t hash, LinkId avoided, Trail& t) const {
    constexpr std::uint64_t kAvoiding = 8, kDraws = 64;
    const bool groups = !places_.groups.empty();
    const bool within = groups && places_.groups[e.source] == places_.groups[e.target];
    const std::vector<Places::Place>& list = within ? places_.within[places_.groups[e.source]] : places_.all;
    if (list.empty()) return false;
    const Trail before = t;
    // Drawn again and not moved on when it falls on an end, or the neighbours of the ends would be drawn more often.
    for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
      const std::uint64_t h = mix(hash, draw);
      const Places::Place& p = list[((h >> 32) * list.size()) >> 32];
      if (p.s == kNoIndex) {
        const auto g = static_cast<std::uint32_t>(&p - list.data());
        if (g == places_.groups[e.source] || g == places_.groups[e.target]) continue;
      } else if (p.s == e.source || p.s == e.target) {
        continue;
      }
      std::uint32_t at = e.source;
      const std::uint64_t first = mix(h, 1), second = mix(h, 2);
      const bool leads = dimensions_ ? dimensions_->walk(wiring_, at, p.s, first, 0, t) && dimensions_->walk(wiring_, p.s, e.target, second, dimensions_->channels(), t)
                                     : ways_->walk(wiring_, p.row, at, first, t) && ways_->walk(wiring_, ways_->rowOf(e.target), at, second, t);
      if (leads && (draw >= kAvoiding || linkOf(t.out[before.hops]) != avoided)) return true;
      t = before;
    }
    return false;
  }

  // Whether the short way takes longer.
  [[nodiscard]] bool longer(const Load& load, const Hop* shortWay, std::uint32_t n, const Hop* longWay, std::uint32_t m) const {
    const auto wait = [&](Hop h) { return Wide{static_cast<std::uint64_t>(load.queued(linkOf(h)))} * weight_[linkOf(h)]; };
    if (detour_ == Detour::LocalQueues) return wait(shortWay[0]) * n > wait(longWay[0]) * m + Wide{kInFavour} * weight_[linkOf(shortWay[0])];
    Wide a = 0, b = Wide{kInFavour} * weight_[linkOf(shortWay[0])];
    for (std::uint32_t i = 0; i < n; ++i) a += wait(shortWay[i]);
    for (std::uint32_t i = 0; i < m; ++i) b += wait(longWay[i]);
    return a > b;
  }

  Wiring wiring_;
  std::uint64_t seed_;
  Detour detour_;
  bool atSwitch_ = true;  // no node's inside stands between a host and the switch whose queues are asked for
  std::optional<Dimensions> dimensions_;
  std::optional<MinimalWays> ways_;
  Places places_;
  std::uint32_t nearby_ = 0;           // links between routers of a group that has detours within
  std::vector<std::uint32_t> weight_;  // by link
};

Result<std::unique_ptr<Router>> makeDetour(const Graph& graph, std::uint64_t seed, Detour detour, std::string_view name) {
  switch (graph.structure().topology) {
    case weir::Topology::SingleSwitch:
    case weir::Topology::LeafSpine:
    case weir::Topology::FatTree:
    case weir::Topology::Rail:
      return fail(fmt::format("{} makes a detour, and on a tree a shortest path already goes by any upper switch", name), "machine.network.routing",
                  detour == Detour::Always ? "use spray" : "use adaptive");
    default: break;
  }
  auto router = std::make_unique<DetourRouter>(Wiring(graph), seed, detour);
  if (auto planned = router->plan(graph); !planned) return tl::make_unexpected(planned.error());
  return router;
}

}  // namespace

Result<std::unique_ptr<Router>> makeValiant(const Graph& graph, std::uint64_t seed) { return makeDetour(graph, seed, Detour::Always, "valiant"); }
Result<std::unique_ptr<Router>> makeUgalLocal(const Graph& graph, std::uint64_t seed) { return makeDetour(graph, seed, Detour::LocalQueues, "ugal-l"); }
Result<std::unique_ptr<Router>> makeUgalGlobal(const Graph& graph, std::uint64_t seed) { return makeDetour(graph, seed, Detour::AllQueues, "ugal-g"); }

}  // namespace weir::net
