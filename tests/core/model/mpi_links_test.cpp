#include "core/model/mpi_links.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mpi_links_test {
using namespace weir;
using namespace weir::model;

namespace {

// Nothing but bandwidth: no headers, credit, CPU or waits.
ShapedLink plain(double bytesPerSecond) { return {bytesPerSecond, 0, 1448, 0, 0}; }
MpiCosts ideal() {
  MpiCosts c;
  c.message_s = c.rendezvous_s = c.duplex_wait = c.cpu_s_per_byte = 0;
  c.eager_bytes = 1e18;
  return c;
}
double time(CollectiveOp op, Algorithm a, int n, double bytes, const ShapedLink& link, const MpiCosts& c) { return mpiTime(mpiSchedule(op, a, n, bytes), n, link, c).time_s; }

}  // namespace

TEST(MpiLinks, WithoutCostsOnlyTheTextbookBandwidthTermsAreLeft) {
  const double M = 8e6, B = 1e8;
  const ShapedLink l = plain(B);
  const auto t = [&](CollectiveOp op, Algorithm a, int n) { return time(op, a, n, M, l, ideal()) * B / M; };
  EXPECT_NEAR(t(CollectiveOp::AllReduce, Algorithm::Ring, 8), 2 * 7 / 8.0, 1e-9);
  EXPECT_NEAR(t(CollectiveOp::AllReduce, Algorithm::RecursiveDoubling, 8), 3, 1e-9);
  EXPECT_NEAR(t(CollectiveOp::AllReduce, Algorithm::HalvingDoubling, 8), 2 * 7 / 8.0, 1e-9);
  EXPECT_NEAR(t(CollectiveOp::AllGather, Algorithm::Ring, 5), 4 / 5.0, 1e-9);
  EXPECT_NEAR(t(CollectiveOp::AllGather, Algorithm::RecursiveDoubling, 8), 7 / 8.0, 1e-9);
  EXPECT_NEAR(t(CollectiveOp::AllToAll, Algorithm::Pairwise, 6), 5 / 6.0, 1e-9);
  EXPECT_NEAR(t(CollectiveOp::Broadcast, Algorithm::Binomial, 8), 3 + 2 + 1, 1e-9);  // three children, then two, then one
  EXPECT_NEAR(t(CollectiveOp::Broadcast, Algorithm::Linear, 8), 7, 1e-9);
  EXPECT_NEAR(t(CollectiveOp::Reduce, Algorithm::Binomial, 8), 3, 1e-9);
  EXPECT_NEAR(t(CollectiveOp::Scatter, Algorithm::Binomial, 8), 7 / 8.0, 1e-9);
}

TEST(MpiLinks, LatencyIsAMessageOnTheCoresItShares) {
  MpiCosts c = ideal();
  c.message_s = 10e-6;
  c.cores = 2;
  const ShapedLink l = plain(1e18);
  // 8 ranks send at once on two cores: 4 o a step.
  EXPECT_NEAR(time(CollectiveOp::AllReduce, Algorithm::RecursiveDoubling, 8, 8, l, c), 3 * 4 * 10e-6, 1e-12);
  EXPECT_NEAR(time(CollectiveOp::SendReceive, Algorithm::Linear, 2, 8, l, c), 2 * 10e-6, 1e-12);
  c.cores = 8;
  EXPECT_NEAR(time(CollectiveOp::AllReduce, Algorithm::RecursiveDoubling, 8, 8, l, c), 3 * 10e-6, 1e-12);
}

TEST(MpiLinks, AboveTheEagerLimitAnExchangeRunsOneWayAfterTheOther) {
  MpiCosts c = ideal();
  c.eager_bytes = 65536;
  const ShapedLink l = plain(1e6);
  EXPECT_NEAR(time(CollectiveOp::AllReduce, Algorithm::RecursiveDoubling, 2, 65536, l, c), 0.065536, 1e-9);
  EXPECT_NEAR(time(CollectiveOp::AllReduce, Algorithm::RecursiveDoubling, 2, 65537, l, c), 2 * 0.065537, 1e-9);
  // Different partners: both ways at once.
  EXPECT_NEAR(time(CollectiveOp::AllGather, Algorithm::Ring, 4, 4e5, l, c), 0.3, 1e-9);
}

TEST(MpiLinks, AFullTokenBucketSendsItsBurstAhead) {
  ShapedLink l = plain(1e6);
  l.burst_bytes = 16384;
  MpiCosts c = ideal();
  c.eager_bytes = 65536;
  EXPECT_NEAR(time(CollectiveOp::SendReceive, Algorithm::Linear, 2, 1e6, l, c), 2 * (1e6 - 16384) / 1e6, 1e-9);
  // A short series of short messages has not used the bucket up.
  EXPECT_EQ(time(CollectiveOp::SendReceive, Algorithm::Linear, 2, 1000, l, c), 0);
}

TEST(MpiLinks, TimeNeverFallsWithBytesAndTwiceAsManyRanks) {
  const ShapedLink l{6.25e6, 16384, 1448, 66, 30};
  const ShapedLink steady{6.25e6, 0, 1448, 66, 30};
  const MpiCosts c;
  for (std::size_t o = 0; o < collectiveOpNames().size(); ++o)
    for (std::size_t a = 1; a < algorithmNames().size(); ++a) {
      const auto op = static_cast<CollectiveOp>(o);
      const auto algorithm = static_cast<Algorithm>(a);
      if (!hasMessages(op, algorithm, 8)) continue;
      for (int n = 2; n <= 64; n *= 2) {
        double last = 0;
        for (double bytes = 8; bytes < 1e8; bytes *= 1.5) {
          const double t = time(op, algorithm, n, bytes, l, c);
          EXPECT_GE(t, last * (1 - 1e-12)) << name(op) << " " << name(algorithm) << " " << n << " " << bytes;
          EXPECT_TRUE(std::isfinite(t));
          last = t;
          // Algorithms that pass on whole messages (blocks would shrink below the eager limit), without a bucket (a larger
          // group's longer barrier refills more of it).
          using enum Algorithm;
          const Algorithm runs = runsAs(op, algorithm, n);
          if (op != CollectiveOp::AllReduce && op != CollectiveOp::Broadcast) continue;
          if (runs != RecursiveDoubling && runs != Linear && runs != Binomial && runs != Chain && runs != BinaryTree) continue;
          EXPECT_GE(time(op, algorithm, 2 * n, bytes, steady, c), time(op, algorithm, n, bytes, steady, c) * (1 - 1e-12)) << name(op) << " " << name(algorithm) << " " << n << " " << bytes;
        }
        EXPECT_LE(time(op, algorithm, n, 1e6, {1e9, 16384, 1448, 66, 30}, c), time(op, algorithm, n, 1e6, l, c) * (1 + 1e-12));
      }
    }
}

TEST(MpiLinks, TunedNamesAreKnown) {
  EXPECT_EQ(openMpiAlgorithm(CollectiveOp::AllReduce, "rabenseifner"), Algorithm::HalvingDoubling);
  EXPECT_EQ(openMpiAlgorithm(CollectiveOp::AllToAll, "modified_bruck"), Algorithm::Bruck);
  EXPECT_EQ(openMpiAlgorithm(CollectiveOp::SendReceive, "-"), Algorithm::Linear);
  EXPECT_EQ(openMpiAlgorithm(CollectiveOp::AllReduce, "magic"), std::nullopt);
}

}  // namespace mpi_links_test
