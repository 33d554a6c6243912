#include "core/network/routing.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/core/network/routing_graphs.h"

using namespace weir;
using namespace weir::net;
using namespace weir::net::test;
using weir::Topology;

namespace {

// Links of a shortest path, by the plainest search there is.
std::uint32_t shortest(const Graph& g, NodeId from, NodeId to) {
  std::vector<std::uint32_t> d(g.nodes(), 0xffff);
  std::deque<NodeId> todo{from};
  for (d[from] = 0; !todo.empty(); todo.pop_front())
    for (const LinkId l : g.out(todo.front()))
      if (const NodeId v = g.link(l).to; d[v] == 0xffff && (!g.isHost(v) || v == to)) {
        d[v] = d[todo.front()] + 1;
        todo.push_back(v);
      }
  return d[to] == 0xffff ? 0 : d[to];
}
Journey journey(NodeId from, NodeId to, std::uint64_t flow = 0, std::uint64_t entropy = 0) { return {from, to, flow, entropy}; }

}  // namespace

TEST(Routing, EcmpTakesTheSamePathsAsTheSearchFromEachDestination) {
  for (const Graph& g : {graph(network(Topology::FatTree, 8), 128), graph(network(Topology::FatTree, 8, 4), 100), graph(network(Topology::LeafSpine), 30)}) {
    const auto r = router("ecmp", g, 7);
    EcmpRouter old(g, 7);
    for (NodeId a = 0; a < g.hosts(); a += 3)
      for (NodeId b = 0; b < g.hosts(); ++b) {
        if (a == b) continue;
        LinkId path[kMaxHops];
        const std::uint32_t n = old.path(a, b, a + 5 * b, path);
        EXPECT_EQ(links(g, *r, journey(a, b, a + 5 * b)), std::vector<LinkId>(path, path + n));
      }
    EXPECT_EQ(r->channels(), 1U);
  }
}

TEST(Routing, ShortestPathsAreAsShortAsThePlainestSearchFinds) {
  for (const Graph& g : {anyGraph(40, 20, 3), anyGraph(31, 5, 4), grid(Topology::Torus, {5, 4}, 1), grid(Topology::HyperX, {3, 3, 2}, 1), slimFly(1),
                         dragonfly(1, 4, 2), dragonflyPlus(4, 2, 1), rails(12, 3, 4, 2)})
    for (const char* name : {"ecmp", "spray"}) {
      const auto r = router(name, g);
      for (NodeId a = 0; a < g.hosts(); ++a)
        for (NodeId b = 0; b < g.hosts(); ++b)
          ASSERT_EQ(links(g, *r, journey(a, b, 9, 3)).size(), a == b ? 0 : shortest(g, a, b)) << name << " " << a << " " << b;
    }
}

TEST(Routing, SprayUsesEveryPathAndEcmpOneAFlow) {
  const Graph g = graph(network(Topology::FatTree, 8), 128);
  const auto spray = router("spray", g), ecmp = router("ecmp", g);
  std::map<LinkId, int> used;
  std::set<std::vector<LinkId>> one;
  for (std::uint64_t packet = 1; packet <= 1600; ++packet) {
    const auto path = links(g, *spray, journey(0, 127, 5, packet));
    ASSERT_EQ(path.size(), 6U);
    ++used[path[2]];
    one.insert(links(g, *ecmp, journey(0, 127, 5, packet)));
  }
  EXPECT_EQ(used.size(), 16U);
  for (const auto& [l, n] : used) EXPECT_NEAR(n, 100, 45) << l;  // 4.6 standard deviations
  EXPECT_EQ(one.size(), 1U);
}

TEST(Routing, AdaptiveTakesTheEmptyLinkAndSpreadsWhenAllAreEmpty) {
  const Graph g = graph(network(Topology::FatTree, 8), 128);
  const auto r = router("adaptive", g);
  ASSERT_EQ(r->granularity(), Granularity::PerHop);
  const NodeId edge = 128;
  std::vector<LinkId> ups;
  for (const LinkId l : g.out(edge))
    if (!g.isHost(g.link(l).to)) ups.push_back(l);
  ASSERT_EQ(ups.size(), 4U);
  std::map<LinkId, int> idle;
  for (std::uint64_t packet = 1; packet <= 400; ++packet) {
    for (const LinkId l : ups) {
      HopState s{1, 0, 0};
      EXPECT_EQ(linkOf(r->next(edge, journey(0, 127, 1, packet), s, OneEmpty(l))), l);
    }
    HopState s{1, 0, 0};
    ++idle[linkOf(r->next(edge, journey(0, 127, 1, packet), s, NoLoad()))];
  }
  EXPECT_EQ(idle.size(), 4U);
  for (const auto& [l, n] : idle) EXPECT_NEAR(n, 100, 40) << l;
}

