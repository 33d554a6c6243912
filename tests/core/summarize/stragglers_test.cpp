// Ranks that start a collective at the same instant: nobody came last.
#include "core/summarize/stragglers.h"

#include <gtest/gtest.h>

#include "core/summarize/breakdown_table.h"
#include "tests/core/summarize/support.h"

namespace stragglers_test {
using namespace weir;
using test::Sketch;

TEST(Stragglers, WhereAllStartTogetherNobodyIsLast) {
  Sketch s;
  for (int r = 0; r < 3; ++r) {
    s.track(r, TrackKind::Stream, "stream");
    s.call(r, Operation::AllReduce, 0, 10 + r, 8, 3, {0, 1, 2});
    s.call(r, Operation::AllReduce, r == 1 ? 25 : 20, 30, 8, 3, {0, 1, 2});
  }
  const weir::Run run = s.build();
  const auto all = collectiveInstances(run);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(all[0].together());
  EXPECT_EQ(all[0].lastRank, kUnknownRank);
  EXPECT_FALSE(all[1].together());
  EXPECT_EQ(all[1].lastRank, 1);
  const auto late = lateness(all);
  ASSERT_EQ(late.size(), 3U);
  EXPECT_EQ(late[0].collectives, 2U);
  EXPECT_EQ(late[0].last, 0U);
  EXPECT_EQ(late[1].last, 1U);

  const StatTable t = stragglerTable(all, run);
  const std::size_t last = t.find("last_rank").value(), first = t.find("first_rank").value();
  for (const std::size_t column : {last, first}) EXPECT_EQ(cellText(t.rows.at(0).at(column), StatColumn::Unit::Rank), "none");
  EXPECT_EQ(t.rows.at(1).at(last).number, 1);
  EXPECT_EQ(t.rows.at(1).at(first).number, 0);
}

// Rank 2 comes at 70, but nothing of it is recorded before 50: the others, there at 10 and 20, may have waited for the recording.
TEST(Stragglers, ARecordingThatBeginsLateIsSaidBesideItsRow) {
  Sketch s;
  for (int r = 0; r < 3; ++r) {
    const auto t = s.track(r, TrackKind::Stream, "stream");
    const std::int64_t from = r == 2 ? 50 : 0, comes = r == 2 ? 70 : 10 + 10 * r;
    s.slice(t, from, comes, Activity::Compute);
    s.slice(t, comes, 80, Activity::Communication);
    s.slice(t, r == 2 ? 95 : 90, 100, Activity::Communication);
    s.call(r, Operation::AllReduce, comes, 80, 8, 3, {0, 1, 2});
    s.call(r, Operation::AllReduce, r == 2 ? 95 : 90, 100, 8, 3, {0, 1, 2});
  }
  const weir::Run run = s.build();
  EXPECT_EQ(recordedFrom(run).at(2), 50 * test::us);
  const auto all = collectiveInstances(run);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].spread(), 60 * test::us);
  EXPECT_EQ(all[0].unrecorded(), 40 * test::us);
  EXPECT_EQ(all[0].waitedUnrecorded(), (40 + 30) * test::us);
  EXPECT_EQ(all[1].unrecorded(), 0);
  EXPECT_EQ(lateness(all)[2].unrecorded, 70 * test::us);
  const StatTable t = stragglerTable(all, run), by = latenessTable(all);
  EXPECT_DOUBLE_EQ(t.rows[0][t.find("unrecorded_s").value()].number, 40e-6);
  EXPECT_DOUBLE_EQ(t.rows[1][t.find("unrecorded_s").value()].number, 0);
  EXPECT_DOUBLE_EQ(by.rows[0][by.find("unrecorded_s").value()].number, 70e-6);
  const std::string said = "Rank 2 is recorded only from 50.0 µs on, when others already waited for it: of its lateness 40.0 µs may be the recording's.";
  EXPECT_EQ(t.remark, said);
  EXPECT_NE(by.remark.find(said), std::string::npos) << by.remark;
  EXPECT_NE(by.remark.find("what-if \"rank 2 not late\""), std::string::npos);
  // The waits, in sum and at the longest, stand before what a narrow window cuts off.
  EXPECT_LT(t.find("waited_s").value(), 8U);
  // A simulation has all of every rank.
  Sketch sim(Truth::Simulated);
  for (int r = 0; r < 2; ++r) {
    const auto track = sim.track(r, TrackKind::Stream, "stream");
    sim.slice(track, 40 * r, 80, Activity::Communication);
    sim.call(r, Operation::AllReduce, 40 * r, 80, 8, 2, {0, 1});
  }
  EXPECT_EQ(collectiveInstances(sim.build())[0].unrecorded(), 0);
}

}  // namespace stragglers_test
