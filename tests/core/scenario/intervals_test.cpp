#include "core/scenario/intervals.h"

#include <gtest/gtest.h>

#include "core/scenario/json.h"

namespace weir::intervals_test {
namespace {

Scenario read(const std::string& text) {
  auto s = scenarioFromJson(text, "job.json", {});
  EXPECT_TRUE(s) << s.error().line();
  return s ? *s : Scenario{};
}

const std::string kJob = R"({"weir": 1, "machine": {"nodes": 2, "node": {"nic": {"bandwidth": "100Gbps", "latency": "1us"}}},
  "workload": {"kind": "collective", "operation": "all-reduce", "sizes": ["1MB"]}, )";

TEST(Intervals, AreReadWrittenAndListed) {
  const Scenario s = read(kJob + R"("intervals": {"machine.node.nic.latency": ["0.5us", "2us"], "machine.network.taper": [1, 2.5]}})");
  ASSERT_EQ(s.intervals.size(), 2U);
  const auto values = uncertainValues(s);
  ASSERT_GE(values.size(), 2U);
  const Scenario again = read(scenarioToJson(s));
  EXPECT_EQ(again.intervals, s.intervals);
  EXPECT_EQ(again.intervals.at("machine.network.taper"), (Interval{"1", "2.5"}));
}

TEST(Intervals, AValueSetByHandIsCertain) {
  const Scenario s = read(kJob + R"("intervals": {"machine.node.nic.latency": ["0.5us", "2us"]}})");
  const auto set = withSetting(s, "machine.node.nic.latency", "3us");
  ASSERT_TRUE(set);
  EXPECT_TRUE(set->intervals.empty());
  const auto whole = withSetting(s, "machine.node.nic", R"({"latency": "3us"})");
  ASSERT_TRUE(whole) << whole.error().line();
  EXPECT_TRUE(whole->intervals.empty());
}

TEST(Intervals, NonsenseIsNamed) {
  struct Row {
    const char* text;
    const char* says;
  };
  for (const Row& r : {Row{R"("intervals": 3})", "no list of intervals"}, Row{R"("intervals": {"machine.nodes": 3}})", "no list of intervals"},
                       Row{R"("intervals": {"machine.node.nic.latncy": ["1us", "2us"]}})", "no such field"},
                       Row{R"("intervals": {"machine.node.nic.latency": ["1us", "2"]}})", "unit"}}) {
    const auto s = scenarioFromJson(kJob + r.text, "job.json", {});
    ASSERT_FALSE(s) << r.text;
    EXPECT_NE(s.error().line().find(r.says), std::string::npos) << s.error().line();
    EXPECT_NE(s.error().line().find("intervals"), std::string::npos) << s.error().line();
  }
}

// Every known default is a value of its field, between its ends, and what a scenario that says nothing holds.
TEST(Intervals, KnownDefaultsAreValuesOfTheirFields) {
  Scenario s = read(R"({"weir": 1, "machine": {"nodes": 2, "storage": [{"name": "pfs"}]}, "workload": {"kind": "training"}})");
  for (const DefaultInterval& d : defaultIntervals()) {
    EXPECT_FALSE(d.source.empty()) << d.path;
    for (const std::string_view v : {d.low, d.value, d.high}) EXPECT_TRUE(withSetting(s, d.path, v)) << d.path << " = " << v;
    bool held = false;
    for (const Setting& x : settings(s)) held = held || (x.path == d.path && x.value == d.value);
    EXPECT_TRUE(held) << d.path << " is not " << d.value << " by default";
  }
}

}  // namespace
}  // namespace weir::intervals_test
