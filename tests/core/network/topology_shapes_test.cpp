// What each topology is made of: counts, degrees, who is joined to whom, diameters; and the names and coordinates that
// routings and pictures go by (core/network/topology.h).
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/network/finite_field.h"
#include "core/network/global_links.h"
#include "core/scenario/topology_shape.h"
#include "tests/core/network/support.h"

namespace topology_shapes_test {
using namespace weir;
using namespace weir::net;
using namespace weir::net::test;
using weir::Topology;

namespace {

Network of(Topology t, std::vector<int> dimensions = {}, int perRouter = 0) {
  Network n = network(t);
  n.dimensions = std::move(dimensions);
  n.hosts_per_router = perRouter;
  return n;
}
Network dragonfly(int p, int a, int h, int groups = 0) {
  Network n = network(Topology::Dragonfly);
  n.hosts_per_router = p;
  n.routers_per_group = a;
  n.global_links_per_router = h;
  n.groups = groups;
  return n;
}
NodeId named(const Graph& g, const std::string& name) {
  for (NodeId n = 0; n < g.nodes(); ++n)
    if (g.nodeName(n) == name) return n;
  ADD_FAILURE() << "no node " << name;
  return 0;
}
std::set<std::string> neighbours(const Graph& g, const std::string& name) {
  std::set<std::string> s;
  for (const LinkId l : g.out(named(g, name))) s.insert(g.nodeName(g.link(l).to));
  return s;
}
// Cables between switches, at a switch.
std::size_t degree(const Graph& g, NodeId n) {
  std::size_t d = 0;
  for (const LinkId l : g.out(n)) d += g.isHost(g.link(l).to) ? 0 : 1;
  return d;
}
// Steps between switches, from one to all: by breadth.
std::vector<int> steps(const Graph& g, NodeId from) {
  std::vector<int> d(g.nodes(), -1);
  std::vector<NodeId> queue{from};
  d[from] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const LinkId l : g.out(queue[i]))
      if (const NodeId to = g.link(l).to; !g.isHost(to) && d[to] < 0) d[to] = d[queue[i]] + 1, queue.push_back(to);
  return d;
}
int diameter(const Graph& g) {
  int most = 0;
  for (NodeId s = g.hosts(); s < g.nodes(); ++s) {
    const std::vector<int> d = steps(g, s);
    for (NodeId t = g.hosts(); t < g.nodes(); ++t) {
      if (d[t] < 0) return -1;
      most = std::max(most, d[t]);
    }
  }
  return most;
}

}  // namespace

TEST(Dragonfly, TheFullOneOfFourEightFour) {
  const Graph g = graph(dragonfly(4, 8, 4), 1056);
  EXPECT_EQ(g.hosts(), 1056U);
  EXPECT_EQ(g.switches(), 264U);  // 33 groups of 8
  EXPECT_EQ(g.structure().dimensions, (std::vector<int>{8, 33}));
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> pairs;
  for (const GraphLink& l : g.links())
    if (l.kind == LinkKind::Global) ++pairs[{g.structure().group[l.from - 1056], g.structure().group[l.to - 1056]}];
  EXPECT_EQ(pairs.size(), 33U * 32U);
  for (const auto& [pair, n] : pairs) {
    EXPECT_NE(pair.first, pair.second);
    EXPECT_EQ(n, 1);
  }
  for (NodeId s = g.hosts(); s < g.nodes(); ++s) EXPECT_EQ(degree(g, s), 7U + 4U);
  EXPECT_EQ(diameter(g), 3);  // local, global, local
  EXPECT_EQ(g.nodeName(1056 + 8 * 5 + 3), "router 5.3");
  EXPECT_EQ(g.link(g.out(100)[0]).to, named(g, "router 3.1"));  // 32 hosts a group, 4 a router
}

TEST(Dragonfly, AsManyGroupsAsTheHostsNeedOrAsGiven) {
  EXPECT_EQ(graph(dragonfly(4, 8, 4), 200).structure().dimensions, (std::vector<int>{8, 7}));
  EXPECT_EQ(graph(dragonfly(4, 8, 4, 33), 200).switches(), 264U);
  EXPECT_EQ(graph(dragonfly(4, 8, 4), 20).switches(), 8U);  // one group, no global link
  // Nothing given: the smallest balanced one that carries them: p = 3 has 6 x 3 + 1 = 19 groups of 18.
  const auto s = topologyShape(network(Topology::Dragonfly), 342);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->hosts_per_edge, 3);
  EXPECT_EQ(s->groups, 19);
  EXPECT_EQ(s->capacity, 342);
}

