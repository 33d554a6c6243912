// A fitted law as the few fields of a scenario.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/accuracy.h"
#include "core/model/accuracy_fit.h"

namespace weir::model {
namespace {

double weightedQuantile(std::vector<std::pair<double, double>>& v, double q) {
  std::sort(v.begin(), v.end());
  double share = 0;
  for (const auto& [x, w] : v)
    if ((share += w) >= q) return x;
  return v.back().first;
}

// Where a rising or falling f crosses `level` between low and high, on a logarithmic scale; the nearer end if it does not.
template <class F>
double crossing(double low, double high, double level, F f) {
  const bool rises = f(high) > f(low);
  for (int i = 0; i < 60; ++i) {
    const double middle = std::sqrt(low * high);
    ((f(middle) < level) == rises ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

}  // namespace

SamplesLaw::Fields SamplesLaw::fields() const {
  Fields out;
  Target& t = out.target;
  t.batch_min = batches_ > 0 ? min_ : 0;
  t.batch_max = batches_ > 0 ? max_ : 0;
  t.runs = static_cast<std::int64_t>(runs_);
  t.failed_runs = static_cast<std::int64_t>(failed_);
  t.scatter = scatter();

  // The usual exponents, unless runs speak three times as much for others (substantial evidence: Kass, Raftery 1995, section
  // 3.2); Bc and Bs so that the curve lies nearest to the median one.
  const bool small = smallTermProbability() > 0.5;
  const auto likeliest = [&](double usual, auto key) {
    std::vector<std::pair<double, double>> by;  // value, weight
    for (const Member& m : members_) {
      const double k = key(m);
      if (std::isnan(k)) continue;
      const auto it = std::find_if(by.begin(), by.end(), [&](const auto& x) { return x.first == k; });
      if (it == by.end()) by.emplace_back(k, m.weight);
      else it->second += m.weight;
    }
    const auto it = std::max_element(by.begin(), by.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    const auto has = std::find_if(by.begin(), by.end(), [&](const auto& x) { return x.first == usual; });
    return it == by.end() || (has != by.end() && it->second < 3 * has->second) ? usual : it->first;
  };
  t.batch_exponent = likeliest(1, [](const Member& m) { return m.exponent; });
  if (small) t.small_exponent = likeliest(3, [](const Member& m) { return std::isinf(m.log_small) ? std::numeric_limits<double>::quiet_NaN() : m.small_exponent; });

  std::vector<std::pair<double, double>> exponents;
  for (const Member& m : members_) exponents.emplace_back(m.exponent, m.weight);
  out.batch_exponent_low = std::min(t.batch_exponent, weightedQuantile(exponents, 0.025));
  out.batch_exponent_high = std::max(t.batch_exponent, weightedQuantile(exponents, 0.975));

  constexpr int kPoints = 17;
  const double from = std::log(lowest_), to = std::log(highest_);
  std::vector<double> at, median;
  std::vector<std::pair<double, double>> values;
  for (int i = 0; i < (to > from ? kPoints : 1); ++i) {
    at.push_back(from + (to - from) * i / (kPoints - 1));
    values.clear();
    for (const Member& m : members_) values.emplace_back(m.log_min + logShape(m, at.back()), m.weight);
    median.push_back(weightedQuantile(values, 0.5));
  }
  const auto misfit = [&](double logCritical, double logSmall, double& logMin) {
    std::vector<double> d(at.size());
    logMin = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
      d[i] = median[i] - std::log(samplesShape(std::exp(at[i]), std::exp(logCritical), t.batch_exponent, small ? std::exp(logSmall) : 0, t.small_exponent));
      logMin += d[i] / static_cast<double>(at.size());
    }
    double sum = 0;
    for (const double x : d) sum += (x - logMin) * (x - logMin);
    return sum;
  };
  double critical = 0, smallest = from, logMin = 0;
  for (const Member& m : members_) critical += m.weight * m.log_critical;
  if (at.size() > 1) {
    double span = 6, spanSmall = small ? 3 : 0;
    for (int round = 0; round < 7; ++round, span /= 4, spanSmall /= 4) {
      double best = std::numeric_limits<double>::infinity();
      double c = critical, s = smallest;
      for (int i = -12; i <= 12; ++i)
        for (int k = small ? -12 : 0; k <= (small ? 12 : 0); ++k) {
          const double m = misfit(critical + span * i / 12, smallest + spanSmall * k / 12, logMin);
          if (m < best) {
            best = m;
            c = critical + span * i / 12;
            s = smallest + spanSmall * k / 12;
          }
        }
      critical = c;
      smallest = s;
    }
  }
  misfit(critical, smallest, logMin);
  t.samples_min = std::exp(logMin);
  t.critical_batch = std::exp(critical);
  t.small_batch = small ? std::exp(smallest) : 0;

  // Promises compare with the measured batch of fewest samples.
  t.reference_batch = t.batch_min;
  for (const double b : measured_)
    if (b >= t.batch_min && b <= t.batch_max && samplesToTarget(t, b) < samplesToTarget(t, t.reference_batch)) t.reference_batch = b;
  const double reference = t.reference_batch > 0 ? t.reference_batch : measured_.front();

  const std::vector<double> height = centres(reference);
  const double middle = quantile(0.5, height, false);
  out.samples_min_low = t.samples_min * std::exp(quantile(0.025, height, false) - middle);
  out.samples_min_high = t.samples_min * std::exp(quantile(0.975, height, false) - middle);

  const auto rise = [&](double batch, double q) {
    values.clear();
    for (const Member& m : members_) values.emplace_back(logShape(m, std::log(batch)) - logShape(m, std::log(reference)), m.weight);
    return std::expm1(weightedQuantile(values, q));
  };
  const auto moved = [&](double Target::*field, double batch, double level) {
    Target x = t;
    return crossing(t.*field * 1e-4, t.*field * 1e4, level, [&](double v) {
      x.*field = v;
      return extraSamples(x, batch, reference);
    });
  };
  out.critical_batch_low = out.critical_batch_high = t.critical_batch;
  if (highest_ > reference) {
    out.critical_batch_low = std::min(t.critical_batch, moved(&Target::critical_batch, highest_, rise(highest_, 0.975)));
    out.critical_batch_high = std::max(t.critical_batch, moved(&Target::critical_batch, highest_, rise(highest_, 0.025)));
  }
  if (small && lowest_ < reference) {
    out.small_batch_low = std::min(t.small_batch, moved(&Target::small_batch, lowest_, rise(lowest_, 0.025)));
    out.small_batch_high = std::max(t.small_batch, moved(&Target::small_batch, lowest_, rise(lowest_, 0.975)));
  }
  return out;
}

}  // namespace weir::model
