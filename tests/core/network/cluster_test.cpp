// Machines in their networks: NICs and rails, accelerators as hosts with what stands inside a node, faults, reachability.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "core/network/routing.h"
#include "core/scenario/graph_file.h"
#include "tests/core/network/support.h"

namespace cluster_test {
using namespace weir;
using namespace weir::net;
using namespace weir::net::test;
using weir::Topology;

namespace {

Machine machine(Topology t, int nodes, int accelerators, int nics, const char* fabric) {
  Machine m;
  m.nodes = nodes;
  m.node.accelerators = accelerators;
  m.node.nics = nics;
  m.node.nic.bandwidth = Bandwidth::bitsPerSecond(200e9);
  m.node.fabric = {fabric, Bandwidth::bytesPerSecond(300e9), Time::us(2)};
  m.network.topology = t;
  m.network.link = {Bandwidth::bitsPerSecond(200e9), Time::us(1)};
  m.network.endpoints = "accelerator";
  return m;
}
Graph cluster(const Machine& m, const ClusterOptions& o = {}) {
  auto g = buildCluster(m, o);
  if (!g) throw std::runtime_error(g.error().line());
  return std::move(*g);
}
NodeId named(const Graph& g, const std::string& name) {
  for (NodeId n = 0; n < g.nodes(); ++n)
    if (g.nodeName(n) == name) return n;
  ADD_FAILURE() << "no node " << name;
  return 0;
}
const GraphLink& link(const Graph& g, const std::string& from, const std::string& to) {
  const NodeId a = named(g, from), b = named(g, to);
  for (const GraphLink& l : g.links())
    if (l.from == a && l.to == b) return l;
  throw std::runtime_error("no link " + from + " > " + to);
}
std::set<std::string> neighbours(const Graph& g, const std::string& name) {
  std::set<std::string> s;
  for (const LinkId l : g.out(named(g, name))) s.insert(g.nodeName(g.link(l).to));
  return s;
}
// Links on the shortest way.
std::uint32_t hops(const Graph& g, NodeId from, NodeId to) {
  std::vector<std::uint32_t> d(g.nodes(), UINT32_MAX);
  std::vector<NodeId> queue{from};
  d[from] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (g.isHost(queue[i]) && queue[i] != from) continue;
    for (const LinkId l : g.out(queue[i]))
      if (const NodeId n = g.link(l).to; d[n] == UINT32_MAX) d[n] = d[queue[i]] + 1, queue.push_back(n);
  }
  return d[to];
}
double gigabytes(const GraphLink& l) { return l.bandwidth.toBytesPerSecond() / 1e9; }

}  // namespace

TEST(Cluster, NodesAreBundlesAsBefore) {
  Machine m = machine(Topology::LeafSpine, 8, 4, 2, "nvswitch");
  m.network.endpoints = "node";
  const Graph g = cluster(m);
  EXPECT_EQ(g.hosts(), 8U);
  EXPECT_EQ(g.out(0).size(), 1U);
  EXPECT_EQ(gigabytes(g.link(0)), 50);  // two NICs of 25 GB/s
  EXPECT_EQ(gigabytes(link(g, "leaf 0", "spine 0")), 50);
  EXPECT_TRUE(g.structure().nodeOfHost.empty());
  // What a node injects may be less than its links carry.
  EXPECT_EQ(gigabytes(cluster(m, {Bandwidth::bytesPerSecond(30e9), true}).link(0)), 30);
}

TEST(Cluster, ARailNetworkHasACableForEachNic) {
  Machine m = machine(Topology::Rail, 8, 4, 4, "nvswitch");
  m.network.endpoints = "node";
  m.network.hosts_per_leaf = 4;
  const Graph g = cluster(m);
  EXPECT_EQ(g.out(5).size(), 4U);
  EXPECT_EQ(gigabytes(g.link(g.out(5)[2])), 25);
  EXPECT_EQ(g.link(g.out(5)[2]).to, named(g, "leaf 1.2"));
  EXPECT_EQ(gigabytes(link(g, "leaf 0.0", "spine 0")), 25);
}

