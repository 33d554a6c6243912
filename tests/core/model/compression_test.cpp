// Bytes of compressed gradients and the bounds that theory gives, against hand calculations.
#include <gtest/gtest.h>

#include <cmath>

#include "core/model/compression.h"
#include "core/model/local_sgd.h"

namespace weir::model::compression_test {
namespace {

Compression kind(const char* k) {
  Compression c;
  c.kind = k;
  return c;
}

// A million fp32 elements among 8 ranks.
TEST(Compression, Bytes) {
  const CompressedExchange none = exchangeOf(kind("none"), 1e6, 4, 8);
  EXPECT_EQ(none.operation, CollectiveOp::AllReduce);
  EXPECT_EQ(none.collective_bytes, 4e6);
  EXPECT_EQ(none.memory_bytes, 0);

  // top-k of 1 %: 10,000 values and indices of 4 B each, from each of 8 ranks.
  const CompressedExchange topk = exchangeOf(kind("top-k"), 1e6, 4, 8);
  EXPECT_EQ(topk.operation, CollectiveOp::AllGather);
  EXPECT_EQ(topk.rank_bytes, 80'000);
  EXPECT_EQ(topk.collective_bytes, 640'000);
  EXPECT_EQ(topk.memory_bytes, 5 * 4e6 + 640'000);

  // QSGD with 127 levels: 255 values, 8 bits; a norm for each of 1,954 blocks of 512.
  const CompressedExchange qsgd = exchangeOf(kind("qsgd"), 1e6, 4, 8);
  EXPECT_EQ(qsgd.rank_bytes, 1e6 + 4 * 1954);
  Compression ternary = kind("qsgd");
  ternary.levels = 1;  // -1, 0, 1: 2 bits
  EXPECT_EQ(exchangeOf(ternary, 1e6, 4, 8).rank_bytes, 250'000 + 4 * 1954);

  // PowerSGD of rank 4 of 1000 x 1000: 4 (1000 + 1000) elements; 6 d r FLOP.
  const CompressedExchange power = exchangeOf(kind("powersgd"), 1e6, 4, 8);
  EXPECT_EQ(power.operation, CollectiveOp::AllReduce);
  EXPECT_EQ(power.rank_bytes, 4 * 4 * 2000);
  EXPECT_EQ(power.flops, 24e6);
  // Of 100 matrices of 100 x 100: 100 times 4 (100 + 100).
  EXPECT_EQ(exchangeOf(kind("powersgd"), 1e6, 4, 8, 100).rank_bytes, 4 * 100 * 4 * 200);
}

// Gathering grows with the ranks, an all-reduce does not: 99 ranks move more by top-k of 1 % with its indices than without.
TEST(Compression, GatheringMayMoveMore) {
  const auto moved = [](const CompressedExchange& x, double n) { return x.operation == CollectiveOp::AllGather ? (n - 1) / n * x.collective_bytes : 2 * (n - 1) / n * x.collective_bytes; };
  EXPECT_LT(moved(exchangeOf(kind("top-k"), 1e6, 4, 99), 99), moved(exchangeOf(kind("none"), 1e6, 4, 99), 99));
  EXPECT_GT(moved(exchangeOf(kind("top-k"), 1e6, 4, 101), 101), moved(exchangeOf(kind("none"), 1e6, 4, 101), 101));
}

// Never more than the gradient itself where it could be sent as it is, and nothing changes at the neutral ends.
TEST(Compression, Limits) {
  Compression all = kind("top-k");
  all.ratio = 1;
  EXPECT_EQ(compressionBound(all, 1e6, 8, 512, 1, 4096, 1).needed, 1);
  Compression full = kind("powersgd");
  full.rank = 1'000'000;
  EXPECT_EQ(exchangeOf(full, 1e6, 4, 8).rank_bytes, 4e6);
  for (const char* k : {"top-k", "qsgd", "powersgd"}) EXPECT_LT(exchangeOf(kind(k), 1e6, 4, 2).rank_bytes, 4e6) << k;
  EXPECT_EQ(compressionBound(kind("none"), 1e6, 8, 512, 1e4, 4096, 1).extra, 0);
}

// w = min(512/127^2, sqrt(512)/127) = min(0.031744, 0.178169).
TEST(Compression, QsgdBound) {
  const double w = 512.0 / (127 * 127);
  EXPECT_DOUBLE_EQ(qsgdVariance(127, 512), w);
  EXPECT_DOUBLE_EQ(qsgdVariance(4, 512), std::sqrt(512.0) / 4);
  // One rank at the critical batch: ((1 + w) + (1 + w))/2 = 1 + w. Many ranks: the signal's part vanishes.
  EXPECT_DOUBLE_EQ(compressionBound(kind("qsgd"), 1e6, 1, 4096, 1e4, 4096, 1).extra, w);
  EXPECT_NEAR(compressionBound(kind("qsgd"), 1e6, 1'000'000, 4096, 1e4, 4096, 1).extra, w / 2, 1e-7);
  const SamplesBound unknown = compressionBound(kind("qsgd"), 1e6, 8, 4096, std::nan(""), 0, 1);
  EXPECT_TRUE(unknown.holds);
  EXPECT_DOUBLE_EQ(unknown.extra, w);
  // More levels, less noise.
  Compression c = kind("qsgd");
  double last = 1e9;
  for (int s = 1; s < 1000; s *= 2) {
    c.levels = s;
    const double extra = compressionBound(c, 1e6, 8, 512, 1e4, 4096, 1).extra;
    EXPECT_LT(extra, last);
    EXPECT_GT(extra, 0);
    last = extra;
  }
}

// delta = 0.01: 10,000 steps; without error feedback, or by low rank, nothing is known.
TEST(Compression, TopKNeedsStepsAndFeedback) {
  EXPECT_FALSE(compressionBound(kind("top-k"), 1e6, 8, 512, 9'999, 4096, 1).holds);
  const SamplesBound b = compressionBound(kind("top-k"), 1e6, 8, 512, 10'000.1, 4096, 1);
  EXPECT_TRUE(b.holds);
  EXPECT_NEAR(b.needed, 10'000, 1e-6);
  EXPECT_TRUE(std::isnan(b.extra));
  EXPECT_FALSE(compressionBound(kind("top-k"), 1e6, 8, 512, 10'001, 4096, 2).holds);  // c = 2
  EXPECT_FALSE(compressionBound(kind("top-k"), 1e6, 8, 512, std::nan(""), 4096, 1).holds);
  Compression bare = kind("top-k");
  bare.error_feedback = false;
  EXPECT_FALSE(compressionBound(bare, 1e6, 8, 512, 1e9, 4096, 1).holds);
  EXPECT_FALSE(compressionBound(kind("powersgd"), 1e6, 8, 512, 1e9, 4096, 1).holds);
}

// T = 90,000 steps of 512: sqrt(90,000/512) = 13.26.
TEST(LocalSgd, LargestPeriod) {
  EXPECT_NEAR(largestLocalSteps(90'000, 512, 1), 13.258, 1e-3);
  EXPECT_TRUE(localStepsBound(13, 90'000, 512, 1).holds);
  EXPECT_FALSE(localStepsBound(14, 90'000, 512, 1).holds);
  EXPECT_TRUE(localStepsBound(14, 90'000, 512, 1.1).holds);
  EXPECT_EQ(largestLocalSteps(10, 1e6, 1), 1);  // one step is what everybody does
  EXPECT_EQ(localStepsBound(1, std::nan(""), 512, 1).extra, 0);
  EXPECT_TRUE(localStepsBound(1, std::nan(""), 512, 1).holds);
  EXPECT_FALSE(localStepsBound(2, std::nan(""), 512, 1).holds);
}

}  // namespace
}  // namespace weir::model::compression_test
