#include "core/model/accuracy_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/model/accuracy.h"
#include "core/scenario/outcome.h"

namespace weir::model {
namespace detail {  // named, as SamplesLaw::Builder holds them

struct BatchRow {
  double log_batch, log_samples, error;
};
// What noise of one size makes of the rows.
struct BatchNoise {
  double scatter = 0;
  std::vector<double> weight;  // of each row
  double total = 0, log_evidence = 0;
};
struct BatchData {
  std::vector<BatchRow> rows;
  std::vector<double> failing;  // logarithms of batches where most runs failed
  double log_longest = 0, middle = 0;
  std::vector<BatchNoise> noises;
};

}  // namespace detail
namespace {

using Row = detail::BatchRow;
using Noise = detail::BatchNoise;
using Data = detail::BatchData;

constexpr double kLowest = -std::numeric_limits<double>::infinity();
// Each family of laws (an exponent a, a small-batch term of exponent p or none) has a grid over log Bc and log Bs. It starts
// as wide as the priors reach and is drawn twice more around what keeps some weight: a promise rests on the width of
// what is left, which a coarse grid would not see.
constexpr int kCriticalPoints = 27, kSmallPoints = 11, kRounds = 3;
constexpr double kCriticalLow = -5, kCriticalHigh = 7;  // log of Bc over the middle
constexpr double kSmallLow = -2, kSmallHigh = 0.8;      // log of Bs over the smallest batch
constexpr double kNegligible = 7.6;                     // laws two thousand times less likely than the best are left out
constexpr std::array kExponents{0.7, 1.0, 1.4};
constexpr std::array kSmallExponents{2.0, 3.0, 4.0};
constexpr std::array kScatters{0.02, 0.04, 0.08, 0.16, 0.32};  // each as likely as any other; whole epochs scatter by no less
constexpr double kPooledRuns = 4;  // a batch size's own spread counts as its runs less one, the pooled one as so many

double normalCdf(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

struct Axis {
  double low = 0, high = 0;
  int points = 1;
  [[nodiscard]] double step() const { return points > 1 ? (high - low) / (points - 1) : 1; }
  [[nodiscard]] double at(int i) const { return low + step() * i; }
  void narrow(int first, int last) {
    if (points < 2) return;
    const double s = step(), from = low;
    low = std::max(low, from + s * (first - 1));
    high = std::min(high, from + s * (last + 1));
  }
};

// Standard errors of the logarithm. A mean over runs of which some failed is of the lucky ones: it may be wrong by the
// share that failed.
std::vector<Row> rowsOf(std::span<const BatchRuns> runs) {
  double sum = 0, degrees = 0;
  for (const BatchRuns& r : runs)
    if (r.converged > 1 && r.spread >= 0 && r.samples > 0) {
      sum += (r.converged - 1) * (r.spread / r.samples) * (r.spread / r.samples);
      degrees += r.converged - 1;
    }
  const double pooled = degrees > 0 ? std::sqrt(sum / degrees) : 0;
  std::vector<Row> rows;
  for (const BatchRuns& r : runs) {
    // Few runs do not tell their own spread well, and runs that count in whole epochs may show none.
    const double own = r.converged > 1 && r.spread >= 0 ? r.converged - 1 : 0;
    const double spread = std::sqrt(((own > 0 ? own * (r.spread / r.samples) * (r.spread / r.samples) : 0) + kPooledRuns * pooled * pooled) / (own + kPooledRuns));
    const double failed = (r.runs - r.converged) / r.converged;
    rows.push_back({std::log(r.batch), std::log(r.samples), std::hypot(spread / std::sqrt(r.converged), failed)});
  }
  return rows;
}

Data dataOf(std::span<const BatchRuns> typical, std::vector<double> failing, double longest) {
  Data d{rowsOf(typical), std::move(failing), std::log(longest), 0, {}};
  for (const Row& r : d.rows) d.middle += r.log_batch / static_cast<double>(d.rows.size());
  for (const double scatter : kScatters) {
    Noise n{scatter, {}, 0, 0};
    for (const Row& r : d.rows) {
      const double v = r.error * r.error + scatter * scatter;
      n.weight.push_back(1 / v);
      n.total += 1 / v;
      n.log_evidence -= 0.5 * std::log(v);
    }
    n.log_evidence -= 0.5 * std::log(n.total);
    d.noises.push_back(std::move(n));
  }
  return d;
}

}  // namespace

double SamplesLaw::logShape(const Member& m, double logBatch) const {
  const double small = m.log_small == kLowest ? 0 : std::exp(m.log_small);
  return std::log(samplesShape(std::exp(logBatch), std::exp(m.log_critical), m.exponent, small, m.small_exponent));
}

// Log weights of one family's laws, density times cell.
struct SamplesLaw::Builder {
  const Data& data;
  const LawPriors& priors;

