// What the routings know of a graph, copied out of it: the links between switches, an order of the switches, and how each
// host gets out to them and back. Switches are numbered from 0 here (node - hosts). Const after it is made.
//
// Switches with an Internal link stand inside a node (PCIe, NVSwitch, NIC); all others are outside. A host's exits lead
// through its own node's inside to a switch outside, its entries back; routings choose ways among outside switches alone, so
// no message passes through a third node. Where hosts are joined to outside switches, an exit is that one link.
//
// Virtual channels. Links between switches have an order: up links before down links, where up is to a switch of higher rank
// and ranks are a total order of the switches, so that links that go up alone, or down alone, close no circle. A packet starts
// in channel 0 and moves to the next whenever its next link comes before the last one: whenever it turns from down to up.
// Within one channel its links go up and then down, and channels only grow, so the dependencies between (link, channel) pairs
// have no cycle (Dally and Seitz, IEEE ToC 1987). On a tree whose ranks follow its levels one channel is enough (up*/down*,
// Schroeder et al., JSAC 1991); a route of n links never needs more than 1 + n/2, half of a channel a hop.
//
// Where few channels more keep those who leave a congested place apart from those who pass it, the order is finer. Dragonfly:
// up, down, global, and no two global links in one channel, so that each group that a packet comes to is a channel of its own
// (Kim, Dally, Scott, Abts, ISCA 2008, section 4.1). Dragonfly+: up, global, down, likewise. Slim fly, and HyperX of up to
// four dimensions: a channel a hop (Besta and Hoefler, SC 2014, section IV-D).
//
// Exits, ways outside and entries each count on their own: they share no links, but for exits and entries, and where an exit
// goes down or an entry up, entries begin in a channel beyond the exits'.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "core/network/graph.h"
#include "core/network/router.h"

namespace weir::net {

inline constexpr std::uint32_t kNoIndex = 0xffffffff;
inline constexpr std::uint8_t kFar = 0xff;
inline constexpr std::uint32_t kMaxWays = 4096;  // between switches, of one switch

struct Way {               // a link from one switch to another
  std::uint32_t to = 0;    // switch
  LinkId link = 0;
  std::uint32_t weight = 0;  // fs a byte, at most 2^32 - 1: how long a byte of its queue takes
  std::uint8_t order = 0;  // 0 .. kOrders - 1
  bool once = false;       // not after another of its order in the same channel
};
inline constexpr std::uint32_t kOrders = 3;

// The links that lead on from a switch: a run of its ways, or a list.
class Choices {
 public:
  Choices() {}  // not `= default`: the list stays as it is, unwritten
  [[nodiscard]] std::uint32_t size() const { return n_; }
  [[nodiscard]] const Way& operator[](std::uint32_t i) const { return run_ != nullptr ? run_[i] : *list_[i]; }

 private:
  friend class MinimalWays;
  friend class Wiring;
  std::uint32_t n_ = 0;
  const Way* run_ = nullptr;
  std::array<const Way*, kMaxWays + 1> list_;
};

// From a host to an outside switch, or from there to the host.
struct Access {
  std::uint32_t firstHop = 0, length = 0;  // into Wiring::hops(), channels included
  std::uint32_t peer = 0;                  // the outside switch
};

// Where a message leaves its host and where it reaches the other: the same for all its packets.
struct Ends {
  enum class Kind { Unreachable, Direct, Inside, Outside };  // Direct: a link from host to host; Inside: within a node
  Kind kind = Kind::Unreachable;
  const Access *exit = nullptr, *entry = nullptr;   // Outside
  std::uint32_t source = 0, target = 0;             // switches: outside; for Inside those at the hosts
  LinkId first = 0, last = 0;                       // Direct, Inside
};

// A route as it is written.
struct Trail {
  Hop* out = nullptr;
  std::uint32_t hops = 0, channel = 0;
  std::uint8_t order = 0;  // of the last link between switches

  void add(LinkId link, std::uint32_t onChannel) { out[hops++] = hop(link, onChannel); }
};

class Wiring {
 public:
  explicit Wiring(const Graph& graph);

