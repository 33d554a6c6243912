// The hybrid fidelity against the unabridged run of the same step.
#include <gtest/gtest.h>

#include "tests/core/simulate/step_support.h"

namespace hybrid_test {
using namespace weir;
using namespace weir::test;

TEST(Hybrid, WhatRunsAloneIsTheSameToThePicosecond) {
  // One tensor group, nothing beside it: every exchange after the first few is looked up.
  Scenario s = gpt(4, 1, 1, 4);
  s.plan.sequence_parallel = false;
  const PlayedStep full = play(s), hybrid = play(s, true);
  EXPECT_EQ(hybrid.outcome.step_s, full.outcome.step_s);
  EXPECT_EQ(hybrid.outcome.breakdown.exposed_communication_s, full.outcome.breakdown.exposed_communication_s);
  EXPECT_GT(hybrid.outcome.network.advanced_share, 0.95);
  EXPECT_EQ(hybrid.outcome.network.advanced_error, 0);
  EXPECT_EQ(hybrid.hybrid.largestIsland, 1U);
  EXPECT_EQ(hybrid.stats.deliveredBytes, full.stats.deliveredBytes);
  EXPECT_EQ(hybrid.outcome.flows.count, full.outcome.flows.count);
  EXPECT_NEAR(hybrid.outcome.flows.fct_mean_s / full.outcome.flows.fct_mean_s, 1, 0.002);
  EXPECT_LT(hybrid.stats.packetHops, full.stats.packetHops / 4);
}

TEST(Hybrid, WhatSharesLinksIsPlayedTogether) {
  // One link a host: tensor groups, data groups and sends all get in each other's way.
  for (const bool jitter : {false, true}) {
    Scenario s = gpt(2, 2, 2, 6);
    if (jitter) s.workload.jitter = 0.05;
    const PlayedStep full = play(s), hybrid = play(s, true);
    EXPECT_NEAR(hybrid.outcome.step_s / full.outcome.step_s, 1, 0.01) << jitter;
    EXPECT_GT(hybrid.hybrid.largestIsland, 1U);
    EXPECT_EQ(hybrid.stats.deliveredBytes, full.stats.deliveredBytes);
    EXPECT_EQ(hybrid.outcome.flows.count, full.outcome.flows.count);
  }
}

namespace {

// Nodes of four accelerators behind an NVSwitch with a NIC each, in a rail network; tensor groups keep to their node.
Scenario cluster(int nodes, int stages, int micros) {
  Scenario s = gpt(4, nodes / stages, stages, micros, 200);
  s.machine.nodes = nodes;
  s.machine.node.accelerators = s.machine.node.nics = 4;
  s.machine.node.fabric = {"nvswitch", Bandwidth::bytesPerSecond(150e9), Time::us(2)};
  s.machine.node.nic.latency = Time::us(1);
  s.machine.network.topology = Topology::Rail;
  s.machine.network.hosts_per_leaf = 2;
  s.machine.network.endpoints = "accelerator";
  s.plan.sequence_parallel = true;
  return s;
}

}  // namespace

TEST(Hybrid, AClusterOfAcceleratorsIsTheUnabridgedRunWithin1PerCent) {
  for (const bool jitter : {false, true}) {
    Scenario s = cluster(8, 4, 8);
    if (jitter) s.workload.jitter = 0.03;
    const auto full = simulate(s, Fidelity::Packet, {}, {});
    const auto hybrid = simulate(s, Fidelity::Hybrid, {}, {}), again = simulate(s, Fidelity::Hybrid, {}, {});
    ASSERT_TRUE(full && hybrid && again) << (full ? "" : full.error().line()) << (hybrid ? "" : hybrid.error().line());
    EXPECT_NEAR(hybrid->outcome.step_s / full->outcome.step_s, 1, 0.01) << jitter;
    EXPECT_GT(hybrid->outcome.network.advanced_share, 0.8);
    EXPECT_LT(hybrid->outcome.network.advanced_error, 0.02);
    EXPECT_LT(hybrid->outcome.network.packet_hops, full->outcome.network.packet_hops);
    EXPECT_EQ(hybrid->outcome.network.delivered_bytes, full->outcome.network.delivered_bytes);
    EXPECT_EQ(asText(*hybrid->run), asText(*again->run));
  }
}

TEST(Hybrid, ALongRingIsItsFirstRoundsAndThenAsMany) {
  // 64 hosts, 126 rounds of messages of 64 KiB; and 4 hosts whose messages are long.
  for (const auto& [hosts, bytes] : {std::pair{64, std::int64_t{4} << 20}, std::pair{4, std::int64_t{64} << 20}}) {
    const Network n = machine(hosts).network;
    auto graph = net::buildTopology(n, {static_cast<std::uint32_t>(hosts), n.link.bandwidth, n.link.bandwidth, n.link.latency});
    const auto router = net::makeRouter("ecmp", *graph, 1);
    std::vector<sim::Communicator> everyone(1);
    for (int h = 0; h < hosts; ++h) everyone[0].hosts.push_back(static_cast<std::uint32_t>(h));
    const sim::EngineFactory factory = [](const net::Graph& part, const net::Router& ways, net::Driver& d, int) {
      net::PacketOptions o;
      o.router = &ways;
      o.seriesBins = 2;
      return std::unique_ptr<net::Engine>(std::make_unique<net::PacketEngine>(part, o, d));
    };
    const sim::Stage stage{*graph, **router, everyone, factory};
    const sim::Operation op{0, CollectiveOp::AllReduce, Algorithm::Ring, bytes};
    const std::vector<net::LinkId> links{0, 1, 2, 3};
    const auto whole = sim::playTogether(stage, {{op, 0}}, links, {});
    double error = -1;
    const auto part = sim::playLong({stage, op, links, whole->stats.packetHops, whole->stats.packetHops / 8}, {}, &error);
    ASSERT_TRUE(whole && part);
    EXPECT_NEAR(static_cast<double>(part->operations[0].end) / static_cast<double>(whole->operations[0].end), 1, 0.002) << hosts;
    EXPECT_LT(part->stats.packetHops, whole->stats.packetHops / 2);
    std::uint64_t all = 0, counted = 0;
    for (const auto& [time, times] : whole->messages) all += times;
    for (const auto& [time, times] : part->messages) counted += times;
    EXPECT_EQ(counted, all);
    ASSERT_EQ(part->busy.size(), whole->busy.size());
    for (std::size_t l = 0; l < part->busy.size(); ++l) EXPECT_NEAR(part->busy[l].second / whole->busy[l].second, 1, 0.02);
  }
}

TEST(Hybrid, WhatIsTooEntangledIsPlayedInOneEngineFromThereOn) {
  Scenario s = gpt(2, 2, 2, 6);
  s.workload.jitter = 0.05;
  const PlayedStep full = play(s);
  sim::HybridOptions options;
  options.vainHops = 100'000;
  options.vainTimes = 0;
  const PlayedStep hybrid = play(s, true, options);
  EXPECT_TRUE(hybrid.hybrid.gaveUp);
  EXPECT_NEAR(hybrid.outcome.step_s / full.outcome.step_s, 1, 0.01);
  EXPECT_EQ(hybrid.stats.deliveredBytes, full.stats.deliveredBytes);
  EXPECT_EQ(hybrid.stats.sentBytes, full.stats.sentBytes);
  EXPECT_LT(hybrid.outcome.network.advanced_share, 1);
}

TEST(Hybrid, CollectivesAreLookedUpMessageByMessage) {
  for (const auto& [operation, algorithm] : {std::pair{CollectiveOp::AllReduce, Algorithm::Ring}, std::pair{CollectiveOp::AllReduce, Algorithm::HalvingDoubling},
                                             std::pair{CollectiveOp::AllToAll, Algorithm::Pairwise}}) {
    Scenario s = ring(16, {4 << 20}, false);
    s.machine.network.topology = Topology::FatTree;
    s.workload.operation = operation;
    s.workload.algorithm = algorithm;
    const auto full = simulate(s, Fidelity::Packet, {}, {}), hybrid = simulate(s, Fidelity::Hybrid, {}, {}), again = simulate(s, Fidelity::Hybrid, {}, {});
    ASSERT_TRUE(full && hybrid && again);
    EXPECT_NEAR(hybrid->outcome.step_s / full->outcome.step_s, 1, 0.01) << name(algorithm);
    EXPECT_EQ(hybrid->outcome.flows.count, full->outcome.flows.count);
    EXPECT_EQ(hybrid->outcome.network.delivered_bytes, full->outcome.network.delivered_bytes);
    EXPECT_EQ(asText(*hybrid->run), asText(*again->run));
    if (algorithm == Algorithm::Ring) {
      EXPECT_GT(hybrid->outcome.network.advanced_share, 0.9);
    }
  }
}

TEST(Hybrid, StopsWhenAskedAndAWorkloadOfMessagesIsPlayedWhole) {
  const Scenario s = traffic(16, "permutation", 100'000);
  const auto full = simulate(s, Fidelity::Packet, {}, {}), hybrid = simulate(s, Fidelity::Hybrid, {}, {});
  ASSERT_TRUE(full && hybrid);
  EXPECT_EQ(hybrid->outcome.step_s, full->outcome.step_s);
  EXPECT_EQ(hybrid->outcome.network.advanced_share, 0);
  EXPECT_TRUE(std::isnan(hybrid->outcome.network.advanced_error));
  SimulateOptions little;
  little.budgetHops = 1;
  const auto stopped = simulate(cluster(8, 4, 64), Fidelity::Hybrid, little, {});
  ASSERT_TRUE(stopped) << stopped.error().line();
  EXPECT_NE(stopped->outcome.remarks.front().find("stopped by its budget"), std::string::npos) << stopped->outcome.remarks.front();
}

}  // namespace hybrid_test