  std::vector<Member> family(double a, double p, Axis critical, Axis small) const {
    const bool term = p > 0;
    const double cells = small.points > 1 ? small.high - small.low : 1;  // the prior of log Bs is flat over the first grid
    const double share = term ? std::log(priors.small_share / static_cast<double>(kSmallExponents.size()) / cells) : std::log(1 - priors.small_share);
    std::vector<Member> out;
    for (int round = 0; round < kRounds; ++round) {
      out.clear();
      const double cell = std::log(critical.step()) + (term ? std::log(small.step()) : 0);
      std::vector<double> density;
      for (int c = 0; c < critical.points; ++c)
        for (int k = 0; k < small.points; ++k) add(a, p, critical.at(c), term ? small.at(k) : kLowest, share, cell, out, density);
      if (round + 1 == kRounds) break;
      const double best = *std::max_element(density.begin(), density.end());
      int c0 = critical.points, c1 = 0, k0 = small.points, k1 = 0;
      for (int c = 0; c < critical.points; ++c)
        for (int k = 0; k < small.points; ++k)
          if (density[static_cast<std::size_t>(c * small.points + k)] > best - kNegligible) {
            c0 = std::min(c0, c);
            c1 = std::max(c1, c);
            k0 = std::min(k0, k);
            k1 = std::max(k1, k);
          }
      critical.narrow(c0, c1);
      if (term) small.narrow(k0, k1);
    }
    return out;
  }

 private:
  void add(double a, double p, double logCritical, double logSmall, double share, double cell, std::vector<Member>& out, std::vector<double>& density) const {
    const double zc = (logCritical - data.middle - std::log(priors.critical_over_middle)) / priors.critical_spread;
    const double za = std::log(a) / priors.exponent_spread;
    const double prior = share - 0.5 * (zc * zc + za * za);
    const auto shapeAt = [&](double logBatch) { return std::log(1 + std::exp(a * (logBatch - logCritical)) + (p > 0 ? std::exp(p * (logSmall - logBatch)) : 0)); };
    std::array<double, 64> few{};
    std::vector<double> many(data.rows.size() > few.size() ? data.rows.size() : 0);
    double* rest = many.empty() ? few.data() : many.data();
    for (std::size_t i = 0; i < data.rows.size(); ++i) rest[i] = data.rows[i].log_samples - shapeAt(data.rows[i].log_batch);
    double best = kLowest;
    for (const Noise& n : data.noises) {
      double mean = 0, chi = 0;
      for (std::size_t i = 0; i < data.rows.size(); ++i) mean += rest[i] * n.weight[i];
      mean /= n.total;
      for (std::size_t i = 0; i < data.rows.size(); ++i) chi += (rest[i] - mean) * (rest[i] - mean) * n.weight[i];
      double w = prior + n.log_evidence - 0.5 * chi;
      // Most runs failed there: they would have needed more than the longest that did not.
      for (const double b : data.failing) w += std::log(std::max(1e-12, normalCdf((mean + shapeAt(b) - data.log_longest) / std::hypot(n.scatter, 0.1))));
      best = std::max(best, w);
      out.push_back({w + cell, logCritical, a, logSmall, p > 0 ? p : 1, mean, 1 / std::sqrt(n.total), n.scatter});
    }
    density.push_back(best);
  }
};

Result<SamplesLaw> fitSamplesLaw(std::span<const BatchRuns> all, const LawPriors& priors) {
  std::vector<BatchRuns> typical;
  std::vector<double> failing;  // logarithms of batches where most runs failed
  double longest = 0;
  for (const BatchRuns& r : all) {
    if (!(r.batch > 0) || !(r.runs > 0)) continue;
    if (r.samples > 0) longest = std::max(longest, r.samples);
    if (r.samples > 0 && 2 * r.converged >= r.runs) typical.push_back(r);
    else if (2 * r.converged < r.runs) failing.push_back(std::log(r.batch));
  }
  if (typical.empty()) return fail("no batch size at which most runs reached the target", {}, "give one, with its samples or epochs");
  std::sort(typical.begin(), typical.end(), [](const BatchRuns& a, const BatchRuns& b) { return a.batch < b.batch; });

  SamplesLaw law;
  for (const BatchRuns& r : all) {
    law.runs_ += r.runs;
    law.failed_ += r.runs - r.converged;
  }
  for (const BatchRuns& r : typical) law.measured_.push_back(r.batch);
  law.lowest_ = typical.front().batch;
  law.highest_ = typical.back().batch;
  // The longest stretch of batches without a failed run.
  std::vector<BatchRuns> order(all.begin(), all.end());
  std::sort(order.begin(), order.end(), [](const BatchRuns& a, const BatchRuns& b) { return a.batch < b.batch; });
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    while (end < order.size() && order[end].converged == order[end].runs && order[end].samples > 0) ++end;
    if (end - i > law.batches_) {
      law.batches_ = end - i;
      law.min_ = order[i].batch;
      law.max_ = order[end - 1].batch;
    }
    i = end + 1;
  }

