// Clock and power under a limit: limits of the law, by hand and by property.
#include "core/model/power_limit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace weir::model::power_limit_test {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

// Kernels bound by the core only, no host: what a hand can follow.
BatchLoad bare() {
  BatchLoad w;
  w.busy_s = 100;
  w.compute = 1;
  w.power_w = 200;
  return w;
}

double active(const LimitedPass& p) {
  const ClockPower c;
  const double up = std::pow(p.busy, 4);
  return c.active_w * up / (up + std::pow(c.ramp, 4));
}

TEST(PowerLimit, WithoutAFloorTheCubeLaw) {
  ClockPower c;
  c.floor = c.knee = 0;
  for (const double x : {0.2, 0.5, 0.8, 1.0}) {
    EXPECT_NEAR(dynamicAt(c, x), x * x * x, 1e-12);
    EXPECT_NEAR(clockAt(c, x * x * x), x, 1e-9);
  }
}

TEST(PowerLimit, ClockAndDynamicPowerAreEachOthersInverse) {
  for (const double floor : {0.0, 0.5, 0.72, 0.95})
    for (const double knee : {0.0, 0.4, 0.77, 0.9}) {
      ClockPower c;
      c.floor = floor;
      c.knee = floor > 0 ? knee : 0;
      double last = 0;
      for (double x = 0.05; x <= 1; x += 0.05) {
        EXPECT_GT(dynamicAt(c, x), last);
        last = dynamicAt(c, x);
        EXPECT_NEAR(clockAt(c, last), x, 1e-9) << floor << " " << knee;
      }
    }
  EXPECT_EQ(clockAt({}, 1.5), 1);
  EXPECT_EQ(clockAt({}, 0), 0);
}

// 70 W still + 200 W; a limit of 140 W leaves 70 / 200 = 0.35 of the dynamic power. Below the knee the voltage is 0.72 of the
// highest: 0.35 / 0.5184 = 0.6752 of the clock, so 100 s become 148.1 s.
TEST(PowerLimit, ALimitByHand) {
  const ClockPower c;
  const LimitedPass p = limitedPass(c, bare(), 32, 140);
  EXPECT_NEAR(p.compute_clock, 0.35 / 0.5184, 1e-3);
  EXPECT_NEAR(p.time_s, 100 * 0.5184 / 0.35, 0.3);
  EXPECT_NEAR(p.power_w, 140, 0.5);
  const LimitedPass free = limitedPass(c, bare(), 32, kNone);
  EXPECT_EQ(free.compute_clock, 1);
  EXPECT_NEAR(free.time_s, 100, 1e-9);
  EXPECT_NEAR(free.power_w, 55 + 15 / (1 + std::pow(0.2, 4)) + 200, 1e-9);
  EXPECT_NEAR(limitedPass(c, bare(), 32, 0).power_w, free.power_w, 1e-12);
}

TEST(PowerLimit, AHigherLimitIsNeverSlowerNorDrawsLess) {
  BatchLoad w = bare();
  w.busy_step_s = 300;
  w.host_s = 20;
  w.host_step_s = 1500;
  w.compute = 0.6;
  for (const double batch : {1.0, 8.0, 64.0, 1024.0}) {
    LimitedPass last;
    for (double limit = 80; limit <= 1000; limit += 5) {
      const LimitedPass p = limitedPass({}, w, batch, limit);
      if (limit > 80) {
        EXPECT_LE(p.time_s, last.time_s * (1 + 1e-12)) << batch << " " << limit;
        // Apart from active_w, which follows the busy share: that falls where kernels finish sooner beside a slow host.
        EXPECT_GE(p.power_w - active(p), (last.power_w - active(last)) * (1 - 1e-12)) << batch << " " << limit;
      }
      last = p;
    }
    const LimitedPass free = limitedPass({}, w, batch, kNone);
    EXPECT_NEAR(last.time_s, free.time_s, 1e-3 * free.time_s);
  }
}

// Never below its least clock: then the limit is exceeded, and that is what is drawn.
TEST(PowerLimit, TheLeastClockMayExceedTheLimit) {
  const LimitedPass p = limitedPass({}, bare(), 32, 71);
  EXPECT_EQ(p.compute_clock, ClockPower{}.lowest);
  EXPECT_GT(p.power_w, 71);
}

// Memory-bound kernels hardly mind a lower clock; a host that dominates minds no limit at all.
TEST(PowerLimit, WhatIsNotBoundByTheCoreLosesLess) {
  BatchLoad memory = bare();
  memory.compute = 0.2;
  memory.power_w = 200 * (0.2 + 0.8 * memory.memory_power);  // its core-bound kernels draw the same 200 W
  EXPECT_LT(limitedPass({}, memory, 32, 140).time_s, limitedPass({}, bare(), 32, 140).time_s);
  BatchLoad host = bare();
  host.host_step_s = 1e5;
  const LimitedPass limited = limitedPass({}, host, 8, 100), free = limitedPass({}, host, 8, kNone);
  EXPECT_NEAR(limited.time_s, free.time_s, 1e-6 * free.time_s);
  EXPECT_LT(free.busy, 0.01);
  EXPECT_NEAR(free.power_w, ClockPower{}.idle_w, 2);
}

// Joules of kernels do not depend on how they are spread over the batch: energy less the still power is the work's.
TEST(PowerLimit, EnergyIsStillPowerAndWork) {
  BatchLoad w = bare();
  w.host_step_s = 4000;
  for (const double batch : {8.0, 64.0, 512.0}) {
    const LimitedPass p = limitedPass({}, w, batch, kNone);
    const double up = std::pow(p.busy, 4), still = 55 + 15 * up / (up + std::pow(0.2, 4));
    EXPECT_NEAR(p.energy_j() - still * p.time_s, 200 * 100, 1e-6 * 20000) << batch;
  }
}

TEST(PowerLimit, NothingToDoTakesNoTime) {
  const LimitedPass p = limitedPass({}, {.busy_s = 0}, 8, 100);
  EXPECT_EQ(p.time_s, 0);
  EXPECT_EQ(p.power_w, 0);
}

}  // namespace
}  // namespace weir::model::power_limit_test
