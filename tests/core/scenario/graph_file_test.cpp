// Networks from files: platforms of SimGrid, topologies of NCCL, lists of cables. Files of the corpus where it is at hand.
#include "core/scenario/graph_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/scenario/topology_shape.h"
#include "core/scenario/validate.h"
#include "tests/core/scenario/support.h"

namespace graph_file_test {
using namespace weir;
using namespace weir::test;

namespace {

NetworkGraph graphOf(std::string_view text) {
  auto g = parseGraph(text, "net");
  if (!g) {
    ADD_FAILURE() << g.error().line();
    return {};
  }
  return std::move(*g);
}
std::string refusal(std::string_view text) {
  const auto g = parseGraph(text, "net");
  return g ? "" : g.error().line();
}
std::string platform(std::string_view inner) { return "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n" + std::string(inner) + "\n</platform>\n"; }

double gbps(const GraphCable& c) { return c.bandwidth.toBitsPerSecond() / 1e9; }
// Cables between each pair of ends, in either order.
std::map<std::pair<std::string, std::string>, int> pairs(const NetworkGraph& g) {
  std::map<std::pair<std::string, std::string>, int> p;
  for (const GraphCable& c : g.cables) ++p[std::minmax(c.from, c.to)];
  return p;
}

}  // namespace

TEST(CableList, ReadsEndsBandwidthAndLatency) {
  const NetworkGraph g = graphOf("# two hosts, one switch\nhost b a\na sw 100Gbps 1us   # left\nb sw 12.5GB/s\n\nsw core one-way\n");
  EXPECT_EQ(g.hosts, (std::vector<std::string>{"b", "a"}));
  ASSERT_EQ(g.cables.size(), 3U);
  EXPECT_EQ(gbps(g.cables[0]), 100);
  EXPECT_EQ(g.cables[0].latency, Time::us(1));
  EXPECT_EQ(gbps(g.cables[1]), 100);
  EXPECT_EQ(g.cables[2].bandwidth, Bandwidth());
  EXPECT_TRUE(g.cables[2].one_way);
}

TEST(CableList, HostsAreToldByNameOrByTheirSingleCable) {
  EXPECT_EQ(graphOf("s0 host1\nhost0 s0\ns0 leaf").hosts, (std::vector<std::string>{"host1", "host0"}));
  EXPECT_EQ(graphOf("a s\nb s\ns t\nt c").hosts, (std::vector<std::string>{"a", "b", "c"}));
}

TEST(CableList, RefusesByLine) {
  EXPECT_NE(refusal("a b 100Gbps\na b 100\n").find("net, line 2"), std::string::npos) << refusal("a b 100Gbps\na b 100\n");
  for (const auto& [text, says] : {std::pair{"", "empty"}, {"# nothing\n", "no cables"}, {"a b c d e f\n", "line 1"}, {"a\n", "line 1"}, {"a a\n", "to itself"}, {"a b 0Gbps\n", "no bandwidth"},
                                   {"a b 1Gbps -1us\n", "line 1"}, {"host a\nhost a\n", "named twice"}, {"a b\nb c\nc a\n", "to be a host"}})
    EXPECT_NE(refusal(text).find(says), std::string::npos) << text << ": " << refusal(text);
  EXPECT_NE(refusal(std::string_view("a\0b", 3)).find("no text"), std::string::npos);
}

TEST(SimGrid, RoutesOfOneLinkAreCables) {
  const NetworkGraph g = graphOf(platform(R"(<zone id="w" routing="Full">
    <host id="a" speed="1Gf"/><host id="b" speed="1Gf"/><router id="r"/>
    <link id="1" bandwidth="125MBps" latency="100us"/><link id="2" bandwidth="1.25E9Bps" latency="1.0E-4s"/>
    <route src="a" dst="r"><link_ctn id="1"/></route>
    <route src="b" dst="r"><link_ctn id="2"/></route>
    <route src="a" dst="b"><link_ctn id="1"/><link_ctn id="2"/></route>
    <route src="a" dst="a"><link_ctn id="1"/></route>
  </zone>)"));
  EXPECT_EQ(g.hosts, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(g.cables.size(), 2U);
  EXPECT_EQ(pairs(g), (std::map<std::pair<std::string, std::string>, int>{{{"a", "r"}, 1}, {{"b", "r"}, 1}}));
  EXPECT_EQ(gbps(g.cables[0]), 1);
  EXPECT_EQ(gbps(g.cables[1]), 10);
  EXPECT_EQ(g.cables[0].latency, Time::us(100));
  EXPECT_EQ(g.cables[1].latency, Time::us(100));
}

// a - 1 - . - 3 - . - 2 - b, and c - 4 on the left of link 3: the places between are found from the routes together.
TEST(SimGrid, RoutesOfSeveralLinksMeetWhereTheyShareThem) {
  const char* links = R"(<link id="1" bandwidth="1GBps" latency="1us"/><link id="2" bandwidth="1GBps" latency="1us"/><link id="3" bandwidth="1GBps" latency="1us"/><link id="4" bandwidth="1GBps" latency="1us"/>)";
  const char* hosts = R"(<host id="a"/><host id="b"/><host id="c"/>)";
  const NetworkGraph g = graphOf(platform(std::string("<zone id=\"w\" routing=\"Full\">") + hosts + links +
                                          R"(<route src="a" dst="b"><link_ctn id="1"/><link_ctn id="3"/><link_ctn id="2"/></route>
       <route src="b" dst="c"><link_ctn id="2"/><link_ctn id="3"/><link_ctn id="4"/></route>
       <route src="a" dst="c"><link_ctn id="1"/><link_ctn id="4"/></route></zone>)"));
  const auto p = pairs(g);
  EXPECT_EQ(g.cables.size(), 4U);
  std::set<std::string> junctions;
  for (const auto& [ends, n] : p)
    for (const std::string& e : {ends.first, ends.second})
      if (e.starts_with("junction")) junctions.insert(e);
  EXPECT_EQ(junctions.size(), 2U);
  // Links that two routes take in ways that no drawing has.
  const std::string bad = refusal(platform(std::string("<zone id=\"w\" routing=\"Full\">") + hosts + links +
                                           R"(<route src="a" dst="b"><link_ctn id="1"/></route>
       <route src="b" dst="c"><link_ctn id="2"/></route>
       <route src="a" dst="c"><link_ctn id="2"/><link_ctn id="3"/></route></zone>)"));
  EXPECT_NE(bad.find("line 6"), std::string::npos) << bad;
  EXPECT_NE(bad.find("fits no drawing"), std::string::npos) << bad;
}

TEST(SimGrid, ALinkThatManyShareIsOneCableForAll) {
  const NetworkGraph g = graphOf(platform(R"(<zone id="w" routing="Full"><host id="a"/><host id="b"/><host id="c"/>
    <link id="bus" bandwidth="100kBps" latency="1ms"/>
    <route src="a" dst="b"><link_ctn id="bus"/></route><route src="a" dst="c"><link_ctn id="bus"/></route><route src="b" dst="c"><link_ctn id="bus"/></route></zone>)"));
  ASSERT_EQ(g.cables.size(), 7U);  // the bus, and one into it and one out of it for each
  int latency = 0;
  for (const GraphCable& c : g.cables) {
    EXPECT_TRUE(c.one_way);
    latency += c.latency > Time() ? 1 : 0;
  }
  EXPECT_EQ(latency, 1);
}

TEST(SimGrid, HostsThatForwardGetARouter) {
  const NetworkGraph g = graphOf(platform(R"(<zone id="w" routing="Floyd"><host id="a"/><host id="b"/><host id="c"/>
    <link id="1" bandwidth="1GBps" latency="1us"/><link id="2" bandwidth="1GBps" latency="1us"/>
    <route src="a" dst="b"><link_ctn id="1"/></route><route src="b" dst="c"><link_ctn id="2"/></route></zone>)"));
  const auto p = pairs(g);
  EXPECT_EQ(p.size(), 5U);
  EXPECT_TRUE(p.contains({"a router", "b router"}));
  EXPECT_TRUE(p.contains({"b", "b router"}));
}

TEST(SimGrid, ClustersOfEveryShape) {
  const auto cluster = [](std::string_view more) {
    return graphOf(platform(R"(<zone id="w" routing="Full"><cluster id="c" prefix="n" suffix=".x" speed="1Gf" bw="125MBps" lat="50us" )" + std::string(more) + "/></zone>"));
  };
  const NetworkGraph flat = cluster(R"(radical="0-2,7")");
  EXPECT_EQ(flat.hosts, (std::vector<std::string>{"n0.x", "n1.x", "n2.x", "n7.x"}));
  EXPECT_EQ(flat.cables.size(), 4U);
  EXPECT_EQ(flat.cables[0].to, "nc_router.x");

  const NetworkGraph bb = cluster(R"(radical="0-3" bb_bw="2.25GBps" bb_lat="500us")");
  EXPECT_EQ(bb.cables.size(), 4U * 2 + 1 + 2);  // up and down, the backbone, the router

  const NetworkGraph torus = cluster(R"(radical="0-11" topology="TORUS" topo_parameters="3,2,2")");
  EXPECT_EQ(torus.cables.size(), 12U + 12 + 6 + 6);

  // The tree of SimGrid's own example: 4 leaves of 4 hosts, 2 spines, two cables between each.
  const NetworkGraph tree = cluster(R"(radical="0-15" topology="FAT_TREE" topo_parameters="2;4,4;1,2;1,2")");
  EXPECT_EQ(tree.cables.size(), 16U + 4 * 2 * 2);
  EXPECT_EQ(pairs(tree).size(), 16U + 8);
  EXPECT_TRUE(pairs(tree).contains({"c switch 1.0", "n3.x"}));  // hosts are numbered along the leaves
  for (const auto& [ends, n] : pairs(tree)) EXPECT_EQ(n, ends.second.ends_with(".x") ? 1 : 2);

  const NetworkGraph fly = cluster(R"(radical="0-119" topology="DRAGONFLY" topo_parameters="3,4;4,3;5,1;2")");
  EXPECT_EQ(fly.cables.size(), 120U + 3 * 4 * 10 + 3 * 6 * 5 + 3);
  double blue = 0;
  for (const GraphCable& c : fly.cables) blue = std::max(blue, gbps(c));
  EXPECT_EQ(blue, 4);  // four links of 1 Gb/s as one
}

TEST(SimGrid, RefusesByLineWhatIsNoNetworkOfCables) {
  for (const auto& [text, says] : {std::pair{R"(<zone id="w" routing="Vivaldi"><host id="a" coordinates="1 2 3"/></zone>)", "coordinates"}, {R"(<zone id="w" routing="Wifi"><host id="a"/></zone>)", "Wi-Fi"},
                                   {R"(<zone id="w"><host id="a"/><host id="a"/></zone>)", "defined twice"}, {R"(<zone id="w"><route src="a" dst="b"><link_ctn id="l"/></route></zone>)", "no hosts"},
                                   {R"(<zone id="w"><host id="a"/><route src="a" dst="b"><link_ctn id="l"/></route></zone>)", "no host or router \"b\""},
                                   {R"(<zone id="w"><host id="a"/><host id="b"/><route src="a" dst="b"><link_ctn id="l"/></route></zone>)", "no link \"l\""},
                                   {R"(<zone id="w"><host id="a"/><link id="l" bandwidth="fast" latency="1us"/></zone>)", "no bandwidth"},
                                   {R"(<cluster id="c" prefix="n" suffix="" radical="0-3" bw="1GBps" lat="1us" topology="TORUS" topo_parameters="3,2"/>)", "room for 6 hosts"},
                                   {R"(<cluster id="c" prefix="n" suffix="" radical="3-0" bw="1GBps" lat="1us"/>)", "names no hosts"},
                                   {R"(<cluster id="c" prefix="n" suffix="" radical="0-99999999" bw="1GBps" lat="1us"/>)", "names no hosts"},
                                   {R"(<zone id="w">)", "not valid XML"}}) {
    const std::string r = refusal(platform(text));
    EXPECT_NE(r.find(says), std::string::npos) << text << ": " << r;
    EXPECT_NE(r.find("net, line "), std::string::npos) << r;
  }
  std::string deep;
  for (int i = 0; i < 10'000; ++i) deep += "<zone id=\"z\">";
  for (int i = 0; i < 10'000; ++i) deep += "</zone>";
  EXPECT_NE(refusal(platform(deep)).find("in one another"), std::string::npos);
  EXPECT_NE(refusal("<graphs version=\"1\"/>").find("graphs that NCCL chose"), std::string::npos);
  EXPECT_NE(refusal("<html/>").find("begins no network"), std::string::npos);
  // What a DOCTYPE declares is not looked at: an entity stays the text it is.
  const NetworkGraph g = graphOf("<!DOCTYPE platform [<!ENTITY x \"y\">]><platform version=\"4.1\"><zone id=\"w\"><host id=\"&x;\"/></zone></platform>");
  EXPECT_EQ(g.hosts, std::vector<std::string>{"&x;"});
}

TEST(NcclTopology, GpusAreHostsAndEverythingElseForwards) {
  const NetworkGraph g = graphOf(R"(<system version="1">
    <cpu numaid="0" arch="x86_64" vendor="AuthenticAMD" familyid="175" modelid="1">
      <pci busid="0:10" class="0x060400" link_speed="16 GT/s" link_width="16">
        <pci busid="0:11" class="0x030200" link_speed="16 GT/s" link_width="16"><gpu dev="0" sm="80" rank="0"><nvlink target="0:21" count="4" tclass="0x030200"/><nvlink target="0:90" count="8" tclass="0x068000"/></gpu></pci>
        <pci busid="0:12" class="0x020700" link_speed="8.0 GT/s PCIe" link_width="16"><nic><net name="mlx5_0" dev="0" speed="200000"/></nic></pci>
      </pci>
    </cpu>
    <cpu numaid="1" arch="x86_64" vendor="AuthenticAMD" familyid="175" modelid="1">
      <pci busid="0:21" class="0x030200" link_speed="32.0 GT/s PCIe" link_width="8"><gpu dev="1" sm="80" rank="1"><nvlink target="0:11" count="4" tclass="0x030200"/></gpu></pci>
      <pci busid="0:22" class="0x120000" link_speed="" link_width="0"/>
    </cpu>
  </system>)");
  EXPECT_EQ(g.hosts, (std::vector<std::string>{"gpu 0", "gpu 1", "gpu 0:22"}));
  std::map<std::pair<std::string, std::string>, double> speed;  // GB/s
  for (const GraphCable& c : g.cables) speed[std::minmax(c.from, c.to)] = c.bandwidth.toBytesPerSecond() / 1e9;
  EXPECT_EQ((speed.at({"gpu 0", "gpu 1"})), 80);         // 4 x 20
  EXPECT_EQ((speed.at({"gpu 0", "nvswitch"})), 160);
  EXPECT_EQ((speed.at({"pci 0:10", "pci 0:11"})), 24);   // 16 lanes x 12 Gb/s
  EXPECT_EQ((speed.at({"cpu 1", "pci 0:21"})), 24);      // 8 x 24
  EXPECT_EQ((speed.at({"pci 0:10", "pci 0:12"})), 12);
  EXPECT_EQ((speed.at({"gpu 0:22", "pci 0:22"})), 12);   // unknown: 16 lanes of generation 3
  EXPECT_EQ((speed.at({"nic mlx5_0", "pci 0:12"})), 25);
  EXPECT_EQ((speed.at({"cpu 0", "cpu 1"})), 24);
  EXPECT_EQ(g.cables.size(), 12U);
}

TEST(GraphFile, StandsBesideItsScenarioAndGivesItsNodes) {
  const auto dir = std::filesystem::temp_directory_path() / "weir-graph-test";
  std::filesystem::remove_all(dir);
  std::filesystem::create_directories(dir);
  const std::string path = (dir / "job.json").string();
  std::ofstream(path) << R"({"machine": {"node": {"nic": {"bandwidth": "100Gbps", "latency": "1us"}}, "network": {"topology": "graph", "file": "net.txt", "link": {"bandwidth": "100Gbps", "latency": "1us"}}},
    "workload": {"kind": "traffic", "pattern": "permutation", "size": "1MB"}})";
  const auto missing = loadScenario(path, presets());
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().line().find("net.txt"), std::string::npos);
  std::ofstream(dir / "net.txt") << "host0 a\nhost1 a\nhost2 b\na b 400Gbps 2us\n";
  const auto s = loadScenario(path, presets());
  ASSERT_TRUE(s) << s.error().line();
  EXPECT_EQ(s->machine.nodes, 3);
  EXPECT_EQ(s->machine.network.graph.cables.size(), 4U);
  EXPECT_TRUE(validate(*s)) << validate(*s).error().line();
  EXPECT_EQ(read(scenarioToJson(*s)), *s);  // written, it holds its network itself
  EXPECT_EQ(validate(set(*s, "machine.nodes", "4")).error().where, "machine.nodes");
  std::filesystem::remove_all(dir);
}

// Real files: hosts as they declare them, or why not.
TEST(GraphFile, OfTheCorpus) {
  const std::string corpus = std::string(WEIR_SHARED_DIR "/corpus/");
  if (!std::filesystem::exists(corpus)) GTEST_SKIP() << "no corpus";
  struct Row {
    std::string file;
    int hosts;         // -1: refused
    const char* says;  // then
  };
  const std::string sg = "simgrid_platform/", nccl = "nccl_topo/";
  for (const Row& r : {Row{sg + "bypassRoute.xml", 4, ""}, Row{sg + "cluster_backbone.xml", 100, ""}, Row{sg + "cluster_crossbar.xml", 65536, ""}, Row{sg + "cluster_dragonfly.xml", 120, ""},
                       Row{sg + "cluster_fat_tree.xml", 16, ""}, Row{sg + "cluster_multi.xml", 24, ""}, Row{sg + "cluster_torus.xml", 12, ""}, Row{sg + "config.xml", 2, ""}, Row{sg + "data_center.xml", 120, ""},
                       Row{sg + "dogbone.xml", 4, ""}, Row{sg + "energy_cluster.xml", 2, ""}, Row{sg + "energy_platform.xml", 3, ""}, Row{sg + "g5k.xml", 1528, ""}, Row{sg + "griffon.xml", 92, ""},
                       Row{sg + "hosts_with_disks.xml", 3, ""}, Row{sg + "prop.xml", 7, ""}, Row{sg + "small_platform_with_routers.xml", 5, ""}, Row{sg + "two_hosts.xml", 2, ""},
                       Row{sg + "smpi_courseware/bintree_50.xml", 50, ""}, Row{sg + "smpi_courseware/cluster_crossbar_64.xml", 64, ""}, Row{"wrench_platform/dragonfly_cluster.xml", 120, ""},
                       Row{"wrench_platform/xrootd_platform.xml", 17, ""},
                       // One link of it leads from four hosts to a fifth, in routes that go on over it to others.
                       Row{sg + "small_platform.xml", -1, "fits no drawing"}, Row{sg + "vivaldi.xml", -1, "coordinates"}, Row{sg + "wifi.xml", -1, "Wi-Fi"},
                       Row{nccl + "azure/ncv4-topo.xml", 4, ""}, Row{nccl + "azure/ndv4-topo.xml", 8, ""}, Row{nccl + "rccl/topo_4p_940.xml", 4, ""}, Row{nccl + "rccl/topo_8p_940.xml", 8, ""},
                       Row{nccl + "rccl/topo_8p_rome_4nics.xml", 8, ""}, Row{nccl + "rccl/topo_8p6l_6nic.xml", 8, ""}, Row{nccl + "rccl/topo_16p1h.xml", 16, ""},
                       Row{nccl + "azure/ncv4-graph.xml", -1, "graphs that NCCL chose"}, Row{nccl + "msccl/alltoall-8n-0-9kb.xml", -1, "MSCCL"}}) {
    const auto g = loadGraph(corpus + r.file);
    EXPECT_EQ(g ? static_cast<int>(g->hosts.size()) : -1, r.hosts) << r.file << (g ? "" : ": " + g.error().line());
    EXPECT_TRUE(g || g.error().line().find(r.says) != std::string::npos) << r.file << ": " << g.error().line();
    EXPECT_TRUE(g || g.error().line().find(", line ") != std::string::npos) << g.error().line();
  }
}

}  // namespace graph_file_test