TEST(Dragonfly, FewerGroupsShareTheLinksEvenly) {
  for (std::uint32_t ports = 1; ports <= 33; ++ports)
    for (std::uint32_t groups = 2; groups <= ports + 1; ++groups) {
      std::set<std::pair<std::uint32_t, std::uint32_t>> used;
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> pairs;
      for (const GlobalCable& c : globalCables(groups, ports)) {
        ASSERT_LT(c.port, ports);
        ASSERT_LT(c.peerPort, ports);
        EXPECT_TRUE(used.emplace(c.group, c.port).second);  // one cable a port
        EXPECT_TRUE(used.emplace(c.peerGroup, c.peerPort).second);
        ++pairs[{std::min(c.group, c.peerGroup), std::max(c.group, c.peerGroup)}];
      }
      EXPECT_EQ(pairs.size(), groups * (groups - 1) / 2);
      const std::uint32_t least = ports / (groups - 1);
      for (const auto& [pair, n] : pairs) EXPECT_TRUE(n == least || n == least + 1) << groups << " groups, " << ports << " ports";
      // Only an odd port of an odd number of groups stays empty.
      const std::uint32_t empty = groups % 2 == 1 && ports % (groups - 1) % 2 == 1 ? groups : 0;
      EXPECT_EQ(used.size() + empty, groups * ports);
    }
}

TEST(DragonflyPlus, GroupsAreTreesJoinedAtTheirSpines) {
  Network n = network(Topology::DragonflyPlus);
  n.leaves = 4;
  n.spines = 4;
  n.hosts_per_leaf = 2;
  n.global_links_per_router = 2;
  const Graph g = graph(n, 72);  // 4 x 2 + 1 = 9 groups of 8
  EXPECT_EQ(g.switches(), 72U);
  EXPECT_EQ(diameter(g), 5);     // between spines of two groups; leaf to leaf it is 3
  const std::vector<int> d = steps(g, named(g, "leaf 0.0"));
  for (NodeId s = g.hosts(); s < g.nodes(); ++s)
    EXPECT_LE(d[s], g.structure().level[s - g.hosts()] == 0 ? 3 : 4);
  EXPECT_EQ(neighbours(g, "leaf 2.1"), (std::set<std::string>{"host 18", "host 19", "spine 2.0", "spine 2.1", "spine 2.2", "spine 2.3"}));
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const GraphLink& l : g.links())
    if (l.kind == LinkKind::Global) {
      EXPECT_EQ(g.structure().level[l.from - g.hosts()], 1);
      EXPECT_TRUE(pairs.emplace(g.structure().group[l.from - g.hosts()], g.structure().group[l.to - g.hosts()]).second);
    }
  EXPECT_EQ(pairs.size(), 72U);
}

TEST(Torus, DegreesAndNeighbours) {
  const Graph g = graph(of(Topology::Torus, {4, 3, 2}, 2), 48);
  EXPECT_EQ(g.switches(), 24U);
  for (NodeId s = g.hosts(); s < g.nodes(); ++s) EXPECT_EQ(degree(g, s), 2U + 2U + 1U);  // two of a dimension have one cable
  EXPECT_EQ(neighbours(g, "router 0.0.0"), (std::set<std::string>{"host 0", "host 1", "router 1.0.0", "router 3.0.0", "router 0.1.0", "router 0.2.0", "router 0.0.1"}));
  EXPECT_EQ(diameter(g), 2 + 1 + 1);
  // Coordinates: s % d0, s / d0 % d1, ...
  EXPECT_EQ(g.nodeName(48 + 1 + 4 * 2 + 12 * 1), "router 1.2.1");
  const Graph six = graph(of(Topology::Torus, {3, 3, 3, 3, 3, 3}), 729);
  EXPECT_EQ(degree(six, 729 + 100), 12U);
}

TEST(Mesh, HasNoWayAround) {
  const Graph g = graph(of(Topology::Mesh, {4, 3}, 1), 12);
  EXPECT_EQ(g.links().size(), 2U * (12 + 3 * 3 + 4 * 2));
  EXPECT_EQ(diameter(g), 3 + 2);
  EXPECT_EQ(neighbours(g, "router 0.0"), (std::set<std::string>{"host 0", "router 1.0", "router 0.1"}));
}

TEST(HyperX, AllOfALineAreJoined) {
  const Graph g = graph(of(Topology::HyperX, {5, 4, 3}, 2), 120);
  for (NodeId s = g.hosts(); s < g.nodes(); ++s) EXPECT_EQ(degree(g, s), 4U + 3U + 2U);
  EXPECT_EQ(diameter(g), 3);
  EXPECT_EQ(diameter(graph(of(Topology::HyperX, {9}, 1), 9)), 1);
}

