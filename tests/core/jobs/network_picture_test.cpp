// Pictures of networks: nothing stands on anything else, everything lies within the picture, equal input gives an equal
// picture, and what is drawn as one belongs together.
#include "core/jobs/network_picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/jobs/network_choices.h"
#include "core/jobs/network_load.h"
#include "core/run/builder.h"
#include "core/scenario/json.h"
#include "core/simulate/simulate.h"

namespace network_picture_test {
using namespace weir;

namespace {

constexpr std::uint32_t kNone = NetworkPicture::kNone;

Scenario traffic(Topology t, int nodes) {
  Scenario s;
  s.machine.nodes = nodes;
  s.machine.network.topology = t;
  s.machine.network.link.bandwidth = Bandwidth::bitsPerSecond(100e9);
  s.machine.network.link.latency = Time::us(1);
  s.machine.node.nic.bandwidth = Bandwidth::bitsPerSecond(100e9);
  s.workload.kind = Workload::Kind::Traffic;
  s.workload.pattern = "permutation";
  s.workload.size = Bytes::of(200'000);
  return s;
}

struct Case {
  const char* name;
  Scenario scenario;
};

std::vector<Case> cases() {
  std::vector<Case> out;
  const auto add = [&](const char* name, Topology t, int nodes, auto change) {
    Scenario s = traffic(t, nodes);
    change(s.machine.network);
    out.push_back({name, s});
  };
  const auto as_is = [](Network&) {};
  add("switch", Topology::SingleSwitch, 8, as_is);
  add("leaf-spine", Topology::LeafSpine, 24, [](Network& n) { n.leaves = 6, n.spines = 4; });
  add("fat-tree", Topology::FatTree, 128, [](Network& n) { n.radix = 8; });
  add("fat-tree, two levels", Topology::FatTree, 30, [](Network& n) { n.levels = 2; });
  add("fat-tree of 1024", Topology::FatTree, 1024, as_is);
  add("rail", Topology::Rail, 32, as_is);
  add("dragonfly", Topology::Dragonfly, 1056, [](Network& n) { n.hosts_per_router = 4, n.routers_per_group = 8, n.global_links_per_router = 4; });
  add("dragonfly+", Topology::DragonflyPlus, 64, as_is);
  add("torus 4x4", Topology::Torus, 32, [](Network& n) { n.dimensions = {4, 4}, n.hosts_per_router = 2; });
  add("torus 4x3x2x2", Topology::Torus, 48, [](Network& n) { n.dimensions = {4, 3, 2, 2}, n.hosts_per_router = 1; });
  add("mesh", Topology::Mesh, 27, as_is);
  add("hyperx", Topology::HyperX, 64, [](Network& n) { n.dimensions = {4, 4}, n.hosts_per_router = 4; });
  add("slim-fly", Topology::SlimFly, 150, as_is);
  Scenario g = traffic(Topology::Graph, 4);
  g.machine.network.graph.hosts = {"a", "b", "c", "d"};
  g.machine.network.graph.cables = {{"a", "x", Bandwidth::bitsPerSecond(1e11), Time::us(1), false}, {"b", "x", Bandwidth::bitsPerSecond(1e11), Time::us(1), false},
                                    {"c", "y", Bandwidth::bitsPerSecond(1e11), Time::us(1), false}, {"d", "y", Bandwidth::bitsPerSecond(1e11), Time::us(1), false},
                                    {"x", "y", Bandwidth::bitsPerSecond(1e11), Time::us(1), false}};
  out.push_back({"graph", g});
  return out;
}

}  // namespace

TEST(NetworkPicture, NoNodeStandsOnAnotherAndAllLieWithin) {
  for (const Case& c : cases()) {
    const auto made = networkPicture(c.scenario);
    ASSERT_TRUE(made) << c.name << ": " << (made ? "" : made.error().line());
    const NetworkPicture& p = **made;
    EXPECT_EQ(p.hosts, static_cast<std::uint32_t>(c.scenario.machine.nodes)) << c.name;
    ASSERT_GT(p.width, 0);
    ASSERT_GT(p.height, 0);
    float least = 1e30F;
    for (std::size_t i = 0; i < p.nodes.size(); ++i) {
      const auto& a = p.nodes[i];
      ASSERT_TRUE(a.x >= 0 && a.x <= p.width && a.y >= 0 && a.y <= p.height) << c.name << ": " << a.name << " at " << a.x << ", " << a.y;
      for (std::size_t j = i + 1; j < p.nodes.size(); ++j) {
        const auto& b = p.nodes[j];
        const float d = std::hypot(a.x - b.x, a.y - b.y);
        least = std::min(least, d);
        // What findPitch promises holds for every two of a level, neighbours or not.
        if (a.level == b.level && (!p.stretch || a.y == b.y)) { ASSERT_GE(d, p.pitch[a.level] * 0.999F) << c.name << ": " << a.name << " and " << b.name; }
      }
    }
    EXPECT_GT(least, 0.002F * std::max(p.width, p.height) / std::sqrt(static_cast<float>(p.nodes.size()))) << c.name << ": two nodes in one place";
  }
}

TEST(NetworkPicture, EqualNetworksGiveEqualPictures) {
  for (const Case& c : cases()) {
    const auto a = networkPicture(c.scenario);
    const auto b = networkPictureOf(scenarioToJson(c.scenario));
    ASSERT_TRUE(a && b) << c.name << (b ? "" : b.error().line());
    ASSERT_EQ((*a)->nodes.size(), (*b)->nodes.size());
    for (std::size_t i = 0; i < (*a)->nodes.size(); ++i) {
      ASSERT_EQ((*a)->nodes[i].x, (*b)->nodes[i].x) << c.name;
      ASSERT_EQ((*a)->nodes[i].y, (*b)->nodes[i].y) << c.name;
      ASSERT_EQ((*a)->nodes[i].name, (*b)->nodes[i].name) << c.name;
    }
  }
}

TEST(NetworkPicture, AFatTreeStandsInLayersWithItsPodsTogether) {
  const auto made = networkPicture(cases()[2].scenario);  // k = 8
  ASSERT_TRUE(made);
  const NetworkPicture& p = **made;
  EXPECT_EQ(p.nodes.size(), 128U + 80U);
  ASSERT_EQ(p.levelNames, (std::vector<std::string>{"host", "edge", "aggregation", "core"}));
  for (const auto& l : p.links) {
    const auto& a = p.nodes[l.from];
    const auto& b = p.nodes[l.to];
    EXPECT_EQ(std::abs(int(a.level) - int(b.level)), 1);
    EXPECT_EQ(a.level < b.level, a.y > b.y) << "hosts are at the bottom";
    if (std::max(a.level, b.level) < 3) { EXPECT_EQ(a.group, b.group) << a.name << ", " << b.name; }
  }
  // Pods one beside the other: none reaches into the next.
  std::vector<float> low(8, 1e30F), high(8, -1e30F);
  for (const auto& n : p.nodes)
    if (n.group != kNone) {
      low.at(n.group) = std::min(low[n.group], n.x);
      high.at(n.group) = std::max(high[n.group], n.x);
    }
  for (std::size_t g = 1; g < 8; ++g) EXPECT_GT(low[g], high[g - 1]);
  // Clusters: hosts by edge switch, switches by pod and level, cores by the plane they join.
  for (const auto& c : p.clusters) {
    if (c.level == 0) { EXPECT_EQ(c.nodes.size(), 4U) << c.name; }
    if (c.level == 1 || c.level == 2) { EXPECT_EQ(c.nodes.size(), 4U) << c.name; }
    if (c.level == 3) { EXPECT_EQ(c.nodes.size(), 4U) << c.name; }
    for (const std::uint32_t n : c.nodes) EXPECT_EQ(p.nodes[n].level, c.level);
  }
}

TEST(NetworkPicture, GroupsOfADragonflyStandApartOnACircle) {
  const auto made = networkPicture(cases()[6].scenario);
  ASSERT_TRUE(made);
  const NetworkPicture& p = **made;
  ASSERT_EQ(p.nodes.size(), 1056U + 264U);
  struct Middle {
    double x = 0, y = 0, n = 0, r = 0;
  };
  std::vector<Middle> groups(33);
  for (const auto& n : p.nodes) {
    Middle& m = groups.at(n.group);
    m.x += n.x;
    m.y += n.y;
    ++m.n;
  }
  for (Middle& m : groups) m.x /= m.n, m.y /= m.n;
  for (const auto& n : p.nodes) groups[n.group].r = std::max(groups[n.group].r, std::hypot(n.x - groups[n.group].x, n.y - groups[n.group].y));
  for (std::size_t a = 0; a < groups.size(); ++a)
    for (std::size_t b = a + 1; b < groups.size(); ++b)
      EXPECT_GT(std::hypot(groups[a].x - groups[b].x, groups[a].y - groups[b].y), groups[a].r + groups[b].r - 1e-3) << a << " and " << b;
  const double cx = static_cast<double>(p.width) / 2;
  const double first = std::hypot(groups[0].x - cx, groups[0].y - static_cast<double>(p.height) / 2);
  for (const Middle& m : groups) EXPECT_NEAR(std::hypot(m.x - cx, m.y - static_cast<double>(p.height) / 2), first, first * 0.06);
}

TEST(NetworkPicture, ATorusIsAGridAndOnlyItsLongWaysBend) {
  const auto made = networkPicture(cases()[8].scenario);
  ASSERT_TRUE(made);
  const NetworkPicture& p = **made;
  int around = 0;
  for (const auto& l : p.links) {
    const auto& a = p.nodes[l.from];
    const auto& b = p.nodes[l.to];
    if (a.level == 0 || b.level == 0) continue;
    const float d = std::hypot(a.x - b.x, a.y - b.y);
    EXPECT_TRUE(std::abs(d - 1) < 1e-4F || std::abs(d - 3) < 1e-4F) << a.name << ", " << b.name << ": " << d;
    EXPECT_EQ(l.bend != 0, d > 1.5F);
    around += d > 1.5F ? 1 : 0;
  }
  EXPECT_EQ(around, 16) << "4 rows and 4 columns, both ways";
}

TEST(NetworkPicture, LinksAreFoundByTheNamesThatCountersHave) {
  const auto made = networkPicture(traffic(Topology::FatTree, 16));
  ASSERT_TRUE(made);
  const NetworkPicture& p = **made;
  const std::uint32_t l = p.find("host 3 > edge 0.1");
  ASSERT_NE(l, kNone);
  EXPECT_EQ(p.nodes[p.links[l].from].name, "host 3");
  EXPECT_EQ(p.linkName(l ^ 1U), "edge 0.1 > host 3");
  EXPECT_EQ(p.find("host 3 > edge 9.9"), kNone);
}

TEST(NetworkPicture, WhatHasFailedIsSaidAndAWrongNetworkIsRefusedByItsField) {
  Scenario s = traffic(Topology::LeafSpine, 16);
  s.machine.network.leaves = 4;
  s.machine.network.spines = 2;
  s.machine.network.faults = {{"leaf 0", "spine 1", 0}};
  const auto made = networkPicture(s);
  ASSERT_TRUE(made) << made.error().line();
  std::set<std::string> failed;
  for (std::uint32_t l = 0; l < (*made)->links.size(); ++l)
    if ((*made)->links[l].failed()) failed.insert((*made)->linkName(l));
  EXPECT_EQ(failed, (std::set<std::string>{"leaf 0 > spine 1", "spine 1 > leaf 0"}));
  s.machine.network.hosts_per_leaf = 2;
  const auto refused = networkPicture(s);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().where.find("machine.network"), std::string::npos) << refused.error().line();
}

// --- loads

TEST(NetworkLoad, FollowsTheCountersAndTheRange) {
  const auto made = networkPicture(traffic(Topology::LeafSpine, 16));
  ASSERT_TRUE(made);
  const NetworkPicture& p = **made;
  RunBuilder b("test", Truth::Simulated);
  const auto counter = [&](const char* link, const char* group, const char* unit, std::vector<float> v) {
    Counter c;
    c.name = b.intern(link);
    c.group = b.intern(group);
    c.unit = unit;
    c.step = 1000;
    c.value = std::move(v);
    b.counter(std::move(c));
  };
  counter("host 0 > leaf 0", "link utilisation", "1", {1, 0, 0, 0});
  counter("leaf 0 > spine 1", "link utilisation", "1", {0.5F, 0.5F, 1, 1});
  counter("leaf 0 > spine 1", "queue depth", "B", {10, 4000, 20, 0});
  counter("leaf 0 > spine 1", "marks", "", {1, 2, 3, 4});
  counter("leaf 7 > spine 77", "link utilisation", "1", {1, 1, 1, 1});
  const weir::Run run = b.build();
  const std::uint32_t hostLink = p.find("host 0 > leaf 0");
  const std::uint32_t spineLink = p.find("leaf 0 > spine 1");
  ASSERT_TRUE(hostLink != kNone && spineLink != kNone);
  const NetworkLoad whole = networkLoad(p, run, "link utilisation", {0, 4000});
  EXPECT_EQ(whole.matched, 2U);
  EXPECT_EQ(whole.strangers, 1U);
  EXPECT_FLOAT_EQ(whole.value[hostLink], 0.25F);
  EXPECT_FLOAT_EQ(whole.value[spineLink], 0.75F);
  EXPECT_FLOAT_EQ(whole.peak[hostLink], 1);
  EXPECT_FLOAT_EQ(whole.value[hostLink ^ 1U], 0) << "a link without a counter carried nothing";
  EXPECT_EQ(hottest(whole, 8), (std::vector<std::uint32_t>{spineLink, hostLink}));
  const NetworkLoad late = networkLoad(p, run, "link utilisation", {2000, 4000});
  EXPECT_FLOAT_EQ(late.value[hostLink], 0);
  EXPECT_FLOAT_EQ(late.value[spineLink], 1);
  EXPECT_EQ(hottest(late, 8), (std::vector<std::uint32_t>{spineLink}));
  EXPECT_FLOAT_EQ(networkLoad(p, run, "queue depth", {0, 4000}).value[spineLink], 4000) << "queues: the highest";
  EXPECT_FLOAT_EQ(networkLoad(p, run, "marks", {0, 4000}).value[spineLink], 10) << "counts: the sum";
  EXPECT_FLOAT_EQ(networkLoad(p, run, "marks", {500, 2000}).value[spineLink], 0.5F + 2);
  EXPECT_FALSE(networkLoad(p, run, "drops", {0, 4000}).known());
  EXPECT_TRUE(std::isnan(networkLoad(p, run, "drops", {0, 4000}).value[spineLink]));
  // Over time: 16 hosts, 4 leaves, 4 spines are 2 x (16 + 16) links; (1 + 0.5) / 64 in the first quarter. Strangers count too.
  const auto over = loadOverTime(p, run, "link utilisation", 4);
  ASSERT_EQ(over.size(), 4U);
  EXPECT_FLOAT_EQ(over[0], 2.5F / static_cast<float>(p.links.size()));
  EXPECT_FLOAT_EQ(over[3], 2.0F / static_cast<float>(p.links.size()));
}

TEST(NetworkLoad, LinksThatWereNotKeptAreUnknownNotIdle) {
  const auto made = networkPicture(traffic(Topology::LeafSpine, 16));
  ASSERT_TRUE(made);
  RunBuilder b("test", Truth::Simulated);
  Counter c;
  c.name = b.intern("host 0 > leaf 0");
  c.group = b.intern("link utilisation");
  c.unit = "1";
  c.step = 1000;
  c.value = {1, 1};
  b.counter(std::move(c));
  b.note("links not kept, less busy than those shown", {}, 12);
  const weir::Run run = b.build();
  const NetworkLoad load = networkLoad(**made, run, "link utilisation", {0, 2000});
  EXPECT_TRUE(load.incomplete);
  EXPECT_TRUE(std::isnan(load.value[(*made)->find("leaf 0 > spine 1")]));
  EXPECT_FLOAT_EQ(load.value[(*made)->find("host 0 > leaf 0")], 1);
}

TEST(NetworkLoad, EveryLinkCounterOfASimulationFindsItsLink) {
  const Scenario s = traffic(Topology::FatTree, 16);
  const auto done = simulate(s, Fidelity::Packet, {}, Job{});
  ASSERT_TRUE(done) << done.error().line();
  const auto made = networkPictureOf(done->run->scenario);
  ASSERT_TRUE(made) << made.error().line();
  const auto [lo, hi] = done->run->span();
  const NetworkLoad load = networkLoad(**made, *done->run, "link utilisation", {lo, hi});
  EXPECT_GE(load.matched, 32U) << "every host sends and receives";
  EXPECT_EQ(load.strangers, 0U);
  for (std::uint32_t h = 0; h < 16; ++h) EXPECT_GT(load.value[2 * h], 0) << (*made)->linkName(2 * h);
}

TEST(NetworkChoices, OfferWhatTheTopologyCanDo) {
  const auto has = [](Topology t, const char* name) {
    for (const NetworkChoice& c : routingChoices(t))
      if (c.name == name) return true;
    return false;
  };
  EXPECT_TRUE(has(Topology::FatTree, "ecmp"));
  EXPECT_FALSE(has(Topology::FatTree, "valiant"));
  EXPECT_FALSE(has(Topology::Dragonfly, "dimension-order"));
  EXPECT_FALSE(transportChoices().empty());
  EXPECT_EQ(transportChoices().front().name, "credit");
}

}  // namespace network_picture_test
