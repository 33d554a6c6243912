#include "core/summarize/power.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/run/builder.h"
#include "core/summarize/info.h"

namespace power_test {
using namespace weir;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000'000;

Counter series(RunBuilder& b, std::string_view name, std::string_view group, std::string_view unit, const std::vector<std::pair<double, float>>& points) {
  Counter c;
  c.name = b.intern(name);
  c.group = b.intern(group);
  c.unit = unit;
  for (const auto& [t, v] : points) {
    c.time.push_back(static_cast<std::int64_t>(t * 1e12));
    c.value.push_back(v);
  }
  c.start = c.time.empty() ? 0 : c.time.front();
  return c;
}

}  // namespace

TEST(Power, TrapezoidOverDistinctTimes) {
  RunBuilder b("test", Truth::Measured);
  // 0 s 100 W, 1 s twice (mean 200), 3 s 100: 150 x 1 + 150 x 2.
  b.counter(series(b, "node", "power", "W", {{0, 100}, {1, 150}, {1, 250}, {3, 100}}));
  const auto p = powerSummary(b.build());
  ASSERT_TRUE(p.has_value());
  EXPECT_EQ(p->readings, 4U);
  EXPECT_DOUBLE_EQ(*p->mean_w, 150);
  EXPECT_DOUBLE_EQ(*p->energy_j, 450);
  EXPECT_EQ(p->by[0].start, 0);
  EXPECT_EQ(p->by[0].end, 3 * kSecond);
  EXPECT_EQ(p->by[0].gaps, 0U);
}

TEST(Power, RangesReachNoFurtherThanReadings) {
  RunBuilder b("test", Truth::Measured);
  b.counter(series(b, "node", "power", "W", {{0, 100}, {10, 200}}));
  const auto run = b.build();
  const auto energy = [&](double from, double to) { return energyOf(run.counters[0], TimeRange{static_cast<std::int64_t>(from * 1e12), static_cast<std::int64_t>(to * 1e12)}); };
  EXPECT_DOUBLE_EQ(*energy(0, 10), 1500);
  EXPECT_DOUBLE_EQ(*energy(5, 10), 875);
  EXPECT_DOUBLE_EQ(*energy(-100, 5), 625);
  EXPECT_FALSE(energy(20, 30).has_value());
  EXPECT_DOUBLE_EQ(*powerSummary(run, TimeRange{5 * kSecond, 20 * kSecond})->energy_j, 875);
}

TEST(Power, UnknownStaysUnknown) {
  RunBuilder b("test", Truth::Measured);
  EXPECT_FALSE(powerSummary(b.build()).has_value());
  RunBuilder one("test", Truth::Measured);
  one.counter(series(one, "a", "power", "W", {{0, 100}}));
  one.counter(series(one, "limit", "power limit", "W", {{0, 700}, {1, 700}}));
  const auto p = powerSummary(one.build());
  ASSERT_TRUE(p.has_value());
  EXPECT_EQ(p->by.size(), 1U);
  EXPECT_FALSE(p->energy_j.has_value());
  EXPECT_EQ(p->withoutEnergy, 1U);
  EXPECT_DOUBLE_EQ(*p->mean_w, 100);
}

TEST(Power, MetersAddUpWhileTheyRunTogether) {
  RunBuilder b("test", Truth::Measured);
  b.counter(series(b, "a", "power", "W", {{0, 100}, {10, 100}}));
  b.counter(series(b, "b", "power", "W", {{0, 50}, {5, 50}, {10, 50}}));
  const auto p = powerSummary(b.build());
  EXPECT_DOUBLE_EQ(*p->mean_w, 150);
  EXPECT_DOUBLE_EQ(*p->mean_reading_w, 70);
  EXPECT_DOUBLE_EQ(*p->energy_j, 1500);
  // One after the other: the mean of both spans.
  RunBuilder s("test", Truth::Measured);
  s.counter(series(s, "a", "power", "W", {{0, 100}, {10, 100}}));
  s.counter(series(s, "b", "power", "W", {{10, 50}, {40, 50}}));
  EXPECT_DOUBLE_EQ(*powerSummary(s.build())->mean_w, 62.5);
}