TEST(SlimFly, OfFiveIsTheHoffmanSingletonGraph) {
  Network n = network(Topology::SlimFly);
  n.slim_fly_q = 5;
  const Graph g = graph(n, 200);
  EXPECT_EQ(g.switches(), 50U);
  for (NodeId s = g.hosts(); s < g.nodes(); ++s) EXPECT_EQ(degree(g, s), 7U);
  EXPECT_EQ(diameter(g), 2);
  EXPECT_EQ(topologyShape(n, 200)->hosts_per_edge, 4);
}

TEST(SlimFly, EveryFieldGivesDiameterTwo) {
  for (const int q : {3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19}) {
    Network n = network(Topology::SlimFly);
    n.slim_fly_q = q;
    n.hosts_per_router = 1;
    const Graph g = graph(n, 1);
    ASSERT_EQ(g.switches(), static_cast<std::uint32_t>(2 * q * q));
    const auto want = static_cast<std::size_t>(q % 4 == 1 ? (3 * q - 1) / 2 : q % 4 == 3 ? (3 * q + 1) / 2 : 3 * q / 2);
    for (NodeId s = g.hosts(); s < g.nodes(); ++s) {
      ASSERT_EQ(degree(g, s), want) << q;
      std::set<NodeId> met;
      for (const LinkId l : g.out(s))
        if (!g.isHost(g.link(l).to)) met.insert(g.link(l).to);
      ASSERT_EQ(met.size(), want);  // no pair is joined twice
    }
    EXPECT_EQ(diameter(g), 2) << q;
  }
}

TEST(FiniteField, IsAField) {
  for (const std::uint32_t q : {2U, 3U, 4U, 5U, 7U, 8U, 9U, 16U, 25U, 27U, 32U, 49U}) {
    const auto f = FiniteField::of(q);
    ASSERT_TRUE(f) << q;
    for (std::uint32_t a = 0; a < q; ++a) {
      std::set<std::uint32_t> sums, products;
      for (std::uint32_t b = 0; b < q; ++b) {
        sums.insert(f->add(a, b));
        products.insert(f->multiply(a, b));
        EXPECT_EQ(f->multiply(a, b), f->multiply(b, a));
        for (std::uint32_t c = 0; c < q; c += 3) EXPECT_EQ(f->multiply(a, f->add(b, c)), f->add(f->multiply(a, b), f->multiply(a, c))) << q;
      }
      EXPECT_EQ(sums.size(), q);
      EXPECT_EQ(products.size(), a == 0 ? 1U : q);
    }
  }
  for (const std::uint32_t q : {0U, 1U, 6U, 12U, 100U, 5000U}) EXPECT_FALSE(FiniteField::of(q)) << q;
}

TEST(FatTree, OfFourLevels) {
  const Network n = network(Topology::FatTree, 4, 1, 4);
  const Graph g = graph(n, 32);           // 2 (4 / 2)^4
  EXPECT_EQ(g.switches(), 16U + 16U + 16U + 8U);
  for (NodeId s = g.hosts(); s < g.nodes(); ++s) EXPECT_EQ(g.out(s).size(), 4U);
  EXPECT_EQ(steps(g, named(g, "edge 0.0.0"))[named(g, "edge 3.1.1")], 6);
  EXPECT_EQ(steps(g, named(g, "edge 0.0.0"))[named(g, "edge 0.1.1")], 4);
  EXPECT_EQ(topologyShape(n, 32)->switches, 56);
  EXPECT_EQ(g.structure().group[named(g, "level-2 2.1") - 32], 2U);
  EXPECT_EQ(g.structure().level[named(g, "core 7") - 32], 3);
  const Graph tapered = graph(network(Topology::FatTree, 8, 2, 5), 2048);  // 2 x 4^5
  EXPECT_EQ(topologyShape(network(Topology::FatTree, 8, 2, 5), 2048)->switches, tapered.switches());
}

TEST(Rail, ALeafForEachNicOfAGroup) {
  Network n = network(Topology::Rail);
  n.hosts_per_leaf = 4;
  n.spines = 2;
  Cables c{16, Bandwidth::bitsPerSecond(1e11), Bandwidth::bitsPerSecond(1e11), Time::us(1)};
  c.rails = 8;
  const auto g = buildTopology(n, c);
  ASSERT_TRUE(g);
  EXPECT_EQ(g->switches(), 4U * 8U + 2U);
  EXPECT_EQ(g->out(5).size(), 8U);
  EXPECT_EQ(neighbours(*g, "leaf 1.3"), (std::set<std::string>{"host 4", "host 5", "host 6", "host 7", "spine 0", "spine 1"}));
  EXPECT_EQ(g->link(g->out(5)[3]).to, named(*g, "leaf 1.3"));
  EXPECT_EQ(g->structure().dimensions, (std::vector<int>{8, 4}));
}

