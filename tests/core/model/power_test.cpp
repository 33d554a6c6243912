// Closed forms of frequency and power against hand calculations and each other.
#include "core/model/power.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/model/support.h"

namespace power_test {
using namespace weir::model;

namespace {

const PowerLaw kLab{100, 100, 3};  // LABS.md L8: P = 100 + 100 f^3 W, T = W/f, f from 0.6 to 1.4 GHz

}  // namespace

TEST(PowerLaw, LabEight) {
  EXPECT_DIGITS(kLab.at(1.4), 374.4, 0.1);
  const FrequencyTask work;
  const FrequencyPoint top = atFrequency(kLab, work, 1.4);
  const double least = leastEnergyFrequency(kLab, 0.6, 1.4);
  EXPECT_DOUBLE_EQ(least, std::cbrt(100.0 / 200));
  EXPECT_DIGITS(least, 0.794, 0.001);
  EXPECT_DIGITS(atFrequency(kLab, work, least).energy / top.energy - 1, -0.2933, 1e-4);
  EXPECT_DIGITS(atFrequency(kLab, work, least).time / top.time, 1.764, 0.001);
  const double product = leastProductFrequency(kLab, work, 0.6, 1.4);
  EXPECT_NEAR(product, std::cbrt(2.0), 1e-12);
  EXPECT_DIGITS(atFrequency(kLab, work, product).energy / top.energy - 1, -0.1096, 1e-4);
  EXPECT_DIGITS(atFrequency(kLab, work, product).time / top.time, 1.111, 0.001);
}

// Below f* both time and energy are worse: nothing there is worth choosing, and everything above is.
TEST(PowerLaw, TheFrontStartsAtTheFrequencyOfLeastEnergy) {
  const auto front = frequencyFront(kLab, {}, 0.6, 1.4, 9);
  ASSERT_EQ(front.size(), 9U);
  EXPECT_DOUBLE_EQ(front.front().frequency, leastEnergyFrequency(kLab, 0.6, 1.4));
  EXPECT_DOUBLE_EQ(front.back().frequency, 1.4);
  for (std::size_t i = 1; i < front.size(); ++i) {
    EXPECT_LT(front[i].time, front[i - 1].time);
    EXPECT_GT(front[i].energy, front[i - 1].energy);
  }
  const FrequencyPoint slow = atFrequency(kLab, {}, 0.6);
  EXPECT_GT(slow.energy, front.front().energy);
  EXPECT_GT(slow.time, front.front().time);
}

// LABS.md L8, last task: a fixed communication time leaves the frequency of least energy where it is (its energy does not
// depend on f) and lowers the one of least energy x time, since slowing down costs relatively less time.
TEST(PowerLaw, AFixedSpanLowersTheProductsOptimumOnly) {
  const FrequencyTask waits{1, 1, 150};
  double least = 1.4, product = 1.4;
  for (double f = 0.6; f <= 1.4; f += 1e-5) {
    const FrequencyPoint x = atFrequency(kLab, waits, f), e = atFrequency(kLab, waits, least), p = atFrequency(kLab, waits, product);
    if (x.energy < e.energy) least = f;
    if (x.energy * x.time < p.energy * p.time) product = f;
  }
  EXPECT_NEAR(least, leastEnergyFrequency(kLab, 0.6, 1.4), 2e-5);
  EXPECT_NEAR(product, leastProductFrequency(kLab, waits, 0.6, 1.4), 2e-5);
  EXPECT_LT(product, leastProductFrequency(kLab, {}, 0.6, 1.4));
}

TEST(PowerLaw, EdgesOfTheRangeHold) {
  EXPECT_EQ(leastEnergyFrequency(kLab, 0.9, 1.4), 0.9);
  EXPECT_EQ(leastEnergyFrequency({1000, 1, 3}, 0.6, 1.4), 1.4);  // racing to idle pays
  EXPECT_EQ(leastProductFrequency({100, 100, 2}, {}, 0.6, 1.4), 1.4);  // a = 2: E T = (Ps / f^2 + k) W^2 falls all the way
  EXPECT_TRUE(std::isnan(leastEnergyFrequency({100, 100, 1}, 0.6, 1.4)));
  EXPECT_TRUE(frequencyFront({100, 0, 3}, {}, 0.6, 1.4, 5).empty());
}

// Zeus, NSDI 2023: only joules at eta = 1, only time at the highest power at eta = 0.
TEST(PowerLaw, ZeusCost) {
  EXPECT_EQ(zeusCost(1, 500, 3, 250), 500);
  EXPECT_EQ(zeusCost(0, 500, 3, 250), 750);
  EXPECT_EQ(zeusCost(0.5, 500, 3, 250), 625);
}

}  // namespace power_test