  const Data data = dataOf(typical, std::move(failing), longest);
  const double smallest = data.rows.front().log_batch;
  const SamplesLaw::Builder build{data, priors};
  const Axis critical{data.middle + kCriticalLow, data.middle + kCriticalHigh, kCriticalPoints}, none{0, 0, 1}, small{smallest + kSmallLow, smallest + kSmallHigh, kSmallPoints};
  for (const double a : kExponents) {
    std::vector<double> exponents{0};
    exponents.insert(exponents.end(), kSmallExponents.begin(), kSmallExponents.end());
    for (const double p : exponents) {
      const std::vector<SamplesLaw::Member> members = build.family(a, p, critical, p > 0 ? small : none);
      law.members_.insert(law.members_.end(), members.begin(), members.end());
    }
  }
  double best = kLowest;
  for (const SamplesLaw::Member& m : law.members_) best = std::max(best, m.weight);
  std::erase_if(law.members_, [&](const SamplesLaw::Member& m) { return m.weight < best - kNegligible; });
  double sum = 0;
  for (SamplesLaw::Member& m : law.members_) sum += (m.weight = std::exp(m.weight - best));
  for (SamplesLaw::Member& m : law.members_) m.weight /= sum;
  return law;
}

std::vector<double> SamplesLaw::centres(double batch) const {
  std::vector<double> c;
  c.reserve(members_.size());
  for (const Member& m : members_) c.push_back(m.log_min + logShape(m, std::log(batch)));
  return c;
}

double SamplesLaw::quantile(double q, std::span<const double> centres, bool withScatter) const {
  std::vector<double> errors;
  errors.reserve(members_.size());
  double low = std::numeric_limits<double>::infinity(), high = kLowest;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    errors.push_back(std::hypot(members_[i].log_min_error, withScatter ? members_[i].scatter : 0));
    low = std::min(low, centres[i] - 5 * errors[i]);
    high = std::max(high, centres[i] + 5 * errors[i]);
  }
  while (high - low > 1e-5) {
    const double middle = (low + high) / 2;
    double share = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const double z = (middle - centres[i]) / errors[i];
      share += z > 5 ? members_[i].weight : z < -5 ? 0 : members_[i].weight * normalCdf(z);
    }
    (share < q ? low : high) = middle;
  }
  return (low + high) / 2;
}

Estimate SamplesLaw::samples(double batch) const {
  const std::vector<double> c = centres(batch);
  return {std::exp(quantile(0.5, c, true)), std::exp(quantile(0.025, c, true)), std::exp(quantile(0.975, c, true)), batch < lowest_ || batch > highest_};
}

SamplesLaw::Extra SamplesLaw::extra(double batch, double b0, double confidence) const {
  std::vector<std::pair<double, double>> ratio;
  ratio.reserve(members_.size());
  for (const Member& m : members_) ratio.emplace_back(logShape(m, std::log(batch)) - logShape(m, std::log(b0)), m.weight);
  std::sort(ratio.begin(), ratio.end());
  const auto at = [&](double q) {
    double share = 0;
    for (const auto& [r, w] : ratio)
      if ((share += w) >= q) return std::expm1(r);
    return std::expm1(ratio.back().first);
  };
  return {at(0.5), at(confidence)};
}

Result<double> SamplesLaw::largestBatch(double b0, double allowed, double confidence) const {
  if (batches_ < 3)
    return fail(fmt::format("no guarantee: {} batch size{} without a failed run", batches_, batches_ == 1 ? "" : "s"), {}, "measure three or more");
  if (b0 < min_ || b0 > max_)
    return fail(fmt::format("no guarantee: batch {:.6g} lies outside the measured {:.6g} to {:.6g}", b0, min_, max_), {}, "compare with a batch inside");
  if (extra(max_, b0, confidence).upper <= allowed) return max_;
  double low = b0, high = max_;
  while (high - low > 1e-4 * high) {
    const double middle = std::sqrt(low * high);
    (extra(middle, b0, confidence).upper <= allowed ? low : high) = middle;
  }
  return low;
}

double SamplesLaw::scatter() const {
  double share = 0;
  for (const double s : kScatters) {
    for (const Member& m : members_) share += m.scatter == s ? m.weight : 0;
    if (share >= 0.5) return s;
  }
  return kScatters.back();
}

double SamplesLaw::smallTermProbability() const {
  double share = 0;
  for (const Member& m : members_) share += m.log_small == kLowest ? 0 : m.weight;
  return share;
}

}  // namespace weir::model