// The Structure that routings rely on, and the order of cables at a switch: hosts first.
TEST(Topology, StructureFitsEveryGraph) {
  for (const TopologyDescriptor& t : topologies()) {
    Network n = network(t.id);
    if (t.id == Topology::Graph) {
      for (int i = 0; i < 21; ++i) n.graph.hosts.push_back("h" + std::to_string(i)), n.graph.cables.push_back({n.graph.hosts.back(), i % 2 ? "left" : "right"});
      n.graph.cables.push_back({"left", "right"});
    }
    const Graph g = graph(n, 21);
    const Structure& s = g.structure();
    EXPECT_EQ(s.topology, t.id);
    EXPECT_EQ(s.outside, g.switches());
    ASSERT_EQ(s.group.size(), g.switches()) << t.name;
    ASSERT_EQ(s.level.size(), g.switches()) << t.name;
    std::set<std::string> names;
    for (NodeId node = 0; node < g.nodes(); ++node) names.insert(g.nodeName(node));
    EXPECT_EQ(names.size(), g.nodes()) << t.name;
    for (NodeId h = 0; h < 21; ++h) EXPECT_EQ(s.level[g.link(g.out(h)[0]).to - 21], 0);
    for (NodeId node = 21; node < g.nodes(); ++node) {
      bool past = false;
      for (const LinkId l : g.out(node)) {
        EXPECT_FALSE(past && g.isHost(g.link(l).to)) << t.name;
        past = past || !g.isHost(g.link(l).to);
      }
    }
  }
}

// The shape is the graph in numbers: what it says of a topology that is filled is what is built.
TEST(TopologyShape, CountsWhatIsBuilt) {
  Network plus = network(Topology::DragonflyPlus);
  Network slim = network(Topology::SlimFly);
  for (const Network& n : {dragonfly(2, 4, 2), dragonfly(3, 5, 2), plus, slim, of(Topology::Torus, {4, 3, 2}, 2), of(Topology::Mesh, {4, 3, 2}, 2), of(Topology::HyperX, {4, 3, 2}, 2),
                           of(Topology::Torus), of(Topology::HyperX)}) {
    const int hosts = static_cast<int>(topologyShape(n, 40)->capacity);
    const auto s = topologyShape(n, hosts);
    ASSERT_TRUE(s);
    const Graph g = graph(n, static_cast<std::uint32_t>(hosts));
    EXPECT_EQ(s->switches_used, g.switches());
    // Where groups are odd and their spare ports too, a port of each stays empty (global_links.h).
    EXPECT_NEAR(s->cables_used, static_cast<double>(g.links().size()) / 2, static_cast<double>(s->groups) / 2 + 1e-9);
  }
}

// Mean switches on the way of a shift, counted on the graph: grids are exact for every shift, a slim fly over all of them.
TEST(TopologyShape, MeanSwitchesOfAShift) {
  const auto counted = [](const Graph& g, int shift) {
    double sum = 0;
    for (NodeId h = 0; h < g.hosts(); ++h) {
      const NodeId from = g.link(g.out(h)[0]).to, to = g.link(g.out((h + static_cast<NodeId>(shift)) % g.hosts())[0]).to;
      sum += 1 + steps(g, from)[to];
    }
    return sum / g.hosts();
  };
  for (const Network& n : {of(Topology::Torus, {5, 4}, 1), of(Topology::Torus, {4, 3, 2}, 1), of(Topology::HyperX, {4, 4}, 1), of(Topology::Mesh, {8}, 1), of(Topology::Mesh, {3, 4}, 1)}) {
    const auto s = topologyShape(n, 1);
    const Graph g = graph(n, static_cast<std::uint32_t>(s->capacity));
    for (int shift = 1; shift < s->capacity; ++shift) EXPECT_NEAR(s->meanSwitches(shift), counted(g, shift), 1e-9) << shift;
  }
  Network slim = of(Topology::SlimFly, {}, 1);
  slim.slim_fly_q = 5;
  const Graph g = graph(slim, 50);
  double mean = 0;
  for (int shift = 1; shift < 50; ++shift) mean += counted(g, shift) / 49;
  EXPECT_NEAR(topologyShape(slim, 50)->meanSwitches(1), mean, 1e-9);
  // Between groups of a dragonfly: 2 + 2 (1 - 1/a) routers, on average over the routers and the groups.
  const Network fly = dragonfly(1, 4, 1);
  const Graph d = graph(fly, 20);
  double far = 0;
  for (NodeId a = 0; a < 4; ++a)
    for (NodeId b = 4; b < 20; ++b) far += (1 + steps(d, 20 + a)[20 + b]) / 64.0;
  EXPECT_NEAR(topologyShape(fly, 20)->meanSwitches(10), far, 1e-9);
}

