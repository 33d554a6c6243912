#include "core/network/routing_wiring.h"

#include <cmath>
#include <numeric>
#include <utility>

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
  inner_.assign(n, 0);
  for (const GraphLink& l : graph.links())
    if (l.kind == LinkKind::Internal)
      for (const NodeId end : {l.from, l.to})
        if (!graph.isHost(end)) inner_[end - hosts_] = 1;
  for (std::uint32_t s = 0; s < n; ++s)
    if (!inner_[s]) switches_ = s + 1;
  // Only what topologies that are trees by their build say of themselves; anything else is measured. A level for every
  // switch and a step of one level for every link make sure that they are.
  const auto& level = graph.structure().level;
  upDown_ = isTree(graph.structure().topology) && level.size() == n;
  for (const GraphLink& l : graph.links()) {
    if (graph.isHost(l.from) || graph.isHost(l.to)) continue;
    const std::uint32_t a = l.from - hosts_, b = l.to - hosts_;
    if (inner_[a] || inner_[b]) continue;
    faulty_ |= !works(l);
    if (upDown_) upDown_ = works(l) && (level[a] > level[b] ? level[a] - level[b] : level[b] - level[a]) == 1;
  }
  firstWay_.assign(n + 1, 0);
  for (std::uint32_t s = 0; s < n; ++s) {
    for (const LinkId l : graph.out(hosts_ + s)) {
      const GraphLink& link = graph.link(l);
      if (!graph.isHost(link.to) && inner_[s] == inner_[link.to - hosts_]) ways_.push_back({link.to - hosts_, l, weightOf(link), 0, false});
    }
    firstWay_[s + 1] = static_cast<std::uint32_t>(ways_.size());
  }
  findPorts(graph);
  findRanks(graph);
  findOrders(graph);
  findParts();
  findAccess(graph);
}

std::uint32_t Wiring::mostWays() const {
  std::uint32_t most = 0;
  for (std::size_t s = 0; s + 1 < firstWay_.size(); ++s) most = std::max(most, firstWay_[s + 1] - firstWay_[s]);
  return most;
}

void Wiring::findPorts(const Graph& graph) {
  const auto port = [&](LinkId l, NodeId peer) {
    return Port{l, graph.isHost(peer) ? kNoIndex : peer - hosts_, weightOf(graph.link(l)), graph.isHost(peer) ? peer : 0};
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
  for (const Port& p : out_) hasInside_ |= p.peer == kNoIndex || inner_[p.peer];
}

// By level where the topology says, else by how far the hosts are; among equals the switch that is nearer to the best
// connected one is higher, so that a tree of switches with hosts on all of them counts as a tree.
void Wiring::findRanks(const Graph& graph) {
  const std::uint32_t n = graph.switches();
  const auto spread = [&](std::vector<std::uint32_t> from) {
    std::vector<std::uint32_t> depth(n, kNoIndex), next;
    for (const std::uint32_t s : from) depth[s] = 0;
    for (std::uint32_t d = 1; !from.empty(); ++d, from.swap(next)) {
      next.clear();
      for (const std::uint32_t s : from)
        for (const LinkId l : graph.out(hosts_ + s))
          if (const NodeId to = graph.link(l).to; !graph.isHost(to) && depth[to - hosts_] == kNoIndex) {
            depth[to - hosts_] = d;
            next.push_back(to - hosts_);
          }
    }
    return depth;
  };
  std::vector<std::uint32_t> level(graph.structure().level.begin(), graph.structure().level.end());
  if (level.size() != n) {
    std::vector<char> near(n, 0);
    for (const Port& p : in_)
      if (p.peer != kNoIndex) near[p.peer] = 1;
    std::vector<std::uint32_t> from;
    for (std::uint32_t s = 0; s < n; ++s)
      if (near[s]) from.push_back(s);
    level = spread(std::move(from));
  }
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
  rank_.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) rank_[order[i]] = i;
}

