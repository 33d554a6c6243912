#include "core/summarize/bandwidth.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bandwidth_test {
using namespace weir;

namespace {

CollectiveCall call(Operation op, std::int64_t bytes, std::int32_t ranks) {
  CollectiveCall c;
  c.operation = op;
  c.bytes = bytes;
  c.groupSize = ranks;
  return c;
}

}  // namespace

// 40 MB a rank, 4 ranks, 10 us: sizes and factors of nccl-tests, doc/PERFORMANCE.md.
TEST(Bandwidth, AsNcclTestsDefineIt) {
  struct Case {
    Operation op;
    double algbw, busbw;  // TB/s
  };
  for (const Case& c : {Case{Operation::AllReduce, 4, 6}, Case{Operation::AllGather, 16, 12}, Case{Operation::ReduceScatter, 4, 3},
                        Case{Operation::AllToAll, 4, 3}, Case{Operation::Gather, 16, 12}, Case{Operation::Scatter, 4, 3},
                        Case{Operation::Broadcast, 4, 4}, Case{Operation::Reduce, 4, 4}, Case{Operation::SendRecv, 4, 4}}) {
    const auto b = bandwidthOf(call(c.op, 40'000'000, 4), 10e-6);
    ASSERT_TRUE(b) << name(c.op);
    EXPECT_DOUBLE_EQ(b->algbw, c.algbw * 1e12) << name(c.op);
    EXPECT_DOUBLE_EQ(b->busbw, c.busbw * 1e12) << name(c.op);
  }
}

TEST(Bandwidth, WhatIsUnknownStaysSo) {
  EXPECT_FALSE(bandwidthOf(call(Operation::AllReduce, kUnknownBytes, 4), 1));
  EXPECT_FALSE(bandwidthOf(call(Operation::AllReduce, 1000, 4), 0));
  EXPECT_FALSE(bandwidthOf(call(Operation::Barrier, 0, 4), 1));
  EXPECT_FALSE(bandwidthOf(call(Operation::AllGather, 1000, -1), 1));  // its whole buffer depends on the ranks
  const auto b = bandwidthOf(call(Operation::AllReduce, 1000, -1), 1);
  ASSERT_TRUE(b);
  EXPECT_EQ(b->algbw, 1000);
  EXPECT_TRUE(std::isnan(b->busbw));
}

}  // namespace bandwidth_test
