#include "core/optimize/front.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/random.h"

namespace front_test {
using namespace weir;
using Indices = std::vector<std::size_t>;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// The definition, word for word.
Indices byDefinition(const std::vector<double>& v, std::size_t objectives) {
  const std::size_t n = v.size() / objectives;
  Indices front;
  const auto finite = [&](std::size_t i) {
    for (std::size_t k = 0; k < objectives; ++k)
      if (!std::isfinite(v[i * objectives + k])) return false;
    return true;
  };
  for (std::size_t i = 0; i < n; ++i) {
    bool on = finite(i);
    for (std::size_t j = 0; j < n && on; ++j) {
      if (!finite(j)) continue;
      bool noLarger = true;
      bool smaller = false;
      for (std::size_t k = 0; k < objectives; ++k) {
        noLarger &= v[j * objectives + k] <= v[i * objectives + k];
        smaller |= v[j * objectives + k] < v[i * objectives + k];
      }
      on = !(noLarger && smaller);
    }
    if (on) front.push_back(i);
  }
  return front;
}

Indices sorted(Indices v) {
  std::sort(v.begin(), v.end());
  return v;
}

}  // namespace

TEST(Front, SmallCasesByHand) {
  struct Row {
    std::vector<double> x, y;
    Indices front;
  };
  const Row rows[] = {
      {{}, {}, {}},
      {{3}, {4}, {0}},
      {{1, 2, 3}, {3, 2, 1}, {0, 1, 2}},
      {{1, 2, 3}, {1, 2, 3}, {0}},
      {{3, 2, 1}, {1, 2, 3}, {2, 1, 0}},           // in order of x
      {{1, 1, 1}, {2, 1, 3}, {1}},                 // same x: only the smallest y
      {{1, 2, 3}, {2, 2, 2}, {0}},                 // same y: only the smallest x
      {{1, 1, 2, 2}, {1, 1, 0, 0}, {0, 1, 2, 3}},  // equal points all stay
      {{1, kNan, 2}, {2, 0, kNan}, {0}},
      {{kNan}, {kNan}, {}},
      {{kInf, 1, -kInf}, {0, 1, 5}, {1}},
      {{0.0, -0.0}, {1, 1}, {0, 1}},
  };
  for (const Row& r : rows) {
    EXPECT_EQ(nonDominated(r.x, r.y), r.front);
    std::vector<double> both;
    for (std::size_t i = 0; i < r.x.size(); ++i) both.insert(both.end(), {r.x[i], r.y[i]});
    EXPECT_EQ(nonDominated(both, 2), r.front);
  }
}

TEST(Front, AgreesWithTheDefinition) {
  Random r(4, 2);
  for (int round = 0; round < 200; ++round) {
    const std::size_t objectives = 1 + r.below(4);
    const std::size_t n = r.below(60);
    std::vector<double> v;
    // few distinct values: many ties; some unknown
    for (std::size_t i = 0; i < n * objectives; ++i)
      v.push_back(r.below(25) == 0 ? kNan : static_cast<double>(r.below(round % 2 == 0 ? 6 : 1000)));
    const Indices expected = byDefinition(v, objectives);
    EXPECT_EQ(sorted(nonDominated(v, objectives)), expected);
    if (objectives == 2) {
      std::vector<double> x;
      std::vector<double> y;
      for (std::size_t i = 0; i < n; ++i) {
        x.push_back(v[2 * i]);
        y.push_back(v[2 * i + 1]);
      }
      EXPECT_EQ(sorted(nonDominated(x, y)), expected);
    }
  }
}

// True fronts of ZDT1 (f2 = 1 - sqrt f1) and ZDT2 (f2 = 1 - f1^2), f1 in [0, 1]; below (1.1, 1.1) they cover
// 0.1 x 1.1 + int_0^1 (1.1 - f2) = 0.11 + 0.1 + 2/3 = 0.876667 and 0.11 + 0.1 + 1/3 = 0.543333. n samples miss < 1/n.
TEST(Front, HypervolumeOfZdt) {
  constexpr int n = 200'000;
  std::vector<double> x;
  std::vector<double> zdt1;
  std::vector<double> zdt2;
  for (int i = 0; i <= n; ++i) {
    const double f = static_cast<double>(i) / n;
    x.push_back(f);
    zdt1.push_back(1 - std::sqrt(f));
    zdt2.push_back(1 - f * f);
  }
  EXPECT_NEAR(hypervolume(x, zdt1, 1.1, 1.1), 0.876667, 6e-6);
  EXPECT_NEAR(hypervolume(x, zdt2, 1.1, 1.1), 0.543333, 6e-6);
  EXPECT_EQ(nonDominated(x, zdt1).size(), x.size());
}

TEST(Front, HypervolumeByHand) {
  // (1,2) and (2,1) below (3,3): 2x1 + 1x2 - overlap 1x1 = 3, in any order; dominated, outside and unknown points add nothing.
  EXPECT_DOUBLE_EQ(hypervolume(std::vector{1.0, 2.0}, std::vector{2.0, 1.0}, 3, 3), 3);
  EXPECT_DOUBLE_EQ(
      hypervolume(std::vector{2.0, 2.0, 1.0, 4.0, 0.0, kNan, 3.0}, std::vector{1.0, 2.0, 2.0, 0.0, 4.0, 0.0, 0.0}, 3, 3), 3);
  EXPECT_EQ(hypervolume({}, {}, 1, 1), 0);
}

}  // namespace front_test
