// How long a step is, and the error of a prediction: one definition for Compare and the Inspector.
#include "core/summarize/step_times.h"

#include <gtest/gtest.h>

#include "core/summarize/compare.h"
#include "tests/core/summarize/support.h"

namespace step_times_test {
using namespace weir;
using test::Sketch;
using test::us;

namespace {

RankSteps steps(std::int32_t rank, std::vector<TimeRange> spans) {
  RankSteps r{rank, std::move(spans)};
  for (std::size_t k = 0; k < r.steps.size(); ++k) r.number.push_back(static_cast<std::int64_t>(k));
  return r;
}

constexpr std::int64_t kMs = 1000 * us;

}  // namespace

TEST(StepTimes, AreTheMeanOverTheRanks) {
  // Rank 0: 10, 20, 30 ms; rank 1: 14, 20, 50 ms. The means are 12, 20, 40.
  const std::vector<RankSteps> job{steps(0, {{0, 10 * kMs}, {50 * kMs, 70 * kMs}, {100 * kMs, 130 * kMs}}), steps(1, {{0, 14 * kMs}, {50 * kMs, 70 * kMs}, {100 * kMs, 150 * kMs}})};
  const auto of = stepSeconds(job, {0, 1});
  ASSERT_EQ(of.size(), 3U);
  EXPECT_NEAR(of[0], 0.012, 1e-15);
  EXPECT_NEAR(of[1], 0.020, 1e-15);
  EXPECT_NEAR(of[2], 0.040, 1e-15);
  EXPECT_EQ(stepSeconds(job, {}), of);
  // A rank that marks none has the job's: 14, 20, 50.
  EXPECT_NEAR(stepSeconds(job, {0, 1, 2})[2], (0.030 + 0.050 + 0.050) / 3, 1e-15);
  EXPECT_TRUE(stepSeconds({}, {0, 1}).empty());
}

TEST(StepTimes, TheErrorIsAgainstTheirMedian) {
  EXPECT_NEAR(*predictionError(0.016, {0.012, 0.020, 0.040}), -0.2, 1e-12);
  EXPECT_NEAR(*predictionError(0.020, {0.012, 0.020, 0.040, 0.012}), 0.25, 1e-12);  // median (12 + 20) / 2
  EXPECT_FALSE(predictionError(0.02, {}).has_value());
  EXPECT_FALSE(predictionError(0, {0.02}).has_value());
}

// Ranks whose steps differ, so that the median of all marks is another than that of the means.
TEST(StepTimes, CompareSaysTheSame) {
  Sketch s, p(Truth::Predicted);
  for (int rank = 0; rank < 2; ++rank) {
    const auto host = s.track(rank, TrackKind::Thread, "host");
    for (int k = 0; k < 4; ++k)
      s.b.slice({.track = host, .start = k * 100 * kMs, .duration = (10 + k * 10 + rank * (k == 2 ? 40 : 0)) * kMs, .name = s.b.intern("ProfilerStep#" + std::to_string(k)), .category = 0, .activity = Activity::Annotation, .args = {}});
    p.slice(p.track(rank, TrackKind::Stream, "computing"), 0, 20'000, Activity::Compute);
  }
  const auto measured = s.build(), predicted = p.build();
  const auto found = findSteps(measured).ranks;
  const auto c = compareRuns({&measured, found}, {&predicted, {}});
  const ComparedRow& r = c->table("overall")->rows.front();
  EXPECT_EQ(r.key, "step time");
  // Means of the ranks: 10, 20, 50, 40; the median is 30, of all marks it would be 25.
  EXPECT_NEAR(r.a.median, 0.030, 1e-12);
  EXPECT_NEAR(r.medianRatio - 1, *predictionError(0.020, stepSeconds(found, measured.ranks)), 1e-12);
}

}  // namespace step_times_test