TEST(Cluster, SpeedsAndLatenciesOfEachKindOfCable) {
  Machine m = machine(Topology::Dragonfly, 72, 1, 1, "none");
  m.network.endpoints = "node";
  m.network.hosts_per_router = 2;
  m.network.routers_per_group = 4;
  m.network.global_links_per_router = 2;
  m.network.fabric_bandwidth = Bandwidth::bitsPerSecond(400e9);
  m.network.global_latency = Time::us(5);
  Graph g = cluster(m);
  EXPECT_EQ(gigabytes(link(g, "router 0.0", "router 0.1")), 50);
  EXPECT_EQ(link(g, "router 0.0", "router 0.1").latency, Time::us(1));
  EXPECT_EQ(gigabytes(link(g, "router 0.0", "router 1.3")), 50);  // as between switches
  EXPECT_EQ(link(g, "router 0.0", "router 1.3").latency, Time::us(5));
  EXPECT_EQ(gigabytes(g.link(0)), 25);
  m.network.global_bandwidth = Bandwidth::bitsPerSecond(100e9);
  EXPECT_EQ(gigabytes(link(cluster(m), "router 0.0", "router 1.3")), 12.5);
  g = cluster(m, {{}, false});
  for (const GraphLink& l : g.links()) EXPECT_EQ(l.latency, Time());
}

TEST(Accelerators, BehindNvswitchPcieAndNics) {
  const Graph g = cluster(machine(Topology::LeafSpine, 4, 8, 4, "nvswitch"));
  EXPECT_EQ(g.hosts(), 32U);
  EXPECT_EQ(g.structure().outside, 4U);  // 2 leaves of 2 nodes, 2 spines
  EXPECT_EQ(g.switches(), 4U + 4 * (8 + 4 + 1));
  EXPECT_EQ(g.nodeName(13), "accelerator 1.5");
  EXPECT_EQ(g.structure().nodeOfHost[13], 1U);
  EXPECT_EQ(neighbours(g, "accelerator 1.5"), (std::set<std::string>{"pcie 1.5", "nvswitch 1"}));
  EXPECT_EQ(neighbours(g, "nic 1.2"), (std::set<std::string>{"pcie 1.4", "pcie 1.5", "leaf 0"}));
  EXPECT_EQ(gigabytes(link(g, "accelerator 1.5", "nvswitch 1")), 300);
  EXPECT_EQ(link(g, "accelerator 1.5", "nvswitch 1").latency, Time::us(1));  // half of a message's two
  EXPECT_EQ(gigabytes(link(g, "nic 1.2", "leaf 0")), 25);
  EXPECT_EQ(gigabytes(link(g, "leaf 0", "spine 0")), 100);  // a bundle of four planes
  EXPECT_EQ(link(g, "pcie 1.5", "nic 1.2").kind, LinkKind::Internal);
  EXPECT_TRUE(g.inside(named(g, "nic 1.2")));
  EXPECT_FALSE(g.inside(named(g, "spine 0")));
  const auto level = [&](const char* name) { return int{g.structure().level[named(g, name) - g.hosts()]}; };
  EXPECT_EQ(level("pcie 0.0"), 0);
  EXPECT_EQ(level("nic 0.0"), 1);
  EXPECT_EQ(level("leaf 0"), 2);
  EXPECT_EQ(level("spine 0"), 3);
  EXPECT_EQ(g.structure().group[named(g, "nic 3.0") - g.hosts()], 1U);  // its leaf's
  EXPECT_EQ(hops(g, 8, 13), 2U);   // over NVSwitch; by PCIe and a NIC it would be 4
  EXPECT_EQ(hops(g, 12, 13), 2U);  // even where they share a NIC
  EXPECT_EQ(hops(g, 0, 8), 6U);    // pcie, nic, leaf, nic, pcie
  EXPECT_EQ(hops(g, 0, 31), 8U);
}

TEST(Accelerators, JoinedInPairsShareTheirBandwidth) {
  const Graph g = cluster(machine(Topology::SingleSwitch, 2, 4, 4, "xgmi"));
  EXPECT_EQ(neighbours(g, "accelerator 0.1"), (std::set<std::string>{"accelerator 0.0", "accelerator 0.2", "accelerator 0.3", "pcie 0.1"}));
  EXPECT_EQ(gigabytes(link(g, "accelerator 0.1", "accelerator 0.3")), 100);
  EXPECT_EQ(link(g, "accelerator 0.1", "accelerator 0.3").latency, Time::us(2));
  EXPECT_EQ(hops(g, 0, 3), 1U);
  EXPECT_EQ(hops(g, 0, 4), 6U);
}

TEST(Accelerators, WithoutAFabricMeetAtTheHostBridge) {
  Machine m = machine(Topology::SingleSwitch, 2, 4, 1, "none");
  m.node.memory_bandwidth = Bandwidth::bytesPerSecond(160e9);
  const Graph g = cluster(m);
  EXPECT_EQ(gigabytes(link(g, "pcie 0.1", "bridge 0")), 20);  // in and out of memory, four of them
  EXPECT_EQ(hops(g, 0, 3), 4U);
  m.node.accelerators = 1;
  EXPECT_EQ(cluster(m).switches(), 1U + 2 * 2);  // one alone has no fabric: PCIe port and NIC
}

