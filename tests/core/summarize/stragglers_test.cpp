// Ranks that start a collective at the same instant: nobody came last.
#include "core/summarize/stragglers.h"

#include <gtest/gtest.h>

#include "core/summarize/straggler_table.h"
#include "core/summarize/straggler_whatif.h"
#include "tests/core/summarize/pipelined.h"
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

TEST(Stragglers, WithoutDurationsThereIsNoSlowdown) {
  test::PipelinedCalls s(2);
  for (const int dp : {0, 1})
    for (const int stage : {0, 1}) {
      s.part(0, 2 * dp + stage, "forward-compute", 10, 10);
      s.part(0, 2 * dp + stage, "grads-reduce-scatter", 20, 20, Operation::ReduceScatter);
    }
  const weir::Run run = s.build();
  const auto w = stragglerWhatIf(run);
  ASSERT_FALSE(w.has_value());
  EXPECT_NE(w.error().what.find("no operation of these steps lasts"), std::string::npos) << w.error().line();
}

// Who waits, how long, and for whom: rank 0 waits for rank 1 twice (2 + 3 us) and once, but longer, for rank 2 (40 us).
TEST(Stragglers, WhoWaitsLongestIsToldWithWhomItWaitsFor) {
  Sketch s;
  const auto meet = [&](std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t end) {
    std::int32_t r = 0;
    for (const std::int64_t start : {a, b, c}) s.call(r++, Operation::AllReduce, start, end, 8, 3, {0, 1, 2});
  };
  for (int r = 0; r < 3; ++r) s.slice(s.track(r, TrackKind::Stream, "stream"), 0, 200, Activity::Compute);
  meet(10, 12, 11, 20);
  meet(30, 33, 33 - 1, 40);
  meet(50, 89, 90, 100);
  meet(110, 110, 110, 120);
  const weir::Run run = s.build();
  const auto instances = collectiveInstances(run);
  const auto all = waiting(instances);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].rank, 0);
  EXPECT_EQ(all[0].waited, 45 * test::us);
  EXPECT_EQ(all[0].collectives, 4U);
  EXPECT_EQ(all[0].waits, 3U);
  ASSERT_TRUE(all[0].mostly());
  EXPECT_EQ(all[0].mostly()->rank, 1);
  EXPECT_EQ(all[0].mostly()->times, 2U);
  EXPECT_EQ(all[0].mostly()->waited, 5 * test::us);
  EXPECT_EQ(all[1].rank, 2);  // 1 + 1, for rank 1; of 2 us in all
  EXPECT_EQ(all[2].waited, 1 * test::us);

  const StatTable t = waitingTable(instances, run);
  const auto number = [&](std::size_t row, const char* column) { return t.rows.at(row).at(t.find(column).value()).number; };
  EXPECT_DOUBLE_EQ(number(0, "waited_s"), 45e-6);
  EXPECT_DOUBLE_EQ(number(0, "run_fraction"), 45.0 / 200);
  EXPECT_EQ(number(0, "waits_for_rank"), 1);
  EXPECT_DOUBLE_EQ(number(0, "waits_for_s"), 5e-6);
  // What is held against each other has one unit.
  EXPECT_EQ(unitOf(t, t.find("waited_s").value()).name, unitOf(t, t.find("waits_for_s").value()).name);
  // The same waits as in the table of lateness, and of a range those that begin in it.
  const StatTable by = latenessTable(instances);
  double waited = 0, made = 0;
  for (std::size_t r = 0; r < 3; ++r) waited += number(r, "waited_s"), made += by.rows.at(r).at(by.find("made_others_wait_s").value()).number;
  EXPECT_NEAR(waited, made, 1e-12);
  StatAsk ask;
  ask.range = TimeRange{45 * test::us, 145 * test::us};
  const StatTable part = waitingTable(instances, run, ask);
  EXPECT_DOUBLE_EQ(part.rows.at(0).at(part.find("run_fraction").value()).number, 0.4);
  EXPECT_EQ(part.rows.at(0).at(part.find("waits_for_rank").value()).number, 2);
  EXPECT_EQ(cellText(part.rows.at(2).at(part.find("waits_for_rank").value()), StatColumn::Unit::Rank), "none");
  // First the sums over the run, then each collective.
  const auto tables = stragglerTables(run);
  ASSERT_EQ(tables.size(), 3U);
  EXPECT_EQ(tables[0].key, "waiting_by_rank");
  EXPECT_EQ(tables[2].key, "stragglers");
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
  EXPECT_DOUBLE_EQ(t.rows[0][t.find("spread_unrecorded_s").value()].number, 40e-6);
  EXPECT_DOUBLE_EQ(t.rows[1][t.find("spread_unrecorded_s").value()].number, 0);
  EXPECT_DOUBLE_EQ(by.rows[0][by.find("made_others_wait_unrecorded_s").value()].number, 70e-6);
  const std::string said = "Rank 2 is recorded only from 50.0 µs on, when others already waited for it at all-reduce #0: of the longest wait there 40.0 µs, of the waits in sum 70.0 µs may be the recording's.";
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