TEST(Power, CountersOfEnergyAndRegularSeries) {
  RunBuilder b("test", Truth::Measured);
  b.counter(series(b, "gpu", "power", "W", {{0, 100}, {10, 100}}));
  b.counter(series(b, "gpu", "energy", "J", {{0, 0}, {10, 1200}}));
  b.counter(series(b, "cpu", "energy", "J", {{0, 0}, {2, 100}, {8, 100}, {10, 200}}));  // counted in the first and the last two seconds
  Counter regular;
  regular.name = b.intern("switch");
  regular.group = b.intern("power");
  regular.unit = "W";
  regular.step = 2 * kSecond;
  regular.value = {10, 20, 30, 40, 50};
  b.counter(regular);
  const auto p = powerSummary(b.build());
  ASSERT_EQ(p->by.size(), 3U);
  EXPECT_EQ(p->by[0].name, "cpu");
  EXPECT_DOUBLE_EQ(*p->by[0].energy_j, 200);
  EXPECT_DOUBLE_EQ(*p->by[0].mean_w, 50);
  EXPECT_DOUBLE_EQ(*p->by[1].energy_j, 1200);  // the device's own count, not the trapezoid
  EXPECT_DOUBLE_EQ(*p->by[1].mean_w, 100);
  EXPECT_DOUBLE_EQ(*p->by[2].energy_j, 300);
  EXPECT_EQ(p->by[2].end, 10 * kSecond);
}

TEST(Power, GapsAreCountedAndSaid) {
  RunBuilder b("test", Truth::Measured);
  b.counter(series(b, "node", "power", "W", {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {20, 1}, {21, 1}}));
  const auto run = b.build();
  const Info info = describe(run);
  ASSERT_TRUE(info.power.has_value());
  EXPECT_EQ(info.power->by[0].gaps, 1U);
  EXPECT_DOUBLE_EQ(info.power->by[0].gap_s, 17);
  EXPECT_EQ(info.notes.back().kind, "power readings missing for more than five times their usual distance");
  const auto json = nlohmann::json::parse(infoToJson(info));
  EXPECT_EQ(json["power"]["readings"], 6);
  EXPECT_EQ(json["power"]["mean_w"], 1.0);
  EXPECT_EQ(json["power"]["energy_j"], 21.0);
  EXPECT_EQ(json["power"]["by"][0]["name"], "node");
  EXPECT_EQ(json["power"]["by"][0]["end_s"], 21.0);
  EXPECT_NE(infoToText(info).find("6 readings of 1 meters"), std::string::npos);
  RunBuilder none("test", Truth::Measured);
  EXPECT_TRUE(nlohmann::json::parse(infoToJson(describe(none.build())))["power"].is_null());
}

TEST(Power, AClockOfAnotherTimeZoneIsFound) {
  constexpr double kHour = 3600;
  const auto hints = [](double apart_s, bool events) {
    RunBuilder b("test", Truth::Measured);
    weir::Run& run = b.run();
    for (const char* file : {"a.csv", "b.csv", "switch.csv", "trace.json"}) {
      Source s;
      s.file = file;
      run.sources.push_back(s);
    }
    const std::vector<std::pair<double, float>> points{{0, 100}, {100, 100}, {300, 100}};
    for (std::uint32_t i = 0; i < 3; ++i) {
      auto moved = points;
      if (i == 2)
        for (auto& p : moved) p.first += apart_s;
      Counter c = series(b, "meter " + std::to_string(i), "power", "W", moved);
      c.source = i;
      b.counter(c);
    }
    if (events) {
      Track t;
      t.name = b.intern("rank 0");
      t.rank = 0;
      t.source = 3;
      const auto track = b.track(t);
      b.slice({.track = track, .start = static_cast<std::int64_t>(apart_s) * kSecond, .duration = 300 * kSecond, .name = 0, .category = 0, .activity = Activity::Compute, .args = {}});
    }
    return clockHints(b.build());
  };
  EXPECT_EQ(hints(-5 * kHour, false), (std::vector<ClockHint>{{2, 5 * 3600 * kSecond}}));
  EXPECT_EQ(hints(-5.5 * kHour + 20, false), (std::vector<ClockHint>{{2, 19'800 * kSecond}})) << "India, and 20 s later";
  EXPECT_TRUE(hints(100, false).empty()) << "they read together";
  EXPECT_TRUE(hints(400, false).empty()) << "one after the other is no other time zone";
  // The events are right, whoever has more meters.
  EXPECT_EQ(hints(2 * kHour, true), (std::vector<ClockHint>{{0, 7200 * kSecond}, {1, 7200 * kSecond}}));
}

}  // namespace power_test
