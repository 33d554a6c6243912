#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

#include "core/scenario/graph_file.h"
#include "core/scenario/graph_nodes.h"

namespace graph_fuzz_test {
using namespace weir;

namespace {

const std::array<std::string, 4>& texts() {
  static const std::array<std::string, 4> all{
      R"(<?xml version='1.0'?><!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="w" routing="Full"><zone id="x" routing="Floyd"><host id="a" speed="1Gf"/><host id="b" speed="1Gf"/><router id="r"/>
<link id="1" bandwidth="125MBps" latency="50us"/><link id="2" bandwidth="1.25E9Bps" latency="1.0E-4s"/><link id="3" bandwidth="1Gbps" latency="0" sharing_policy="FATPIPE"/>
<route src="a" dst="r"><link_ctn id="1"/></route><route src="r" dst="b" symmetrical="NO"><link_ctn id="2"/><link_ctn id="3"/></route><route src="a" dst="b"><link_ctn id="1"/><link_ctn id="2"/><link_ctn id="3"/></route></zone>
<cluster id="c" prefix="n" suffix=".x" radical="0-15" bw="125MBps" lat="50us" topology="FAT_TREE" topo_parameters="2;4,4;1,2;1,2"/>
<cluster id="d" prefix="m" suffix="" radical="0-3,9" bw="125MBps" lat="50us" bb_bw="2GBps" bb_lat="1us" router_id="dr"/>
<link id="bb" bandwidth="1GBps" latency="1us"/><zoneRoute src="d" dst="x" gw_src="dr" gw_dst="r"><link_ctn id="bb"/></zoneRoute></zone></platform>)",
      R"(<platform version="4"><AS id="w"><cluster id="c" prefix="n" suffix="" radical="0-11" bw="1GBps" lat="1us" topology="TORUS" topo_parameters="3,2,2" limiter_link="150MBps"/>
<cluster id="e" prefix="k" suffix="" radical="0-23" bw="1GBps" lat="1us" topology="DRAGONFLY" topo_parameters="2,4;2,3;3,1;2"/></AS></platform>)",
      R"(<system version="2"><cpu numaid="0" arch="x86_64" vendor="AuthenticAMD" familyid="143"><pci busid="0:1" class="0x060400" link_speed="16 GT/s" link_width="16">
<pci busid="0:2" class="0x038000" link_speed="16 GT/s" link_width="16"><gpu dev="0" sm="90" gcn="gfx942"><xgmi target="0:3" count="2"/><nvlink target="0:9" count="4" tclass="0x068000"/></gpu></pci>
<pci busid="0:3" class="0x038000"><gpu dev="1" sm="90"><xgmi target="0:2" count="1"/></gpu></pci><pci busid="0:4" class="0x020700"><nic><net name="m" speed="200000"/></nic></pci></pci></cpu><cpu numaid="1"/></system>)",
      "# cables\nhost a b c\na s 100Gbps 1us\nb s 12.5GB/s\nc t\ns t 400Gbps 2us one-way\nt s\n"};
  return all;
}

}  // namespace

// Damaged networks are read or refused with a reason; what is read can be walked.
TEST(GraphFuzz, DamagedFilesAreRefusedOrRead) {
  std::mt19937_64 random(7);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  int read = 0, refused = 0;
  for (int round = 0; round < 8000; ++round) {
    std::string text = texts()[below(texts().size())];
    for (std::size_t k = 1 + below(4); k > 0; --k) {
      const std::size_t at = below(text.size() + 1);
      switch (below(5)) {
        case 0: text.resize(at); break;
        case 1: text.insert(at, 1, static_cast<char>(random())); break;
        case 2:
          if (at < text.size()) text[at] = static_cast<char>('0' + below(10));
          break;
        case 3: text.erase(at, 1 + below(20)); break;
        default: text.insert(at, texts()[below(texts().size())].substr(below(80), below(200)));
      }
    }
    const auto g = parseGraph(text, "net");
    if (!g) {
      EXPECT_FALSE(g.error().what.empty());
      EXPECT_NE(g.error().where.find("net"), std::string::npos);
      ++refused;
      continue;
    }
    ++read;
    EXPECT_FALSE(g->hosts.empty());
    Network n;
    n.topology = Topology::Graph;
    n.graph = *g;
    const auto nodes = graphNodes(n);
    EXPECT_TRUE(!nodes || nodes->ends.size() == g->cables.size());
  }
  EXPECT_GT(read, 100);
  EXPECT_GT(refused, 1000);
}

}  // namespace graph_fuzz_test
