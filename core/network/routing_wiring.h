// What the routings know of a graph, copied out of it: the links between switches, where each host hangs, an order of the
// switches, and the ways inside a node. Switches are numbered from 0 here (node - hosts). Const after it is made.
//
// Virtual channels. Every switch has a rank; a link to a higher rank is an up link, all others are down links. Ranks are a
// total order, so links that go up alone, or down alone, close no circle. A packet starts in channel 0 and moves to the
// next whenever it turns from down to up. Within one channel its links go up and then down, and channels only grow, so the
// dependencies between (link, channel) pairs have no cycle (Dally and Seitz, IEEE ToC 1987). On a tree whose ranks follow
// its levels one channel is enough (up*/down*, Schroeder et al., JSAC 1991); a route of n switch-to-switch links never
// needs more than 1 + n/2, at most half of what a channel a hop would take.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/network/graph.h"
#include "core/network/router.h"

namespace weir::net {

inline constexpr std::uint32_t kNone = 0xffffffff;
inline constexpr std::uint8_t kFar = 0xff;
inline constexpr std::uint32_t kMaxWays = 4096;  // between switches, of one switch
inline constexpr std::uint32_t kMaxFabricHops = kMaxHops - 2;  // between the two hosts' switches

struct Way {               // a link from one switch to another
  std::uint32_t to = 0;    // switch
  LinkId link = 0;
  std::uint32_t weight = 0;  // fs a byte, at most 2^32 - 1: how long a byte of its queue takes
  bool inside = false;     // Internal
};

// Where a message leaves its host and where it reaches the other: the same for all its packets.
struct Ends {
  LinkId first = kNone, last = kNone;      // first == last: a link from host to host, the whole route
  std::uint32_t source = 0, target = 0;    // switches after `first` and before `last`
  bool inside = false;                     // stays on links inside the node
  [[nodiscard]] bool reachable() const { return first != kNone; }
};

// A route as it is written. Channels follow the rule above unless a walker sets them itself.
struct Trail {
  Hop* out = nullptr;
  std::uint32_t hops = 0, channel = 0;
  bool down = false;  // the last link between switches went down

  [[nodiscard]] bool full() const { return hops + 1 >= kMaxHops; }  // the link to the host still has to fit
  void add(LinkId link, std::uint32_t onChannel) { out[hops++] = hop(link, onChannel); }
};

class Wiring {
 public:
  explicit Wiring(const Graph& graph);

  [[nodiscard]] std::uint32_t hosts() const { return hosts_; }
  [[nodiscard]] std::uint32_t switches() const { return static_cast<std::uint32_t>(rank_.size()); }
  [[nodiscard]] std::span<const Way> ways(std::uint32_t s) const {
    return std::span(ways_).subspan(firstWay_[s], firstWay_[s + 1] - firstWay_[s]);
  }
  [[nodiscard]] std::size_t links() const { return ways_.size(); }
  [[nodiscard]] bool up(std::uint32_t from, std::uint32_t to) const { return rank_[to] > rank_[from]; }
  // Takes a link between switches: moves the channel on.
  [[nodiscard]] Hop turn(Trail& t, std::uint32_t from, const Way& w) const {
    const bool rises = up(from, w.to);
    if (rises && t.down) ++t.channel;
    t.down = !rises;
    return hop(w.link, t.channel);
  }
  void step(Trail& t, std::uint32_t from, const Way& w) const { t.out[t.hops++] = turn(t, from, w); }
  [[nodiscard]] const std::vector<std::uint32_t>& edges() const { return edges_; }  // switches with hosts, ascending
  [[nodiscard]] bool edge(std::uint32_t s) const { return isEdge_[s]; }
  // A tree of levels without a fault between switches: every shortest way goes up, then down.
  [[nodiscard]] bool upDown() const { return upDown_; }
  // Reached by links inside a node alone: no message between nodes passes it.
  [[nodiscard]] bool enclosed(std::uint32_t s) const { return enclosed_[s]; }

  // By switch: which node it is inside of, kNone = none. Empty: there is nothing inside nodes that joins them.
  [[nodiscard]] const std::vector<std::uint32_t>& insides() const { return insides_; }

  // All packets of a message leave by one link and come in by one. Of several that are equally short, the first by
  // flow modulo their number, then the last likewise: flow r of a multi-rail node uses rail r at both ends. Within a node
  // links inside the node win where they reach, and of those the widest. `distance(s, t)`: links between the two switches,
  // kFar = none.
  template <class Distance>
  [[nodiscard]] Ends ends(const Journey& j, const Distance& distance) const {
    const Port &a = single_[j.from], &b = single_[j.to];
    if (a.link != kNone && b.link != kNone) {
      if (nodeOf_.empty() || nodeOf_[j.from] != nodeOf_[j.to])
        return a.peer == b.peer || distance(a.peer, b.peer) != kFar ? Ends{a.link, b.back, a.peer, b.peer, false} : Ends{};
    }
    if (Ends e = direct(j); e.reachable()) return e;
    if (Ends e = insideEnds(j); e.reachable()) return e;
    return choose(j, [&](const Port& f, const Port& l) -> std::uint64_t {
      if (f.peer == l.peer) return 0;
      const std::uint8_t d = distance(f.peer, l.peer);
      return d == kFar ? ~std::uint64_t{} : d;
    });
  }

