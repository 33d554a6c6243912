// Small graphs for the tests of routings, drawn here so that they do not lean on the builders of topologies; and what the
// tests ask of any router: routes that join, and dependencies between (link, channel) pairs without a cycle.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/network/router.h"
#include "tests/core/network/support.h"

namespace weir::net::test {

inline constexpr double kSpeed = 100e9;

inline LinkId join(Graph& g, NodeId a, NodeId b, LinkKind kind = LinkKind::Fabric, double bps = kSpeed) {
  return g.connect(a, b, Bandwidth::bitsPerSecond(bps), Time::us(1), kind);
}
// `count` switches with `each` hosts on each.
inline Graph flat(weir::Topology t, std::uint32_t count, std::uint32_t each, std::vector<int> dimensions = {}) {
  Graph g(count * each);
  for (std::uint32_t s = 0; s < count; ++s) g.addSwitch("router " + std::to_string(s));
  for (NodeId h = 0; h < g.hosts(); ++h) join(g, h, g.hosts() + h / each, LinkKind::Host);
  g.structure().topology = t;
  g.structure().dimensions = std::move(dimensions);
  g.structure().level.assign(count, 0);
  return g;
}
inline Graph grid(weir::Topology t, std::vector<int> dimensions, std::uint32_t each) {
  std::uint32_t count = 1;
  for (const int d : dimensions) count *= static_cast<std::uint32_t>(d);
  Graph g = flat(t, count, each, dimensions);
  std::uint32_t stride = 1;
  for (const int size : dimensions) {
    const auto d = static_cast<std::uint32_t>(size);
    for (std::uint32_t s = 0; s < count; ++s) {
      const std::uint32_t at = s / stride % d;
      if (t == weir::Topology::HyperX) {
        for (std::uint32_t to = at + 1; to < d; ++to) join(g, g.hosts() + s, g.hosts() + s + (to - at) * stride);
      } else if (at + 1 < d) {
        join(g, g.hosts() + s, g.hosts() + s + stride);
      } else if (t == weir::Topology::Torus && d > 2) {
        join(g, g.hosts() + s, g.hosts() + s - at * stride);
      }
    }
    stride *= d;
  }
  g.finish();
  return g;
}
// Groups of a routers, p hosts and h global links a router, a h + 1 groups, palm-tree arrangement.
inline Graph dragonfly(std::uint32_t p, std::uint32_t a, std::uint32_t h) {
  const std::uint32_t groups = a * h + 1;
  Graph g = flat(weir::Topology::Dragonfly, groups * a, p);
  for (std::uint32_t s = 0; s < groups * a; ++s) g.structure().group.push_back(s / a);
  const auto router = [&](std::uint32_t group, std::uint32_t r) { return g.hosts() + group * a + r; };
  for (std::uint32_t i = 0; i < groups; ++i)
    for (std::uint32_t r = 0; r < a; ++r)
      for (std::uint32_t q = r + 1; q < a; ++q) join(g, router(i, r), router(i, q));
  for (std::uint32_t i = 0; i < groups; ++i)
    for (std::uint32_t port = 0; port < a * h; ++port) {  // of group i, to group i + port + 1; back by port a h - 1 - port
      const std::uint32_t j = (i + port + 1) % groups;
      if (i < j) join(g, router(i, port / h), router(j, (a * h - 1 - port) / h), LinkKind::Global);
    }
  g.finish();
  return g;
}
// Groups of leaves and spines, both `width`; every spine has one global link to every other group.
inline Graph dragonflyPlus(std::uint32_t groups, std::uint32_t width, std::uint32_t p) {
  Graph g(groups * width * p);
  for (std::uint32_t i = 0; i < groups; ++i)
    for (std::uint32_t s = 0; s < 2 * width; ++s) {
      g.addSwitch("switch " + std::to_string(i) + "." + std::to_string(s));
      g.structure().group.push_back(i);
      g.structure().level.push_back(s < width ? 0 : 1);
    }
  g.structure().topology = weir::Topology::DragonflyPlus;
  const auto node = [&](std::uint32_t group, std::uint32_t s) { return g.hosts() + group * 2 * width + s; };
  for (NodeId h = 0; h < g.hosts(); ++h) join(g, h, node(h / (width * p), h / p % width), LinkKind::Host);
  for (std::uint32_t i = 0; i < groups; ++i)
    for (std::uint32_t l = 0; l < width; ++l)
      for (std::uint32_t s = 0; s < width; ++s) join(g, node(i, l), node(i, width + s));
  for (std::uint32_t i = 0; i < groups; ++i)
    for (std::uint32_t j = i + 1; j < groups; ++j)
      for (std::uint32_t s = 0; s < width; ++s) join(g, node(i, width + s), node(j, width + s), LinkKind::Global);
  g.finish();
  return g;
}
// McKay, Miller, Siran over the field of 5 elements: 50 routers, degree 7, diameter 2 (the Hoffman-Singleton graph).
inline Graph slimFly(std::uint32_t p) {
  Graph g = flat(weir::Topology::SlimFly, 50, p);
  const auto node = [&](std::uint32_t side, std::uint32_t x, std::uint32_t y) { return g.hosts() + side * 25 + x * 5 + y % 5; };
  for (std::uint32_t x = 0; x < 5; ++x)
    for (std::uint32_t y = 0; y < 5; ++y) {
      join(g, node(0, x, y), node(0, x, y + 1));  // {1, 4}
      join(g, node(1, x, y), node(1, x, y + 2));  // {2, 3}
      for (std::uint32_t m = 0; m < 5; ++m) join(g, node(0, x, m * x + y), node(1, m, y));
    }
  g.finish();
  return g;
}
// A ring with chords where the seed puts them, hosts on every other switch.
inline Graph anyGraph(std::uint32_t switches, std::uint32_t chords, std::uint64_t seed) {
  Graph g(switches / 2);
  for (std::uint32_t s = 0; s < switches; ++s) g.addSwitch("s" + std::to_string(s));
  for (NodeId h = 0; h < g.hosts(); ++h) join(g, h, g.hosts() + 2 * h, LinkKind::Host);
  for (std::uint32_t s = 0; s < switches; ++s) join(g, g.hosts() + s, g.hosts() + (s + 1) % switches);
  Random r(seed, 0);
  for (std::uint32_t c = 0; c < chords; ++c) {
    const auto a = static_cast<NodeId>(r.below(switches)), b = static_cast<NodeId>(r.below(switches));
    if (a != b) join(g, g.hosts() + a, g.hosts() + b);
  }
  g.structure().topology = weir::Topology::Graph;
  g.finish();
  return g;
}
// Nodes of four accelerators: an NVSwitch, two PCIe switches that the node's root joins, a NIC each PCIe switch into its
// rail's leaf, and two spines, or none. Rails of `halves` leaves each.
inline Graph accelerators(std::uint32_t nodes, bool nvswitch, bool spines = true, std::uint32_t halves = 2, bool broken = false) {
  Graph g(nodes * 4);
  std::vector<NodeId> leaf;
  for (std::uint32_t i = 0; i < 2 * halves; ++i) leaf.push_back(g.addSwitch("leaf " + std::to_string(i)));  // rail i / 2
  g.structure().level.assign(leaf.size(), 2);
  for (std::uint32_t i = 0; spines && i < 2; ++i) {
    const NodeId spine = g.addSwitch("spine " + std::to_string(i));
    g.structure().level.push_back(3);
    for (const NodeId l : leaf) join(g, l, spine);
  }
  for (std::uint32_t n = 0; n < nodes; ++n) {
    const auto add = [&](const std::string& name, std::uint8_t level) {
      g.structure().level.push_back(level);
      return g.addSwitch(name + " " + std::to_string(n));
    };
    for (std::uint32_t i = 0; i < 4; ++i) g.structure().nodeOfHost.push_back(n);
    if (nvswitch) {
      const NodeId nv = add("nvswitch", 0);
      for (std::uint32_t i = 0; i < 4; ++i) join(g, 4 * n + i, nv, LinkKind::Internal, 4 * kSpeed);
    }
    const NodeId root = add("root", 1);
    for (std::uint32_t rail = 0; rail < 2; ++rail) {
      const NodeId pcie = add("pcie " + std::to_string(rail), 0);
      for (std::uint32_t i = 0; i < 2; ++i) join(g, 4 * n + 2 * rail + i, pcie, LinkKind::Internal);
      join(g, pcie, root, LinkKind::Internal);
      const LinkId cable = join(g, pcie, leaf[rail * halves + n % halves], LinkKind::Host);
      if (broken && n == 1 && rail == 0)
        for (const LinkId l : {cable, cable + 1}) g.setBandwidth(l, Bandwidth());
    }
  }
  g.structure().topology = weir::Topology::Rail;
  g.finish();
  return g;
}
// Hosts with a NIC a rail; leaves of each rail carry `perLeaf` hosts; every leaf meets every spine.
inline Graph rails(std::uint32_t hosts, std::uint32_t count, std::uint32_t perLeaf, std::uint32_t spines) {
  Graph g(hosts);
  const std::uint32_t leaves = (hosts + perLeaf - 1) / perLeaf;
  for (std::uint32_t i = 0; i < leaves * count; ++i) g.addSwitch("leaf " + std::to_string(i));
  for (std::uint32_t i = 0; i < spines; ++i) g.addSwitch("spine " + std::to_string(i));
  for (NodeId h = 0; h < hosts; ++h)
    for (std::uint32_t r = 0; r < count; ++r) join(g, h, hosts + h / perLeaf * count + r, LinkKind::Host);
  for (std::uint32_t l = 0; l < leaves * count; ++l)
    for (std::uint32_t s = 0; s < spines; ++s) join(g, hosts + l, hosts + leaves * count + s);
  g.structure().topology = weir::Topology::Rail;
  g.structure().level.assign(leaves * count, 0);
  g.structure().level.resize(leaves * count + spines, 1);
  g.finish();
  return g;
}

inline std::unique_ptr<Router> router(std::string_view name, const Graph& g, std::uint64_t seed = 1) {
  auto r = makeRouter(name, g, seed);
  if (!r) throw std::runtime_error(r.error().line());
  return std::move(*r);
}

// The links, checked: they join, none is broken, channels and length keep to what the router says.
inline std::vector<LinkId> links(const Graph& g, const Router& r, const Journey& j, const Load& load = NoLoad()) {
  Hop hops[kMaxHops];
  const std::uint32_t n = r.route(j, load, hops);
  std::vector<LinkId> path;
  NodeId at = j.from;
  for (std::uint32_t i = 0; i < n; ++i) {
    const LinkId l = linkOf(hops[i]);
    EXPECT_EQ(g.link(l).from, at);
    EXPECT_GT(g.link(l).bandwidth.toBitsPerSecond(), 0);
    EXPECT_LT(channelOf(hops[i]), r.channels());
    EXPECT_TRUE(i == 0 || !g.isHost(at)) << "hosts do not forward";
    at = g.link(l).to;
    path.push_back(l);
  }
  EXPECT_TRUE(n == 0 || at == j.to);
  EXPECT_LE(n, r.longest());
  return path;
}

// The graph of dependencies between (link, channel) pairs: a packet that holds the first may wait for the second.
class Dependencies {
 public:
  void add(Hop held, Hop wanted) { after_[held].insert(wanted); }
  void addRoute(const Hop* hops, std::uint32_t n) {
    for (std::uint32_t i = 0; i + 1 < n; ++i) add(hops[i], hops[i + 1]);
  }
  // Pairs that are left when those without a predecessor are taken away again and again.
  [[nodiscard]] std::size_t inCycles() const {
    std::map<Hop, std::uint32_t> before;
    for (const auto& [h, next] : after_) {
      before[h] += 0;
      for (const Hop n : next) ++before[n];
    }
    std::deque<Hop> free;
    for (const auto& [h, n] : before)
      if (n == 0) free.push_back(h);
    std::size_t left = before.size();
    for (; !free.empty(); free.pop_front(), --left)
      if (const auto at = after_.find(free.front()); at != after_.end())
        for (const Hop n : at->second)
          if (--before[n] == 0) free.push_back(n);
    return left;
  }
  [[nodiscard]] std::size_t size() const { return after_.size(); }

 private:
  std::map<Hop, std::set<Hop>> after_;
};

// All links alike but one, which is empty: a PerHop router takes it if it may.
struct OneEmpty final : Load {
  explicit OneEmpty(LinkId l) : empty(l) {}
  [[nodiscard]] std::int64_t queued(LinkId l) const override { return l == empty ? 0 : 1'000'000; }
  LinkId empty;
};

}  // namespace weir::net::test
