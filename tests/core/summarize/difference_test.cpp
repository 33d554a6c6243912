// More than the noise or not: p by hand and by brute force, how often noise alone is called a difference, intervals.
#include "core/summarize/difference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/random.h"

namespace difference_test {
using namespace weir;

namespace {

// All ways to give the pooled ranks to b: how many are at least as far from the middle.
double rankSumByHand(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all(a);
  all.insert(all.end(), b.begin(), b.end());
  std::vector<double> sorted = all;
  std::sort(sorted.begin(), sorted.end());
  const auto rank = [&](double v) { return static_cast<double>(std::lower_bound(sorted.begin(), sorted.end(), v) - sorted.begin()) + 1; };
  double observed = 0;
  for (const double v : b) observed += rank(v);
  const double middle = static_cast<double>(b.size()) * static_cast<double>(all.size() + 1) / 2;
  std::vector<int> chosen(all.size(), 0);
  std::fill(chosen.end() - static_cast<std::ptrdiff_t>(b.size()), chosen.end(), 1);
  double far = 0, ways = 0;
  do {
    double sum = 0;
    for (std::size_t i = 0; i < all.size(); ++i) sum += chosen[i] ? static_cast<double>(i + 1) : 0;
    ++ways;
    if (std::fabs(sum - middle) >= std::fabs(observed - middle) - 1e-9) ++far;
  } while (std::next_permutation(chosen.begin(), chosen.end()));
  return far / ways;
}

double normal(Random& r) { return std::sqrt(-2 * std::log(1 - r.uniform())) * std::cos(6.283185307179586 * r.uniform()); }

}  // namespace

TEST(Difference, RankSumIsExactWithoutTies) {
  SampleComparer comparer;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed, 1);
    std::vector<double> a(4 + random.below(3)), b(4 + random.below(4));
    for (double& v : a) v = random.uniform();
    for (double& v : b) v = random.uniform() + 0.4;
    ASSERT_NEAR(comparer.compare(a, b).p, rankSumByHand(a, b), 1e-12) << seed;
  }
}

TEST(Difference, TooFewCannotTell) {
  SampleComparer comparer;
  const std::vector<double> one{1}, three{1, 2, 3}, far{10, 11, 12}, four{1, 2, 3, 4}, farFour{10, 11, 12, 13};
  const auto single = comparer.compare(one, {{2.0}});
  EXPECT_EQ(single.evidence, Evidence::CannotBeTold);
  EXPECT_TRUE(std::isnan(single.low) && std::isnan(single.p));
  EXPECT_DOUBLE_EQ(single.difference, 1);
  EXPECT_EQ(comparer.compare(one, farFour).evidence, Evidence::CannotBeTold);
  // Three against three: the smallest p is 2 in 20.
  EXPECT_TRUE(std::isnan(comparer.compare(three, far).p));
  auto clear = comparer.compare(four, farFour);  // 2 in 70
  EXPECT_NEAR(clear.p, 2.0 / 70, 1e-12);
  std::vector<SampleDifference*> table{&clear};
  judge(table);
  EXPECT_EQ(clear.evidence, Evidence::Clear);
  EXPECT_GT(clear.low, 0);
  EXPECT_TRUE(std::isnan(comparer.compare({}, four).difference));
}

// One row of twenty that its own interval would call a difference: by chance one of them looks like that.
TEST(Difference, WhatTheCorrectionTakesBackIsUnclearAndNotNoise) {
  SampleComparer comparer;
  const std::vector<double> four{1, 2, 3, 4}, farFour{10, 11, 12, 13};
  std::vector<SampleDifference> rows{comparer.compare(four, farFour)};  // p = 2 in 70
  for (int i = 0; i < 19; ++i) rows.push_back(comparer.compare(four, four));
  std::vector<SampleDifference*> table;
  for (SampleDifference& d : rows) table.push_back(&d);
  judge(table);
  EXPECT_GT(rows[0].low, 0);
  EXPECT_EQ(rows[0].evidence, Evidence::Unclear);
  EXPECT_EQ(rows[0].rows, 20U);
  EXPECT_NEAR(rows[0].corrected, 2.0 / 70 * 20, 1e-12);
  EXPECT_EQ(rows[1].evidence, Evidence::Noise);
  EXPECT_LE(rows[1].corrected, 1);
  // By hand after Benjamini and Hochberg: p of 0.01, 0.02, 0.03, 0.5 in four rows are 0.04, 0.04, 0.04, 0.5.
  std::vector<SampleDifference> four_(4);
  table.clear();
  for (std::size_t i = 0; i < 4; ++i) {
    four_[i].p = std::vector<double>{0.03, 0.5, 0.01, 0.02}[i];
    four_[i].low = four_[i].high = 1;
    table.push_back(&four_[i]);
  }
  judge(table);
  EXPECT_NEAR(four_[0].corrected, 0.04, 1e-12);
  EXPECT_NEAR(four_[1].corrected, 0.5, 1e-12);
  EXPECT_NEAR(four_[2].corrected, 0.04, 1e-12);
  EXPECT_NEAR(four_[3].corrected, 0.04, 1e-12);
  EXPECT_EQ(four_[0].evidence, Evidence::Clear);
  EXPECT_EQ(four_[1].evidence, Evidence::Unclear);
}

