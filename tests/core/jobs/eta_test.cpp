#include "core/jobs/eta.h"

#include <gtest/gtest.h>

namespace eta_test {
using namespace weir;

namespace {
Progress::Snapshot at(double elapsed_s, std::uint64_t done, std::uint64_t total = 1000, bool paused = false) {
  return {"simulating", done, total, elapsed_s, paused};
}
}  // namespace

TEST(Eta, UnknownUntilThereIsARate) {
  Eta eta;
  EXPECT_LT(eta.left_s(), 0);
  eta.sample(at(0, 0));
  EXPECT_LT(eta.left_s(), 0);
  eta.sample(at(0.2, 10));
  EXPECT_LT(eta.left_s(), 0) << "too short to tell";
  eta.sample(at(2, 0 + 10));
  EXPECT_NEAR(eta.rate(), 5, 1e-12);
  EXPECT_NEAR(eta.left_s(), 990 / 5.0, 1e-9);
}

TEST(Eta, NothingDoneOrNoTotalIsUnknown) {
  Eta eta;
  for (int i = 0; i <= 10; ++i) eta.sample(at(i, 0));
  EXPECT_LT(eta.left_s(), 0);
  Eta open;
  for (int i = 0; i <= 10; ++i) open.sample(at(i, static_cast<std::uint64_t>(i), 0));
  EXPECT_LT(open.left_s(), 0);
  EXPECT_NEAR(open.rate(), 1, 1e-12);
}

TEST(Eta, FollowsTheRateOfTheLastSeconds) {
  Eta eta;
  // 100 a second for 4 s, then 10 a second for 10 s: 400 + 100 = 500 done, 500 left at 10 a second are 50 s.
  for (int i = 0; i <= 40; ++i) eta.sample(at(i * 0.1, static_cast<std::uint64_t>(i * 10)));
  EXPECT_NEAR(eta.left_s(), 6, 1e-9);
  for (int i = 1; i <= 100; ++i) eta.sample(at(4 + i * 0.1, static_cast<std::uint64_t>(400 + i)));
  EXPECT_NEAR(eta.left_s(), 50, 1e-6);
}

TEST(Eta, APauseAndANewPhase) {
  Eta eta;
  eta.sample(at(0, 0));
  eta.sample(at(1, 100));
  for (int i = 0; i < 50; ++i) eta.sample(at(1, 100, 1000, true));
  EXPECT_NEAR(eta.left_s(), 9, 1e-9);
  eta.sample(at(0.1, 0));  // another phase has begun
  EXPECT_LT(eta.left_s(), 0);
}

}  // namespace eta_test
