// Traffic played: adversarial patterns, loads, fairness, background jobs, placement.
#include <gtest/gtest.h>

#include <cmath>

#include "core/scenario/placement.h"
#include "core/scenario/traffic.h"
#include "core/scenario/validate.h"
#include "core/simulate/play_traffic.h"
#include "tests/core/simulate/support.h"

namespace traffic_test {
using namespace weir;
using namespace weir::test;

namespace {

Simulated play(const Scenario& s, Fidelity f = Fidelity::Packet) {
  auto r = simulate(s, f, {}, {});
  EXPECT_TRUE(r) << (r ? "" : r.error().line());
  return r ? std::move(*r) : Simulated{};
}

Scenario loaded(int nodes, const std::string& pattern, double load, std::int64_t us, Topology t = Topology::SingleSwitch, std::int64_t bytes = 16'384) {
  Scenario s = traffic(nodes, pattern, bytes, 0, t);
  s.workload.load = load;
  s.workload.duration = Time::us(us);
  return s;
}

}  // namespace

TEST(Load, WhatIsOfferedIsAcceptedWhereNothingIsInTheWay) {
  // A permutation behind one switch: every host may send all it has. 32 hosts x 1 ms x 50 % are 12,207 messages of 16 KiB, so
  // the number in half of the time scatters by 1/sqrt(6100) = 1.3 %.
  for (const Fidelity f : {Fidelity::Packet, Fidelity::Flow}) {
    const Outcome o = play(loaded(32, "permutation", 0.5, 1000), f).outcome;
    EXPECT_NEAR(o.network.throughput, 0.5, 0.5 * 0.04);
    EXPECT_GT(o.network.fairness, 0.95);
    EXPECT_LE(o.network.fairness, 1.0);
    EXPECT_NEAR(static_cast<double>(o.flows.count), 32 * 0.5 * 12.5e9 * 1e-3 / 16'384, 400);
  }
}

TEST(Load, AnIncastAcceptsWhatItsReceiverTakes) {
  // 8 senders at 90 % into one host: each gets an eighth of the receiver's bandwidth, 1/8 of its own; the rest is left.
  Scenario s = loaded(9, "incast", 0.9, 400);
  const Outcome o = play(s).outcome;
  EXPECT_NEAR(o.network.throughput, 1.0 / 8, 0.01 / 8);
  EXPECT_GT(o.network.fairness, 0.98);
  ASSERT_FALSE(o.remarks.empty());
  EXPECT_NE(o.remarks.back().find("had not been sent"), std::string::npos);
}

TEST(Load, ATaperedTreeAcceptsWhatItsUplinksCarry) {
  // Every host sends to the next edge switch through uplinks that carry a quarter: accepted at most 1/4, by spraying alone
  // fully; flows of ECMP collide and get less, but hardly below half of it.
  Scenario s = loaded(128, "adversarial", 1.0, 200, Topology::FatTree);
  s.machine.network.radix = 8;
  s.machine.network.taper = 4;
  const Outcome o = play(s).outcome;
  EXPECT_LE(o.network.throughput, 0.25 * 1.02);
  EXPECT_GE(o.network.throughput, 0.12);
}

TEST(Load, IsSeededAndTheSameTwice) {
  const Scenario s = loaded(16, "uniform", 0.4, 100);
  const std::string first = asText(*play(s).run);
  EXPECT_EQ(first, asText(*play(s).run));
  Scenario other = s;
  other.seed = 2;
  EXPECT_NE(first, asText(*play(other).run));
}

TEST(Traffic, AFairShareIsFairAndJainSaysSo) {
  EXPECT_DOUBLE_EQ(sim::jain({3, 3, 3}), 1);
  EXPECT_DOUBLE_EQ(sim::jain({1, 0, 0, 0}), 0.25);
  EXPECT_TRUE(std::isnan(sim::jain({})));
  // Behind one switch all get the same; over a tree, whoever shares a switch with the receiver has shorter queues.
  EXPECT_GT(play(traffic(16, "incast", 1'000'000, 8, Topology::SingleSwitch)).outcome.network.fairness, 0.999);
  EXPECT_LT(play(traffic(16, "incast", 1'000'000, 8)).outcome.network.fairness, 0.9);
}

TEST(Background, SlowsTheForegroundAndStopsWithIt) {
  // A ring on 8 hosts whose links carry 60 % of other traffic besides: at most 40 % is left for a while, so it is slower than
  // alone, and not slower than if it waited for half of each link.
  Scenario s = ring(8, {8'000'000}, false);
  const double alone = play(s).outcome.step_s;
  BackgroundJob job;
  job.pattern = "permutation";
  job.load = 0.6;
  job.size = Bytes::of(65'536);
  s.workload.background = {job};
  const Simulated both = play(s);
  EXPECT_GT(both.outcome.step_s, alone * 1.2);
  EXPECT_LT(both.outcome.step_s, alone * 2.5);
  // What the collective itself sent and when is what counts.
  EXPECT_EQ(both.outcome.flows.count, 14U * 8);
  EXPECT_GT(both.outcome.network.delivered_bytes, 14U * 8'000'000);
  EXPECT_EQ(both.outcome.network.sent_bytes, both.outcome.network.delivered_bytes);
  int background = 0;
  for (const Track& t : both.run->tracks) background += both.run->names.text(t.name).starts_with("background") ? 1 : 0;
  EXPECT_GE(background, 8);
  // It stops: nothing of it starts long after the ring has ended.
  std::int64_t last = 0;
  for (const std::int64_t end : both.run->transfers.end) last = std::max(last, end);
  EXPECT_LT(static_cast<double>(last) * 1e-12, both.outcome.step_s + 1e-3);
  EXPECT_EQ(asText(*both.run), asText(*play(s).run));
}

TEST(Background, AlsoBesideTrainingAndWithRendezvous) {
  Scenario s = training(4, 1, 4, 1e9);
  const double alone = play(s).outcome.step_s;
  s.workload.background = {BackgroundJob{}};
  s.workload.background[0].pattern = "permutation";
  s.workload.background[0].load = 0.7;
  s.machine.node.nic.eager_limit = Bytes::of(65'536);
  const Simulated both = play(s);
  EXPECT_GT(both.outcome.step_s, alone * 1.1);
  EXPECT_EQ(both.outcome.network.sent_bytes, both.outcome.network.delivered_bytes);
}

TEST(Background, WhatCannotBeIsRefusedByName) {
  const auto refused = [](auto change, const char* where) {
    Scenario s = traffic(16, "permutation", 1000);
    s.workload.background = {BackgroundJob{}};
    change(s);
    const auto r = validate(s);
    ASSERT_FALSE(r) << where;
    EXPECT_EQ(r.error().where, where);
  };
  refused([](Scenario& s) { s.workload.background[0].load = 0; }, "workload.background.0.load");
  refused([](Scenario& s) { s.workload.background[0].size = Bytes(); }, "workload.background.0.size");
  refused([](Scenario& s) { s.workload.background[0].first_host = 16; }, "workload.background.0.first_host");
  refused([](Scenario& s) { s.workload.background[0].hosts = 17; }, "workload.background.0.hosts");
  refused([](Scenario& s) { s.workload.background[0].pattern = ""; }, "workload.background.0.pattern");
  refused([](Scenario& s) { s.workload.load = 1.5; }, "workload.load");
  refused([](Scenario& s) { s.workload.load = 0.5; }, "workload.duration");
  refused([](Scenario& s) { s.workload.jitter = -1; }, "workload.jitter");
  refused([](Scenario& s) { s.workload.straggler_slowdown = 0.5; }, "workload.straggler_slowdown");
  refused([](Scenario& s) { s.plan.placement = "given"; }, "plan.placement_hosts");
}

}  // namespace traffic_test
