// The closed-form numbers of the teaching labs L1 to L4, L6 to L9 and L11, each through the models that the program itself
// uses. Where a lab states digits, equal to half a unit of the last.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/model/accuracy.h"
#include "core/model/checkpoint.h"
#include "core/model/collectives.h"
#include "core/model/data_loading.h"
#include "core/model/learning_rate.h"
#include "core/model/overlap.h"
#include "core/model/parallel.h"
#include "core/model/power.h"
#include "core/model/staging.h"
#include "tests/core/model/support.h"

namespace labs_test {
using namespace weir;
using namespace weir::model;
using namespace weir::test;

namespace {

// a = 5 us, B = 12.5 GB/s, M = 102.4 MB: the fp32 gradient of 25.6 M parameters.
constexpr double a = 5e-6, B = 12.5e9, b = 1 / B, M = 102.4e6;

// Where f changes its sign between low and high.
double zeroOf(const std::function<double(double)>& f, double low, double high) {
  const bool rising = f(high) > 0;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    ((f(middle) > 0) == rising ? high : low) = middle;
  }
  return low;
}

}  // namespace

// L1: T(8) = 14.406 ms; 179.2 MB sent by each; algbw 7.108, busbw 12.44 GB/s; 2M/B = 16.384 ms; T(1024) = 26.60 ms; a central
// server 2pM/B = 131.07 ms.
TEST(Labs, L1RingAllReduce) {
  const double t = ringAllReduce(8, M, a, b);
  EXPECT_DIGITS(t, 14.406e-3, 1e-6);
  double sent = 0;
  expandCollective(CollectiveOp::AllReduce, Algorithm::Ring, 8, static_cast<std::int64_t>(M), 0, [&](const Message& m) { sent += m.from == 0 ? static_cast<double>(m.bytes) : 0; });
  EXPECT_DIGITS(sent, 179.2e6, 1e5);
  EXPECT_DIGITS(M / t, 7.108e9, 1e6);
  EXPECT_DIGITS(busBandwidthFactor(CollectiveOp::AllReduce, 8) * M / t, 12.44e9, 1e7);
  EXPECT_DIGITS(ringAllReduce(1e9, M, 0, b), 16.384e-3, 1e-6);
  EXPECT_DIGITS(ringAllReduce(1024, M, a, b), 26.60e-3, 1e-5);
  EXPECT_DIGITS(parameterServer(8, M, b), 131.07e-3, 1e-5);
}

// L2, 64 ranks: n1/2 = 62.5 kB; 4 kB, of 1024: 630.6 us in a ring, 31.97 us by recursive doubling; 102.4 MB: 16.758 and 49.182
// ms; equal at 1.8605 MB.
TEST(Labs, L2LatencyAndBandwidth) {
  EXPECT_DIGITS(halfBandwidthSize(a, b), 62.5e3, 100);
  EXPECT_DIGITS(ringAllReduce(64, 4096, a, b), 630.6e-6, 1e-7);
  EXPECT_DIGITS(recursiveDoublingAllReduce(64, 4096, a, b), 31.97e-6, 1e-8);
  EXPECT_DIGITS(ringAllReduce(64, M, a, b), 16.758e-3, 1e-6);
  EXPECT_DIGITS(recursiveDoublingAllReduce(64, M, a, b), 49.182e-3, 1e-6);
  const double crossing = zeroOf([](double m) { return recursiveDoublingAllReduce(64, m, a, b) - ringAllReduce(64, m, a, b); }, 1e3, 1e8);
  EXPECT_DIGITS(crossing, 1.8605e6, 100);
}

// L3, 64 GPUs at 400 images a second, ImageNet, no overlap: b = 32: 625 steps, 126.0 GB, 82.68 %, 60.47 s an epoch; b = 128: 156
// steps, 31.45 GB, 95.02 %; from b = 127.4 on 95 %. The step by the whole model: predict_test.cpp, LabThree.
TEST(Labs, L3BatchAgainstCommunication) {
  const double communication = ringAllReduce(64, M, a, b);
  const auto steps = [](double local) { return std::floor(1281167 / (local * 64)); };
  const auto efficiency = [&](double local) { return acceleratorUtilisation(local / 400, local / 400 + communication); };
  const double sent = 2 * 63.0 / 64 * M;  // as L1's messages show, here of 64
  EXPECT_EQ(steps(32), 625);
  EXPECT_DIGITS(steps(32) * sent, 126.0e9, 1e8);
  EXPECT_DIGITS(efficiency(32), 0.8268, 1e-4);
  EXPECT_DIGITS(steps(32) * (32 / 400.0 + communication), 60.47, 0.01);
  EXPECT_EQ(steps(128), 156);
  EXPECT_DIGITS(steps(128) * sent, 31.45e9, 1e7);
  EXPECT_DIGITS(efficiency(128), 0.9502, 1e-4);
  EXPECT_DIGITS(zeroOf([&](double local) { return efficiency(local) - 0.95; }, 1, 1000), 127.4, 0.1);
}

