#include "core/scenario/traffic.h"

#include <gtest/gtest.h>

#include <set>

#include "core/scenario/validate.h"
#include "tests/core/scenario/support.h"

namespace traffic_test {
using namespace weir;
using namespace weir::test;

TEST(Flows, AFileIsReadWithComments) {
  const auto f = parseFlows("# from to bytes start\n0 5 2000000 0\n\n 1\t2 10 3 # late\r\n3 4 7\n", "a.flows");
  ASSERT_TRUE(f) << f.error().line();
  ASSERT_EQ(f->size(), 3U);
  EXPECT_EQ((*f)[1], (Flow{1, 2, Bytes::of(10), Time::ns(3)}));
  EXPECT_EQ((*f)[2].start, Time());
}

TEST(Flows, BadLinesAreNamed) {
  for (const char* bad : {"0 1\n", "0 1 2 3 4\n", "a b c d\n", "0 1 2x 3\n", "-1 1 2 3\n", "0 1 0 0\n", "0 1 5 -2\n", "0 1 99999999999999999999 0\n"}) {
    const auto f = parseFlows(std::string("0 1 5 0\n") + bad, "b.flows");
    ASSERT_FALSE(f) << bad;
    EXPECT_EQ(f.error().where, "b.flows, line 2") << bad;
  }
  EXPECT_FALSE(parseFlows("# nothing\n", "c.flows"));
}

TEST(Flows, AScenarioFindsItsFlowsBesideIt) {
  const auto dir = std::filesystem::temp_directory_path() / "weir-flows-test";
  std::filesystem::create_directories(dir);
  std::ofstream(dir / "p.flows") << "0 1 2000000 0\n2 3 2000000 100\n";
  std::ofstream(dir / "s.json") << R"({"machine": "small-cluster", "workload": {"kind": "traffic", "flows_file": "p.flows"}})";
  const auto s = loadScenario((dir / "s.json").string(), presets());
  ASSERT_TRUE(s) << s.error().line();
  EXPECT_EQ(s->workload.flows.size(), 2U);
  EXPECT_TRUE(validate(*s));
  std::ofstream(dir / "s.json") << R"({"machine": "small-cluster", "workload": {"kind": "traffic", "flows_file": "q.flows"}})";
  const auto missing = loadScenario((dir / "s.json").string(), presets());
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().line().find("q.flows"), std::string::npos);
  std::filesystem::remove_all(dir);
}

TEST(Traffic, PatternsHaveTheirShape) {
  Scenario s = read(R"({"machine": "small-cluster", "workload": "permutation-2mb"})");
  s.machine.nodes = 100;
  const auto permutation = trafficFlows(s);
  std::set<int> to;
  for (const Flow& f : permutation) {
    EXPECT_NE(f.from, f.to);
    to.insert(f.to);
  }
  EXPECT_EQ(permutation.size(), 100U);
  EXPECT_EQ(to.size(), 100U);
  EXPECT_EQ(trafficFlows(s), permutation);
  s.seed = 2;
  EXPECT_NE(trafficFlows(s), permutation);

  s.workload.pattern = "incast";
  s.workload.sources = 32;
  std::set<int> from;
  for (const Flow& f : trafficFlows(s)) {
    EXPECT_EQ(f.to, 0);
    EXPECT_GT(f.from, 0);
    EXPECT_LT(f.from, 100);
    from.insert(f.from);
  }
  EXPECT_EQ(from.size(), 32U);

  s.workload.pattern = "all-to-all";
  EXPECT_EQ(trafficFlows(s).size(), 9900U);
  s.workload.pattern = "uniform";
  for (const Flow& f : trafficFlows(s)) EXPECT_NE(f.from, f.to);
}

}  // namespace traffic_test