TEST(Routing, AdaptiveWeighsQueuesByTheTimeTheyTake) {
  // Two spines, one joined at a quarter of the speed: 30 kB there wait as long as 120 kB at full speed.
  Graph g(2);
  const NodeId a = g.addSwitch("a"), b = g.addSwitch("b"), fast = g.addSwitch("fast"), slow = g.addSwitch("slow");
  join(g, 0, a, LinkKind::Host);
  join(g, 1, b, LinkKind::Host);
  const LinkId toFast = join(g, a, fast), toSlow = join(g, a, slow, LinkKind::Fabric, kSpeed / 4);
  join(g, fast, b);
  join(g, slow, b);
  g.finish();
  struct Two final : Load {
    LinkId fast = 0;
    std::int64_t inFast = 0, inSlow = 0;
    [[nodiscard]] std::int64_t queued(LinkId l) const override { return l == fast ? inFast : inSlow; }
  } load;
  load.fast = toFast;
  load.inSlow = 30'000;
  const auto r = router("adaptive", g);
  for (const auto& [inFast, expected] : {std::pair{110'000, toFast}, {130'000, toSlow}}) {
    load.inFast = inFast;
    HopState s{1, 0, 0};
    EXPECT_EQ(linkOf(r->next(a, journey(0, 1, 0, 1), s, load)), expected) << inFast;
  }
}

TEST(Routing, DragonflysMinimalPathKeepsToTheTwoGroups) {
  const Graph g = dragonfly(2, 4, 2);  // 9 groups of 4 routers
  const auto minimal = router("minimal", g), ecmp = router("ecmp", g);
  bool shortcut = false;
  for (NodeId a = 0; a < g.hosts(); a += 2)
    for (NodeId b = 0; b < g.hosts(); b += 2) {
      if (a == b) continue;
      const auto path = links(g, *minimal, journey(a, b));
      ASSERT_FALSE(path.empty());
      int global = 0;
      for (const LinkId l : path) global += g.link(l).kind == LinkKind::Global;
      EXPECT_EQ(global, a / 8 == b / 8 ? 0 : 1);
      EXPECT_LE(path.size(), 5U);  // host, local, global, local, host
      shortcut |= links(g, *ecmp, journey(a, b)).size() < path.size();  // over a third group: two global links and no local one
    }
  EXPECT_TRUE(shortcut);
  EXPECT_EQ(minimal->channels(), 2U);
}

TEST(Routing, DragonflyGoesByAThirdGroupOnlyWhereItsGlobalLinkIsBroken) {
  Graph g = dragonfly(1, 2, 1);  // three groups of two, one cable between each pair of groups
  for (LinkId l = 0; l < g.links().size(); ++l) {
    const auto& s = g.structure().group;
    const GraphLink& k = g.link(l);
    if (k.kind == LinkKind::Global && s[k.from - g.hosts()] + s[k.to - g.hosts()] == 1) g.setBandwidth(l, Bandwidth());
  }
  g.finish();
  const auto r = router("minimal", g);
  for (NodeId a = 0; a < 6; ++a)
    for (NodeId b = 0; b < 6; ++b)
      if (a != b) {
        int global = 0;
        for (const LinkId l : links(g, *r, journey(a, b))) global += g.link(l).kind == LinkKind::Global;
        EXPECT_EQ(global, a / 2 == b / 2 ? 0 : a / 2 + b / 2 == 1 ? 2 : 1) << a << " " << b;
      }
}

TEST(Routing, FlowOfARailUsesThatRailAtBothEnds) {
  const Graph g = rails(16, 4, 4, 2);
  for (const char* name : {"ecmp", "spray", "adaptive"}) {
    const auto r = router(name, g);
    for (std::uint64_t rail = 0; rail < 4; ++rail)
      for (std::uint64_t packet = 0; packet < 5; ++packet)
        for (const NodeId to : {1U, 6U, 15U}) {
          const auto path = links(g, *r, journey(0, to, rail, packet));
          ASSERT_EQ(path.size(), to == 1 ? 2U : 4U);
          EXPECT_EQ(g.link(path.front()).to, 16 + rail);
          EXPECT_EQ(g.link(path.back()).from, 16 + to / 4 * 4 + rail);
        }
  }
}