TEST(Difference, AgainstAnExactNumber) {
  SampleComparer comparer;
  const std::vector<double> six{1, 1.1, 1.2, 0.9, 1.05, 0.95};
  auto d = comparer.compare(six, {{2.0}}, false, true);
  EXPECT_NEAR(d.p, 2.0 / 64, 1e-12);  // sign test
  std::vector<SampleDifference*> table{&d};
  judge(table);
  EXPECT_EQ(d.evidence, Evidence::Clear);
  auto inside = comparer.compare(six, {{1.02}}, false, true);
  table = {&inside};
  judge(table);
  EXPECT_EQ(inside.evidence, Evidence::Noise);
  EXPECT_EQ(comparer.compare(std::vector<double>{1, 1, 1, 1, 1}, {{2.0}}, false, true).evidence, Evidence::CannotBeTold);  // 2 in 32
  EXPECT_EQ(comparer.compare({{1.0}}, {{1.5}}, true, true).evidence, Evidence::Exact);
}

// Without a difference hardly one row of a table of a hundred may be called clear; with one of three sigmas most are.
TEST(Difference, NoiseAloneIsRarelyCalledADifference) {
  int falsely = 0, tables = 0, found = 0, inInterval = 0, intervals = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed, 5);
    SampleComparer comparer(400);
    std::vector<SampleDifference> rows;
    for (int r = 0; r < 100; ++r) {
      std::vector<double> a(10), b(12);
      for (double& v : a) v = 100 + normal(random);
      for (double& v : b) v = 100 + normal(random) + (r < 10 ? 3 : 0);
      rows.push_back(comparer.compare(a, b));
      const double truth = r < 10 ? 3 : 0;
      ++intervals;
      inInterval += rows.back().low <= truth && truth <= rows.back().high;
    }
    std::vector<SampleDifference*> table;
    for (SampleDifference& d : rows) table.push_back(&d);
    judge(table);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (rows[r].evidence != Evidence::Clear) continue;
      if (r < 10) ++found;
      else ++falsely;
    }
    ++tables;
  }
  EXPECT_GT(found, tables * 10 * 95 / 100);
  EXPECT_LT(falsely, found * 8 / 100);  // false discoveries: 5 % wanted
  const double covered = static_cast<double>(inInterval) / intervals;
  EXPECT_GT(covered, 0.88);  // bootstrap percentiles of ten numbers are a little narrow
  EXPECT_LT(covered, 0.98);
}

TEST(Difference, SameNumbersSameAnswer) {
  SampleComparer x, y;
  const std::vector<double> a{1, 2, 3, 4, 5}, b{2, 3, 4, 5, 9};
  const auto p = x.compare(a, b), q = y.compare(a, b);
  EXPECT_EQ(p.low, q.low);
  EXPECT_EQ(p.high, q.high);
  EXPECT_EQ(p.p, q.p);
  std::vector<double> many(500), more(500);
  Random random(1, 1);
  for (double& v : many) v = normal(random);
  for (double& v : more) v = normal(random) + 0.5;
  const auto large = x.compare(many, more);
  EXPECT_LT(large.p, 1e-6);
  EXPECT_NEAR(large.high - large.low, 2 * 1.96 * std::sqrt(2.0 / 500), 0.02);
}

TEST(Difference, Quantiles) {
  EXPECT_DOUBLE_EQ(quantile({3, 1, 2}, 0.5), 2);
  EXPECT_DOUBLE_EQ(quantile({1, 2}, 0.5), 1.5);
  EXPECT_DOUBLE_EQ(quantile({0, 10}, 0.95), 9.5);
  EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
}

}  // namespace difference_test