void Wiring::findOrders(const Graph& graph) {
  constexpr std::size_t kFewDimensions = 4;
  const weir::Topology t = graph.structure().topology;
  const bool dragonfly = t == weir::Topology::Dragonfly, plus = t == weir::Topology::DragonflyPlus;
  const bool everyHop = t == weir::Topology::SlimFly || (t == weir::Topology::HyperX && graph.structure().dimensions.size() <= kFewDimensions);
  upDownOrder_ = !dragonfly && !plus && !everyHop;
  for (std::uint32_t s = 0; s < inner_.size(); ++s)
    for (std::uint32_t i = firstWay_[s]; i < firstWay_[s + 1]; ++i) {
      Way& w = ways_[i];
      const bool rises = up(s, w.to), global = graph.link(w.link).kind == LinkKind::Global;
      w.order = rises ? 0 : 1;
      if (inner_[s]) continue;
      if (plus) w.order = global ? 1 : rises ? 0 : 2;
      if (dragonfly && global) w.order = 2;
      w.once = everyHop || ((dragonfly || plus) && global);
      if (everyHop) w.order = 1;  // not that of a packet that comes from its host
    }
}

// A search from each host through the inner switches of its node, outwards along links for exits, and against them for
// entries; every cable to an outside switch that is met is one access.
void Wiring::findAccess(const Graph& graph) {
  std::vector<std::vector<LinkId>> against(graph.switches());  // links into an inner switch from switches
  for (LinkId l = 0; l < graph.links().size(); ++l)
    if (const GraphLink& k = graph.link(l); works(k) && !graph.isHost(k.from) && !graph.isHost(k.to) && inner_[k.to - hosts_]) against[k.to - hosts_].push_back(l);

  struct Found {
    std::uint32_t s;
    std::uint32_t before;  // in `found`, kNoIndex = the host
    LinkId link;
  };
  std::vector<Found> found;
  std::vector<NodeId> seenBy;
  isEdge_.assign(graph.switches(), 0);
  for (const bool out : {true, false}) {
    auto& first = out ? firstExit_ : firstEntry_;
    auto& list = out ? exits_ : entries_;
    seenBy.assign(graph.switches(), kNoIndex);
    first.assign(hosts_ + 1, 0);
    for (NodeId h = 0; h < hosts_; ++h) {
      found.clear();
      const auto meet = [&](std::uint32_t s, std::uint32_t before, LinkId link) {
        if (!inner_[s]) {
          const auto begin = static_cast<std::uint32_t>(hops_.size());
          hops_.push_back(hop(link, 0));
          for (std::uint32_t b = before; b != kNoIndex; b = found[b].before) hops_.push_back(hop(found[b].link, 0));
          if (out) std::reverse(hops_.begin() + begin, hops_.end());
          list.push_back({begin, static_cast<std::uint32_t>(hops_.size()) - begin, s});
          isEdge_[s] = 1;
        } else if (seenBy[s] != h) {
          seenBy[s] = h;
          found.push_back({s, before, link});
        }
      };
      for (const Port& p : out ? portsOut(h) : portsIn(h))
        if (p.peer != kNoIndex) meet(p.peer, kNoIndex, p.link);
      for (std::uint32_t i = 0; i < found.size(); ++i) {
        const std::uint32_t s = found[i].s;
        for (const LinkId l : out ? graph.out(hosts_ + s) : std::span<const LinkId>(against[s]))
          if (const NodeId next = out ? graph.link(l).to : graph.link(l).from; !graph.isHost(next)) meet(next - hosts_, i, l);
      }
      std::stable_sort(list.begin() + first[h], list.end(), [](const Access& a, const Access& b) { return a.length < b.length; });
      first[h + 1] = static_cast<std::uint32_t>(list.size());
    }
  }
  for (std::uint32_t s = 0; s < graph.switches(); ++s)
    if (isEdge_[s]) edges_.push_back(s);
  if (hasInside_ && inOnePiece()) {  // the nearest exits reach everything: what is farther, over a node's other NICs, is not for use
    keepNearest(exits_, firstExit_);
    keepNearest(entries_, firstEntry_);
  }
  setChannels(graph);
}

