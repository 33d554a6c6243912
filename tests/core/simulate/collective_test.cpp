// Collectives played: bounds, pieces, rings, several groups at once, ranks that come at their own time.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/model/predict.h"
#include "core/simulate/collective_call.h"
#include "core/simulate/noise.h"
#include "tests/core/simulate/support.h"

namespace collective_test {
using namespace weir;
using namespace weir::test;

namespace {

Simulated play(const Scenario& s, Fidelity f = Fidelity::Packet) {
  auto r = simulate(s, f, {}, {});
  EXPECT_TRUE(r) << (r ? "" : r.error().line());
  return r ? std::move(*r) : Simulated{};
}

Scenario op(CollectiveOp what, Algorithm a, int nodes, std::int64_t bytes) {
  Scenario s = ring(nodes, {bytes}, false);
  s.workload.operation = what;
  s.workload.algorithm = a;
  return s;
}

}  // namespace

TEST(Collective, NeverBeatsTheBandwidthOfAHost) {
  // Ring all-reduce of 32 MiB on 128 ranks: each sends 2 x 127/128 x 32 MiB at 12.5 GB/s = 5,326.8 us at the least.
  Scenario s = op(CollectiveOp::AllReduce, Algorithm::Ring, 128, 32 << 20);
  s.machine.network.topology = Topology::FatTree;
  s.machine.network.radix = 8;
  for (const Fidelity f : {Fidelity::Packet, Fidelity::Flow}) {
    const double t = play(s, f).outcome.step_s;
    EXPECT_GE(t, 5326.8e-6);
    // 254 steps whose longest way is 6 us and five stored packets: 254 x (20.97 + 6 + 1.64) us.
    EXPECT_LE(t, 254 * 28.7e-6);
  }
  // All-to-all of 32 ranks, 64 KiB a pair: 31 x 64 KiB at 12.5 GB/s = 162.5 us.
  Scenario a = op(CollectiveOp::AllToAll, Algorithm::Pairwise, 32, 32 * 65'536);
  for (const Algorithm way : {Algorithm::Pairwise, Algorithm::Linear}) {
    a.workload.algorithm = way;
    EXPECT_GE(play(a).outcome.step_s, 162.5e-6) << name(way);
  }
  EXPECT_LE(play(a).outcome.step_s, 162.5e-6 * 1.1);  // all at once behind one switch: hardly more
}

TEST(Collective, EveryAlgorithmEndsAndSendsItsBytesWheneverRanksCome) {
  // Ranks come up to 300 us apart; message for message the bytes are those of the algorithm, and all arrive.
  using enum CollectiveOp;
  for (const CollectiveOp what : {AllReduce, AllGather, ReduceScatter, AllToAll, Broadcast, Reduce, Gather, Scatter, Barrier, SendReceive})
    for (int a = 1; a < static_cast<int>(algorithmNames().size()); ++a)
      for (const int n : {2, 6, 7, 8}) {
        const auto way = static_cast<Algorithm>(a);
        if (!hasMessages(what, way, n)) continue;
        Scenario s = op(what, way, n, 100'001);
        s.workload.think = Time::us(100);
        s.workload.jitter = 0.3;
        s.workload.iterations = 3;
        s.workload.chunks = 2;
        std::int64_t sent = 0;
        const Simulated r = play(s, Fidelity::Flow);
        const Algorithm runs = r.outcome.collectives.at(0).algorithm;
        expandCollective(what, runs, n, 100'001, 0, [&](const Message& m) { sent += m.bytes; });
        EXPECT_EQ(r.outcome.network.sent_bytes, r.outcome.network.delivered_bytes);
        EXPECT_NEAR(static_cast<double>(r.outcome.network.sent_bytes), 3.0 * static_cast<double>(sent), 3.0 * 4 * n * n) << name(what) << " " << name(way) << " " << n;
        EXPECT_EQ(r.run->collectives.size(), static_cast<std::size_t>(3 * n)) << name(what) << " " << name(way) << " " << n;
        EXPECT_GE(r.outcome.step_s, 3 * 70e-6);
      }
}

TEST(Collective, ChunksHideLatencyAndNotBandwidth) {
  // 8 ranks, 8 MB: 14 steps of 80 us and 2 us (two links) and a stored packet: 1,152.6 us. In pieces a step's latency passes
  // while another piece is sent; 14 x 80 us are left, and the last piece's way.
  Scenario s = op(CollectiveOp::AllReduce, Algorithm::Ring, 8, 8'000'000);
  const double whole = play(s).outcome.step_s;
  EXPECT_NEAR(whole, 14 * (82e-6 + 4096 * 80e-12), 1e-9);
  s.workload.chunks = 4;
  const Simulated r = play(s);
  EXPECT_LT(r.outcome.step_s, whole - 14e-6);
  EXPECT_GE(r.outcome.step_s, 14 * 80e-6);
  EXPECT_LE(r.outcome.step_s, 14 * 80e-6 + 5e-6);
  EXPECT_EQ(r.outcome.network.sent_bytes, 14U * 8'000'000);
}

TEST(Collective, RingsShareANicAndTakeTheirShare) {
  Scenario s = op(CollectiveOp::AllReduce, Algorithm::Ring, 8, 8'000'000);
  const double one = play(s).outcome.step_s;
  s.workload.rings = 2;
  const Simulated r = play(s);
  EXPECT_NEAR(r.outcome.step_s / one, 1, 0.02);
  EXPECT_EQ(r.outcome.network.sent_bytes, 14U * 8'000'000);
  EXPECT_EQ(r.run->transfers.size(), 2U * 14 * 8);
}

TEST(Collective, RingOrdersVisitAllAndKeepToTheirRail) {
  const std::vector<std::uint32_t> alone{0, 1, 2, 3};
  EXPECT_EQ(sim::ringOrder(alone, 0, 2), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(sim::ringOrder(alone, 1, 2), (std::vector<std::uint32_t>{3, 2, 1, 0}));
  std::vector<std::uint32_t> nodeOf;  // 4 nodes of 8
  for (std::uint32_t i = 0; i < 32; ++i) nodeOf.push_back(i / 8);
  std::set<std::uint32_t> rails;
  for (int q = 0; q < 8; ++q) {
    const auto order = sim::ringOrder(nodeOf, q, 8);
    EXPECT_EQ(std::set<std::uint32_t>(order.begin(), order.end()).size(), 32U);
    for (std::size_t i = 0; i < 32; ++i) {
      const std::uint32_t a = order[i], b = order[(i + 1) % 32];
      if (nodeOf[a] == nodeOf[b]) continue;
      EXPECT_EQ(a % 8, b % 8) << "ring " << q;  // from accelerator to accelerator of one rail
      rails.insert(a % 8);
    }
  }
  EXPECT_EQ(rails.size(), 8U);
}

TEST(Collective, GroupsAtOnceDoNotMeetWhereTheNetworkIsWide) {
  const double alone = play(op(CollectiveOp::AllReduce, Algorithm::Ring, 8, 4'000'000)).outcome.step_s;
  Scenario s = op(CollectiveOp::AllReduce, Algorithm::Ring, 16, 4'000'000);
  s.workload.communicators = 2;
  const Simulated r = play(s);
  EXPECT_NEAR(r.outcome.step_s, alone, 1e-12);
  EXPECT_EQ(r.outcome.collectives.at(0).ranks, 8);
  EXPECT_EQ(r.run->groups.size(), 3U);  // the unknown one, and two of 8
  EXPECT_EQ(r.run->collectives.size(), 16U);
  // Transfers carry the instance of their collective.
  for (std::size_t i = 0; i < r.run->transfers.size(); ++i)
    for (const CollectiveCall& c : r.run->collectives)
      if (c.rank == r.run->transfers.source[i]) {
        EXPECT_EQ(c.instance, r.run->transfers.instance[i]);
      }
}

TEST(Collective, IterationsFollowOneAnother) {
  Scenario s = op(CollectiveOp::AllReduce, Algorithm::Ring, 8, 4'000'000);
  s.workload.sizes = {Bytes::of(4'000'000), Bytes::of(1'000'000)};
  const Outcome once = play(s).outcome;
  s.workload.iterations = 5;
  const Outcome five = play(s).outcome;
  for (const std::size_t i : {0U, 1U}) EXPECT_NEAR(five.collectives.at(i).time_s / once.collectives.at(i).time_s, 1, 0.001);
  EXPECT_NEAR(five.step_s, 5 * once.step_s, 5e-3 * once.step_s);
}

TEST(Collective, ThinkingAndStragglersDelayEverybody) {
  Scenario s = op(CollectiveOp::AllReduce, Algorithm::Ring, 8, 4'000'000);
  const double t = play(s).outcome.step_s;
  s.workload.think = Time::us(200);
  s.workload.iterations = 4;
  EXPECT_NEAR(play(s).outcome.step_s, 4 * (t + 200e-6), 1e-9);
  // One rank computes twice as long: all wait for it, and the call itself takes no longer.
  s.workload.stragglers = 1;
  s.workload.straggler_slowdown = 2;
  const Simulated slow = play(s);
  EXPECT_GE(slow.outcome.step_s, 4 * (400e-6 + t) - 0.5 * t);
  EXPECT_LE(slow.outcome.step_s, 4 * (400e-6 + t) + 1e-9);
  EXPECT_LE(slow.outcome.collectives.at(0).time_s, t * 1.001);
  int computing = 0;
  for (const Track& track : slow.run->tracks) computing += slow.run->names.text(track.name) == "computing" ? 1 : 0;
  EXPECT_EQ(computing, 8);
}

TEST(Collective, TheClosedFormCountsCallsGroupsAndThinking) {
  Scenario s = ring(16, {4'000'000, 1'000'000});
  s.workload.iterations = 3;
  s.workload.communicators = 2;
  s.workload.think = Time::us(100);
  const Outcome model = *predict(s);
  const Outcome played = play(s).outcome;
  EXPECT_NEAR(played.step_s / model.step_s, 1, 0.001);
  EXPECT_NEAR(played.breakdown.compute_s, model.breakdown.compute_s, 1e-12);
  EXPECT_NEAR(static_cast<double>(played.network.sent_bytes), model.volume.network_step_bytes, 1);
  EXPECT_EQ(played.collectives.at(1).ranks, model.collectives.at(1).ranks);
}

TEST(Collective, JitterIsSeededAndTheSameTwice) {
  Scenario s = op(CollectiveOp::AllReduce, Algorithm::DoubleBinaryTree, 8, 1'000'000);
  s.workload.think = Time::us(100);
  s.workload.jitter = 0.1;
  s.workload.iterations = 6;
  const Simulated first = play(s);
  EXPECT_EQ(asText(*first.run), asText(*play(s).run));
  s.seed = 2;
  EXPECT_NE(asText(*first.run), asText(*play(s).run));
  // The mean of the largest of eight normal deviates is 1.42: each round waits for about 100 us x (1 + 0.142).
  s.workload.iterations = 40;
  const double jittered = play(s, Fidelity::Flow).outcome.step_s;
  s.workload.jitter = 0;
  const double steady = play(s, Fidelity::Flow).outcome.step_s;
  EXPECT_NEAR((jittered - steady) / 40, 14.2e-6, 4e-6);
}

TEST(Collective, StragglersAreDrawnOnceAndStay) {
  Scenario s = op(CollectiveOp::AllReduce, Algorithm::Ring, 8, 1'000);
  s.workload.stragglers = 3;
  s.workload.straggler_slowdown = 4;
  const sim::Noise noise(s, 100);
  int slow = 0;
  for (int r = 0; r < 100; ++r) {
    slow += noise.straggles(r) ? 1 : 0;
    EXPECT_EQ(noise.time(r, 5, 1000), noise.straggles(r) ? 4000 : 1000);
  }
  EXPECT_EQ(slow, 3);
}

TEST(Collective, PlacementDecidesWhatATaperedNetworkCosts) {
  // 4 leaves of 4, one spine: uplinks carry a quarter. A packed ring crosses each leaf's border once; scattered over the
  // leaves every message crosses, four at once over one cable.
  Scenario s = op(CollectiveOp::AllReduce, Algorithm::Ring, 16, 16'000'000);
  s.machine.network.topology = Topology::LeafSpine;
  s.machine.network.leaves = s.machine.network.hosts_per_leaf = 4;
  s.machine.network.spines = 1;
  const double packed = play(s).outcome.step_s;
  s.plan.placement = "scattered";
  const double scattered = play(s).outcome.step_s;
  EXPECT_NEAR(packed, 30 * 80e-6, 30 * 6e-6);
  EXPECT_GT(scattered / packed, 3.5);
  EXPECT_LT(scattered / packed, 4.1);
  s.plan.placement = "given";
  for (int i = 0; i < 16; ++i) s.plan.placement_hosts.push_back(i);
  EXPECT_EQ(play(s).outcome.step_s, packed);
}

TEST(Collective, SwitchesThatReduceAreBoundByOneVector) {
  // Every rank sends and receives 10 MB once: at least 800 us, and no more than the closed form, which adds two ways.
  Scenario s = op(CollectiveOp::AllReduce, Algorithm::InNetwork, 16, 10'000'000);
  s.machine.network.sw.reduces = true;
  const Simulated r = play(s);
  EXPECT_GE(r.outcome.step_s, 800e-6);
  EXPECT_LE(r.outcome.step_s, predict(s)->step_s + 1e-9);
  EXPECT_EQ(r.outcome.network.sent_bytes, 160'000'000U);
  EXPECT_NE(r.outcome.remarks.back().find("aggregation tree"), std::string::npos);
  s.workload.operation = CollectiveOp::Broadcast;
  const auto refused = simulate(s, Fidelity::Packet, {}, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().where, "workload.algorithm");
}

TEST(Collective, WhatCannotBeIsRefusedByName) {
  const auto refused = [](auto change, const char* where) {
    Scenario s = op(CollectiveOp::AllReduce, Algorithm::Ring, 8, 1000);
    change(s);
    const auto r = simulate(s, Fidelity::Packet, {}, {});
    ASSERT_FALSE(r) << where;
    EXPECT_EQ(r.error().where, where) << r.error().line();
  };
  refused([](Scenario& s) { s.workload.iterations = 0; }, "workload.iterations");
  refused([](Scenario& s) { s.workload.chunks = 0; }, "workload.chunks");
  refused([](Scenario& s) { s.workload.communicators = 3; }, "workload.communicators");
  refused([](Scenario& s) { s.workload.communicators = 8; }, "workload.communicators");
  refused([](Scenario& s) { s.workload.think = Time::us(-1); }, "workload.think");
  refused([](Scenario& s) { s.plan.placement = "given"; s.plan.placement_hosts = {0, 1, 2, 3, 4, 5, 6, 6}; }, "plan.placement_hosts");
}

TEST(Collective, AcceleratorsAsHostsUseTheirNodesInsideAndAllRails) {
  // 4 nodes of 4 accelerators, a NIC each of 100 Gb/s, NVSwitch of 300 GB/s. Four rings, each with its own rail: all-reduce of
  // 16 MB sends 2 x 15/16 x 4 MB through each NIC of a node and ring: 7.5 MB at 12.5 GB/s = 600 us. One ring has but one NIC, 2,400 us,
  // and goes from the last accelerator's rail to the first one's: over the spines, where flows meet.
  Scenario s = op(CollectiveOp::AllReduce, Algorithm::Ring, 4, 16'000'000);
  s.machine.node.accelerators = 4;
  s.machine.node.nics = 4;
  s.machine.node.fabric = {"nvswitch", Bandwidth::bytesPerSecond(300e9), Time::us(1)};
  s.machine.network.endpoints = "accelerator";
  s.machine.network.topology = Topology::Rail;
  s.workload.ranks = 16;
  s.workload.rings = 1;
  const Simulated one = play(s);
  EXPECT_GE(one.outcome.step_s, 2400e-6);
  EXPECT_EQ(one.run->worldSize, 16);
  s.workload.rings = 0;  // one a NIC
  const Simulated four = play(s);
  EXPECT_GE(four.outcome.step_s, 600e-6);
  EXPECT_LE(four.outcome.step_s, 600e-6 * 1.5);
  EXPECT_EQ(four.outcome.network.sent_bytes, one.outcome.network.sent_bytes);
}

TEST(Collective, RendezvousCostsARoundTripAMessage) {
  Scenario s = op(CollectiveOp::AllReduce, Algorithm::Ring, 8, 800'000);
  const double plain = play(s).outcome.step_s;
  s.machine.node.nic.eager_limit = Bytes::of(200'000);
  EXPECT_EQ(play(s).outcome.step_s, plain);
  s.machine.node.nic.eager_limit = Bytes::of(50'000);  // 14 steps wait for 2 x 2 us more, and for the packets on the way
  const double asked = play(s).outcome.step_s;
  EXPECT_GE(asked, plain + 14 * 4e-6);
  EXPECT_LE(asked, plain + 14 * 6e-6);
}

}  // namespace collective_test
