// Our DCTCP against ns-3's on the same small fat trees (ns3/ns3_peer.h). Built where the ns-3 libraries are found.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/network/topology.h"
#include "core/scenario/traffic.h"
#include "tests/crosscheck/ns3/ns3_peer.h"

using namespace weir;

namespace {

// A three-level fat tree of radix 4 (16 hosts), played under several seeds: those of the flows and of their paths.
void compare(const char* pattern, std::int64_t bytes, int seeds, int sources = 0) {
  Network n;
  n.topology = Topology::FatTree;
  n.radix = 4;
  const auto graph = net::buildTopology(n, {16, Bandwidth::bitsPerSecond(100e9), Bandwidth::bitsPerSecond(100e9), Time::us(1)});
  ASSERT_TRUE(graph);
  std::vector<double> ours, theirs;
  for (int seed = 1; seed <= seeds; ++seed) {
    Scenario s;
    s.seed = static_cast<std::uint64_t>(seed);
    s.machine.nodes = 16;
    s.workload.kind = Workload::Kind::Traffic;
    s.workload.pattern = pattern;
    s.workload.size = Bytes::of(bytes);
    s.workload.sources = sources;
    const auto router = net::makeRouter("ecmp", *graph, s.seed);
    ASSERT_TRUE(router);
    const std::vector<Flow> flows = trafficFlows(s);
    double cpu_s = 0;
    const auto a = crosscheck::playOurs(*graph, **router, flows, {}, cpu_s), b = crosscheck::playNs3(WEIR_NS3_DCTCP, *graph, **router, flows, {}, cpu_s);
    ASSERT_EQ(a.size(), flows.size());
    ASSERT_EQ(b.size(), flows.size());
    ours.insert(ours.end(), a.begin(), a.end());
    theirs.insert(theirs.end(), b.begin(), b.end());
  }
  const auto a = crosscheck::summary(ours), b = crosscheck::summary(theirs);
  fmt::print("ours mean {:.1f} p99 {:.1f} us, ns-3 mean {:.1f} p99 {:.1f} us: ratios {:.3f}, {:.3f}\n", a.mean, a.p99, b.mean, b.p99, a.mean / b.mean, a.p99 / b.p99);
  EXPECT_NEAR(a.mean / b.mean, 1, 0.05);
  EXPECT_NEAR(a.p99 / b.p99, 1, 0.10);
}

}  // namespace

TEST(Ns3Dctcp, LoneFlows) { compare("incast", 2'000'000, 4, 1); }
TEST(Ns3Dctcp, Permutations) { compare("permutation", 2'000'000, 8); }
TEST(Ns3Dctcp, Incast) { compare("incast", 1'000'000, 2, 4); }
