// What is promised about samples, and when nothing is.
#include <gtest/gtest.h>

#include <cmath>

#include "core/model/accuracy.h"
#include "core/model/explain.h"
#include "core/model/guarantee.h"
#include "core/model/predict.h"
#include "tests/core/model/support.h"

namespace weir::model::guarantee_test {
namespace {

// Emin 4 M, Bc 4000 within [2000, 8000], measured from 256 to 16384.
Scenario measured() {
  Scenario s;
  Target& t = s.workload.target;
  t.samples_min = 4e6;
  t.critical_batch = 4000;
  t.batch_min = 256;
  t.batch_max = 16384;
  t.reference_batch = 512;
  t.runs = 40;
  s.intervals["workload.target.critical_batch"] = {"2000", "8000"};
  s.plan.global_batch = 2048;
  s.plan.data_parallel = 16;
  return s;
}

// At Bc = 2000: (1 + 2048/2000)/(1 + 512/2000) - 1 = 2.024/1.256 - 1 = 61.15 %.
TEST(Guarantee, MeasuredIsTheWorstOfTheInterval) {
  const TargetAnswer a = targetAnswer(measured(), 1e6);
  EXPECT_EQ(a.samples, 4e6 * (1 + 2048.0 / 4000));
  EXPECT_EQ(a.guarantee.kind, Guarantee::Kind::Measured);
  EXPECT_NEAR(a.guarantee.extra_samples, 2.024 / 1.256 - 1, 1e-12);
  EXPECT_EQ(a.guarantee.confidence, 0.95);
  EXPECT_EQ(guaranteeText(a.guarantee), "at most 61 % more samples than batch 512 (with 95 %; law fitted to runs at batch 256 to 16384)");
  // MODELS.md, section 5, at the interval's lower end: 2000 (1.2 (1 + 512/2000) - 1) = 1014.4.
  EXPECT_NEAR(guaranteedBatch(measured(), 512, 0.2), 1014.4, 0.01);
  EXPECT_LT(guaranteedBatch(measured(), 512, 0.2), largestBatch(measured().workload.target, 512, 0.2));
  EXPECT_EQ(guaranteedBatch(measured(), 512, 1e6), 16384);  // never beyond what was measured
}

TEST(Guarantee, RefusesAndSaysWhy) {
  using Why = Guarantee::Why;
  const auto why = [](auto&& change) {
    Scenario s = measured();
    change(s);
    const TargetAnswer a = targetAnswer(s, 1e6);
    EXPECT_EQ(a.guarantee.kind, Guarantee::Kind::None);
    EXPECT_TRUE(std::isnan(a.guarantee.extra_samples));
    EXPECT_EQ(guaranteeText(a.guarantee).find("no guarantee: "), 0U);
    return a.guarantee.why;
  };
  EXPECT_EQ(why([](Scenario& s) { s.plan.global_batch = 255; }), Why::Outside);
  EXPECT_EQ(why([](Scenario& s) { s.plan.global_batch = 16385; }), Why::Outside);
  EXPECT_EQ(why([](Scenario& s) { s.workload.target.reference_batch = 32; }), Why::Outside);
  EXPECT_EQ(why([](Scenario& s) { s.workload.target.batch_max = s.workload.target.batch_min = 0; }), Why::NotMeasured);
  EXPECT_EQ(why([](Scenario& s) { s.intervals.clear(); }), Why::NoInterval);
  EXPECT_EQ(why([](Scenario& s) { s.workload.target.samples_min = 0; }), Why::NoTarget);
  EXPECT_EQ(why([](Scenario& s) { s.plan.compression.kind = "powersgd"; }), Why::NoBound);
  EXPECT_EQ(why([](Scenario& s) { s.plan.compression.kind = "top-k"; }), Why::TooFewSteps);  // 2953 of 10,000
  EXPECT_EQ(why([](Scenario& s) { s.plan.local_steps = 8; }), Why::TooManyLocalSteps);        // sqrt(2953/2048) = 1.2
  Scenario s = measured();
  s.plan.global_batch = 100;
  s.workload.target.failed_runs = 3;
  EXPECT_EQ(guaranteeText(targetAnswer(s, 1e6).guarantee), "no guarantee: batch 100 lies outside what was measured, 256 to 16384 (3 of 40 runs failed)");
}

// w = 512/127^2 = 3.17 %, K = 16: ((1 + w) + 0.512 (1 + w/16))/1.512 - 1 = 2.17 %.
TEST(Guarantee, CompressionTurnsItIntoABound) {
  Scenario s = measured();
  const TargetAnswer plain = targetAnswer(s, 1e6);
  s.plan.compression.kind = "qsgd";
  const TargetAnswer a = targetAnswer(s, 1e6);
  const double w = 512.0 / (127 * 127);
  const double extra = (1 + w + 0.512 * (1 + w / 16)) / 1.512 - 1;
  EXPECT_EQ(a.guarantee.kind, Guarantee::Kind::Bound);
  EXPECT_NEAR(a.samples / plain.samples, 1 + extra, 1e-12);
  EXPECT_NEAR(a.guarantee.extra_samples, (1 + plain.guarantee.extra_samples) * (1 + extra) - 1, 1e-12);
  EXPECT_TRUE(std::isnan(a.guarantee.confidence));  // theory states none
  EXPECT_NE(guaranteeText(a.guarantee).find("bound from theory, not measured"), std::string::npos);
}

TEST(Guarantee, TheSameBatchPromisesItself) {
  Scenario s = measured();
  s.plan.global_batch = 512;
  EXPECT_EQ(targetAnswer(s, 1e6).guarantee.extra_samples, 0);
  EXPECT_EQ(guaranteeText(targetAnswer(s, 1e6).guarantee).find("no more samples than batch 512"), 0U);
}

// More samples are never promised for a smaller allowance, nor a smaller batch for a larger one.
TEST(Guarantee, Monotone) {
  const Scenario s = measured();
  double last = 0;
  for (double extra = 0; extra < 3; extra += 0.1) {
    const double b = guaranteedBatch(s, 512, extra);
    EXPECT_GE(b, last);
    EXPECT_GE(b, 512);
    last = b;
    EXPECT_LE(extraSamplesUpper(s, b, 512), extra + 1e-5);
  }
}

}  // namespace
}  // namespace weir::model::guarantee_test