// L4: Smin = 10^4, Bc = 4096: 512: 90,000 steps, 46.08 M samples; 4096: 20,000, 81.92 M; 32768: 11,250, 368.64 M; eight times
// the batch 1.778 times fewer steps, never more than 2; rate 0.1 x 8192/256 = 3.2.
TEST(Labs, L4CriticalBatch) {
  const Target t{.samples_min = 1e4 * 4096, .critical_batch = 4096};
  EXPECT_NEAR(stepsToTarget(t, 512), 90000, 1e-6);
  EXPECT_NEAR(samplesToTarget(t, 512), 46.08e6, 1e-3);
  EXPECT_NEAR(stepsToTarget(t, 4096), 20000, 1e-6);
  EXPECT_NEAR(samplesToTarget(t, 4096), 81.92e6, 1e-3);
  EXPECT_NEAR(stepsToTarget(t, 32768), 11250, 1e-6);
  EXPECT_NEAR(samplesToTarget(t, 32768), 368.64e6, 1e-3);
  EXPECT_DIGITS(stepsToTarget(t, 4096) / stepsToTarget(t, 32768), 1.778, 1e-3);
  EXPECT_DIGITS(stepsToTarget(t, 4096) / stepsToTarget(t, 1e12), 2.0, 1e-3);
  EXPECT_NEAR(linearRate(0.1, 256, 8192), 3.2, 1e-12);
}

// L6: 150 GB of 110 kB samples, 64 GPUs at 400 a second, a file system of 2 GB/s: needs 2.816 GB/s; AU 71.02 %; an epoch
// max(75.0, 53.27) s; 90 epochs 6750 s, or 4815.8 s when the first fills a cache; copying first pays from 3.45, so 4 epochs.
TEST(Labs, L6StorageTiers) {
  Scenario s = read(R"({"machine": {"base": "small-cluster", "nodes": 64}, "workload": {"base": "resnet-50-imagenet", "dataset": {"samples": 1363636, "sample_size": "110kB", "preprocess": "0us"}},
                        "plan": {"global_batch": 2048, "data": {"tier": "pfs", "workers": 32}}})");
  StorageTier& pfs = s.machine.storage[2];
  pfs.open = Time();
  pfs.latency = Time();
  pfs.metadata_rate = EventRate();
  EXPECT_DIGITS(64 * 400 * 110e3, 2.816e9, 1e6);
  const double compute = 2048 / (64 * 400.0);
  const Supply supply = dataSupply(s, B);
  const double step = compute + dataStall(2048, supply.samples_per_s, compute, true);
  EXPECT_DIGITS(acceleratorUtilisation(compute, step), 0.7102, 1e-4);
  const double steps = 1363636 / 2048.0, slow = steps * step, quick = steps * compute;
  EXPECT_DIGITS(slow, 75.0, 0.1);
  EXPECT_DIGITS(quick, 53.27, 0.01);
  EXPECT_DIGITS(epochsFromSource(90, slow), 6750, 1);
  EXPECT_DIGITS(epochsStagedDuring(90, slow, quick), 4815.8, 0.1);
  const double pays = breakEvenEpochs(150e9 / 2e9, slow, quick);
  EXPECT_DIGITS(pays, 3.45, 0.01);
  EXPECT_EQ(std::ceil(pays), 4);
}

// L7: backward 53.33 ms, 64 GPUs, n equal buckets: 16.758, 4.662, 1.275 and 26.33 ms exposed of 1, 4, 25 and 100; least at 59:
// 0.903 ms, buckets of 1.74 MB.
TEST(Labs, L7OverlapAndBuckets) {
  const double backward = 2.0 / 3 * 32 / 400;
  EXPECT_DIGITS(backward, 53.33e-3, 1e-5);
  const auto exposed = [&](int n) { return exposedOfEqualBuckets(n, ringAllReduce(64, M / n, a, b), backward); };
  EXPECT_DIGITS(exposed(1), 16.758e-3, 1e-6);
  EXPECT_DIGITS(exposed(4), 4.662e-3, 1e-6);
  EXPECT_DIGITS(exposed(25), 1.275e-3, 1e-6);
  EXPECT_DIGITS(exposed(100), 26.33e-3, 1e-5);
  int best = 1;
  for (int n = 2; n <= 400; ++n)
    if (exposed(n) < exposed(best)) best = n;
  EXPECT_EQ(best, 59);
  EXPECT_DIGITS(exposed(best), 0.903e-3, 1e-6);
  EXPECT_DIGITS(M / best, 1.74e6, 1e4);
}