  [[nodiscard]] std::uint32_t hosts() const { return hosts_; }
  [[nodiscard]] std::uint32_t switches() const { return switches_; }  // up to the last outside switch
  [[nodiscard]] bool outside(std::uint32_t s) const { return !inner_[s]; }
  // From an outside switch to outside switches, from an inner one to inner ones; in order of the links.
  [[nodiscard]] std::span<const Way> ways(std::uint32_t s) const { return std::span(ways_).subspan(firstWay_[s], firstWay_[s + 1] - firstWay_[s]); }
  [[nodiscard]] std::size_t links() const { return ways_.size(); }
  [[nodiscard]] std::uint32_t mostWays() const;
  // Whether a link begins another channel after one of order `last`.
  [[nodiscard]] static bool turns(std::uint8_t last, const Way& w) { return w.order < last || (w.once && w.order == last); }
  // Takes a link between switches: moves the channel on.
  [[nodiscard]] static Hop turn(Trail& t, const Way& w) {
    if (turns(t.order, w)) ++t.channel;
    t.order = w.order;
    return hop(w.link, t.channel);
  }
  static void step(Trail& t, const Way& w) { t.out[t.hops++] = turn(t, w); }
  // Channels that no route of so many links between outside switches exceeds.
  [[nodiscard]] std::uint32_t channelsAtMost(std::uint32_t links) const { return upDownOrder_ ? 1 + links / 2 : std::max(1U, links); }
  [[nodiscard]] const std::vector<std::uint32_t>& edges() const { return edges_; }  // outside switches that hosts come in by, ascending
  [[nodiscard]] bool edge(std::uint32_t s) const { return isEdge_[s]; }
  // A tree of levels without a fault between switches: every shortest way goes up, then down.
  [[nodiscard]] bool upDown() const { return upDown_; }
  [[nodiscard]] bool faulty() const { return faulty_; }  // a link between outside switches is broken

  // By nearness, those of equal length in order of their links.
  [[nodiscard]] std::span<const Access> exits(NodeId h) const { return std::span(exits_).subspan(firstExit_[h], firstExit_[h + 1] - firstExit_[h]); }
  [[nodiscard]] std::span<const Access> entries(NodeId h) const { return std::span(entries_).subspan(firstEntry_[h], firstEntry_[h + 1] - firstEntry_[h]); }
  [[nodiscard]] std::span<const Hop> hops(const Access& a) const { return std::span(hops_).subspan(a.firstHop, a.length); }
  void addExit(Trail& t, const Ends& e) const { for (const Hop h : hops(*e.exit)) t.out[t.hops++] = h; }
  void addEntry(Trail& t, const Ends& e) const { for (const Hop h : hops(*e.entry)) t.out[t.hops++] = h; }
  [[nodiscard]] bool full(const Trail& t) const { return t.hops + longestEntry_ >= kMaxHops; }  // the way to the host has to fit still
  [[nodiscard]] std::uint32_t accessLinks() const { return longestExit_ + longestEntry_; }
  // Channels and links between switches that exits, entries and ways inside nodes take.
  [[nodiscard]] std::uint32_t channels() const { return channels_; }
  [[nodiscard]] std::uint32_t longestInside() const { return longestInside_; }  // with the two hosts' links

  // All packets of a message leave by one link and come in by one. Of several that are equally short, the exit by flow
  // modulo their number, then the entry likewise: flow r of a multi-rail node uses rail r at both ends. The nearest exits
  // and entries come first; others only where those do not reach. Within a node, its own links win where they reach, and
  // of those the widest. `distance(s, t)`: links between two outside switches, kFar = none.
  template <class Distance>
  [[nodiscard]] Ends ends(const Journey& j, const Distance& distance) const {
    if (j.from == j.to || j.from >= hosts_ || j.to >= hosts_) return {};
    if (hasInside_)
      if (const Ends e = within(j); e.kind != Ends::Kind::Unreachable) return e;
    const auto out = exits(j.from), in = entries(j.to);
    const auto outsideEnds = [](const Access& f, const Access& l) { return Ends{Ends::Kind::Outside, &f, &l, f.peer, l.peer, 0, 0}; };
    if (out.size() == 1 && in.size() == 1)
      return out[0].peer == in[0].peer || distance(out[0].peer, in[0].peer) != kFar ? outsideEnds(out[0], in[0]) : Ends{};
    const auto cost = [&](const Access& f, const Access& l) -> std::uint64_t {
      const std::uint8_t d = f.peer == l.peer ? 0 : distance(f.peer, l.peer);
      return d == kFar ? kNever : f.length + d + l.length;
    };
    auto [f, l] = choose(j.flow, nearest(out), nearest(in), cost);
    if (f == nullptr) std::tie(f, l) = choose(j.flow, out, in, cost);
    return f == nullptr ? Ends{} : outsideEnds(*f, *l);
  }

