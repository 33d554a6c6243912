#include "core/summarize/traffic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/summarize/stragglers.h"
#include "tests/core/summarize/support.h"

namespace traffic_test {
using namespace weir;
using test::Sketch;
using test::us;
using testing::HasSubstr;
using testing::Not;

namespace {
void ranks(Sketch& s, int n) {
  for (int r = 0; r < n; ++r) s.track(r, TrackKind::Stream, "stream");
}
std::vector<double> values(const TrafficMatrix& m) { return m.value; }
}  // namespace

TEST(Traffic, TransfersAreSummedAndCutToTheRange) {
  Sketch s;
  ranks(s, 2);
  s.b.transfer(0, 1, 1000, 0, 10 * us);
  s.b.transfer(0, 1, 500, 20 * us, 20 * us);  // a point in time
  s.b.transfer(1, 0, 40, 5 * us, 15 * us);
  const weir::Run run = s.build();
  const TrafficMatrix m = trafficMatrix(run, {});
  EXPECT_EQ(m.source, TrafficSource::Transfers);
  EXPECT_EQ(values(m), (std::vector<double>{0, 1500, 40, 0}));
  EXPECT_EQ(m.sent(0), 1500);
  EXPECT_EQ(m.received(0), 40);
  EXPECT_EQ(m.total(), 1540);
  EXPECT_TRUE(m.assumption.empty());
  EXPECT_EQ(values(trafficMatrix(run, {.range = TimeRange{5 * us, 10 * us}})), (std::vector<double>{0, 500, 20, 0}));
  EXPECT_EQ(values(trafficMatrix(run, {.measure = TrafficMeasure::Messages})), (std::vector<double>{0, 2, 1, 0}));
  const TrafficMatrix t = trafficMatrix(run, {.measure = TrafficMeasure::Time});
  EXPECT_DOUBLE_EQ(t.at(0, 1), 10e-6);
  EXPECT_FALSE(t.measureDiffers);
}

TEST(Traffic, WhatWasNotRecordedIsUnknown) {
  Sketch s;
  s.track(0, TrackKind::Stream, "stream");
  s.b.transfer(0, 1, 8, 0, us);
  s.b.transfer(2, 0, 8, 0, us);
  const TrafficMatrix m = trafficMatrix(s.build(), {});
  EXPECT_EQ(m.at(0, 1), 8);
  EXPECT_EQ(m.at(1, 0), 0);             // rank 0 was recorded and got nothing from 1
  EXPECT_TRUE(std::isnan(m.at(1, 2)));  // neither was
  EXPECT_EQ(m.total(), 16);
}

TEST(Traffic, RingAllReduceSendsToTheNextNeighbourOnly) {
  // 2 (n-1)/n of the buffer from every rank to the next: 4 ranks, 4000 B -> 6000 B; two of them -> 12000 B.
  Sketch s;
  ranks(s, 4);
  for (int k = 0; k < 2; ++k)
    for (int r = 0; r < 4; ++r) s.call(r, Operation::AllReduce, 100 * k, 100 * k + 10, 4000, 4);
  const weir::Run run = s.build();
  const TrafficMatrix m = trafficMatrix(run, {});
  EXPECT_EQ(m.source, TrafficSource::ExpandedCollectives);
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) EXPECT_EQ(m.at(a, b), b == (a + 1) % 4 ? 12000 : 0) << a << " " << b;
  EXPECT_EQ(m.assumption, "2 all-reduces expanded as ring; sizes as the run gives them.");
  EXPECT_TRUE(m.algorithmMatters);
  EXPECT_EQ(trafficMatrix(run, {.range = TimeRange{0, 50 * us}}).total(), 24000);
  EXPECT_EQ(trafficMatrix(run, {.range = TimeRange{0, 5 * us}}).total(), 12000);  // half of the first one's time
  EXPECT_EQ(trafficMatrix(run, {.measure = TrafficMeasure::Messages}).at(0, 1), 2 * 6);
  // Halving-doubling exchanges with rank ^ 1 and rank ^ 2 only; the volume is the same.
  const TrafficMatrix h = trafficMatrix(run, {.algorithm = Algorithm::HalvingDoubling});
  EXPECT_EQ(h.at(0, 3), 0);
  EXPECT_GT(h.at(0, 2), 0);
  EXPECT_EQ(h.total(), m.total());
}

TEST(Traffic, AllGatherCountsTheWholeBufferAndAllToAllItsOwnSizes) {
  Sketch s;
  ranks(s, 4);
  for (int r = 0; r < 4; ++r) s.call(r, Operation::AllGather, 0, 10, 100, 4);
  EXPECT_EQ(trafficMatrix(s.build(), {}).at(0, 1), 3 * 100);  // its own block and two it passes on
  Sketch t;
  ranks(t, 2);
  t.call(0, Operation::AllToAll, 0, 10, 100, 2);
  t.call(1, Operation::AllToAll, 0, 10, 300, 2);
  const TrafficMatrix m = trafficMatrix(t.build(), {});
  EXPECT_EQ(m.at(0, 1), 50);
  EXPECT_EQ(m.at(1, 0), 150);
  EXPECT_THAT(m.assumption, HasSubstr("1 all-to-all expanded pairwise"));
  EXPECT_THAT(m.assumption, HasSubstr("counts the part that a rank keeps"));
  EXPECT_FALSE(m.algorithmMatters);
}

