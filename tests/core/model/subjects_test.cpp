// Data loading, energy, accuracy, checkpoints and memory against hand calculations.
#include <gtest/gtest.h>

#include "core/model/accuracy.h"
#include "core/model/data_loading.h"
#include "core/model/energy.h"
#include "core/model/memory.h"
#include "tests/core/model/support.h"

namespace subjects_test {
using namespace weir;
using namespace weir::model;
using namespace weir::test;

// LABS.md L6: 150 GB of 110 kB samples, 64 GPUs at 400 a second, a file system of 2 GB/s: needs 2.816 GB/s, AU 71.02 %,
// an epoch of 75.0 s where computing would take 53.27 s.
TEST(DataLoading, LabSixAFileSystemThatIsTooSlow) {
  Scenario s = read(R"({"machine": {"base": "small-cluster", "nodes": 64}, "workload": {"base": "resnet-50-imagenet", "dataset": {"samples": 1363636, "sample_size": "110kB", "preprocess": "0us"}},
                        "plan": {"global_batch": 2048, "data": {"tier": "pfs", "workers": 32}}})");
  s.machine.storage[2].open = Time();
  s.machine.storage[2].metadata_rate = EventRate();
  const Supply supply = dataSupply(s, 12.5e9);
  EXPECT_STREQ(supply.limit, "tier");
  EXPECT_DOUBLE_EQ(supply.samples_per_s, 2e9 / 110e3);
  const double compute = 2048 / (64 * 400.0);
  EXPECT_DIGITS(64 * 400 * 110e3, 2.816e9, 1e6);
  const double step = compute + dataStall(2048, supply.samples_per_s, compute, true);
  EXPECT_DIGITS(acceleratorUtilisation(compute, step), 0.7102, 1e-4);
  const double steps = 1363636 / 2048.0;
  EXPECT_DIGITS(steps * step, 75.0, 0.1);
  EXPECT_DIGITS(steps * compute, 53.27, 0.01);
  // The whole set in every node's cache: from the second epoch on nothing is read. 75.0 + 89 x 53.27 = 4815.8 s.
  s.plan.data.cache = Bytes::of(150'000'000'000);
  const Supply cached = dataSupply(s, 12.5e9);
  EXPECT_EQ(cached.hit, 1);
  EXPECT_EQ(cached.epoch_bytes, 0);
  const double later = compute + dataStall(2048, cached.samples_per_s, compute, true);
  EXPECT_DIGITS(steps * step + 89 * steps * later, 4815.8, 0.2);
}

TEST(DataLoading, EachLimitBindsInItsTurn) {
  Scenario s = read(R"({"machine": "small-cluster", "workload": "resnet-50-imagenet", "plan": {"data": {"tier": "pfs", "workers": 2}}})");
  // 16 threads, each 2.3 ms open + 0.5 ms + 110 kB / 2 GB/s + 2.5 ms decoding
  const double thread = 2.3e-3 + 0.5e-3 + 110e3 / 2e9 + 2.5e-3;
  EXPECT_DOUBLE_EQ(dataSupply(s, 12.5e9).workers, 16 / thread);
  EXPECT_STREQ(dataSupply(s, 12.5e9).limit, "workers");
  s.plan.data.workers = 1000;  // then the cores: 8 nodes x 32 cores / 2.5 ms = 102,400 a second
  EXPECT_DOUBLE_EQ(dataSupply(s, 12.5e9).workers, 102400);
  EXPECT_STREQ(dataSupply(s, 12.5e9).limit, "tier");
  s.machine.storage[2].read = Bandwidth::bytesPerSecond(1e12);
  EXPECT_STREQ(dataSupply(s, 12.5e9).limit, "metadata");
  EXPECT_DOUBLE_EQ(dataSupply(s, 12.5e9).samples_per_s, 20e3);
  s.machine.storage[2].metadata_rate = EventRate();
  EXPECT_STREQ(dataSupply(s, 1e7).limit, "link");
  s.plan.data.tier = "nvme";  // of each node: eight times, and no link
  EXPECT_DOUBLE_EQ(dataSupply(s, 1e7).tier, 8 * 6e9 / 110e3);
}

TEST(DataLoading, StagingIsBoundByItsSlowestPart) {
  Scenario s = read(R"({"machine": "small-cluster", "workload": "resnet-50-imagenet", "plan": {"data": {"tier": "nvme", "stage": "pfs"}}})");
  const double D = 1281167 * 110e3;
  EXPECT_DOUBLE_EQ(stagingTime(s, 12.5e9), D / 2e9);
  s.machine.storage[2].read = Bandwidth::bytesPerSecond(1e12);
  EXPECT_DOUBLE_EQ(stagingTime(s, 12.5e9), 1281167 / 20e3);  // a file a sample, 20,000 opens a second
  s.machine.storage[2].metadata_rate = EventRate();
  EXPECT_DOUBLE_EQ(stagingTime(s, 12.5e9), D / (8 * 3e9));
  s.plan.data.stage = "none";
  EXPECT_EQ(stagingTime(s, 12.5e9), 0);
}

// LABS.md L4: Smin = 10^4, Bc = 4096: 512: 90,000 steps, 46.08 M samples; 4096: 20,000, 81.92 M; 32768: 11,250, 368.64 M.
TEST(Accuracy, LabFourCriticalBatch) {
  const Target t{1e4 * 4096, 4096};
  EXPECT_DOUBLE_EQ(stepsToTarget(t, 512), 90000);
  EXPECT_DOUBLE_EQ(samplesToTarget(t, 512), 46.08e6);
  EXPECT_DOUBLE_EQ(stepsToTarget(t, 4096), 20000);
  EXPECT_DOUBLE_EQ(samplesToTarget(t, 4096), 81.92e6);
  EXPECT_DOUBLE_EQ(stepsToTarget(t, 32768), 11250);
  EXPECT_DOUBLE_EQ(samplesToTarget(t, 32768), 368.64e6);
  EXPECT_TRUE(std::isnan(samplesToTarget({}, 512)));
  // 5 % more samples than batch 512: E(B)/E(512) = 1.05
  const double b = largestBatch(t, 512, 0.05);
  EXPECT_NEAR(samplesToTarget(t, b) / samplesToTarget(t, 512), 1.05, 1e-12);
}

// LABS.md L8: P = 100 + 100 f^3 W, T = W/f, f from 0.6 to 1.4 GHz.
TEST(Energy, LabEightFrequency) {
  AcceleratorPower p;
  p.idle = Power::watts(100);
  p.max = Power::watts(374.4);
  const auto power = [&](double f) { return acceleratorPower(p, f / 1.4, 1); };
  EXPECT_DIGITS(power(1.4), 374.4, 0.1);
  EXPECT_NEAR(power(1.0), 200, 1e-9);
  const auto energy = [&](double f) { return power(f) / f; };
  const auto product = [&](double f) { return power(f) / f / f; };
  double least = 1.4, edp = 1.4;
  for (double f = 0.6; f <= 1.4; f += 1e-4) {
    if (energy(f) < energy(least)) least = f;
    if (product(f) < product(edp)) edp = f;
  }
  EXPECT_DIGITS(least, 0.794, 0.001);
  EXPECT_DIGITS(energy(least) / energy(1.4) - 1, -0.2933, 1e-4);
  EXPECT_DIGITS(1.4 / least, 1.764, 0.001);
  EXPECT_DIGITS(edp, 1.260, 0.001);
  EXPECT_DIGITS(energy(edp) / energy(1.4) - 1, -0.1096, 1e-4);
  EXPECT_DIGITS(1.4 / edp, 1.111, 0.001);
}

TEST(Energy, ACapLowersTheFrequencyUntilComputingFits) {
  Accelerator a;
  a.frequency = {Frequency::hertz(1.4e9), Frequency::hertz(0.2e9), Frequency::hertz(1.4e9)};
  a.power.idle = Power::watts(100);
  a.power.max = Power::watts(374.4);
  EXPECT_EQ(runningFrequency(a, {}, {}), 1.4e9);
  EXPECT_EQ(runningFrequency(a, Frequency::hertz(1e9), {}), 1e9);
  EXPECT_NEAR(runningFrequency(a, {}, Power::watts(200)), 1e9, 1);
  EXPECT_EQ(runningFrequency(a, {}, Power::watts(500)), 1.4e9);
  EXPECT_EQ(runningFrequency(a, {}, Power::watts(100.0001)), 0.2e9);
}

TEST(Energy, ComponentsByHand) {
  Scenario s = read(R"({"machine": "small-cluster", "workload": "resnet-50-imagenet"})");
  Spans t;
  t.compute_s = 2;
  t.wait_s = 1;
  t.idle_s = 1;
  t.frequency_hz = 1.4e9;
  t.cpu_busy_s = 8 * 32 * 4 * 0.5;  // half of all cores
  const EnergyAnswer e = energyOf(s, t, 1);
  EXPECT_NEAR(e.by.accelerator, 8 * (165 * 2 + (30 + 135 * s.machine.node.accelerator.power.waiting) * 1 + 30 * 1), 1e-9);
  EXPECT_NEAR(e.by.cpu, 8 * 4 * 300, 1e-9);
  EXPECT_NEAR(e.by.nic, 8 * 15 * 4, 1e-9);
  EXPECT_NEAR(e.by.network, 300 * 4, 1e-9);
  EXPECT_NEAR(e.total_j, 1.4 * (e.by.accelerator + e.by.cpu + e.by.nic + e.by.network), 1e-9);
  s.machine.node.accelerator.power = {};
  EXPECT_TRUE(std::isnan(energyOf(s, t, 1).total_j));
}

// ZeRO (Rajbhandari et al., SC20), figure 1: 7.5 G parameters on 64 ranks with 2 + 2 + 12 B: 120, 31.4, 16.6, 1.9 GB.
TEST(Memory, ZeroStages) {
  Plan p;
  p.gradient_precision = "fp16";
  const double expected[]{120e9, 31.4e9, 16.6e9, 1.9e9};
  for (int z = 0; z < 4; ++z) {
    p.zero = z;
    EXPECT_NEAR(memoryOf({}, {7.5e9, 0, 0, 2, 64, 1, 1, 1}, p).states_bytes, expected[z], 0.06e9) << z;
  }
}

// MLPerf Storage: llama 70B, 912 "GB" that are GiB: 14 B a parameter.
TEST(Memory, CheckpointOfLlama70B) { EXPECT_NEAR(checkpointBytes(70.55e9, 2) / (1 << 30), 912, 0.02 * 912); }

}  // namespace subjects_test