  // The next links of a way inside a node, from inner switch s to t.
  void insideChoices(std::uint32_t s, std::uint32_t t, Choices& out) const;

 private:
  struct Port {            // a host's link to a switch or a host
    LinkId link = 0;
    std::uint32_t peer = 0;  // switch; kNoIndex: the other end is a host
    std::uint32_t weight = 0;
    NodeId host = 0;
  };
  struct Part { std::size_t table; std::uint32_t size; };
  static constexpr std::uint64_t kNever = ~std::uint64_t{};

  void findRanks(const Graph& graph);
  void findOrders(const Graph& graph);
  void findPorts(const Graph& graph);
  void findAccess(const Graph& graph);
  void findParts();
  void findRows(const Part& part, const std::vector<std::uint32_t>& members, const std::vector<char>& atHost);
  [[nodiscard]] bool up(std::uint32_t from, std::uint32_t to) const { return rank_[to] > rank_[from]; }
  [[nodiscard]] bool inOnePiece() const;  // outside switches with hosts reach one another, both ways
  void keepNearest(std::vector<Access>& list, std::vector<std::uint32_t>& first) const;
  void setChannels(const Graph& graph);
  [[nodiscard]] Ends within(const Journey& j) const;
  [[nodiscard]] std::uint8_t insideDistance(std::uint32_t s, std::uint32_t t) const {
    if (part_[s] == kNoIndex || part_[s] != part_[t]) return kFar;
    const Part& p = parts_[part_[s]];
    return insideTable_[p.table + std::size_t{place_[t]} * p.size + place_[s]];
  }
  [[nodiscard]] std::span<const Port> portsOut(NodeId h) const { return std::span(out_).subspan(firstOut_[h], firstOut_[h + 1] - firstOut_[h]); }
  [[nodiscard]] std::span<const Port> portsIn(NodeId h) const { return std::span(in_).subspan(firstIn_[h], firstIn_[h + 1] - firstIn_[h]); }
  [[nodiscard]] static std::span<const Access> nearest(std::span<const Access> all) {
    std::size_t n = 0;
    while (n < all.size() && all[n].length == all[0].length) ++n;
    return all.first(n);
  }

  // The pair of the least cost: among the firsts that attain it by flow modulo their number, then among its lasts.
  template <class T, class Cost>
  [[nodiscard]] static std::pair<const T*, const T*> choose(std::uint64_t flow, std::span<const T> firsts, std::span<const T> lasts, const Cost& cost) {
    const auto least = [&](const T& f) {
      std::uint64_t c = kNever;
      for (const T& l : lasts) c = std::min(c, cost(f, l));
      return c;
    };
    std::uint64_t best = kNever, n = 0;
    for (const T& f : firsts) {
      const std::uint64_t c = least(f);
      if (c < best) n = 0;
      best = std::min(best, c);
      n += c == best ? 1 : 0;
    }
    if (best == kNever) return {};
    std::uint64_t pick = flow % n;
    for (const T& f : firsts) {
      if (least(f) != best || pick-- != 0) continue;
      std::uint64_t m = 0;
      for (const T& l : lasts) m += cost(f, l) == best ? 1 : 0;
      pick = flow % m;
      for (const T& l : lasts)
        if (cost(f, l) == best && pick-- == 0) return {&f, &l};
    }
    return {};
  }

  std::uint32_t hosts_, switches_ = 0;
  bool upDown_ = false, faulty_ = false, hasInside_ = false, upDownOrder_ = true;
  std::vector<std::uint32_t> firstWay_;
  std::vector<Way> ways_;
  std::vector<std::uint32_t> rank_;
  std::vector<std::uint32_t> edges_;
  std::vector<char> isEdge_, inner_;
  std::vector<Port> out_, in_;
  std::vector<std::uint32_t> firstOut_, firstIn_;
  std::vector<Access> exits_, entries_;
  std::vector<std::uint32_t> firstExit_, firstEntry_;
  std::vector<Hop> hops_;
  std::uint32_t longestExit_ = 0, longestEntry_ = 0, channels_ = 1, longestInside_ = 0;
  std::vector<std::uint32_t> nodeOf_;
  std::vector<std::uint32_t> part_, place_;   // by switch: the inside it belongs to, kNoIndex = none, and its place there
  std::vector<Part> parts_;
  std::vector<std::uint8_t> insideTable_;     // by part, target, switch
};

}  // namespace weir::net
