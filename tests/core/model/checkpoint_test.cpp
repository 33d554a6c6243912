// Checkpoints against hand calculations, a played machine that fails, and the limits that must hold.
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "core/model/checkpoint.h"
#include "tests/core/model/support.h"

namespace checkpoint_test {
using namespace weir;
using namespace weir::model;
using namespace weir::test;

// LABS.md L11: 1024 nodes, 5 years each, a checkpoint of 60 s: MTBF 42.77 h, Young 4298.6 s, Daly 4258.7 s, overhead
// 2.792 %; a burst buffer that takes it in 6 s: 1359.3 s and 0.883 %.
TEST(Checkpoint, LabElevenIntervals) {
  const double mtbf = systemMtbf(5 * kSecondsPerYear, 1024);
  EXPECT_DIGITS(mtbf / 3600, 42.77, 0.01);
  EXPECT_DIGITS(youngInterval(60, mtbf), 4298.6, 0.1);
  EXPECT_DIGITS(dalyInterval(60, mtbf), 4258.7, 0.1);
  EXPECT_DIGITS(checkpointWaste(youngInterval(60, mtbf), 60, mtbf), 0.02792, 1e-5);
  EXPECT_DIGITS(youngInterval(6, mtbf), 1359.3, 0.1);
  EXPECT_DIGITS(checkpointWaste(youngInterval(6, mtbf), 6, mtbf), 0.00883, 1e-5);
}

// MLPerf Storage v2.0: 8B 105, 70B 912, 405B 5290, 1T 18,000 "GB" of checkpoint; its sizes are 2^30 bytes. Parameters of the
// Llama 3 family: 8.03, 70.6 and 405.9 billion (arXiv 2407.21783).
TEST(Checkpoint, BytesOfPublishedModels) {
  EXPECT_EQ(checkpointBytesPerParameter(2), 14);
  EXPECT_EQ(checkpointBytesPerParameter(4), 12);
  const double gib = 1 << 30;
  EXPECT_NEAR(14 * 8.03e9 / gib / 105, 1, 0.01);
  EXPECT_NEAR(14 * 70.6e9 / gib / 912, 1, 0.015);
  EXPECT_NEAR(14 * 405.9e9 / gib / 5290, 1, 0.01);
}

TEST(Checkpoint, IntervalsAreNearTheLeastWaste) {
  const double mtbf = 20'000, cost = 300, restart = 120;
  const auto at = [&](double t) { return expectedSlowdown(t, cost, mtbf, restart); };
  const double daly = dalyInterval(cost, mtbf), young = youngInterval(cost, mtbf);
  double best = 1e9, least = 0;
  for (double t = 100; t < 20'000; t += 5)
    if (at(t) < best) best = at(t), least = t;
  EXPECT_NEAR(daly, least, 0.02 * least);
  EXPECT_LE(at(daly), at(young));
  EXPECT_LT(at(daly) / best, 1.0001);
  // First order agrees where everything is far below the MTBF.
  EXPECT_NEAR(expectedSlowdown(4000, 60, 1e7, 10) - 1, checkpointWaste(4000, 60, 1e7, 10), 1e-5);
  EXPECT_EQ(dalyInterval(300, 100), 100);  // C >= 2 M
}

// A machine that fails at random times, played: wall time over work.
TEST(Checkpoint, SlowdownAgreesWithAPlayedMachine) {
  const double mtbf = 5000, cost = 100, restart = 50, interval = 900;
  Random random(11, 0);
  const auto failure = [&] { return -mtbf * std::log1p(-random.uniform()); };
  double wall = 0;
  const int segments = 40'000;
  for (int i = 0; i < segments; ++i) {
    // From a checkpoint on: work and write undisturbed, or lose what was done, restart (which may fail too), try again.
    double next = failure();
    while (next < interval + cost) {
      wall += next;
      for (next = failure(); next < restart; next = failure()) wall += next;
      wall += restart;
      next = failure();
    }
    wall += interval + cost;
  }
  EXPECT_NEAR(wall / (segments * interval) / expectedSlowdown(interval, cost, mtbf, restart), 1, 0.01);
}

TEST(Checkpoint, AsynchronousAndDrained) {
  CheckpointWriting w{.bytes = 800e9, .writers = 8, .tier_bytes_per_s = 8e9, .memory_bytes_per_s = 200e9};
  EXPECT_DOUBLE_EQ(checkpointTime(w).blocks_s, 100);
  EXPECT_EQ(checkpointTime(w).behind_s, 0);
  w.asynchronous = true;                             // 100 GB a node into memory
  EXPECT_DOUBLE_EQ(checkpointTime(w).blocks_s, 0.5);
  EXPECT_DOUBLE_EQ(checkpointTime(w).behind_s, 99.5);
  w.drain_bytes_per_s = 2e9;
  const CheckpointTime t = checkpointTime(w);
  EXPECT_DOUBLE_EQ(t.behind_s, 99.5 + 400);
  EXPECT_DOUBLE_EQ(checkpointCost(t, 600), 0.5);     // all behind training
  EXPECT_DOUBLE_EQ(checkpointCost(t, 300), 0.5 + 199.5);  // the drain outlasts the interval
  w.tier_bytes_per_s = 0;
  EXPECT_TRUE(std::isnan(checkpointTime(w).write_s));
}

namespace {
Scenario machine(const std::string& checkpoint, const std::string& more = "") {
  return read(R"({"machine": {"base": "small-cluster", "nodes": 16, "node": {"mtbf": "365d"}}, "workload": "gpt-1.3b", "plan": {"checkpoint": {)" + checkpoint + "}" + more + "}}");
}
}  // namespace

TEST(Checkpoint, OfAScenario) {
  const double bytes = 1e12;
  const CheckpointAnswer given = checkpointOf(machine(R"("every": "1h", "tier": "pfs")"), bytes, 1, 12.5e9);
  EXPECT_DOUBLE_EQ(given.interval_s, 3600);
  EXPECT_DOUBLE_EQ(given.mtbf_s, 365 * 86400.0 / 16);
  EXPECT_GT(given.time.write_s, 0);
  EXPECT_DOUBLE_EQ(given.share, given.cost_s / 3600);
  const CheckpointAnswer daly = checkpointOf(machine(R"("every": "daly", "tier": "pfs")"), bytes, 1, 12.5e9);
  EXPECT_DOUBLE_EQ(daly.interval_s, dalyInterval(daly.time.blocks_s, daly.mtbf_s));
  EXPECT_LE(daly.waste, given.waste);
  // Sharded over all nodes, each its own NVMe, drained to the file system: training waits for the NVMe alone.
  const CheckpointAnswer burst = checkpointOf(machine(R"("every": "young", "tier": "nvme", "drain": "pfs", "sharded": true)"), bytes, 1, 12.5e9);
  EXPECT_LT(burst.cost_s, daly.cost_s);
  EXPECT_LT(burst.waste, daly.waste);
  EXPECT_TRUE(burst.drains);
  EXPECT_GE(burst.interval_s, burst.time.behind_s);
  const CheckpointAnswer tooOften = checkpointOf(machine(R"("every": "10s", "tier": "nvme", "drain": "pfs", "sharded": true)"), bytes, 1, 12.5e9);
  EXPECT_FALSE(tooOften.drains);
  EXPECT_GT(tooOften.cost_s, burst.cost_s);
  const CheckpointAnswer off = checkpointOf(machine(R"("every": "0s")"), bytes, 1, 12.5e9);
  EXPECT_EQ(off.share, 0);
  EXPECT_GT(off.young_s, 0);
}

TEST(Checkpoint, FasterTiersNeverCostMore) {
  double before = 1e300;
  for (double rate = 1e8; rate < 1e13; rate *= 3) {
    Scenario s = machine(R"("every": "daly", "tier": "pfs", "sharded": true)");
    for (StorageTier& t : s.machine.storage) t.write = Bandwidth::bytesPerSecond(rate);
    const CheckpointAnswer a = checkpointOf(s, 5e12, 1, 12.5e9);
    EXPECT_LE(a.waste, before);
    before = a.waste;
  }
}

TEST(Checkpoint, WhatCannotBeIsRefusedWithWhatCan) {
  const auto refused = [](const std::string& checkpoint, const std::string& where) {
    const auto r = scenarioFromJson(R"({"machine": {"base": "small-cluster", "nodes": 16}, "workload": "gpt-1.3b", "plan": {"checkpoint": {)" + checkpoint + "}}}", "test.json", presets()).and_then([](const Scenario& s) { return predict(s); });
    ASSERT_FALSE(r) << checkpoint;
    EXPECT_NE(r.error().where.find(where), std::string::npos) << r.error().line();
    EXPECT_FALSE(r.error().todo.empty());
  };
  refused(R"("every": "young", "tier": "pfs")", "machine.node.mtbf");
  refused(R"("every": "1h", "tier": "tape")", "plan.checkpoint.tier");
  refused(R"("every": "1h", "tier": "nvme", "drain": "tape")", "plan.checkpoint.drain");
  refused(R"("every": "1h", "tier": "nvme", "drain": "nvme")", "plan.checkpoint.drain");
  refused(R"("every": "monthly")", "plan.checkpoint.every");
}

}  // namespace checkpoint_test
