// Freedom of deadlock by the dependencies between channels (Dally and Seitz, IEEE ToC 1987): for every routing on small
// instances of every topology, all pairs of hosts and many hashes, for adaptive routing every choice at every switch.
#include <gtest/gtest.h>

#include "tests/core/network/routing_instances.h"

namespace routing_deadlock_test {
using namespace weir;
using namespace weir::net;
using namespace weir::net::test;
using weir::Topology;

namespace {

bool possible(std::string_view routing, const Graph& g) {
  const Topology t = g.structure().topology;
  const bool tree = t == Topology::SingleSwitch || t == Topology::LeafSpine || t == Topology::FatTree || t == Topology::Rail;
  if (routing == "valiant" || routing == "ugal-l" || routing == "ugal-g") return !tree;
  if (routing != "dimension-order") return true;
  const bool broken = std::any_of(g.links().begin(), g.links().end(), [](const GraphLink& l) { return l.bandwidth.toBitsPerSecond() == 0; });
  return !broken && (t == Topology::Torus || t == Topology::Mesh || t == Topology::HyperX);
}

// Every state an adaptive packet can get into at every switch, by offering each link empty in turn.
void explore(const Graph& g, const Router& r, const Journey& j, Dependencies& d, std::size_t& dead) {
  Hop hops[kMaxHops];
  const std::uint32_t n = r.route(j, NoLoad(), hops);
  if (n < 2) return;
  struct At {
    Hop over;
    HopState state;
  };
  std::vector<At> todo{{hops[0], {1, channelOf(hops[0]), 0}}};
  std::set<std::tuple<Hop, std::uint32_t>> seen;
  while (!todo.empty()) {
    const At at = todo.back();
    todo.pop_back();
    const NodeId v = g.link(linkOf(at.over)).to;
    if (v == j.to) continue;
    if (g.isHost(v) || at.state.hops >= r.longest()) {
      ++dead;
      continue;
    }
    for (const LinkId l : g.out(v)) {
      HopState s = at.state;
      const Hop h = r.next(v, j, s, OneEmpty(l));
      EXPECT_EQ(g.link(linkOf(h)).from, v);
      EXPECT_LT(channelOf(h), r.channels());
      d.add(at.over, h);
      s.hops = at.state.hops + 1;
      s.channel = channelOf(h);
      if (seen.emplace(h, s.memory).second) todo.push_back({h, s});
    }
  }
}

// All pairs, many hashes: routes where there have to be some, none that dies, no cycle.
void check(const Graph& g, const Router& r, const std::string& what, const std::function<bool(NodeId, NodeId)>& reaches) {
  Dependencies d;
  std::size_t dead = 0;
  const std::uint64_t hashes = r.granularity() == Granularity::PerHop ? 4 : 40;
  for (NodeId a = 0; a < g.hosts(); ++a)
    for (NodeId b = 0; b < g.hosts(); ++b) {
      if (a == b) continue;
      const bool reachable = reaches(a, b);
      for (std::uint64_t k = 0; k < hashes; ++k) {
        const Journey j{a, b, k, k + 1};
        EXPECT_EQ(links(g, r, j).empty(), !reachable) << what << " " << a << " " << b;
        Hop hops[kMaxHops];
        d.addRoute(hops, r.route(j, NoLoad(), hops));
        if (r.granularity() == Granularity::PerHop) explore(g, r, j, d, dead);
      }
    }
  EXPECT_EQ(d.inCycles(), 0U) << what;
  EXPECT_EQ(dead, 0U) << what;
  EXPECT_LE(r.channels(), kMaxChannels);
}

// Whether a packet gets from a to b over its own two nodes' insides and what is outside, by a plain search.
bool reachesPlainly(const Graph& g, NodeId a, NodeId b) {
  const auto& node = g.structure().nodeOfHost;
  std::vector<char> inner(g.nodes(), 0), seen(g.nodes(), 0);
  for (const GraphLink& l : g.links())
    if (l.kind == LinkKind::Internal) inner[l.from] = inner[l.to] = 1;
  // Out through inner switches, across outside ones, in through inner ones: three stages, as states of the search.
  std::set<std::pair<NodeId, int>> done;
  std::vector<std::pair<NodeId, int>> todo{{a, 0}};
  while (!todo.empty()) {
    const auto [n, stage] = todo.back();
    todo.pop_back();
    if (!done.emplace(n, stage).second) continue;
    if (n == b) return true;
    if (n != a && g.isHost(n)) continue;
    for (const LinkId l : g.out(n)) {
      const NodeId to = g.link(l).to;
      if (g.isHost(to) && to != b) continue;
      if (to == b) {
        // Within a node, or from outside; an inner switch of one node is no way into another.
        if (stage > 0 || g.isHost(n) || !inner[n] || node[a] == node[b]) todo.emplace_back(to, stage);
        continue;
      }
      const int next = !inner[to] ? 1 : stage == 0 ? 0 : 2;
      if (stage == 2 && !inner[to]) continue;
      todo.emplace_back(to, next);
    }
  }
  return false;
}

// Nodes of a few hosts with switches inside, joined at random inside and out, some links broken one way or both.
Graph anything(std::uint64_t seed) {
  Random r(seed, 7);
  const auto nodes = static_cast<std::uint32_t>(2 + r.below(4)), each = static_cast<std::uint32_t>(1 + r.below(3));
  Graph g(nodes * each);
  std::vector<NodeId> outside;
  for (std::uint64_t i = 3 + r.below(8); i > 0; --i) outside.push_back(g.addSwitch("o" + std::to_string(i)));
  const auto any = [&](const std::vector<NodeId>& from) { return from[r.below(from.size())]; };
  for (std::size_t i = 1; i < outside.size(); ++i) join(g, outside[i], outside[r.below(i)]);
  for (std::uint64_t i = r.below(2 * outside.size()); i > 0; --i)
    if (const NodeId a = any(outside), b = any(outside); a != b) join(g, a, b);
  for (std::uint32_t n = 0; n < nodes; ++n) {
    std::vector<NodeId> inside;
    for (std::uint64_t i = r.below(5); i > 0; --i) inside.push_back(g.addSwitch("i" + std::to_string(n) + "." + std::to_string(i)));
    for (std::size_t i = 1; i < inside.size(); ++i)
      if (r.below(5) > 0) join(g, inside[i], inside[r.below(i)], LinkKind::Internal);
    for (std::uint32_t h = n * each; h < (n + 1) * each; ++h) {
      g.structure().nodeOfHost.push_back(n);
      for (std::uint64_t i = 1 + r.below(2); i > 0 && !inside.empty(); --i) join(g, h, any(inside), LinkKind::Internal);
      if (inside.empty() || r.below(3) == 0) join(g, h, any(outside), LinkKind::Host);
      if (h > n * each && r.below(4) == 0) join(g, h, h - 1, LinkKind::Internal, 2 * kSpeed);
    }
    for (const NodeId s : inside)
      if (r.below(2) == 0) {
        join(g, s, any(outside), LinkKind::Host);
        if (r.below(2) == 0) join(g, s, any(outside), LinkKind::Host);
        // An inner switch is one by its Internal links: without any it would stand outside.
        join(g, n * each, s, LinkKind::Internal);
      }
  }
  for (LinkId l = 0; l < g.links().size(); ++l)
    if (r.below(25) == 0) g.setBandwidth(l, Bandwidth());
  g.structure().topology = Topology::Graph;
  g.finish();
  return g;
}

}  // namespace

TEST(Deadlock, NoCycleOnGraphsOfAnyKindAndWhatCanReachDoes) {
  std::size_t unreachable = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Graph g = anything(seed);
    for (const char* name : {"ecmp", "adaptive", "valiant"}) {
      const auto r = makeRouter(name, g, seed);
      ASSERT_TRUE(r) << r.error().line();
      check(g, **r, "seed " + std::to_string(seed) + " " + name, [&](NodeId a, NodeId b) {
        const bool reaches = reachesPlainly(g, a, b);
        unreachable += reaches ? 0 : 1;
        return reaches;
      });
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(unreachable, 0U);  // or the comparison would have had one answer only
}

TEST(Deadlock, NoCycleOfChannelsForAnyPairOfTopologyAndRouting) {
  for (const Instance& i : instances()) {
    const Graph g = i.make();
    for (const RoutingDescriptor& routing : routings()) {
      const auto r = makeRouter(routing.name, g, 1);
      ASSERT_EQ(r.has_value(), possible(routing.name, g)) << i.name << " " << routing.name;
      if (!r) continue;
      check(g, **r, std::string(i.name) + " " + std::string(routing.name), [](NodeId, NodeId) { return true; });
      RecordProperty(std::string(i.name) + " " + std::string(routing.name), static_cast<int>((*r)->channels()));
    }
  }
}

TEST(Deadlock, TheTestFindsTheCycleOfARingInOneChannel) {
  const Graph g = grid(Topology::Torus, {6}, 1);
  const auto r = router("ecmp", g);
  Dependencies one, asGiven;
  for (NodeId a = 0; a < 6; ++a)
    for (NodeId b = 0; b < 6; ++b)
      for (std::uint64_t k = 0; a != b && k < 20; ++k) {
        Hop hops[kMaxHops];
        const std::uint32_t n = r->route({a, b, k, 0}, NoLoad(), hops);
        asGiven.addRoute(hops, n);
        for (std::uint32_t i = 0; i < n; ++i) hops[i] = hop(linkOf(hops[i]), 0);
        one.addRoute(hops, n);
      }
  EXPECT_GT(one.inCycles(), 0U);
  EXPECT_EQ(asGiven.inCycles(), 0U);
}

TEST(Deadlock, ChannelsAreAsFewAsTheTopologyAllows) {
  const auto channels = [](const char* name, const Graph& g) { return router(name, g)->channels(); };
  EXPECT_EQ(channels("ecmp", graph(network(Topology::FatTree, 4), 16)), 1U);
  EXPECT_EQ(channels("adaptive", rails(12, 3, 4, 2)), 1U);
  EXPECT_EQ(channels("ecmp", accelerators(6, true)), 1U);
  EXPECT_EQ(channels("ecmp", accelerators(6, true, true, 2, true)), 2U);  // out by the other PCIe switch's NIC: up, down, up
  EXPECT_EQ(channels("minimal", dragonfly(1, 4, 2)), 2U);
  EXPECT_EQ(channels("valiant", dragonfly(1, 4, 2)), 3U);      // local, global, local, global, local
  EXPECT_EQ(channels("minimal", dragonflyPlus(4, 2, 1)), 1U);  // up, across, down
  EXPECT_EQ(channels("minimal", slimFly(1)), 2U);
  EXPECT_EQ(channels("ugal-l", slimFly(1)), 4U);
  EXPECT_EQ(channels("dimension-order", grid(Topology::Torus, {5, 4}, 1)), 2U);
  EXPECT_EQ(channels("dimension-order", grid(Topology::Mesh, {5, 4}, 1)), 1U);
  EXPECT_EQ(channels("dimension-order", grid(Topology::HyperX, {5, 4}, 1)), 1U);
  EXPECT_EQ(channels("valiant", grid(Topology::Torus, {4, 3, 2}, 1)), 4U);
  EXPECT_EQ(channels("ugal-g", grid(Topology::HyperX, {5, 4}, 1)), 2U);
}

}  // namespace routing_deadlock_test
