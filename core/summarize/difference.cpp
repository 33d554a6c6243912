#include "core/summarize/difference.h"

#include <algorithm>
#include <cmath>

#include "core/base/nan.h"
#include "core/base/random.h"

namespace weir {
namespace {

constexpr double kLevel = 0.05;

double normalTail(double z) { return std::erfc(std::fabs(z) / std::sqrt(2.0)); }  // two-sided

// Two-sided sign test of "the median of v is `value`"; 2^-n+1 at the least.
double signP(std::span<const double> v, double value) {
  std::size_t above = 0, n = 0;
  for (const double x : v) {
    if (x == value) continue;
    ++n;
    if (x > value) ++above;
  }
  if (n == 0) return 1;
  const std::size_t k = std::min(above, n - above);
  double log = -static_cast<double>(n) * std::log(2.0), sum = std::exp(log);
  for (std::size_t i = 1; i <= k; ++i) {
    log += std::log(static_cast<double>(n - i + 1)) - std::log(static_cast<double>(i));
    sum += std::exp(log);
  }
  return std::min(2 * sum, 1.0);
}

double variance(std::span<const double> v) {
  if (v.size() < 2) return 0;
  const double m = meanOf(v);
  double s = 0;
  for (const double x : v) s += (x - m) * (x - m);
  return s / static_cast<double>(v.size() - 1);
}

double log2Choose(std::size_t n, std::size_t k) {
  return (std::lgamma(static_cast<double>(n) + 1) - std::lgamma(static_cast<double>(k) + 1) - std::lgamma(static_cast<double>(n - k) + 1)) / std::log(2.0);
}

}  // namespace

std::string_view name(Evidence e) {
  switch (e) {
    case Evidence::CannotBeTold: return "cannot be told";
    case Evidence::Noise: return "no more than the noise";
    case Evidence::Unclear: return "perhaps more than the noise";
    case Evidence::Clear: return "more than the noise";
    case Evidence::Exact: return "exact";
  }
  return "unknown";
}

double meanOf(std::span<const double> v) {
  if (v.empty()) return kNaN;
  double s = 0;
  for (const double x : v) s += x;
  return s / static_cast<double>(v.size());
}

double quantile(std::vector<double> v, double q) {
  if (v.empty()) return kNaN;
  std::sort(v.begin(), v.end());
  const double at = q * static_cast<double>(v.size() - 1);
  const auto i = static_cast<std::size_t>(at);
  if (i + 1 >= v.size()) return v.back();
  return v[i] + (v[i + 1] - v[i]) * (at - static_cast<double>(i));
}

double SampleComparer::rankSumP(std::span<const double> a, std::span<const double> b) {
  std::vector<std::pair<double, bool>> all;  // value, from b
  for (const double x : a) all.emplace_back(x, false);
  for (const double x : b) all.emplace_back(x, true);
  std::sort(all.begin(), all.end());
  const auto n = static_cast<double>(a.size()), m = static_cast<double>(b.size()), total = n + m;
  double rankB = 0, ties = 0;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t k = i;
    while (k < all.size() && all[k].first == all[i].first) ++k;
    const double rank = static_cast<double>(i + k + 1) / 2, t = static_cast<double>(k - i);
    for (std::size_t j = i; j < k; ++j)
      if (all[j].second) rankB += rank;
    ties += t * t * t - t;
    i = k;
  }
  const double u = rankB - m * (m + 1) / 2;
  const double smaller = std::min(u, n * m - u);
  if (ties == 0 && a.size() * b.size() <= kExactUpTo) {
    if (n_ != a.size() || m_ != b.size()) {
      n_ = a.size();
      m_ = b.size();
      // Ways to have the sum u: count(n, m, u) = count(n - 1, m, u - m) + count(n, m - 1, u).
      std::vector<std::vector<double>> row(m_ + 1, std::vector<double>(n_ * m_ + 1, 0));
      for (auto& r : row) r[0] = 1;  // no a at all
      for (std::size_t i = 1; i <= n_; ++i) {
        std::vector<std::vector<double>> next(m_ + 1, std::vector<double>(n_ * m_ + 1, 0));
        next[0][0] = 1;
        for (std::size_t j = 1; j <= m_; ++j)
          for (std::size_t k = 0; k <= i * j; ++k) next[j][k] = next[j - 1][k] + (k >= j ? row[j][k - j] : 0);
        row = std::move(next);
      }
      tail_ = row[m_];
      double sum = 0;
      for (const double x : tail_) sum += x;
      double upTo = 0;
      for (double& x : tail_) x = (upTo += x) / sum;
    }
    return std::min(2 * tail_[static_cast<std::size_t>(smaller + 0.5)], 1.0);
  }
  const double spread = n * m / 12 * (total + 1 - ties / (total * (total - 1)));
  if (!(spread > 0)) return 1;
  return normalTail(std::max(n * m / 2 - smaller - 0.5, 0.0) / std::sqrt(spread));
}

