#include "core/network/routing_wiring.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weir::net {
namespace {

std::uint32_t weightOf(const GraphLink& l) {
  const double fs = 1e15 / l.bandwidth.toBytesPerSecond();
  return static_cast<std::uint32_t>(std::clamp(std::round(fs), 1.0, 4294967295.0));
}

bool works(const GraphLink& l) { return l.bandwidth.toBitsPerSecond() > 0; }

bool isTree(weir::Topology t) {
  return t == weir::Topology::SingleSwitch || t == weir::Topology::LeafSpine || t == weir::Topology::FatTree || t == weir::Topology::Rail;
}

}  // namespace

Wiring::Wiring(const Graph& graph) : hosts_(graph.hosts()), nodeOf_(graph.structure().nodeOfHost) {
  const std::uint32_t n = graph.switches();
  rank_.resize(n);
  firstWay_.assign(n + 1, 0);
  for (std::uint32_t s = 0; s < n; ++s) {
    for (const LinkId l : graph.out(hosts_ + s)) {
      const GraphLink& link = graph.link(l);
      if (!graph.isHost(link.to)) ways_.push_back({link.to - hosts_, l, weightOf(link), link.kind == LinkKind::Internal});
    }
    firstWay_[s + 1] = static_cast<std::uint32_t>(ways_.size());
  }
  // Only what topologies that are trees by their build say of themselves; anything else is measured. A level for every
  // switch and a step of one level for every link make sure that they are.
  const auto& level = graph.structure().level;
  upDown_ = isTree(graph.structure().topology) && (n <= 1 || level.size() == n);
  for (const GraphLink& l : graph.links())
    if (upDown_ && !graph.isHost(l.from) && !graph.isHost(l.to))
      upDown_ = works(l) && std::max(level[l.from - hosts_], level[l.to - hosts_]) - std::min(level[l.from - hosts_], level[l.to - hosts_]) == 1;
  findPorts(graph);
  findRanks(graph);
  findInside();
}

void Wiring::findPorts(const Graph& graph) {
  const auto port = [&](LinkId l, NodeId peer) {
    const GraphLink& link = graph.link(l);
    return Port{l, kNone, graph.isHost(peer) ? kNone : peer - hosts_, weightOf(link), link.kind == LinkKind::Internal};
  };
  firstOut_.assign(hosts_ + 1, 0);
  firstIn_.assign(hosts_ + 1, 0);
  for (NodeId h = 0; h < hosts_; ++h) {
    for (const LinkId l : graph.out(h)) out_.push_back(port(l, graph.link(l).to));
    firstOut_[h + 1] = static_cast<std::uint32_t>(out_.size());
  }
  for (const GraphLink& l : graph.links())
    if (works(l) && graph.isHost(l.to)) ++firstIn_[l.to + 1];
  std::partial_sum(firstIn_.begin(), firstIn_.end(), firstIn_.begin());
  in_.resize(firstIn_.back());
  auto next = firstIn_;
  for (LinkId l = 0; l < graph.links().size(); ++l)
    if (const GraphLink& link = graph.link(l); works(link) && graph.isHost(link.to)) in_[next[link.to]++] = port(l, link.from);

  single_.resize(hosts_);
  isEdge_.assign(switches(), 0);
  for (NodeId h = 0; h < hosts_; ++h) {
    const auto outs = portsOut(h), ins = portsIn(h);
    for (const auto ports : {outs, ins})
      for (const Port& p : ports)
        if (p.peer != kNone) isEdge_[p.peer] = 1;
    if (outs.size() == 1 && ins.size() == 1 && outs[0].peer != kNone && outs[0].peer == ins[0].peer) {
      single_[h] = outs[0];
      single_[h].back = ins[0].link;
    }
  }
  for (std::uint32_t s = 0; s < switches(); ++s)
    if (isEdge_[s]) edges_.push_back(s);
}

// By level where the topology says, else by how far the hosts are; among equals the switch that is nearer to the best
// connected one is higher, so that a tree of switches with hosts on all of them counts as a tree.
void Wiring::findRanks(const Graph& graph) {
  const std::uint32_t n = switches();
  const auto spread = [&](std::vector<std::uint32_t> from) {
    std::vector<std::uint32_t> depth(n, kNone), next;
    for (const std::uint32_t s : from) depth[s] = 0;
    for (std::uint32_t d = 1; !from.empty(); ++d, from.swap(next)) {
      next.clear();
      for (const std::uint32_t s : from)
        for (const Way& w : ways(s))
          if (depth[w.to] == kNone) {
            depth[w.to] = d;
            next.push_back(w.to);
          }
    }
    return depth;
  };
  std::vector<std::uint32_t> level(graph.structure().level.begin(), graph.structure().level.end());
  if (level.size() != n) level = spread(edges_);
  std::uint32_t root = 0;
  for (std::uint32_t s = 1; s < n; ++s)
    if (ways(s).size() > ways(root).size()) root = s;
  const std::vector<std::uint32_t> depth = n > 0 ? spread({root}) : std::vector<std::uint32_t>();
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (level[a] != level[b]) return level[a] < level[b];
    if (depth[a] != depth[b]) return depth[a] > depth[b];
    return a > b;
  });
  for (std::uint32_t i = 0; i < n; ++i) rank_[order[i]] = i;
}