  // Which of the links into a host this is, and back: the far end of it as `last` and `target`. What a packet remembers.
  [[nodiscard]] std::uint32_t portInto(NodeId host, LinkId last) const {
    const auto ports = portsIn(host);
    return static_cast<std::uint32_t>(std::find_if(ports.begin(), ports.end(), [&](const Port& p) { return p.link == last; }) - ports.begin());
  }
  [[nodiscard]] Ends intoPort(NodeId host, std::uint32_t port, bool inside) const {
    const Port& p = in_[firstIn_[host] + port];
    return {p.link, p.link, p.peer, p.peer, inside};
  }

  // Ways inside a node: links from s to t over Internal links alone, kFar = none.
  [[nodiscard]] std::uint8_t insideDistance(std::uint32_t s, std::uint32_t t) const {
    if (part_.empty() || part_[s] != part_[t]) return kFar;
    const Part& p = parts_[part_[s]];
    return insideTable_[p.table + std::size_t{place_[t]} * p.size + place_[s]];
  }
  // The next links of such a way, into `out` (room for the switch's ways()); how many.
  std::uint32_t insideChoices(std::uint32_t s, std::uint32_t t, const Way** out) const;
  [[nodiscard]] std::uint32_t insideChannels() const { return insideChannels_; }
  [[nodiscard]] std::uint32_t insideLongest() const { return insideLongest_; }  // links between switches

 private:
  struct Port {            // of a host
    LinkId link = kNone;   // out of it, or into it in in_
    LinkId back = kNone;   // single_: the link into it
    std::uint32_t peer = 0;  // switch, or kNone: another host
    std::uint32_t weight = 0;
    bool inside = false;
  };
  struct Part { std::size_t table; std::uint32_t size; };

  void findPorts(const Graph& graph);
  void findRanks(const Graph& graph);
  void findInside();
  [[nodiscard]] Ends direct(const Journey& j) const;
  [[nodiscard]] Ends insideEnds(const Journey& j) const;
  [[nodiscard]] std::span<const Port> portsOut(NodeId h) const { return std::span(out_).subspan(firstOut_[h], firstOut_[h + 1] - firstOut_[h]); }
  [[nodiscard]] std::span<const Port> portsIn(NodeId h) const { return std::span(in_).subspan(firstIn_[h], firstIn_[h + 1] - firstIn_[h]); }

  // The pair of the least cost; ~0 = cannot be.
  template <class Cost>
  [[nodiscard]] Ends choose(const Journey& j, const Cost& cost) const {
    const auto firsts = portsOut(j.from), lasts = portsIn(j.to);
    std::uint64_t best = ~std::uint64_t{};
    const auto usable = [](const Port& p) { return p.peer != kNone; };
    const auto least = [&](const Port& f) {
      std::uint64_t c = ~std::uint64_t{};
      if (usable(f))
        for (const Port& l : lasts)
          if (usable(l)) c = std::min(c, cost(f, l));
      return c;
    };
    std::uint64_t n = 0;
    for (const Port& f : firsts) {
      const std::uint64_t c = least(f);
      if (c < best) n = 0;
      best = std::min(best, c);
      if (c == best) ++n;
    }
    if (best == ~std::uint64_t{}) return {};
    std::uint64_t pick = j.flow % n;
    for (const Port& f : firsts) {
      if (least(f) != best || pick-- != 0) continue;
      std::uint64_t m = 0;
      for (const Port& l : lasts) m += usable(l) && cost(f, l) == best ? 1 : 0;
      pick = j.flow % m;
      for (const Port& l : lasts)
        if (usable(l) && cost(f, l) == best && pick-- == 0) return {f.link, l.link, f.peer, l.peer, false};
    }
    return {};
  }

  std::uint32_t hosts_;
  bool upDown_ = false;
  std::vector<std::uint32_t> firstWay_;
  std::vector<Way> ways_;
  std::vector<std::uint32_t> rank_;
  std::vector<std::uint32_t> edges_;
  std::vector<char> isEdge_, enclosed_;
  std::vector<Port> single_, out_, in_;       // single_: of hosts with one link each way, to one switch
  std::vector<std::uint32_t> firstOut_, firstIn_;
  std::vector<std::uint32_t> nodeOf_;
  std::vector<std::uint32_t> insides_;
  std::vector<std::uint32_t> part_, place_;   // by switch, where there are internal links: its part, and its place there
  std::vector<Part> parts_;
  std::vector<std::uint8_t> insideTable_;     // by part, target, switch
  std::uint32_t insideChannels_ = 1, insideLongest_ = 0;
};

}  // namespace weir::net