bool Wiring::inOnePiece() const {
  std::vector<std::uint32_t> parent(inner_.size());
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::uint32_t s) {
    while (parent[s] != s) s = parent[s] = parent[parent[s]];
    return s;
  };
  for (std::uint32_t s = 0; s < inner_.size(); ++s)
    if (!inner_[s])
      for (const Way& w : ways(s)) {
        const auto back = ways(w.to);
        if (std::none_of(back.begin(), back.end(), [s](const Way& v) { return v.to == s; })) return false;  // one way only
        parent[root(s)] = root(w.to);
      }
  return std::all_of(edges_.begin(), edges_.end(), [&](std::uint32_t s) { return root(s) == root(edges_[0]); });
}

void Wiring::keepNearest(std::vector<Access>& list, std::vector<std::uint32_t>& first) const {
  std::uint32_t kept = 0;
  for (NodeId h = 0; h < hosts_; ++h) {
    const std::uint32_t begin = std::exchange(first[h], kept);
    const std::uint32_t nearest = begin < first[h + 1] ? list[begin].length : 0;
    for (std::uint32_t i = begin; i < first[h + 1]; ++i)
      if (list[i].length == nearest) list[kept++] = list[i];
  }
  first[hosts_] = kept;
  list.resize(kept);
}

void Wiring::setChannels(const Graph& graph) {
  std::uint32_t exitChannels = 1;
  bool mixed = false;  // an exit goes down somewhere inside, or an entry up
  for (const bool out : {true, false})
    for (const Access& a : out ? exits_ : entries_) {
      Trail t;
      for (std::uint32_t i = a.firstHop; i < a.firstHop + a.length; ++i) {
        const LinkId l = linkOf(hops_[i]);
        const GraphLink& k = graph.link(l);
        const bool within = !graph.isHost(k.from) && !graph.isHost(k.to) && inner_[k.from - hosts_] && inner_[k.to - hosts_];
        const std::uint8_t order = within && !up(k.from - hosts_, k.to - hosts_) ? 1 : 0;
        hops_[i] = within ? turn(t, {k.to - hosts_, l, 0, order, false}) : hop(l, t.channel);
        mixed |= within && (order == 1) == out;
      }
      if (out) exitChannels = std::max(exitChannels, t.channel + 1);
      std::uint32_t& longest = out ? longestExit_ : longestEntry_;
      longest = std::max(longest, a.length);
    }
  channels_ = std::max(channels_, exitChannels);
  for (const Access& a : entries_)
    for (std::uint32_t i = a.firstHop; i < a.firstHop + a.length; ++i) {
      hops_[i] = hop(linkOf(hops_[i]), channelOf(hops_[i]) + (mixed ? exitChannels : 0));
      channels_ = std::max(channels_, channelOf(hops_[i]) + 1);
    }
}

