// Ranks that start a collective at the same instant: nobody came last.
#include "core/summarize/stragglers.h"

#include <gtest/gtest.h>

#include "core/summarize/breakdown_table.h"
#include "tests/core/summarize/support.h"

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
