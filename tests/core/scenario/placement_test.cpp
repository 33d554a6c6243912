#include "core/scenario/placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/scenario/traffic.h"
#include "core/scenario/validate.h"

namespace placement_test {
using namespace weir;

namespace {

Scenario tree(int nodes) {
  Scenario s;
  s.machine.nodes = nodes;
  s.machine.network.topology = Topology::LeafSpine;
  s.machine.network.leaves = 4;
  s.machine.network.hosts_per_leaf = 4;
  s.machine.network.link.bandwidth = Bandwidth::bitsPerSecond(100e9);
  s.machine.node.nic.bandwidth = Bandwidth::bitsPerSecond(100e9);
  s.workload.kind = Workload::Kind::Traffic;
  s.workload.pattern = "adversarial";
  s.workload.size = Bytes::of(1000);
  return s;
}

}  // namespace

TEST(Placement, EachRuleGivesDifferentHostsOnce) {
  Scenario s = tree(16);
  EXPECT_EQ(*placementOf(s, 3), (std::vector<std::uint32_t>{0, 1, 2}));
  s.plan.placement = "scattered";  // hosts 0-3 on leaf 0, 4-7 on leaf 1, ...
  EXPECT_EQ(*placementOf(s, 6), (std::vector<std::uint32_t>{0, 4, 8, 12, 1, 5}));
  for (const char* rule : {"packed", "scattered", "random"}) {
    s.plan.placement = rule;
    const auto p = placementOf(s, 16);
    EXPECT_EQ(std::set<std::uint32_t>(p->begin(), p->end()).size(), 16U) << rule;
    EXPECT_EQ(*std::max_element(p->begin(), p->end()), 15U) << rule;
  }
  const auto first = *placementOf(s, 16);
  EXPECT_EQ(first, *placementOf(s, 16));
  s.seed = 2;
  EXPECT_NE(first, *placementOf(s, 16));
}

TEST(Placement, GivenHostsAreChecked) {
  Scenario s = tree(16);
  s.plan.placement = "given";
  s.plan.placement_hosts = {7, 3, 15};
  EXPECT_EQ(*placementOf(s, 3), (std::vector<std::uint32_t>{7, 3, 15}));
  for (const std::vector<int>& bad : {std::vector<int>{7, 3}, {7, 3, 16}, {7, 3, -1}, {7, 3, 7}}) {
    s.plan.placement_hosts = bad;
    const auto p = placementOf(s, 3);
    ASSERT_FALSE(p);
    EXPECT_EQ(p.error().where, "plan.placement_hosts");
  }
}

TEST(Placement, AcceleratorsMayBeTheHosts) {
  Scenario s = tree(4);
  s.machine.node.accelerators = 4;
  EXPECT_EQ(networkHosts(s.machine), 4);
  s.machine.network.endpoints = "accelerator";
  EXPECT_EQ(networkHosts(s.machine), 16);
  s.plan.placement = "given";
  s.plan.placement_hosts = {2, 0};
  EXPECT_EQ(*hostsOf(s, 6), (std::vector<std::uint32_t>{8, 9, 10, 11, 0, 1}));
}

TEST(Traffic, AdversarialFlowsMeet) {
  // Leaf-spine: host i of a leaf sends to host i of the next leaf.
  Scenario s = tree(16);
  for (const Flow& f : trafficFlows(s)) EXPECT_EQ(f.to, (f.from + 4) % 16);
  // Torus 4 x 4, a host a router: half way in both dimensions, one less: 1 in each of 4 (tornado: ceil(4/2) - 1).
  s.machine.network.topology = Topology::Torus;
  s.machine.network.dimensions = {4, 4};
  for (const Flow& f : trafficFlows(s)) EXPECT_EQ(f.to, (f.from % 4 + 1) % 4 + (f.from / 4 + 1) % 4 * 4);
  s.machine.network.dimensions = {8, 2};
  for (const Flow& f : trafficFlows(s)) EXPECT_EQ(f.to, (f.from % 8 + 3) % 8 + (f.from / 8 + 1) % 2 * 8);
  // Behind one switch nothing collides: half the hosts away.
  s.machine.network.topology = Topology::SingleSwitch;
  for (const Flow& f : trafficFlows(s)) EXPECT_EQ(f.to, (f.from + 8) % 16);
}

TEST(Traffic, PatternsFollowThePlacement) {
  Scenario s = tree(16);
  s.plan.placement = "scattered";
  const auto at = *placementOf(s, 16);
  const auto flows = trafficFlows(s);
  ASSERT_EQ(flows.size(), 16U);
  for (std::size_t i = 0; i < flows.size(); ++i) {
    EXPECT_EQ(flows[i].from, static_cast<int>(at[i]));
    EXPECT_EQ(flows[i].to, static_cast<int>(at[(i + 4) % 16]));
  }
}

TEST(Traffic, SourcesOfALoadAndOfBackgroundJobs) {
  Scenario s = tree(16);
  s.workload.pattern = "uniform";
  EXPECT_EQ(trafficSources(s).sources.size(), 16U);
  EXPECT_EQ(trafficSources(s).sources[3].to, -1);
  BackgroundJob job;
  job.pattern = "incast";
  job.first_host = 8;
  job.hosts = 4;
  const TrafficSources b = backgroundSources(s, job);
  ASSERT_EQ(b.sources.size(), 3U);
  for (const auto& x : b.sources) {
    EXPECT_EQ(x.to, 8);
    EXPECT_GT(x.from, 8);
    EXPECT_LT(x.from, 12);
  }
}

}  // namespace placement_test