TEST(Accelerators, NicsOfARailAndMoreNicsThanAccelerators) {
  Machine m = machine(Topology::Rail, 4, 4, 4, "nvswitch");
  m.network.hosts_per_leaf = 2;
  const Graph g = cluster(m);
  EXPECT_EQ(neighbours(g, "nic 3.2"), (std::set<std::string>{"pcie 3.2", "leaf 1.2"}));
  EXPECT_EQ(gigabytes(link(g, "nic 3.2", "leaf 1.2")), 25);
  EXPECT_EQ(hops(g, 2, 4 + 2), 6U);      // same rail, same group of hosts
  EXPECT_EQ(hops(g, 2, 4 + 1), 8U);      // another rail: over a spine
  const Graph two = cluster(machine(Topology::SingleSwitch, 2, 2, 4, "nvlink"));
  EXPECT_EQ(neighbours(two, "pcie 0.1"), (std::set<std::string>{"accelerator 0.1", "nic 0.2", "nic 0.3"}));
  EXPECT_EQ(gigabytes(link(two, "accelerator 0.1", "pcie 0.1")), 50);  // both of its NICs
}

TEST(Accelerators, InEveryTopologyReachOneAnother) {
  for (const TopologyDescriptor& t : topologies())
    for (const char* fabric : {"nvswitch", "nvlink", "pcie", "none"}) {
      Machine m = machine(t.id, 6, 3, 2, fabric);
      if (t.id == Topology::Graph)
        for (int i = 0; i < 6; ++i) m.network.graph.hosts.push_back("h" + std::to_string(i)), m.network.graph.cables.push_back({"sw", m.network.graph.hosts.back()});
      const Graph g = cluster(m);
      EXPECT_EQ(g.hosts(), 18U);
      ASSERT_EQ(g.structure().group.size(), g.switches()) << t.name;
      ASSERT_EQ(g.structure().level.size(), g.switches()) << t.name;
      for (NodeId b = 1; b < 18; ++b) EXPECT_NE(hops(g, 0, b), UINT32_MAX) << t.name << " " << fabric;
      for (LinkId l = 0; l < g.links().size(); l += 2) EXPECT_EQ(g.link(l).bandwidth, g.link(l + 1).bandwidth);
      std::set<std::string> names;
      for (NodeId n = 0; n < g.nodes(); ++n) names.insert(g.nodeName(n));
      EXPECT_EQ(names.size(), g.nodes());
    }
}

TEST(Faults, SlowOrBreakTheCablesTheyName) {
  Machine m = machine(Topology::LeafSpine, 8, 1, 1, "none");
  m.network.endpoints = "node";
  m.network.faults = {{"spine 1", "leaf 0", 0.25}, {"leaf 1", "spine 2", 0}};
  const Graph g = cluster(m);
  EXPECT_EQ(gigabytes(link(g, "leaf 0", "spine 1")), 6.25);
  EXPECT_EQ(gigabytes(link(g, "spine 1", "leaf 0")), 6.25);
  EXPECT_EQ(gigabytes(link(g, "leaf 0", "spine 0")), 25);
  EXPECT_FALSE(neighbours(g, "leaf 1").contains("spine 2"));
  EXPECT_FALSE(neighbours(g, "spine 2").contains("leaf 1"));
  EXPECT_EQ(gigabytes(link(g, "leaf 1", "spine 2")), 0);  // it stays in the list
  // Inside a node as well.
  Machine a = machine(Topology::SingleSwitch, 2, 4, 4, "nvswitch");
  a.network.faults = {{"nic 1.2", "switch", 0.5}, {"accelerator 0.1", "nvswitch 0", 0}};
  const Graph h = cluster(a);
  EXPECT_EQ(gigabytes(link(h, "switch", "nic 1.2")), 12.5);
  EXPECT_EQ(hops(h, 0, 1), 6U);  // out by a NIC and back
}

TEST(Faults, ThatNameNothingOrCutAHostOffAreRefused) {
  Machine m = machine(Topology::LeafSpine, 8, 1, 1, "none");
  m.network.endpoints = "node";
  const auto refusal = [&](std::vector<LinkFault> faults) {
    m.network.faults = std::move(faults);
    const auto g = buildCluster(m);
    return g ? Error{} : g.error();
  };
  Error e = refusal({{"leaf 0", "spine 0", 1}, {"lef 0", "spine 1", 0}});
  EXPECT_EQ(e.where, "machine.network.faults.1.from");
  EXPECT_NE(e.todo.find("did you mean \"leaf 0\"?"), std::string::npos) << e.todo;
  EXPECT_NE(e.todo.find("\"host 0\" to \"host 7\""), std::string::npos) << e.todo;
  e = refusal({{"leaf 0", "leaf 1", 0}});
  EXPECT_EQ(e.where, "machine.network.faults.0.to");
  EXPECT_NE(e.what.find("no cable joins \"leaf 0\" and \"leaf 1\""), std::string::npos);
  EXPECT_EQ(refusal({{"leaf 0", "spine 0", 1.5}}).where, "machine.network.faults.0.capacity");
  e = refusal({{"host 3", "leaf 1", 0}});
  EXPECT_EQ(e.where, "machine.network.faults");
  EXPECT_NE(e.what.find("\"host 0\" cannot reach \"host 3\""), std::string::npos) << e.what;
}