// The smallest p there is: twice one in (a + b choose a), or in 2^n of the sign test.
bool SampleComparer::canTell(std::size_t a, std::size_t b, bool exactA, bool exactB) {
  if (exactA && exactB) return true;
  if (exactA || exactB) return 1 - static_cast<double>(exactA ? b : a) <= std::log2(kLevel);
  return a > 1 && b > 1 && 1 - log2Choose(a + b, a) <= std::log2(kLevel);
}

SampleDifference SampleComparer::compare(std::span<const double> a, std::span<const double> b, bool exactA, bool exactB) {
  SampleDifference d;
  d.low = d.high = d.p = kNaN;
  const double meanA = meanOf(a), meanB = meanOf(b);
  d.difference = meanB - meanA;
  if (a.empty() || b.empty()) return d;
  if (exactA && exactB) {
    d.low = d.high = d.difference;
    d.evidence = Evidence::Exact;
    return d;
  }
  if (!canTell(a.size(), b.size(), exactA, exactB)) return d;
  const bool variesA = !exactA, variesB = !exactB;
  d.p = variesA && variesB ? rankSumP(a, b) : signP(variesA ? a : b, variesA ? meanB : meanA);
  if (a.size() + b.size() > kBootstrapUpTo) {
    const double half = 1.959964 * std::sqrt((variesA ? variance(a) / static_cast<double>(a.size()) : 0) + (variesB ? variance(b) / static_cast<double>(b.size()) : 0));
    d.low = d.difference - half;
    d.high = d.difference + half;
    return d;
  }
  std::vector<double> drawn(static_cast<std::size_t>(resamples_));
  Random random(20260101, a.size() * 1000 + b.size());
  const auto draw = [&](std::span<const double> v, double mean, bool varies) {
    if (!varies) return mean;
    double s = 0;
    for (std::size_t i = 0; i < v.size(); ++i) s += v[random.below(v.size())];
    return s / static_cast<double>(v.size());
  };
  for (double& x : drawn) {
    const double from = draw(a, meanA, variesA);
    x = draw(b, meanB, variesB) - from;
  }
  std::sort(drawn.begin(), drawn.end());
  const auto at = [&](double q) { return drawn[static_cast<std::size_t>(q * static_cast<double>(drawn.size() - 1) + 0.5)]; };
  d.low = at(0.025);
  d.high = at(0.975);
  return d;
}

void judge(std::vector<SampleDifference*>& table) {
  std::vector<SampleDifference*> tested;
  for (SampleDifference* d : table)
    if (!std::isnan(d->p)) tested.push_back(d);
  std::sort(tested.begin(), tested.end(), [](const SampleDifference* x, const SampleDifference* y) { return x->p < y->p; });
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < tested.size(); ++i)
    if (tested[i]->p <= kLevel * static_cast<double>(i + 1) / static_cast<double>(tested.size())) accepted = i + 1;
  double corrected = 1;
  for (std::size_t i = tested.size(); i-- > 0;) {
    SampleDifference& d = *tested[i];
    corrected = std::min(corrected, d.p * static_cast<double>(tested.size()) / static_cast<double>(i + 1));
    d.corrected = corrected;
    d.rows = tested.size();
    const bool leavesOutZero = d.low > 0 || d.high < 0;
    d.evidence = !leavesOutZero ? Evidence::Noise : i < accepted ? Evidence::Clear : Evidence::Unclear;
  }
}

}  // namespace weir