void Wiring::findParts() {
  const auto n = static_cast<std::uint32_t>(inner_.size());
  std::vector<char> atHost(n, 0);
  for (const auto* ports : {&out_, &in_})
    for (const Port& p : *ports)
      if (p.peer != kNoIndex) atHost[p.peer] = 1;
  part_.assign(n, kNoIndex);
  place_.assign(n, 0);
  // Cables have two ends, but one may be broken alone: the search goes both ways.
  std::vector<std::vector<std::uint32_t>> near(n);
  for (std::uint32_t s = 0; s < n; ++s)
    if (inner_[s])
      for (const Way& w : ways(s)) {
        near[s].push_back(w.to);
        near[w.to].push_back(s);
      }
  std::size_t table = 0;
  for (std::uint32_t s = 0; s < n; ++s) {
    if (!inner_[s] || part_[s] != kNoIndex) continue;
    std::vector<std::uint32_t> members{s};
    part_[s] = static_cast<std::uint32_t>(parts_.size());
    for (std::size_t i = 0; i < members.size(); ++i)
      for (const std::uint32_t t : near[members[i]])
        if (part_[t] == kNoIndex) {
          part_[t] = part_[s];
          members.push_back(t);
        }
    for (std::uint32_t i = 0; i < members.size(); ++i) place_[members[i]] = i;
    const Part part{table, static_cast<std::uint32_t>(members.size())};
    parts_.push_back(part);
    table += std::size_t{part.size} * part.size;
    insideTable_.resize(table, kFar);
    findRows(part, members, atHost);
  }
  if (hasInside_) longestInside_ += 2;
}

// Distances within a part, which is as large as a node: a plain search for each target. And the most turns from down to up
// on any of its ways, by rising distance.
void Wiring::findRows(const Part& part, const std::vector<std::uint32_t>& members, const std::vector<char>& atHost) {
  std::vector<std::uint32_t> most[2];  // [order of the last link][place]
  for (const std::uint32_t target : members) {
    std::uint8_t* row = &insideTable_[part.table + std::size_t{place_[target]} * part.size];
    row[place_[target]] = 0;
    for (auto& m : most) m.assign(part.size, 0);
    bool any = true;
    for (std::uint8_t d = 1; any && d < kFar; ++d) {
      any = false;
      for (const std::uint32_t m : members) {
        const std::uint32_t at = place_[m];
        if (row[at] != kFar) continue;
        for (const Way& w : ways(m)) {
          if (row[place_[w.to]] != d - 1) continue;
          row[at] = d;
          any = true;
          for (std::uint8_t last = 0; last < 2; ++last) most[last][at] = std::max(most[last][at], most[w.order][place_[w.to]] + (turns(last, w) ? 1 : 0));
        }
        if (row[at] != d || !atHost[m] || !atHost[target]) continue;
        longestInside_ = std::max<std::uint32_t>(longestInside_, d);
        channels_ = std::max(channels_, 1 + most[0][at]);
      }
    }
  }
}

void Wiring::insideChoices(std::uint32_t s, std::uint32_t t, Choices& out) const {
  const std::uint8_t d = insideDistance(s, t);
  out.run_ = nullptr;
  out.n_ = 0;
  for (const Way& w : ways(s))
    if (insideDistance(w.to, t) + 1U == d) out.list_[out.n_++] = &w;
}

// A link from host to host, else a way through the inside of the node they share.
Ends Wiring::within(const Journey& j) const {
  const auto firsts = portsOut(j.from), lasts = portsIn(j.to);
  const auto straight = [](const Port& f, const Port& l) -> std::uint64_t { return f.peer == kNoIndex && f.link == l.link ? f.weight : kNever; };
  if (const auto [f, l] = choose(j.flow, firsts, lasts, straight); f != nullptr) return {Ends::Kind::Direct, nullptr, nullptr, 0, 0, f->link, l->link};
  if (nodeOf_.empty() || nodeOf_[j.from] != nodeOf_[j.to]) return {};
  const auto cost = [this](const Port& f, const Port& l) -> std::uint64_t {
    if (f.peer == kNoIndex || l.peer == kNoIndex || !inner_[f.peer] || !inner_[l.peer]) return kNever;
    const std::uint8_t d = insideDistance(f.peer, l.peer);
    return d == kFar ? kNever : (std::uint64_t{d} << 32) + std::max(f.weight, l.weight);
  };
  const auto [f, l] = choose(j.flow, firsts, lasts, cost);
  if (f == nullptr) return {};
  return {Ends::Kind::Inside, nullptr, nullptr, f->peer, l->peer, f->link, l->link};
}

}  // namespace weir::net
