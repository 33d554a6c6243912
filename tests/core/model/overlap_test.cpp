#include "core/model/overlap.h"

#include <gtest/gtest.h>

#include <array>

#include "core/model/collectives.h"
#include "tests/core/model/support.h"

namespace overlap_test {
using namespace weir::model;

// LABS.md L7: backward 53.33 ms, 64 GPUs, n equal buckets of 102.4 MB: exposed = max(c, n c - (n-1)/n Tb), c = ring(M/n).
TEST(Overlap, LabSevenEqualBuckets) {
  const double backward = 53.33e-3;
  const auto exposed = [&](int n) { return exposedOfEqualBuckets(n, ringAllReduce(64, 102.4e6 / n, 5e-6, 1 / 12.5e9), backward); };
  EXPECT_DIGITS(exposed(1), 16.758e-3, 1e-6);
  EXPECT_DIGITS(exposed(4), 4.662e-3, 1e-6);
  EXPECT_DIGITS(exposed(25), 1.275e-3, 1e-6);
  EXPECT_DIGITS(exposed(100), 26.33e-3, 1e-5);
  int best = 1;
  for (int n = 1; n <= 100; ++n)
    if (exposed(n) < exposed(best)) best = n;
  EXPECT_EQ(best, 59);
  EXPECT_DIGITS(exposed(59), 0.903e-3, 1e-6);
}

TEST(Overlap, TheRecurrenceByHand) {
  // ready 1, 2, 3; costs 3, 1, 1: starts 1, 4, 5; ends 4, 5, 6; backward ends at 3.
  const std::array<Bucket, 3> b{Bucket{1, 0, 3}, Bucket{2, 0, 1}, Bucket{3, 0, 1}};
  const Overlap o = overlapBuckets(b, 3);
  EXPECT_EQ(o.end_s, 6);
  EXPECT_EQ(o.exposed_s, 3);
  EXPECT_EQ(o.total_s, 5);
  EXPECT_EQ(overlapBuckets({}, 3).exposed_s, 0);
}

TEST(Overlap, BucketsFillFromTheLastLayerAndLoseNothing) {
  const std::array parameters{10.0, 0.0, 5.0, 20.0};
  const std::array backward{1.0, 2.0, 3.0, 4.0};
  const auto b = fillBuckets(parameters, backward, 4, 60);
  ASSERT_EQ(b.size(), 2U);
  EXPECT_EQ(b[0].bytes, 80);
  EXPECT_EQ(b[0].ready_s, 4);
  EXPECT_EQ(b[1].bytes, 60);
  EXPECT_EQ(b[1].ready_s, 10);
  // The first layers may hold nothing: the bucket still leaves, at the end.
  const auto rest = fillBuckets(std::array{0.0, 5.0}, std::array{1.0, 1.0}, 4, 60);
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(rest[0].bytes, 20);
}

}  // namespace overlap_test
