#include <gtest/gtest.h>

#include <set>

#include "tests/core/network/ecmp_reference.h"
#include "tests/core/network/routing_graphs.h"

namespace routing_test {
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
          }
        }
    }
  }
}

TEST(Routing, RailsThatNothingJoinsAreChangedInsideTheTwoNodesAndNeverInAThird) {
  const Graph g = accelerators(4, false, false, 1);  // two leaves, one a rail; three switches a node after them
  for (const char* name : {"ecmp", "adaptive"}) {
    const auto r = router(name, g);
    for (NodeId a = 0; a < 16; ++a)
      for (NodeId b = 0; b < 16; ++b) {
        const auto path = links(g, *r, journey(a, b, a));
        if (a == b || a / 4 == b / 4) continue;
        // Host, PCIe, leaf, PCIe, host; and two more by one of the roots where the rails differ.
        ASSERT_EQ(path.size(), a / 2 % 2 == b / 2 % 2 ? 4U : 6U);
        for (const LinkId l : path) {
          const NodeId s = g.link(l).to;
          EXPECT_TRUE(s < 18 || (s - 18) / 3 == a / 4 || (s - 18) / 3 == b / 4) << "through a third node";
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
  for (const Graph& g : {graph(network(Topology::FatTree, 8), 128), grid(Topology::Torus, {6, 6}, 1)})
    for (const RoutingDescriptor& d : routings()) {
      const auto made = d.make(g, 3);
      if (!made) continue;
      const auto again = router(d.name, g, 3), other = router(d.name, g, 4);
      int differ = 0;
      for (NodeId b = 1; b < g.hosts(); ++b)
        for (std::uint64_t flow = 0; flow < 10; ++flow) {
          EXPECT_EQ(links(g, **made, journey(0, b, flow, b)), links(g, *again, journey(0, b, flow, b)));
          differ += links(g, *again, journey(0, b, flow, b)) != links(g, *other, journey(0, b, flow, b));
        }
      // Dimension-order has a choice where a ring's half is to go, 11 of 35 pairs: one of two, or one of four.
      EXPECT_GT(differ, 40) << d.name;
    }
}

TEST(Routing, WhatCannotBeIsRefusedByTheFieldsName) {
  const Graph tree = graph(network(Topology::FatTree, 4), 16), leaves = graph(network(Topology::LeafSpine), 16);
  const Graph ring = grid(Topology::Torus, {70}, 1);  // 35 links to the far side, and two
  const Graph longRing = grid(Topology::Torus, {400}, 1), fly = dragonfly(1, 2, 1);
  Graph broken = grid(Topology::Torus, {4, 4}, 1);
  broken.setBandwidth(static_cast<LinkId>(broken.links().size() - 1), Bandwidth());
  broken.finish();
  Graph notATorus = grid(Topology::Mesh, {4, 4}, 1);
  notATorus.structure().topology = Topology::Torus;
  const std::vector<std::pair<const char*, const Graph*>> rows{
      {"nowhere", &tree},         {"dimension-order", &tree},   {"dimension-order", &fly},       {"dimension-order", &broken},
      {"valiant", &tree},         {"valiant", &leaves},         {"ugal-l", &tree},               {"ugal-g", &leaves},
      {"ecmp", &ring},            {"spray", &longRing},         {"minimal", &longRing},          {"dimension-order", &ring},
      {"dimension-order", &notATorus}};
  for (const auto& [name, g] : rows) {
    const auto r = makeRouter(name, *g, 1);
    ASSERT_FALSE(r) << name;
    EXPECT_EQ(r.error().where, "machine.network.routing");
    EXPECT_FALSE(r.error().todo.empty()) << name;
  }
  EXPECT_TRUE(makeRouter("minimal", broken, 1));
  EXPECT_TRUE(makeRouter("valiant", broken, 1));
}

TEST(Routing, DimensionOrderTurnsOnceADimensionTheShorterWayRound) {
  const Graph g = grid(Topology::Torus, {7, 4}, 1);
  const auto r = router("dimension-order", g);
  for (NodeId a = 0; a < 28; ++a)
    for (NodeId b = 0; b < 28; ++b) {
      if (a == b) continue;
      const auto path = links(g, *r, journey(a, b, a * b));
      EXPECT_EQ(path.size(), shortest(g, a, b));
      bool column = false;
      for (std::size_t i = 1; i + 1 < path.size(); ++i) {
        const bool along = (g.link(path[i]).from - 28) % 7 == (g.link(path[i]).to - 28) % 7;
        EXPECT_TRUE(along || !column) << "back to the first dimension";
        column |= along;
      }
    }
  // Two ways are equally short in a ring of four: flows take both.
  std::set<std::vector<LinkId>> ways;
  for (std::uint64_t f = 0; f < 20; ++f) ways.insert(links(g, *r, journey(0, 14, f)));
  EXPECT_EQ(ways.size(), 2U);
}

TEST(Routing, ValiantGoesByEveryOtherGroup) {
  const Graph g = dragonfly(2, 4, 2);  // 9 groups of 8 hosts
  const auto r = router("valiant", g);
  ASSERT_EQ(r->granularity(), Granularity::PerPacket);
  std::map<std::uint32_t, int> by;
  for (std::uint64_t packet = 1; packet <= 700; ++packet) {
    const auto path = links(g, *r, journey(0, 71, 0, packet));
    int global = 0;
    for (const LinkId l : path)
      if (g.link(l).kind == LinkKind::Global && global++ == 0) ++by[g.structure().group[g.link(l).to - g.hosts()]];
    ASSERT_EQ(global, 2);
    ASSERT_LE(path.size(), 7U);
  }
  EXPECT_EQ(by.size(), 7U);
  for (const auto& [group, n] : by) EXPECT_NEAR(n, 100, 45) << group;
  // Within a group: by another of its routers.
  for (std::uint64_t packet = 1; packet <= 20; ++packet) EXPECT_EQ(links(g, *r, journey(0, 7, 0, packet)).size(), 4U);
}

TEST(Routing, ValiantGoesByEverySwitchElsewhere) {
  for (const Graph& g : {slimFly(1), grid(Topology::Torus, {4, 4}, 1), grid(Topology::HyperX, {4, 3}, 1), anyGraph(20, 15, 2)}) {
    const auto r = router("valiant", g);
    std::set<NodeId> seen;
    for (std::uint64_t packet = 1; packet <= 600; ++packet)
      for (const LinkId l : links(g, *r, journey(0, g.hosts() - 1, 0, packet))) seen.insert(g.link(l).to);
    EXPECT_EQ(seen.size(), g.switches() + 1);  // and the host
  }
}

TEST(Routing, UgalTakesTheShortWayUnlessItsQueueIsLong) {
  struct OneFull final : Load {
    std::set<LinkId> full;
    std::int64_t bytes = 0;
    mutable std::set<LinkId> asked;
    [[nodiscard]] std::int64_t queued(LinkId l) const override {
      asked.insert(l);
      return full.count(l) != 0 ? bytes : 0;
    }
  };
  for (const Graph& g : {dragonfly(2, 4, 2), dragonflyPlus(4, 2, 2), slimFly(1), grid(Topology::Torus, {5, 5}, 1), grid(Topology::HyperX, {4, 4}, 1)}) {
    const NodeId to = g.hosts() - 1, source = g.link(g.out(0)[0]).to;
    const auto minimal = router(g.structure().dimensions.empty() ? "minimal" : "dimension-order", g);
    const std::size_t least = links(g, *minimal, journey(0, to)).size();
    for (const char* name : {"ugal-l", "ugal-g"}) {
      const auto r = router(name, g);
      EXPECT_EQ(r->global(), std::string_view(name) == "ugal-g");
      OneFull load;
      for (std::uint64_t packet = 1; packet <= 50; ++packet) EXPECT_EQ(links(g, *r, journey(0, to, 0, packet), load).size(), least) << name << ": nothing waits";
      // Whatever a packet would take first is full: those whose detour begins elsewhere make it.
      int detours = 0;
      load.bytes = 1'000'000;
      for (std::uint64_t packet = 1; packet <= 50; ++packet) {
        load.full = {links(g, *r, journey(0, to, 0, packet), NoLoad())[1]};
        const auto path = links(g, *r, journey(0, to, 0, packet), load);
        detours += load.full.count(path[1]) == 0 ? 1 : 0;
        EXPECT_GE(path.size(), least);
      }
      EXPECT_GT(detours, 20) << name << " " << g.hosts();
      if (r->global()) continue;
      for (const LinkId l : load.asked) EXPECT_EQ(g.link(l).from, source) << "a queue it cannot see";
    }
  }
}

TEST(Routing, UgalGlobalSeesAFullLinkFarAway) {
  const Graph g = dragonfly(2, 4, 2);
  struct GlobalFull final : Load {
    LinkId full = 0;
    [[nodiscard]] std::int64_t queued(LinkId l) const override { return l == full ? 1'000'000 : 0; }
  } load;
  // A host whose way to group 4 begins with a local link; the global one behind it is full.
  for (NodeId from = 0; from < 8; from += 2) {
    const auto path = links(g, *router("ugal-g", g), journey(from, 39, 0, 1));
    if (g.link(path[1]).kind == LinkKind::Global) continue;
    load.full = path[2];
    EXPECT_EQ(g.link(load.full).kind, LinkKind::Global);
    EXPECT_GT(links(g, *router("ugal-g", g), journey(from, 39, 0, 1), load).size(), path.size());
    EXPECT_EQ(links(g, *router("ugal-l", g), journey(from, 39, 0, 1), load).size(), path.size());
  }
}

}  // namespace routing_test
