#include "core/model/uncertainty.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/model/predict.h"
#include "core/scenario/json.h"

namespace weir::uncertainty_test {
namespace {

// A ring of 8 whose time is 2 (n-1) a + 2 (n-1)/n M / B = 14 a + 14.336 ms: linear in a.
Scenario ring(const std::string& intervals) {
  auto s = scenarioFromJson(R"({"weir": 1, "machine": {"nodes": 8, "node": {"nic": {"bandwidth": "100Gbps"}}, "network": {"topology": "switch", "link": {"bandwidth": "100Gbps"}}},
    "workload": {"kind": "collective", "operation": "all-reduce", "algorithm": "ring", "sizes": ["102.4MB"], "step_latency": "5us"}, "intervals": )" + intervals + "}", "ring.json", {});
  EXPECT_TRUE(s) << s.error().line();
  return *s;
}

TEST(Uncertainty, OneConstantMovesTheAnswerByItsInterval) {
  const Scenario s = ring(R"({"workload.step_latency": ["4us", "8us"]})");
  const auto o = predictWithIntervals(s);
  ASSERT_TRUE(o) << o.error().line();
  ASSERT_TRUE(o->uncertainty);
  EXPECT_NEAR(o->step_s, 0.014406, 1e-9);
  EXPECT_NEAR(o->uncertainty->step_s.low, 0.014406 - 14e-6, 1e-9);
  EXPECT_NEAR(o->uncertainty->step_s.high, 0.014406 + 3 * 14e-6, 1e-9);
  EXPECT_EQ(o->uncertainty->rests_on[0].path, "workload.step_latency");
}

// Independent constants: roots of sums of squares, so wider than either and narrower than both added up.
TEST(Uncertainty, TwoConstantsAddInSquares) {
  const Scenario s = ring(R"({"workload.step_latency": ["5us", "25us"], "machine.network.link.bandwidth": ["98Gbps", "100Gbps"]})");
  const auto o = predictWithIntervals(s);
  ASSERT_TRUE(o);
  const double a = 14 * 20e-6, b = 0.014336 * (100.0 / 98 - 1);
  EXPECT_NEAR(o->uncertainty->step_s.high, o->step_s + std::hypot(a, b), 1e-8);
  EXPECT_NEAR(o->uncertainty->step_s.low, o->step_s, 1e-12);
}

TEST(Uncertainty, CertainConstantsGiveAPoint) {
  const auto o = predictWithIntervals(ring("{}"));
  ASSERT_TRUE(o);
  EXPECT_EQ(o->uncertainty->step_s.low, o->uncertainty->step_s.high);
  EXPECT_TRUE(std::isnan(o->uncertainty->time_to_target_s.low));
}

}  // namespace
}  // namespace weir::uncertainty_test
