#include "core/summarize/link_heat.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/summarize/support.h"

namespace link_heat_test {
using namespace weir;
using test::Sketch;

TEST(LinkHeat, MeansAreWeightedByTimeAndHottestComeFirst) {
  Sketch s;
  s.counter("a", "link utilisation", 0, 10, {0.1F, 0.3F, 0.5F, 0.7F});
  s.counter("b", "link utilisation", 0, 10, {1.0F, 1.0F, 0.0F, 0.0F});
  s.counter("power", "power", 0, 10, {9, 9, 9, 9});
  const weir::Run run = s.build();
  EXPECT_EQ(counterGroups(run), (std::vector<std::pair<std::string, std::size_t>>{{"link utilisation", 2}, {"power", 1}}));
  const LinkHeat h = linkHeat(run, {.columns = 2});
  ASSERT_EQ(h.rows.size(), 2U);
  EXPECT_EQ(h.rows[0].name, "b");  // mean 0.5 against 0.4
  EXPECT_FLOAT_EQ(h.at(1, 0), 0.2F);
  EXPECT_FLOAT_EQ(h.at(1, 1), 0.6F);
  EXPECT_NEAR(h.rows[1].mean, 0.4, 1e-6);
  EXPECT_NEAR(h.rows[1].peak, 0.7, 1e-6);
  // [5, 15): half of the first sample, half of the second.
  EXPECT_FLOAT_EQ(linkHeat(run, {.range = TimeRange{5, 15}, .columns = 1}).at(1, 0), 0.2F);
  // More columns than samples: a column shows the sample it lies in.
  EXPECT_FLOAT_EQ(linkHeat(run, {.columns = 40}).at(1, 12), 0.3F);
}

TEST(LinkHeat, QueuesKeepTheirPeakAndTheUncoveredIsUnknown) {
  Sketch s;
  s.counter("q", "queue depth", 10, 10, {0, 64, 0});
  s.counter("later", "power", 0, 50, {1, 1});
  const LinkHeat h = linkHeat(s.build(), {.group = "queue depth", .range = TimeRange{0, 60}, .columns = 2});
  EXPECT_EQ(h.cell, LinkHeat::Cell::Peak);
  EXPECT_FLOAT_EQ(h.at(0, 0), 64);
  EXPECT_FLOAT_EQ(h.at(0, 1), 0);  // [30,40) is covered and zero
  const LinkHeat late = linkHeat(s.build(), {.group = "queue depth", .range = TimeRange{0, 10}, .columns = 1});
  EXPECT_TRUE(late.rows.empty());  // the sketch was built: nothing is left
}

TEST(LinkHeat, IrregularSeriesHoldTheirValue) {
  Sketch s;
  Counter c;
  c.name = s.b.intern("q");
  c.group = s.b.intern("queue depth");
  c.time = {10, 20, 40};
  c.value = {1, 5, 2};
  s.b.counter(c);
  s.counter("end", "power", 0, 100, {1});
  const LinkHeat h = linkHeat(s.build(), {.group = "queue depth", .columns = 10});
  EXPECT_TRUE(std::isnan(h.at(0, 0)));  // before the first sample
  EXPECT_FLOAT_EQ(h.at(0, 1), 1);
  EXPECT_FLOAT_EQ(h.at(0, 3), 5);
  EXPECT_FLOAT_EQ(h.at(0, 9), 2);
}

TEST(LinkHeat, TheLimitSaysHowManyAreHiddenAndNamesSortAsNumbers) {
  Sketch s;
  for (int i = 0; i < 12; ++i)
    s.counter("link " + std::to_string(i), "link utilisation", 0, 10, {i < 2 ? 0.0F : 0.1F * static_cast<float>(i)});
  const weir::Run run = s.build();
  const LinkHeat h = linkHeat(run, {.columns = 1, .rows = 3});
  EXPECT_EQ(h.hidden, 9U);
  EXPECT_EQ(h.idle, 2U);
  EXPECT_EQ(h.rows[0].name, "link 11");
  const LinkHeat byName = linkHeat(run, {.columns = 1, .rows = 3, .order = LinkHeatOptions::Order::Name});
  EXPECT_EQ(byName.rows[0].name, "link 9");  // the hottest three, in order of their numbers
  EXPECT_EQ(byName.rows[2].name, "link 11");
  EXPECT_TRUE(linkHeat(weir::Run{}, {}).rows.empty());
}

}  // namespace link_heat_test