// L8: P = 100 + 100 f^3 W, T = W/f, f from 0.6 to 1.4 GHz: 374.4 W at 1.4; least energy at 0.794: -29.33 %, 1.764 times the
// time; least energy x time at 1.260: -10.96 %, 1.111 times.
TEST(Labs, L8Frequency) {
  const PowerLaw p{100, 100, 3};
  const FrequencyTask job;
  const FrequencyPoint fast = atFrequency(p, job, 1.4);
  EXPECT_DIGITS(fast.power, 374.4, 0.1);
  const FrequencyPoint green = atFrequency(p, job, leastEnergyFrequency(p, 0.6, 1.4));
  EXPECT_DIGITS(green.frequency, 0.794, 1e-3);
  EXPECT_DIGITS(green.energy / fast.energy - 1, -0.2933, 1e-4);
  EXPECT_DIGITS(green.time / fast.time, 1.764, 1e-3);
  const FrequencyPoint both = atFrequency(p, job, leastProductFrequency(p, job, 0.6, 1.4));
  EXPECT_DIGITS(both.frequency, 1.260, 1e-3);
  EXPECT_DIGITS(both.energy / fast.energy - 1, -0.1096, 1e-4);
  EXPECT_DIGITS(both.time / fast.time, 1.111, 1e-3);
  for (const FrequencyPoint& x : frequencyFront(p, job, 0.6, 1.4, 9)) EXPECT_GE(x.frequency, green.frequency - 1e-12);
}

// L9, 4 stages: 8 micro-batches idle 27.27 % of the time, 37.5 % over the work; 10 % from 27 on; two virtual stages 18.75 %
// (15.79 %). Tensor parallel 8, s = 2048, h = 4096, fp16: 16.777 MB four times a layer; 97.87 us each at 300 GB/s; 32 layers
// 12.53 ms, over the network 300.65 ms.
TEST(Labs, L9PipelineAndTensorParallel) {
  const double over = bubbleFraction(4, 1, 8);
  EXPECT_DIGITS(over, 0.375, 1e-3);
  EXPECT_DIGITS(over / (1 + over), 0.2727, 1e-4);
  int m = 1;
  while (bubbleFraction(4, 1, m) / (1 + bubbleFraction(4, 1, m)) > 0.1 + 1e-12) ++m;
  EXPECT_EQ(m, 27);
  const double interleaved = bubbleFraction(4, 2, 8);
  EXPECT_DIGITS(interleaved, 0.1875, 1e-4);
  EXPECT_DIGITS(interleaved / (1 + interleaved), 0.1579, 1e-4);

  const OpList net = network({"gpt", GptShape{32, 4096, 32, 2048, 51200}, {}}, "fp16", {8, 1, false, false});
  EXPECT_DIGITS(net.block_bytes, 16.777e6, 1e3);
  const double one = ringAllReduce(8, net.block_bytes, 0, 1 / 300e9);
  EXPECT_DIGITS(one, 97.87e-6, 1e-8);
  EXPECT_DIGITS(4 * 32 * one, 12.53e-3, 1e-5);
  EXPECT_DIGITS(4 * 32 * ringAllReduce(8, net.block_bytes, 0, b), 300.65e-3, 1e-5);
}

// L11: 1024 nodes, each failing once in five years, C = 60 s: MTBF 42.77 h; Young 4298.6 s, Daly 4258.7 s; overhead 2.792 %.
// C = 6 s: 1359.3 s, 0.883 %.
TEST(Labs, L11CheckpointInterval) {
  const double mtbf = systemMtbf(5 * kSecondsPerYear, 1024);
  EXPECT_DIGITS(mtbf / 3600, 42.77, 0.01);
  EXPECT_DIGITS(youngInterval(60, mtbf), 4298.6, 0.1);
  EXPECT_DIGITS(dalyInterval(60, mtbf), 4258.7, 0.1);
  EXPECT_DIGITS(checkpointWaste(youngInterval(60, mtbf), 60, mtbf), 0.02792, 1e-5);
  EXPECT_DIGITS(youngInterval(6, mtbf), 1359.3, 0.1);
  EXPECT_DIGITS(checkpointWaste(youngInterval(6, mtbf), 6, mtbf), 0.00883, 1e-5);
}

}  // namespace labs_test
