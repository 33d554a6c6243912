#include <gtest/gtest.h>

#include <set>

#include "tests/core/network/ecmp_reference.h"
#include "tests/core/network/support.h"

namespace topology_test {
using namespace weir;
using namespace weir::net;
using namespace weir::net::test;
using weir::Topology;

namespace {
constexpr Topology kFat = Topology::FatTree;

Result<Graph> tryBuild(const Network& n, std::uint32_t hosts) {
  return buildTopology(n, {hosts, Bandwidth::bitsPerSecond(1e11), Bandwidth::bitsPerSecond(1e11), Time::us(1)});
}
std::uint32_t hops(const Graph& g, NodeId a, NodeId b, std::uint64_t flow = 0) {
  EcmpRouter r(g, 1);
  LinkId path[kMaxHops];
  return r.path(a, b, flow, path);
}
}  // namespace

TEST(Topology, FatTreeOfRadix8Carries128HostsOn80Switches) {
  const Graph g = graph(network(kFat, 8), 128);
  EXPECT_EQ(g.switches(), 80U);                                // 8 pods x (4 + 4) + 16 cores
  EXPECT_EQ(g.links().size(), 2U * (128 + 8 * 16 + 8 * 16));   // hosts, edge-aggregation, aggregation-core; both ways
  EXPECT_EQ(hops(g, 0, 3), 2U);    // same edge switch: hosts are numbered along it
  EXPECT_EQ(hops(g, 0, 4), 4U);    // same pod
  EXPECT_EQ(hops(g, 0, 16), 6U);   // another pod
}

TEST(Topology, RadixIsTheSmallestThatCarriesTheHosts) {
  EXPECT_EQ(graph(network(kFat), 128).switches(), 80U);
  // 129 hosts need radix 10 (250 hosts): 26 edges in use, so 6 pods of 5 + 5, and 25 cores.
  EXPECT_EQ(graph(network(kFat), 129).switches(), 85U);
}

TEST(Topology, TaperKeepsTheUplinkBandwidthItPromises) {
  for (const auto& [taper, uplinks] : {std::pair{1.0, 4}, {1.5, 3}, {2.0, 2}, {3.0, 2}, {4.0, 1}}) {
    const Graph g = graph(network(kFat, 8, taper), 128);
    const NodeId edge = 128;
    double up = 0;
    int n = 0;
    for (const LinkId l : g.out(edge))
      if (!g.isHost(g.link(l).to)) {
        up += g.link(l).bandwidth.toBitsPerSecond();
        ++n;
      }
    EXPECT_EQ(n, uplinks) << taper;
    EXPECT_NEAR(up, 400e9 / taper, 1) << taper;  // 4 hosts of 100 Gb/s
  }
}

TEST(Topology, TwoLevels) {
  const Graph g = graph(network(kFat, 8, 1, 2), 32);
  EXPECT_EQ(g.switches(), 8U + 4U);
  EXPECT_EQ(hops(g, 0, 31), 4U);
}

TEST(Topology, LeafSpineIsDerivedOrAsGiven) {
  Network n = network(Topology::LeafSpine);
  const Graph derived = graph(n, 16);  // 4 leaves of 4 hosts, 4 spines
  EXPECT_EQ(derived.switches(), 8U);
  n.leaves = 2;
  n.hosts_per_leaf = 10;
  n.spines = 3;
  const Graph given = graph(n, 16);
  EXPECT_EQ(given.switches(), 5U);
  EXPECT_EQ(hops(given, 0, 9), 2U);
  EXPECT_EQ(hops(given, 0, 10), 4U);
}

TEST(Topology, WhatDoesNotFitIsRefusedByTheFieldsName) {
  struct Row {
    Network n;
    std::uint32_t hosts;
    const char* where;
  };
  Network tooSmall = network(Topology::LeafSpine);
  tooSmall.leaves = 2;
  tooSmall.hosts_per_leaf = 4;
  Network negative = network(Topology::LeafSpine);
  negative.spines = -1;
  for (const Row& r : {Row{network(kFat, 8), 129, "machine.network.radix"}, Row{network(kFat, 7), 8, "machine.network.radix"},
                       Row{network(kFat, 8, 0.5), 8, "machine.network.taper"}, Row{network(kFat, 8, 1, 6), 8, "machine.network.levels"},
                       Row{network(kFat, 8, 1, 2), 33, "machine.network.radix"}, Row{tooSmall, 9, "machine.network.leaves"},
                       Row{negative, 9, "machine.network.leaves"}, Row{network(Topology::SingleSwitch), 0, "machine.nodes"}}) {
    const auto g = tryBuild(r.n, r.hosts);
    ASSERT_FALSE(g) << r.where;
    EXPECT_EQ(g.error().where, r.where);
    EXPECT_FALSE(g.error().todo.empty());
  }
  EXPECT_EQ(buildTopology(network(Topology::SingleSwitch), {2, Bandwidth(), Bandwidth(), Time()}).error().where, "machine.network.link.bandwidth");
}

TEST(Topology, WhatIsBuiltDecidesWhetherItFits) {
  // One pod of a radix-256 tree: 128 x 128 uplinks twice and 128 x 128 cores are few enough, whatever the whole would be.
  EXPECT_TRUE(buildTopology(network(weir::Topology::FatTree, 256), {16, Bandwidth::bitsPerSecond(1e9), Bandwidth::bitsPerSecond(1e9), Time::us(1)}));
  Network wide = network(weir::Topology::LeafSpine);
  wide.leaves = wide.spines = 3000;  // 9 M cables for 8 hosts
  const auto g = buildTopology(wide, {8, Bandwidth::bitsPerSecond(1e9), Bandwidth::bitsPerSecond(1e9), Time::us(1)});
  ASSERT_FALSE(g);
  EXPECT_EQ(g.error().where, "machine.network.topology");
}

TEST(Topology, EveryDescriptorBuildsAndReachesAllPairs) {
  for (const TopologyDescriptor& t : topologies()) {
    Network n = network(t.id);
    for (int i = 0; t.id == weir::Topology::Graph && i < 21; ++i) {  // a chain of three switches
      n.graph.hosts.push_back("h" + std::to_string(i));
      n.graph.cables.push_back({n.graph.hosts.back(), "s" + std::to_string(i % 3)});
      if (i < 2) n.graph.cables.push_back({"s" + std::to_string(i), "s" + std::to_string(i + 1)});
    }
    const Graph g = graph(n, 21);
    EcmpRouter router(g, 7);
    for (NodeId a = 0; a < 21; ++a)
      for (NodeId b = 0; b < 21; ++b) {
        LinkId path[kMaxHops];
        const std::uint32_t count = router.path(a, b, 3, path);
        if (a == b) continue;
        ASSERT_GT(count, 0U) << t.name << " " << a << " to " << b;
        NodeId at = a;
        for (std::uint32_t h = 0; h < count; ++h) {
          ASSERT_EQ(g.link(path[h]).from, at);
          at = g.link(path[h]).to;
        }
        EXPECT_EQ(at, b);
      }
  }
}

TEST(Routing, FlowsSpreadOverAllCoresAndASeedFixesThem) {
  const Graph g = graph(network(kFat, 8), 128);
  std::map<LinkId, int> used;
  for (std::uint64_t f = 0; f < 1600; ++f) {
    EcmpRouter r(g, 1);
    LinkId path[kMaxHops], again[kMaxHops];
    ASSERT_EQ(r.path(0, 127, f, path), 6U);
    EcmpRouter(g, 1).path(0, 127, f, again);
    EXPECT_TRUE(std::equal(path, path + 6, again));
    ++used[path[2]];  // the uplink to a core
  }
  EXPECT_EQ(used.size(), 16U);  // 4 aggregation switches x 4 cores
  for (const auto& [l, n] : used) EXPECT_NEAR(n, 100, 45) << l;  // 1600 / 16; 4.6 standard deviations
}

}  // namespace topology_test
