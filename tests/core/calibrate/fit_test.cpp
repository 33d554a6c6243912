#include "core/calibrate/fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace weir::calibrate::fit_test {
namespace {

// y = a + b x, relative errors of 1 %.
Problem line(const std::vector<double>& x, const std::vector<double>& y) {
  Problem p;
  p.parameters = {{.name = "a", .start = 1}, {.name = "b", .start = 1}};
  p.residuals = x.size();
  p.evaluate = [x, y](std::span<const double> v, std::span<double> out) {
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = ((v[0] + v[1] * x[i]) / y[i] - 1) / 0.01;
    return true;
  };
  return p;
}

TEST(Fit, FindsTheConstantsOfExactRows) {
  std::vector<double> x, y;
  for (double v : {1.0, 10.0, 100.0, 1000.0}) x.push_back(v), y.push_back(5 + 0.25 * v);
  const auto f = fit(line(x, y));
  ASSERT_TRUE(f) << f.error().line();
  EXPECT_NEAR(f->values[0], 5, 1e-6);
  EXPECT_NEAR(f->values[1], 0.25, 1e-8);
}

// 95 % intervals hold the truth about 95 times in 100: over 400 seeded tables of 12 rows with 1 % noise.
TEST(Fit, IntervalsCoverTheTruth) {
  int covered = 0;
  const int tables = 400;
  for (int t = 0; t < tables; ++t) {
    std::mt19937_64 random(static_cast<std::uint64_t>(t));
    std::normal_distribution<double> noise(0, 0.01);
    std::vector<double> x, y;
    for (int i = 0; i < 12; ++i) x.push_back(std::pow(2.0, i)), y.push_back((5 + 0.25 * x.back()) * (1 + noise(random)));
    const auto f = fit(line(x, y));
    ASSERT_TRUE(f);
    covered += f->constants[1].low <= 0.25 && 0.25 <= f->constants[1].high ? 1 : 0;
  }
  EXPECT_GE(covered, 0.91 * tables);
  EXPECT_LE(covered, 0.99 * tables);
}

TEST(Fit, OneWildRowHardlyMovesIt) {
  std::vector<double> x, y;
  for (int i = 0; i < 12; ++i) x.push_back(std::pow(2.0, i)), y.push_back(5 + 0.25 * x.back());
  y[6] *= 2;
  const auto f = fit(line(x, y));
  ASSERT_TRUE(f);
  EXPECT_NEAR(f->values[1], 0.25, 0.005);
}

TEST(Fit, APriorStandsInForMissingRows) {
  Problem p = line({10}, {7.5});
  EXPECT_FALSE(fit(p));
  p.parameters[0].prior = 5;
  p.parameters[0].prior_error = 0.05;
  const auto f = fit(p);
  ASSERT_TRUE(f) << f.error().line();
  EXPECT_NEAR(f->values[0], 5, 0.01);
  EXPECT_NEAR(f->values[1], 0.25, 0.01);
  EXPECT_LT(f->constants[1].low, 0.25);
  EXPECT_GT(f->constants[1].high, 0.25);
}

TEST(Fit, RespectsBounds) {
  std::vector<double> x, y;
  for (double v : {1.0, 10.0, 100.0}) x.push_back(v), y.push_back(5 + 0.25 * v);
  Problem p = line(x, y);
  p.parameters[1].highest = 0.2;
  p.parameters[1].start = 0.1;
  const auto f = fit(p);
  ASSERT_TRUE(f);
  EXPECT_NEAR(f->values[1], 0.2, 1e-6);
}

TEST(Fit, StudentQuantiles) {  // Abramowitz and Stegun, table 26.10
  EXPECT_NEAR(studentT95(1), 12.706, 1e-3);
  EXPECT_NEAR(studentT95(10), 2.228, 1e-3);
  EXPECT_NEAR(studentT95(1e6), 1.960, 1e-3);
  EXPECT_TRUE(std::isinf(studentT95(0)));
}

}  // namespace
}  // namespace weir::calibrate::fit_test