// The busiest link of a shift, every host sending to the one `shift` further on, counted on the graph: grids dimension by
// dimension the shorter way round, a dragonfly by its one minimal path.
TEST(TopologyShape, SlowdownOfAShift) {
  const auto busiest = [](const Graph& g, int shift, bool grid) {
    std::map<std::pair<NodeId, NodeId>, int> load;
    const auto joined = [&](NodeId a, NodeId b) {
      for (const LinkId l : g.out(a))
        if (g.link(l).to == b) return true;
      return false;
    };
    for (NodeId h = 0; h < g.hosts(); ++h) {
      NodeId at = g.link(g.out(h)[0]).to;
      const NodeId to = g.link(g.out((h + static_cast<NodeId>(shift)) % g.hosts())[0]).to;
      while (at != to) {
        NodeId next = at;
        if (grid) {
          NodeId stride = 1;
          for (const int d : g.structure().dimensions) {
            const auto size = static_cast<NodeId>(d);
            const NodeId x = (at - g.hosts()) / stride % size, y = (to - g.hosts()) / stride % size;
            if (x != y) {
              const NodeId base = at - x * stride, up = base + (x + 1) % size * stride, down = base + (x + size - 1) % size * stride;
              if (joined(at, base + y * stride)) next = base + y * stride;
              else if (!joined(base, base + (size - 1) * stride)) next = y > x ? up : down;
              else next = (y + size - x) % size * 2 <= size ? up : down;
              break;
            }
            stride *= size;
          }
        } else {
          // Within a group one hop; to another by the one link between the two.
          const auto group = [&](NodeId n) { return g.structure().group[n - g.hosts()]; };
          for (LinkId l = 0; l < g.links().size() && group(at) != group(to); ++l)
            if (const GraphLink& k = g.link(l); k.kind == LinkKind::Global && group(k.from) == group(at) && group(k.to) == group(to)) next = k.from == at ? k.to : k.from;
          if (group(at) == group(to)) next = to;
        }
        ++load[{at, next}];
        at = next;
      }
    }
    int most = 1;
    for (const auto& [ends, n] : load) most = std::max(most, n);
    return most;
  };
  // The closed form averages over the routers of a line; a link at a seam may carry up to twice as much, or half.
  for (const Network& n : {of(Topology::Torus, {8}, 2), of(Topology::Torus, {5, 4}, 2), of(Topology::Torus, {4, 4, 4}, 1), of(Topology::Mesh, {8}, 1), of(Topology::HyperX, {4, 4}, 3), dragonfly(2, 4, 2)}) {
    const bool fly = n.topology == Topology::Dragonfly;
    const int hosts = static_cast<int>(topologyShape(n, fly ? 72 : 1)->capacity);
    const Graph g = graph(n, static_cast<std::uint32_t>(hosts));
    const auto s = topologyShape(n, hosts);
    double wrong = 0;
    for (int shift = 1; shift < hosts; ++shift) {
      const double ratio = s->slowdown(shift) / busiest(g, shift, !fly);
      EXPECT_GE(ratio, 0.5) << shift;
      EXPECT_LE(ratio, 2) << shift;
      wrong += std::abs(ratio - 1) / (hosts - 1);
    }
    EXPECT_LE(wrong, 0.2) << static_cast<int>(n.topology);
  }
}

TEST(TopologyShape, GoingAroundCostsTwiceUniformTrafficAtMost) {
  Network n = dragonfly(4, 8, 4);
  // All of a group to the next, over one link: 32 times; by Valiant 2 (Kim et al., ISCA 2008, section 4).
  EXPECT_EQ(topologyShape(n, 1056)->slowdown(32), 32);
  n.routing = "valiant";
  EXPECT_EQ(topologyShape(n, 1056)->slowdown(32), 2);
  EXPECT_EQ(topologyShape(n, 1056)->slowdown(1), 1);
  n.global_bandwidth = Bandwidth::bitsPerSecond(200e9);
  n.link.bandwidth = Bandwidth::bitsPerSecond(100e9);
  n.routing = "minimal";
  EXPECT_EQ(topologyShape(n, 1056)->slowdown(32), 16);
}

}  // namespace topology_shapes_test
