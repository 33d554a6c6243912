// Freedom of deadlock by the dependencies between channels (Dally and Seitz, IEEE ToC 1987): for every routing on small
// instances of every topology, all pairs of hosts and many hashes, for adaptive routing every choice at every switch.
#include <gtest/gtest.h>

#include "tests/core/network/routing_instances.h"

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

}  // namespace

TEST(Deadlock, NoCycleOfChannelsForAnyPairOfTopologyAndRouting) {
  for (const Instance& i : instances()) {
    const Graph g = i.make();
    for (const RoutingDescriptor& routing : routings()) {
      const auto r = makeRouter(routing.name, g, 1);
      ASSERT_EQ(r.has_value(), possible(routing.name, g)) << i.name << " " << routing.name;
      if (!r) continue;
      Dependencies d;
      std::size_t dead = 0;
      const std::uint64_t hashes = (*r)->granularity() == Granularity::PerHop ? 4 : 40;
      for (NodeId a = 0; a < g.hosts(); ++a)
        for (NodeId b = 0; b < g.hosts(); ++b)
          for (std::uint64_t k = 0; a != b && k < hashes; ++k) {
            const Journey j{a, b, k, k + 1};
            EXPECT_FALSE(links(g, **r, j).empty()) << i.name << " " << routing.name << " " << a << " " << b;
            Hop hops[kMaxHops];
            d.addRoute(hops, (*r)->route(j, NoLoad(), hops));
            if ((*r)->granularity() == Granularity::PerHop) explore(g, **r, j, d, dead);
          }
      EXPECT_EQ(d.inCycles(), 0U) << i.name << " " << routing.name;
      EXPECT_EQ(dead, 0U) << i.name << " " << routing.name;
      EXPECT_GT(d.size(), 0U);
      EXPECT_LE((*r)->channels(), kMaxChannels);
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