TEST(Traffic, MembersOutsideTheRunAreInferredAndSaid) {
  Sketch s;
  s.track(1, TrackKind::Stream, "stream");
  s.call(1, Operation::AllReduce, 0, 10, 1000, 2, {1, 5});
  const TrafficMatrix m = trafficMatrix(s.build(), {});
  EXPECT_EQ(m.ranks, (std::vector<std::int32_t>{1, 5}));
  EXPECT_EQ(m.at(0, 1), 1000);
  EXPECT_THAT(m.assumption, HasSubstr("1 of 2 ranks are in this run; the part of the others is inferred."));
}

TEST(Traffic, WithoutSizesTimeIsShownAndSaid) {
  Sketch s;
  ranks(s, 3);
  s.call(0, Operation::AllToAll, 0, 100);
  s.call(1, Operation::AllToAll, 40, 100);
  s.call(2, Operation::AllToAll, 90, 100);
  s.b.run().worldSize = 8;
  const TrafficMatrix m = trafficMatrix(s.build(), {.measure = TrafficMeasure::Bytes});
  EXPECT_EQ(m.source, TrafficSource::SharedTime);
  EXPECT_EQ(m.measure, TrafficMeasure::Time);
  EXPECT_TRUE(m.measureDiffers);
  EXPECT_DOUBLE_EQ(m.at(0, 1), 60e-6);
  EXPECT_DOUBLE_EQ(m.at(1, 0), 60e-6);
  EXPECT_DOUBLE_EQ(m.at(0, 2), 10e-6);
  EXPECT_THAT(m.assumption, HasSubstr("carries no message sizes"));
  EXPECT_THAT(m.assumption, HasSubstr("3 of 8 ranks"));
}

TEST(Traffic, WhatSwitchesReduceIsNotSaidToLackSizes) {
  Sketch s;
  ranks(s, 2);
  for (int r = 0; r < 2; ++r) s.call(r, Operation::AllReduce, 0, 10, 64, 2);
  const TrafficMatrix m = trafficMatrix(s.build(), {.algorithm = Algorithm::InNetwork});
  EXPECT_EQ(m.measure, TrafficMeasure::Time);
  EXPECT_THAT(m.assumption, Not(HasSubstr("carries no message sizes")));
  EXPECT_THAT(m.assumption, HasSubstr("no messages between ranks whose sizes could be told, so time is shown instead."));
  EXPECT_THAT(m.assumption, HasSubstr("1 collective reduced in the switches"));
}

TEST(Traffic, PartOfTheSizesIsSaidToBePart) {
  Sketch s;
  ranks(s, 2);
  for (int r = 0; r < 2; ++r) {
    s.call(r, Operation::AllReduce, 0, 10, 64, 2);
    s.call(r, Operation::AllReduce, 20, 30, kUnknownBytes, 2);
    s.call(r, Operation::Barrier, 40, 50, 0, 2);
  }
  const TrafficMatrix m = trafficMatrix(s.build(), {});
  EXPECT_EQ(m.total(), 128);
  EXPECT_THAT(m.assumption, HasSubstr("1 collective without a size left out."));
  EXPECT_THAT(m.assumption, HasSubstr("1 barrier carried no bytes."));
}

TEST(Traffic, NothingIsNothingAndSaid) {
  const TrafficMatrix m = trafficMatrix(weir::Run{}, {});
  EXPECT_EQ(m.source, TrafficSource::None);
  EXPECT_EQ(m.bins, 0);
  EXPECT_TRUE(std::isnan(m.largest()));
  EXPECT_THAT(m.assumption, HasSubstr("No collective and no message"));
}

TEST(Traffic, ManyRanksAreBinnedWithoutLosingAByte) {
  Sketch s;
  for (int r = 0; r < 1000; ++r) s.b.transfer(r, (r + 1) % 1000, 3, 0, us);
  const TrafficMatrix m = trafficMatrix(s.build(), {.maxBins = 512});
  EXPECT_EQ(m.perBin, 2);
  EXPECT_EQ(m.bins, 500);
  EXPECT_EQ(m.total(), 3000);
  EXPECT_EQ(m.at(0, 0), 3);
  EXPECT_EQ(m.at(0, 1), 3);
  EXPECT_EQ(m.binName(499), "ranks 998-999");
}

TEST(Stragglers, TheLastToStartMakesTheOthersWait) {
  // The first all-to-all of the DLRM trace, in microseconds after its base.
  Sketch s;
  ranks(s, 4);
  const std::array<std::int64_t, 4> start{29795, 24306, 31422, 25808};
  for (int r = 0; r < 4; ++r) s.call(r, Operation::AllToAll, start[static_cast<std::size_t>(r)], 31940);
  const auto all = collectiveInstances(s.build());
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].lastRank, 2);
  EXPECT_EQ(all[0].spread(), 7116 * us);
  EXPECT_EQ(all[0].arrivals[1].wait, 7116 * us);
  EXPECT_EQ(all[0].arrivals[2].wait, 0);
  EXPECT_EQ(all[0].waited, (1627 + 7116 + 0 + 5614) * us);
  const auto late = lateness(all);
  ASSERT_EQ(late.size(), 4U);
  EXPECT_EQ(late[2].last, 1U);
  EXPECT_EQ(late[2].madeWait, all[0].waited);
  EXPECT_EQ(late[1].waited, 7116 * us);
}

TEST(Stragglers, OneRankAloneIsLateForNobody) {
  Sketch s;
  ranks(s, 1);
  s.call(0, Operation::AllReduce, 0, 10);
  const auto all = collectiveInstances(s.build());
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].lastRank, kUnknownRank);
  EXPECT_TRUE(lateness(all).empty());
}

}  // namespace traffic_test
