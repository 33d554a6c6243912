#include "core/summarize/intervals.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/random.h"

namespace intervals_test {
using namespace weir;

namespace {
std::vector<bool> bits(const Intervals& s, int n) {
  std::vector<bool> b(static_cast<std::size_t>(n), false);
  for (const TimeRange& r : s)
    for (std::int64_t t = r.from; t < r.to; ++t) b[static_cast<std::size_t>(t)] = true;
  return b;
}
bool proper(const Intervals& s) {
  for (std::size_t i = 0; i < s.size(); ++i)
    if (s[i].from >= s[i].to || (i > 0 && s[i].from <= s[i - 1].to)) return false;
  return true;
}
}  // namespace

TEST(Intervals, NoLengthTurnsAround) {
  EXPECT_EQ(kAllTime.length(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ((TimeRange{5, 3}.length()), 0);
  EXPECT_EQ((TimeRange{-5, 3}.length()), 8);
}

TEST(Intervals, UniteSortsMergesTouchingAndDropsEmpty) {
  EXPECT_EQ(unite({{5, 7}, {0, 2}, {2, 3}, {9, 9}, {6, 8}, {12, 11}}), (Intervals{{0, 3}, {5, 8}}));
  EXPECT_TRUE(unite(Intervals{}).empty());
}

TEST(Intervals, SubtractCutsHolesAndEnds) {
  EXPECT_EQ(subtract({{0, 10}, {20, 30}}, {{2, 3}, {5, 6}, {9, 25}}), (Intervals{{0, 2}, {3, 5}, {6, 9}, {25, 30}}));
  EXPECT_TRUE(subtract({{1, 2}}, {{0, 3}}).empty());
}

TEST(Intervals, AgreeWithSetsOfPointsOnRandomInput) {
  constexpr int n = 60;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed, 1);
    const auto draw = [&] {
      Intervals any;
      for (std::uint64_t k = random.below(8); k > 0; --k) {
        const auto from = static_cast<std::int64_t>(random.below(n));
        any.push_back({from, std::min<std::int64_t>(n, from + static_cast<std::int64_t>(random.below(12)))});
      }
      return any;
    };
    const Intervals rawA = draw();
    const Intervals rawB = draw();
    const Intervals a = unite(rawA);
    const Intervals b = unite(rawB);
    ASSERT_TRUE(proper(a)) << seed;
    EXPECT_EQ(bits(a, n), bits(rawA, n)) << seed;
    const auto pa = bits(a, n);
    const auto pb = bits(b, n);
    std::vector<bool> both(n), less(n), any(n);
    for (std::size_t t = 0; t < n; ++t) {
      both[t] = pa[t] && pb[t];
      less[t] = pa[t] && !pb[t];
      any[t] = pa[t] || pb[t];
    }
    EXPECT_EQ(bits(intersect(a, b), n), both) << seed;
    EXPECT_EQ(bits(subtract(a, b), n), less) << seed;
    EXPECT_EQ(bits(unite(a, b), n), any) << seed;
    EXPECT_TRUE(proper(intersect(a, b)) && proper(subtract(a, b)) && proper(unite(a, b))) << seed;
    const MeasuredIntervals measured(a);
    EXPECT_EQ(measured.length(), length(a));
    for (std::int64_t from = 0; from < n; from += 7)
      for (std::int64_t to = from; to <= n; to += 5)
        EXPECT_EQ(measured.lengthWithin({from, to}), length(intersect(a, {{from, to}}))) << seed;
  }
}

}  // namespace intervals_test