void Wiring::findInside() {
  const std::uint32_t n = switches();
  enclosed_.assign(n, 0);
  if (std::none_of(out_.begin(), out_.end(), [](const Port& p) { return p.inside; }) &&
      std::none_of(ways_.begin(), ways_.end(), [](const Way& w) { return w.inside; }))
    return;
  part_.assign(n, kNone);
  place_.assign(n, 0);
  std::vector<char> opensOut(n, 0), inside(n, 0);  // has a link that is not internal, to a switch or a host; has one that is
  for (std::uint32_t s = 0; s < n; ++s)
    for (const Way& w : ways(s))
      (w.inside ? inside : opensOut)[s] = 1;
  for (const std::vector<Port>* ports : {&out_, &in_})
    for (const Port& p : *ports)
      if (p.peer != kNone) (p.inside ? inside : opensOut)[p.peer] = 1;
  // Cables have two ends, but one may be broken alone: the search goes both ways.
  std::vector<std::vector<std::uint32_t>> near(n);
  for (std::uint32_t s = 0; s < n; ++s)
    for (const Way& w : ways(s))
      if (w.inside) {
        near[s].push_back(w.to);
        near[w.to].push_back(s);
      }
  std::size_t table = 0;
  for (std::uint32_t s = 0; s < n; ++s) {
    if (part_[s] != kNone) continue;
    const auto id = static_cast<std::uint32_t>(parts_.size());
    std::vector<std::uint32_t> members{s};
    part_[s] = id;
    for (std::size_t i = 0; i < members.size(); ++i)
      for (const std::uint32_t t : near[members[i]])
        if (part_[t] == kNone) {
          part_[t] = id;
          members.push_back(t);
        }
    for (std::uint32_t i = 0; i < members.size(); ++i) place_[members[i]] = i;
    const auto size = static_cast<std::uint32_t>(members.size());
    parts_.push_back({table, size});
    table += std::size_t{size} * size;
    insideTable_.resize(table, kFar);
    if (std::none_of(members.begin(), members.end(), [&](std::uint32_t m) { return opensOut[m] != 0; }))
      for (const std::uint32_t m : members) enclosed_[m] = 1;
    for (const std::uint32_t target : members) {  // parts are as large as a node: a plain search each
      std::uint8_t* row = &insideTable_[parts_.back().table + std::size_t{place_[target]} * size];
      row[place_[target]] = 0;
      std::uint32_t longest = 0;
      for (std::uint8_t d = 1; d < kFar; ++d) {
        bool any = false;
        for (const std::uint32_t m : members)
          if (row[place_[m]] == kFar)
            for (const Way& w : ways(m))
              if (w.inside && row[place_[w.to]] == d - 1) {
                row[place_[m]] = d;
                any = true;
                break;
              }
        if (!any) break;
        longest = d;
      }
      if (isEdge_[target]) {
        insideLongest_ = std::max(insideLongest_, longest);
        // The most turns from down to up on any of the ways, by rising distance: [came down][switch].
        std::vector<std::uint32_t> turns[2] = {std::vector<std::uint32_t>(size, 0), std::vector<std::uint32_t>(size, 0)};
        for (std::uint32_t d = 1; d <= longest; ++d)
          for (const std::uint32_t m : members)
            if (row[place_[m]] == d)
              for (const Way& w : ways(m))
                if (w.inside && row[place_[w.to]] + 1U == d)
                  for (const std::uint32_t down : {0U, 1U}) {
                    const bool rises = up(m, w.to);
                    std::uint32_t& t = turns[down][place_[m]];
                    t = std::max(t, turns[rises ? 0 : 1][place_[w.to]] + (rises && down ? 1 : 0));
                  }
        for (const std::uint32_t m : members)
          if (isEdge_[m] && row[place_[m]] != kFar) insideChannels_ = std::max(insideChannels_, 1 + turns[0][place_[m]]);
      }
    }
  }
  for (std::uint32_t s = 0; s < n; ++s)
    if (inside[s] && !enclosed_[s]) {
      insides_.resize(n, kNone);
      insides_[s] = part_[s];
    }
}

std::uint32_t Wiring::insideChoices(std::uint32_t s, std::uint32_t t, const Way** out) const {
  const std::uint8_t d = insideDistance(s, t);
  std::uint32_t n = 0;
  for (const Way& w : ways(s))
    if (w.inside && insideDistance(w.to, t) + 1U == d) out[n++] = &w;
  return n;
}

Ends Wiring::direct(const Journey& j) const {
  const auto lasts = portsIn(j.to);
  const auto straight = [&](const Port& f) {
    return f.peer == kNone && std::any_of(lasts.begin(), lasts.end(), [&](const Port& l) { return l.link == f.link; });
  };
  std::uint32_t n = 0, widest = kNone;
  for (const Port& f : portsOut(j.from))
    if (straight(f) && f.weight <= widest) {
      n = f.weight < widest ? 1 : n + 1;
      widest = f.weight;
    }
  if (n == 0) return {};
  std::uint64_t pick = j.flow % n;
  for (const Port& f : portsOut(j.from))
    if (straight(f) && f.weight == widest && pick-- == 0) return {f.link, f.link, 0, 0, true};
  return {};
}

Ends Wiring::insideEnds(const Journey& j) const {
  if (part_.empty() || nodeOf_.empty() || nodeOf_[j.from] != nodeOf_[j.to]) return {};
  Ends e = choose(j, [&](const Port& f, const Port& l) -> std::uint64_t {
    if (!f.inside || !l.inside) return ~std::uint64_t{};
    const std::uint8_t d = insideDistance(f.peer, l.peer);
    return d == kFar ? ~std::uint64_t{} : (std::uint64_t{d} << 32) + std::max(f.weight, l.weight);
  });
  e.inside = e.reachable();
  return e;
}

}  // namespace weir::net
