// Samples to target and learning rates against hand calculations and their limits.
#include <gtest/gtest.h>

#include <cmath>

#include "core/model/accuracy.h"
#include "core/model/learning_rate.h"

namespace weir::model::accuracy_test {
namespace {

// LABS.md L4: Smin = 10^4 steps, Bc = 4096.
Target labFour() {
  Target t;
  t.samples_min = 1e4 * 4096;
  t.critical_batch = 4096;
  return t;
}

TEST(SamplesToTarget, LabFour) {
  const Target t = labFour();
  EXPECT_DOUBLE_EQ(minimumSteps(t), 1e4);
  EXPECT_DOUBLE_EQ(stepsToTarget(t, 512), 90'000);
  EXPECT_DOUBLE_EQ(samplesToTarget(t, 512), 46.08e6);
  EXPECT_DOUBLE_EQ(stepsToTarget(t, 4096), 20'000);
  EXPECT_DOUBLE_EQ(samplesToTarget(t, 4096), 81.92e6);
  EXPECT_DOUBLE_EQ(stepsToTarget(t, 32768), 11'250);
  EXPECT_DOUBLE_EQ(samplesToTarget(t, 32768), 368.64e6);
  EXPECT_NEAR(stepsToTarget(t, 4096) / stepsToTarget(t, 32768), 1.778, 5e-4);
  // More accelerators than that bring no more than a factor of two from Bc on.
  EXPECT_LT(stepsToTarget(t, 4096) / stepsToTarget(t, 1e12), 2);
  EXPECT_DOUBLE_EQ(linearRate(0.1, 256, 8192), 3.2);
}

// MODELS.md, section 5: B <= Bc [(1 + X)(1 + b0/Bc) - 1]; X = 5 %, b0 = 512: 4096 (1.05 x 1.125 - 1) = 742.4.
TEST(SamplesToTarget, LargestBatch) {
  Target t = labFour();
  EXPECT_NEAR(largestBatch(t, 512, 0.05), 742.4, 1e-9);
  EXPECT_NEAR(extraSamples(t, 742.4, 512), 0.05, 1e-12);
  EXPECT_NEAR(largestBatch(t, 512, 0), 512, 1e-9);
  // The general search gives the same where the closed form applies.
  t.small_batch = 1e-6;
  EXPECT_NEAR(largestBatch(t, 512, 0.05), 742.4, 1e-6);
  for (const double a : {0.7, 1.0, 1.4})
    for (const double small : {0.0, 30.0, 200.0}) {
      t.batch_exponent = a;
      t.small_batch = small;
      EXPECT_NEAR(extraSamples(t, largestBatch(t, 512, 0.1), 512), 0.1, 1e-9) << a << " " << small;
    }
}

// d/dB of B/Bc + (Bs/B)^3 = 0 at B^4 = 3 Bc Bs^3; Bc = 1000, Bs = 10: (3e6)^(1/4) = 41.618.
TEST(SamplesToTarget, SmallBatchesCostMoreToo) {
  Target t;
  t.samples_min = 1;
  t.critical_batch = 1000;
  t.small_batch = 10;
  EXPECT_DOUBLE_EQ(samplesToTarget(t, 10), 1 + 0.01 + 1);
  EXPECT_NEAR(cheapestBatch(t), 41.618, 1e-3);
  const double best = samplesToTarget(t, cheapestBatch(t));
  for (const double b : {5.0, 20.0, 40.0, 43.0, 80.0, 1000.0}) EXPECT_GT(samplesToTarget(t, b), best) << b;
  EXPECT_LT(extraSamples(t, 40, 10), 0);
}

TEST(SamplesToTarget, UnknownStaysUnknown) {
  EXPECT_TRUE(std::isnan(samplesToTarget({}, 512)));
  EXPECT_TRUE(std::isnan(stepsToTarget(labFour(), 0)));
  EXPECT_TRUE(std::isnan(samplesToTarget(labFour(), 0)));
  EXPECT_TRUE(std::isnan(largestBatch({}, 512, 0.05)));
  EXPECT_TRUE(std::isnan(extraSamples({}, 512, 256)));
  Target bent = labFour();
  bent.batch_exponent = 1.3;
  EXPECT_TRUE(std::isnan(minimumSteps(bent)));  // its steps have no lower limit above 0
  // No batch meets a promise that even the cheapest one breaks.
  Target t = labFour();
  t.small_batch = 100;
  EXPECT_TRUE(std::isnan(largestBatch(t, cheapestBatch(t), -0.01)));
}

// Samples rise and steps fall with the batch wherever there is no small-batch term and a <= 1.
TEST(SamplesToTarget, Monotone) {
  Target t = labFour();
  for (const double a : {0.5, 1.0}) {
    t.batch_exponent = a;
    for (double b = 1; b < 1e7; b *= 1.7) {
      EXPECT_GT(samplesToTarget(t, 1.7 * b), samplesToTarget(t, b));
      EXPECT_LT(stepsToTarget(t, 1.7 * b), stepsToTarget(t, b));
    }
  }
}

// var = 3, sqr = 1, k = 4: (3 + 1)/(3/4 + 1) = 16/7.
TEST(LearningRate, Rules) {
  EXPECT_DOUBLE_EQ(squareRootRate(0.1, 256, 1024), 0.2);
  EXPECT_DOUBLE_EQ(adaScaleGain(3, 1, 4), 16.0 / 7);
  EXPECT_DOUBLE_EQ(adaScaleGain(3, 1, 1), 1);
  EXPECT_DOUBLE_EQ(adaScaleGain(1, 0, 8), 8);  // pure noise: linear
  EXPECT_DOUBLE_EQ(adaScaleGain(0, 1, 8), 1);  // no noise: a larger batch buys nothing
  EXPECT_DOUBLE_EQ(warmUpRate(0.1, 3.2, 0, 100), 0.1);
  EXPECT_DOUBLE_EQ(warmUpRate(0.1, 3.2, 50, 100), 1.65);
  EXPECT_DOUBLE_EQ(warmUpRate(0.1, 3.2, 1000, 100), 3.2);
  EXPECT_DOUBLE_EQ(warmUpRate(0.1, 3.2, 0, 0), 3.2);
  EXPECT_DOUBLE_EQ(warmUpSteps(5, 1281167, 8192), 5 * 1281167 / 8192.0);
}

// The gain r(k) lies between 1 and k, and r/k = E(b0)/E(B).
TEST(LearningRate, AdaScaleIsTheSameLawAsTheCriticalBatch) {
  const Target t = labFour();
  for (double b = 256; b < 1e6; b *= 3) {
    const double gain = adaScaleGainAt(t.critical_batch, 256, b);
    EXPECT_GE(gain, 1);
    EXPECT_LE(gain, b / 256);
    EXPECT_NEAR(statisticalEfficiency(t.critical_batch, 256, b), samplesToTarget(t, 256) / samplesToTarget(t, b), 1e-12);
    EXPECT_DOUBLE_EQ(adaScaleRate(0.1, t.critical_batch, 256, b), 0.1 * gain);
  }
}

}  // namespace
}  // namespace weir::model::accuracy_test
