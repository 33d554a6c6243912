#include "core/base/draw.h"

#include <gtest/gtest.h>

#include <cmath>

namespace draw_test {
using namespace weir;

TEST(Draw, ExponentialHasItsMeanDeviationAndTail) {
  // Mean and deviation are both 1; P(x > 2) = e^-2 = 0.1353. 200,000 draws scatter by 0.0022, 0.0022 and 0.0008.
  Random random(1, 7);
  double sum = 0, squares = 0, beyond = 0;
  const int n = 200'000;
  for (int i = 0; i < n; ++i) {
    const double x = static_cast<double>(exponential(random, 1'000'000)) * 1e-6;
    sum += x;
    squares += x * x;
    beyond += x > 2 ? 1 : 0;
  }
  EXPECT_NEAR(sum / n, 1, 0.01);
  EXPECT_NEAR(std::sqrt(squares / n - sum / n * (sum / n)), 1, 0.015);
  EXPECT_NEAR(beyond / n, std::exp(-2), 0.004);
}

TEST(Draw, NormalHasMeanZeroAndDeviationOne) {
  Random random(1, 8);
  double sum = 0, squares = 0, within = 0;
  const int n = 100'000;
  for (int i = 0; i < n; ++i) {
    const double x = normal(random);
    sum += x;
    squares += x * x;
    within += std::abs(x) < 1 ? 1 : 0;
  }
  EXPECT_NEAR(sum / n, 0, 0.015);
  EXPECT_NEAR(squares / n, 1, 0.02);
  EXPECT_NEAR(within / n, 0.683, 0.01);
}

TEST(Draw, JitterDependsOnItsNumbersAloneAndIsNeverNegative) {
  EXPECT_EQ(jittered(1000, 0, 1, 2, 3), 1000);
  EXPECT_EQ(jittered(1'000'000, 0.1, 1, 2, 3), jittered(1'000'000, 0.1, 1, 2, 3));
  EXPECT_NE(jittered(1'000'000, 0.1, 1, 2, 3), jittered(1'000'000, 0.1, 1, 2, 4));
  EXPECT_NE(jittered(1'000'000, 0.1, 1, 2, 3), jittered(1'000'000, 0.1, 1, 3, 3));
  for (std::uint64_t i = 0; i < 1000; ++i) EXPECT_GE(jittered(1000, 1, 1, 2, i), 0);
}

}  // namespace draw_test
