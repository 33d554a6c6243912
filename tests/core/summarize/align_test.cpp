// Sequences side by side: brute force over the longest common subsequence, inserted and left-out elements found again, cost.
#include "core/summarize/align.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <set>

#include "core/base/random.h"

namespace align_test {
using namespace weir;

namespace {

using Signatures = std::vector<std::uint64_t>;

std::size_t longestCommon(const Signatures& a, const Signatures& b) {
  std::vector<std::size_t> row(b.size() + 1, 0);
  for (const std::uint64_t x : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t up = row[j];
      row[j] = x == b[j - 1] ? diagonal + 1 : std::max(row[j], row[j - 1]);
      diagonal = up;
    }
  }
  return row.back();
}

void wellFormed(const Matches& m, const Signatures& a, const Signatures& b) {
  for (std::size_t k = 0; k < m.size(); ++k) {
    ASSERT_EQ(a[m[k].first], b[m[k].second]);
    if (k > 0) {
      ASSERT_LT(m[k - 1].first, m[k].first);
      ASSERT_LT(m[k - 1].second, m[k].second);
    }
  }
}

}  // namespace

TEST(Align, ByHand) {
  EXPECT_TRUE(align(Signatures{}, Signatures{}).empty());
  EXPECT_TRUE(align(Signatures{1}, Signatures{}).empty());
  EXPECT_TRUE(align(Signatures{1}, Signatures{2}).empty());
  EXPECT_EQ(align(Signatures{1, 2, 3}, Signatures{1, 3}), (Matches{{0, 0}, {2, 1}}));
  EXPECT_EQ(align(Signatures{1, 3}, Signatures{1, 2, 3}), (Matches{{0, 0}, {1, 2}}));
  EXPECT_EQ(align(Signatures{7, 1, 2}, Signatures{1, 2, 9}), (Matches{{1, 0}, {2, 1}}));
}

TEST(Align, AsManyAsTheLongestCommonSubsequence) {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    Random random(seed, 1);
    const auto draw = [&] {
      Signatures s(random.below(25));
      for (auto& x : s) x = random.below(1 + seed % 6);
      return s;
    };
    const Signatures a = draw(), b = draw();
    const Matches m = align(a, b);
    wellFormed(m, a, b);
    ASSERT_EQ(m.size(), longestCommon(a, b)) << seed;
  }
}

TEST(Align, InsertedAndLeftOutElementsAreFoundAgain) {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    Random random(seed, 2);
    Signatures a(60 + random.below(200));
    std::iota(a.begin(), a.end(), 1000);  // all different: which one was touched is no matter of taste
    Signatures b;
    std::set<std::size_t> left;
    std::set<std::size_t> inserted;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (random.below(10) == 0) inserted.insert(b.size()), b.push_back(1'000'000 + i);
      if (random.below(10) == 0) left.insert(i);
      else b.push_back(a[i]);
    }
    const Matches m = align(a, b);
    std::set<std::size_t> inA, inB;
    for (const auto& [i, j] : m) {
      ASSERT_EQ(a[i], b[j]);
      inA.insert(i);
      inB.insert(j);
    }
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(inA.contains(i), !left.contains(i)) << seed;
    for (std::size_t j = 0; j < b.size(); ++j) ASSERT_EQ(inB.contains(j), !inserted.contains(j)) << seed;
  }
}

// The size tells which of several equal operations was put in: by the operation alone the last could be it as well.
TEST(Align, StricterSignaturesDecideWhichOne) {
  const std::vector<Signatures> a{{25, 25, 10}, {1, 1, 1}}, b{{25, 99, 25, 10}, {1, 1, 1, 1}};
  EXPECT_EQ(align(a, b), (Matches{{0, 0}, {1, 2}, {2, 3}}));
  // Where sizes changed throughout, the order decides.
  const std::vector<Signatures> c{{25, 25, 10}, {1, 1, 2}}, d{{12, 12, 5}, {1, 1, 2}};
  EXPECT_EQ(align(c, d), (Matches{{0, 0}, {1, 1}, {2, 2}}));
}

TEST(Align, LinearForEqualRunsAndBoundedForStrangers) {
  Signatures a(1'000'000);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = i % 97;
  Signatures b = a;
  b.insert(b.begin() + 400'000, 5000);
  const auto begin = std::chrono::steady_clock::now();
  const Matches m = align(a, b);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(m.size(), a.size());
  EXPECT_LT(took.count(), 5);
  Random random(1, 1);
  Signatures x(20'000), y(20'000);
  for (auto& v : x) v = random.below(50);
  for (auto& v : y) v = random.below(50);
  const Matches other = align(x, y);  // far more differences than are searched
  wellFormed(other, x, y);
  EXPECT_GT(other.size(), 100U);
}

}  // namespace align_test