TEST(Routing, WithinANodeOnlyItsOwnLinksAreUsedAndTheWidestFirst) {
  for (const bool nvswitch : {true, false}) {
    const Graph g = accelerators(4, nvswitch);
    for (const char* name : {"ecmp", "spray", "adaptive"}) {
      const auto r = router(name, g);
      for (NodeId a = 0; a < 16; ++a)
        for (NodeId b = 0; b < 16; ++b) {
          if (a == b) continue;
          for (std::uint64_t flow = 0; flow < 4; ++flow) {
            const auto path = links(g, *r, journey(a, b, flow, 1));
            ASSERT_FALSE(path.empty());
            bool inside = true, fast = true;
            for (const LinkId l : path) {
              inside &= g.link(l).kind == LinkKind::Internal;
              fast &= g.link(l).bandwidth.toBitsPerSecond() > kSpeed;
            }
            EXPECT_EQ(inside, a / 4 == b / 4) << name << " " << a << " " << b;
            EXPECT_EQ(fast, nvswitch && a / 4 == b / 4);
            for (const LinkId l : path)  // switches 0 to 5 are the network's; nodes have three or four each after that
              if (const NodeId s = g.link(l).to; s >= 22) {
                const NodeId node = (s - 22) / (nvswitch ? 4 : 3);
                EXPECT_TRUE(node == a / 4 || node == b / 4) << "through a third node";
              }
          }
        }
    }
  }
}

TEST(Routing, HostsThatAreJoinedDirectlyNeedNoSwitch) {
  Graph g(3);
  const NodeId s = g.addSwitch("s");
  for (NodeId h = 0; h < 3; ++h) join(g, h, s, LinkKind::Host);
  const LinkId direct = join(g, 0, 1, LinkKind::Internal);
  g.structure().nodeOfHost = {0, 0, 1};
  g.finish();
  const auto r = router("ecmp", g);
  EXPECT_EQ(links(g, *r, journey(0, 1)), std::vector<LinkId>{direct});
  EXPECT_EQ(links(g, *r, journey(1, 0)), std::vector<LinkId>{direct + 1});
  EXPECT_EQ(links(g, *r, journey(0, 2)).size(), 2U);
}

TEST(Routing, BrokenAndOneWayLinks) {
  Graph g(2);
  const NodeId a = g.addSwitch("a"), b = g.addSwitch("b"), c = g.addSwitch("c");
  join(g, 0, a, LinkKind::Host);
  join(g, 1, b, LinkKind::Host);
  const LinkId ab = join(g, a, b);
  join(g, a, c);
  join(g, c, b);
  g.setBandwidth(ab + 1, Bandwidth());  // b to a: broken that way
  g.finish();
  const auto r = router("ecmp", g);
  EXPECT_EQ(links(g, *r, journey(0, 1)).size(), 3U);
  EXPECT_EQ(links(g, *r, journey(1, 0)).size(), 4U);
  // Cut off: no route, and no error before anyone asks.
  Graph cut(2);
  for (NodeId h = 0; h < 2; ++h) join(cut, h, cut.addSwitch("s"), LinkKind::Host);
  cut.finish();
  Hop hops[kMaxHops];
  EXPECT_EQ(router("ecmp", cut)->route(journey(0, 1), NoLoad(), hops), 0U);
}

TEST(Routing, SameSeedSameRoutesAnotherSeedOthers) {
  const Graph g = graph(network(Topology::FatTree, 8), 128);
  for (const RoutingDescriptor& d : routings()) {
    const auto made = d.make(g, 3);
    if (!made) continue;
    const auto again = router(d.name, g, 3), other = router(d.name, g, 4);
    int differ = 0;
    for (NodeId b = 1; b < 128; ++b) {
      EXPECT_EQ(links(g, **made, journey(0, b, b, b)), links(g, *again, journey(0, b, b, b)));
      differ += links(g, *again, journey(0, b, b, b)) != links(g, *other, journey(0, b, b, b));
    }
    EXPECT_GT(differ, 40) << d.name;
  }
}

TEST(Routing, WhatCannotBeIsRefusedByTheFieldsName) {
  const Graph tree = graph(network(Topology::FatTree, 4), 16);
  const Graph ring = grid(Topology::Torus, {70}, 1);  // 35 links to the far side, and two
  const Graph longRing = grid(Topology::Torus, {400}, 1);
  for (const auto& [name, g] : {std::pair<const char*, const Graph*>{"nowhere", &tree}, {"ecmp", &ring}, {"spray", &longRing}, {"minimal", &longRing}}) {
    const auto r = makeRouter(name, *g, 1);
    ASSERT_FALSE(r) << name;
    EXPECT_EQ(r.error().where, "machine.network.routing");
    EXPECT_FALSE(r.error().todo.empty());
  }
}
