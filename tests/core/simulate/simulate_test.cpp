#include "core/simulate/simulate.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>

#include "core/model/predict.h"
#include "tests/core/simulate/support.h"

namespace simulate_test {
using namespace weir;
using namespace weir::test;

namespace {

Simulated play(const Scenario& s, Fidelity f = Fidelity::Packet, SimulateOptions o = {}) {
  auto r = simulate(s, f, o, {});
  EXPECT_TRUE(r) << (r ? "" : r.error().line());
  return r ? std::move(*r) : Simulated{};
}

const Note* noteOf(const weir::Run& run, std::string_view part) {
  for (const Note& n : run.notes)
    if (n.kind.find(part) != std::string::npos) return &n;
  return nullptr;
}

}  // namespace

TEST(Simulate, FlowsFollowTheRoutingAndSayWhatTheyCannotShow) {
  // A dragonfly of 9 groups of 8 hosts, each host to its counterpart in the next group: one global link for 8 flows. The
  // minimal path keeps to it; a shortest path may go over a third group.
  Scenario s = traffic(72, "", 1, 0, Topology::Dragonfly);
  Network& n = s.machine.network;
  n.hosts_per_router = 2;
  n.routers_per_group = 4;
  n.global_links_per_router = 2;
  for (int h = 0; h < 72; ++h) s.workload.flows.push_back({h, (h + 8) % 72, Bytes::of(10'000'000), Time()});
  const auto longest = [&](const char* routing, bool remarked) {
    n.routing = routing;
    const Simulated r = play(s, Fidelity::Flow);
    bool said = false;
    for (const std::string& remark : r.outcome.remarks) said |= remark.find("keeps to one path") != std::string::npos;
    EXPECT_EQ(said, remarked) << routing;
    return r.outcome.flows.fct_max_s;
  };
  EXPECT_NEAR(longest("minimal", false), 6.4e-3, 6.4e-3 * 0.001);  // 80 MB at 12.5 GB/s
  EXPECT_LT(longest("ecmp", false), 6.3e-3);
  EXPECT_NEAR(longest("ugal-l", true), 6.4e-3, 6.4e-3 * 0.001);  // by empty queues: minimal
}

TEST(Simulate, RingAllReduceIsTheClosedForm) {
  // 2 (8 - 1) steps of 5 us + 12.8 MB / 12.5 GB/s = 1024 us: 14,406 us; busbw = 2 x 7/8 x 102.4 MB / 14.406 ms.
  for (const Fidelity f : {Fidelity::Packet, Fidelity::Flow}) {
    const Simulated r = play(ring(8, {102'400'000}), f);
    ASSERT_EQ(r.outcome.collectives.size(), 1U);
    const CollectiveOutcome& c = r.outcome.collectives[0];
    EXPECT_NEAR(c.time_s, 14.406e-3, 14.406e-3 * 1e-6);
    EXPECT_NEAR(c.busbw, 12.439e9, 1e6);
    EXPECT_EQ(c.ranks, 8);
    EXPECT_EQ(r.outcome.step_s, c.time_s);
    EXPECT_EQ(r.outcome.network.sent_bytes, r.outcome.network.delivered_bytes);
    EXPECT_EQ(r.outcome.network.sent_bytes, 14U * 102'400'000);  // each step moves every block once
    EXPECT_EQ(r.outcome.network.drops, 0U);
  }
}

TEST(Simulate, IncastIsWithinTwoPercentOfItsBound) {
  const Simulated r = play(traffic(128, "incast", 2'000'000, 32));
  EXPECT_EQ(r.outcome.flows.count, 32U);
  EXPECT_GE(r.outcome.flows.fct_max_s, 5120e-6);
  EXPECT_LE(r.outcome.flows.fct_max_s, 5120e-6 * 1.02);
  EXPECT_GT(r.outcome.network.pauses, 0U);
  EXPECT_GT(r.outcome.network.max_queue_bytes, 0U);
}

TEST(Simulate, SizesArePlayedInTurn) {
  const Simulated r = play(ring(4, {4'000'000, 8'000'000, 400}));
  ASSERT_EQ(r.outcome.collectives.size(), 3U);
  // 6 steps of 5 us + quarter / 12.5 GB/s.
  EXPECT_NEAR(r.outcome.collectives[0].time_s, 6 * 85e-6, 1e-9);
  EXPECT_NEAR(r.outcome.collectives[1].time_s, 6 * 165e-6, 1e-9);
  EXPECT_NEAR(r.outcome.collectives[2].time_s, 6 * 5.008e-6, 1e-9);
  EXPECT_NEAR(r.outcome.step_s, 6 * 255.008e-6, 3e-9);
  const weir::Run& run = *r.run;
  EXPECT_EQ(run.truth, Truth::Simulated);
  EXPECT_EQ(run.format, "weir-packet");
  EXPECT_EQ(run.worldSize, 4);
  EXPECT_EQ(run.ranks, (std::vector<std::int32_t>{0, 1, 2, 3}));
  ASSERT_EQ(run.collectives.size(), 12U);  // 3 sizes x 4 ranks
  for (const CollectiveCall& c : run.collectives) {
    EXPECT_EQ(c.operation, Operation::AllReduce);
    EXPECT_EQ(run.slices.start[c.slice], c.start);
    EXPECT_EQ(run.slices.duration[c.slice], c.duration);
    EXPECT_EQ(run.names.text(run.slices.name[c.slice]), "all-reduce");
    EXPECT_EQ(run.groups[c.group].size(), 4U);
  }
  EXPECT_EQ(run.collectives[11].instance, 2U);
  EXPECT_EQ(run.transfers.size(), 3U * 6 * 4);
  EXPECT_EQ(std::accumulate(run.transfers.bytes.begin(), run.transfers.bytes.end(), std::int64_t{0}),
            static_cast<std::int64_t>(r.outcome.network.sent_bytes));
  EXPECT_FALSE(run.scenario.empty());
}

TEST(Simulate, LinksAreCountersWithinTheirRange) {
  const Simulated r = play(traffic(16, "permutation", 2'000'000));
  int utilisation = 0, queues = 0;
  for (const Counter& c : r.run->counters) {
    const std::string_view group = r.run->names.text(c.group);
    EXPECT_GT(c.step, 0);
    double sum = 0;
    for (const float v : c.value) {
      EXPECT_LE(v, group == "link utilisation" ? 1.0F + 1e-6F : INFINITY);
      EXPECT_GE(v, 0.0F);
      sum += static_cast<double>(v);
    }
    EXPECT_GT(sum, 0);
    if (group == "link utilisation" && r.run->names.text(c.name).starts_with("host")) {
      ++utilisation;
      EXPECT_NEAR(sum * static_cast<double>(c.step), 160e6, 1e4);  // every host sends 2 MB once: 160 us busy
    }
    queues += group == "queue depth" ? 1 : 0;
  }
  EXPECT_EQ(utilisation, 16);
  EXPECT_GT(queues, 0);
}

TEST(Simulate, FidelitiesAgreeWithoutContention) {
  // Packets add one stored packet a switch to what fluid flows see: 0.33 us of a step of 2 us + 80 us.
  const double p = play(ring(8, {8'000'000}, false)).outcome.step_s;
  const double f = play(ring(8, {8'000'000}, false), Fidelity::Flow).outcome.step_s;
  EXPECT_NEAR(p / f, 1, 0.01);
  EXPECT_GT(p, f);
}

TEST(Simulate, EveryAlgorithmAgreesWithItsClosedForm) {
  // 16 nodes behind one switch, 5 us a step. Rounds of equal messages follow the formulas to a thousandth (the stored
  // packet hides in the step); double binary trees share NICs between two pipelines, which the formula idealises.
  struct Row {
    CollectiveOp op;
    Algorithm algorithm;
    double within;
  };
  for (const Row& row : {Row{CollectiveOp::AllReduce, Algorithm::Ring, 0.001}, Row{CollectiveOp::AllReduce, Algorithm::HalvingDoubling, 0.001},
                         Row{CollectiveOp::AllReduce, Algorithm::DoubleBinaryTree, 0.25}, Row{CollectiveOp::AllGather, Algorithm::Ring, 0.001},
                         Row{CollectiveOp::ReduceScatter, Algorithm::HalvingDoubling, 0.001}, Row{CollectiveOp::AllToAll, Algorithm::Ring, 0.001},
                         Row{CollectiveOp::Broadcast, Algorithm::Ring, 0.001}, Row{CollectiveOp::Broadcast, Algorithm::HalvingDoubling, 0.001},
                         Row{CollectiveOp::Broadcast, Algorithm::DoubleBinaryTree, 0.1}})
    for (const std::int64_t bytes : {1'000'000, 20'000'000}) {
      Scenario s = ring(16, {bytes});
      s.workload.operation = row.op;
      s.workload.algorithm = row.algorithm;
      const double model = predict(s)->step_s;
      const double packets = play(s).outcome.step_s, flows = play(s, Fidelity::Flow).outcome.step_s;
      EXPECT_NEAR(packets / model, 1, row.within) << name(row.op) << " " << name(row.algorithm) << " " << bytes;
      EXPECT_NEAR(flows / packets, 1, row.within) << name(row.op) << " " << name(row.algorithm) << " " << bytes;
    }
}

TEST(Simulate, EqualRunsAlsoTwoAtOnce) {
  const Scenario s = traffic(54, "uniform", 300'000);
  for (const Fidelity f : {Fidelity::Packet, Fidelity::Flow}) {
    const std::string first = asText(*play(s, f).run);
    std::string a, b;
    std::thread t1([&] { a = asText(*play(s, f).run); });
    std::thread t2([&] { b = asText(*play(s, f).run); });
    t1.join();
    t2.join();
    EXPECT_EQ(first, a);
    EXPECT_EQ(first, b);
    Scenario other = s;
    other.seed = 2;
    EXPECT_NE(first, asText(*play(other, f).run));
  }
}

TEST(Simulate, PartialRunsGrowAndStopIsQuick) {
  std::stop_source stop;
  int partials = 0;
  std::int64_t lastEnd = 0;
  SimulateOptions o;
  o.partialEvery_s = 0.02;
  std::chrono::steady_clock::time_point asked;
  o.onPartial = [&](const RunPtr& run) {
    ++partials;
    EXPECT_GE(run->span().second, lastEnd);
    lastEnd = run->span().second;
    EXPECT_FALSE(run->counters.empty());
    if (partials == 3) {
      asked = std::chrono::steady_clock::now();
      stop.request_stop();
    }
  };
  Progress progress;
  const auto r = simulate(traffic(128, "permutation", 2'000'000'000), Fidelity::Packet, o, {stop.get_token(), &progress});
  const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - asked).count();
  ASSERT_FALSE(r);
  EXPECT_TRUE(r.error().stopped());
  EXPECT_EQ(partials, 3);
  RecordProperty("stopped_after_s", std::to_string(took));  // 0.2 is the promise
  EXPECT_EQ(progress.snapshot().total, std::uint64_t{128} * 2'000'000'000);
  EXPECT_GT(progress.snapshot().done, 0U);
}

TEST(Simulate, MessagesMayBeLeftOut) {
  SimulateOptions o;
  o.keepMessages = false;
  const Simulated r = play(traffic(16, "permutation", 100'000), Fidelity::Packet, o);
  EXPECT_EQ(r.run->transfers.size(), 0U);
  ASSERT_NE(noteOf(*r.run, "messages not kept"), nullptr);
  EXPECT_EQ(noteOf(*r.run, "messages not kept")->count, 16U);
  EXPECT_EQ(r.outcome.flows.count, 16U);
}

TEST(Simulate, SeveralRanksANodeUseTheFabric) {
  // 2 nodes of 4, all-gather of 8 x 1 MB: 4 MB each way between the nodes (320 us, two links, one stored packet), then
  // three rounds of 2 MB inside (2 us + 6.667 us).
  Scenario s = ring(2, {8'000'000}, false);
  s.workload.operation = CollectiveOp::AllGather;
  s.workload.ranks = 8;
  s.machine.node.accelerators = 4;
  s.machine.node.fabric = {"nvswitch", Bandwidth::bytesPerSecond(300e9), Time::us(2)};
  const Simulated r = play(s);
  EXPECT_NEAR(r.outcome.step_s, 320e-6 + 2e-6 + 0.32768e-6 + 3 * (2e-6 + 2e6 / 300e9), 1e-11);
  EXPECT_NEAR(r.outcome.step_s, predict(s)->step_s, 1e-11);
  EXPECT_EQ(r.outcome.network.sent_bytes, 8'000'000U);
  EXPECT_EQ(r.run->collectives.size(), 8U);
  EXPECT_EQ(r.run->collectives.at(0).bytes, 1'000'000);  // a rank's input
  ASSERT_NE(noteOf(*r.run, "stand for all ranks"), nullptr);
  // One node: nothing crosses the network, and the answer is the model's.
  s.machine.nodes = 1;
  s.workload.ranks = 4;
  s.machine.node.accelerators = 8;
  s.workload.ranks = 8;
  const Simulated inside = play(s);
  EXPECT_EQ(inside.outcome.network.sent_bytes, 0U);
  EXPECT_NEAR(inside.outcome.step_s, predict(s)->step_s, 1e-11);
}

TEST(Simulate, AutoPlaysTheAlgorithmThatTheModelChooses) {
  // Tiny vectors are bound by latency: not the ring. Large ones by bandwidth.
  for (const std::int64_t bytes : {1'000, 100'000'000}) {
    Scenario s = ring(16, {bytes}, false);
    s.workload.algorithm = Algorithm::Auto;
    const Simulated r = play(s);
    EXPECT_EQ(r.outcome.collectives.at(0).algorithm, predict(s)->collectives.at(0).algorithm);
    EXPECT_EQ(r.run->names.text(r.run->collectives.at(0).algorithm), name(r.outcome.collectives[0].algorithm));
  }
}

// Each library's choice is expanded into its own messages: bytes on the network are those of its algorithm.
TEST(Simulate, AutoPlaysWhatEachLibraryWouldRun) {
  for (const char* library : {"nccl", "open-mpi", "mpich", "gloo"})
    for (const std::int64_t bytes : {1'000LL, 1'000'000LL, 16'000'000LL}) {
      Scenario s = ring(16, {bytes}, false);
      s.workload.algorithm = Algorithm::Auto;
      s.plan.library = library;
      const Algorithm chosen = predict(s)->collectives.at(0).algorithm;
      const Simulated r = play(s);
      EXPECT_EQ(r.outcome.collectives.at(0).algorithm, chosen) << library << " " << bytes;
      std::int64_t sent = 0;
      expandCollective(CollectiveOp::AllReduce, chosen, 16, bytes, 0, [&](const Message& m) { sent += m.bytes; });
      EXPECT_EQ(static_cast<std::int64_t>(r.outcome.volume.network_step_bytes), sent) << library << " " << bytes << " " << name(chosen);
    }
}

TEST(Simulate, ReductionInTheNetworkIsRefusedNotPlayedAsNothing) {
  Scenario s = ring(16, {1'000'000}, false);
  s.workload.algorithm = Algorithm::InNetwork;
  EXPECT_TRUE(predict(s));
  const auto r = simulate(s, Fidelity::Packet, {}, {});
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().where, "workload.algorithm");
}

TEST(Simulate, WhatCannotBePlayedIsRefusedByName) {
  Scenario tooMany = traffic(128, "incast", 1000, 200);
  Scenario doesNotFit = traffic(129, "permutation", 1000);
  doesNotFit.machine.network.radix = 8;
  Scenario small = traffic(16, "permutation", 1000);
  small.machine.network.sw.buffer = Bytes::of(100);
  Scenario valiant = traffic(16, "permutation", 1000);
  valiant.machine.network.routing = "valiant";
  Scenario none = ring(8, {});
  for (const auto& [s, where] : {std::pair{tooMany, "workload.sources"}, {doesNotFit, "machine.network.radix"},
                                 {small, "machine.network.switch.buffer"}, {valiant, "machine.network.routing"}, {none, "workload.sizes"}}) {
    const auto r = simulate(s, Fidelity::Packet, {}, {});
    ASSERT_FALSE(r) << where;
    EXPECT_EQ(r.error().where, where);
  }
}

}  // namespace simulate_test