TEST(Graphs, OnlyThoseWhoseHostsAllReachOneAnother) {
  Machine m = machine(Topology::Graph, 3, 1, 1, "none");
  m.network.endpoints = "node";
  const auto cable = [](const char* a, const char* b, bool oneWay = false) { return GraphCable{a, b, Bandwidth::bitsPerSecond(1e9), Time::us(3), oneWay}; };
  m.network.graph = {{"a", "b", "c"}, {cable("a", "s"), cable("s", "b"), cable("c", "t")}};
  auto g = buildCluster(m);
  ASSERT_FALSE(g);
  EXPECT_EQ(g.error().where, "machine.network.cables");
  EXPECT_NE(g.error().what.find("\"a\" cannot reach \"c\""), std::string::npos) << g.error().what;
  m.network.graph.cables.push_back(cable("s", "t", true));
  g = buildCluster(m);
  ASSERT_FALSE(g) << "there is no way back";
  EXPECT_NE(g.error().what.find("\"c\" cannot reach \"a\""), std::string::npos) << g.error().what;
  m.network.graph.cables.push_back(cable("t", "s", true));
  EXPECT_TRUE(buildCluster(m));
  // Without any switch: cables from host to host, but not over one.
  m.network.graph.cables = {cable("a", "b"), cable("b", "c")};
  g = buildCluster(m);
  ASSERT_FALSE(g);
  m.network.graph.cables.push_back(cable("a", "c"));
  ASSERT_TRUE(buildCluster(m));
  // As many of its hosts as there are nodes; those beyond are left out.
  m.nodes = 2;
  const Graph two = cluster(m);
  EXPECT_EQ(two.hosts(), 2U);
  EXPECT_EQ(two.links().size(), 2U);
  EXPECT_EQ(two.link(0).latency, Time::us(3));
  EXPECT_EQ(two.nodeName(1), "b");
}

TEST(Graphs, ReadFromFilesOfPeers) {
  const std::string shared = WEIR_SHARED_DIR;
  if (!std::filesystem::exists(shared + "/peers/ft128.xml")) GTEST_SKIP() << "no peers";
  Machine m = machine(Topology::Graph, 128, 1, 1, "none");
  m.network.endpoints = "node";
  m.network.graph = *loadGraph(shared + "/peers/ft128.xml");
  const Graph g = cluster(m);
  const Graph own = graph(network(Topology::FatTree, 8), 128);
  EXPECT_EQ(g.switches(), own.switches());
  EXPECT_EQ(g.links().size(), own.links().size());
  for (const NodeId to : {1U, 3U, 4U, 15U, 16U, 127U}) EXPECT_EQ(hops(g, 0, to), hops(own, 0, to)) << to;
  if (!std::filesystem::exists(shared + "/corpus")) GTEST_SKIP() << "no corpus";
  for (const char* file : {"simgrid_platform/g5k.xml", "simgrid_platform/griffon.xml", "simgrid_platform/cluster_multi.xml", "simgrid_platform/cluster_torus.xml", "simgrid_platform/cluster_dragonfly.xml",
                           "simgrid_platform/cluster_fat_tree.xml", "simgrid_platform/dogbone.xml", "simgrid_platform/small_platform_with_routers.xml", "simgrid_platform/energy_platform.xml",
                           "simgrid_platform/bypassRoute.xml", "simgrid_platform/smpi_courseware/bintree_50.xml", "nccl_topo/azure/ndv4-topo.xml", "nccl_topo/azure/ncv4-topo.xml",
                           "nccl_topo/rccl/topo_8p_940.xml", "nccl_topo/rccl/topo_16p1h.xml", "nccl_topo/rccl/topo_8p_rome_4nics.xml"}) {
    const auto read = loadGraph(shared + "/corpus/" + file);
    ASSERT_TRUE(read) << file;
    m.network.graph = *read;
    m.nodes = static_cast<int>(read->hosts.size());
    const auto built = buildCluster(m);
    EXPECT_TRUE(built) << file << ": " << built.error().line();
  }
}

}  // namespace cluster_test
