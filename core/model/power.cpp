#include "core/model/power.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weir::model {

double PowerLaw::at(double f) const { return idle + dynamic * std::pow(f, exponent); }

FrequencyPoint atFrequency(const PowerLaw& p, const FrequencyTask& t, double f) {
  const double busy = t.work / f;
  return {f, p.at(f), busy + t.fixed, p.at(f) * busy + t.fixed_power * t.fixed};
}

double leastEnergyFrequency(const PowerLaw& p, double low, double high) {
  if (!(p.exponent > 1) || !(p.dynamic > 0)) return std::numeric_limits<double>::quiet_NaN();
  return std::clamp(std::pow(p.idle / ((p.exponent - 1) * p.dynamic), 1 / p.exponent), low, high);
}

double leastProductFrequency(const PowerLaw& p, const FrequencyTask& t, double low, double high) {
  if (!(p.exponent > 1) || !(p.dynamic > 0)) return std::numeric_limits<double>::quiet_NaN();
  // Sign of d(E T)/df, times f^2: E' T + E T' with E' = W ((a-1) k f^(a-2) - Ps / f^2) and T' = -W / f^2.
  const auto rises = [&](double f) {
    const FrequencyPoint x = atFrequency(p, t, f);
    const double slope = (p.exponent - 1) * p.dynamic * std::pow(f, p.exponent) - p.idle;
    return slope * x.time - x.energy > 0;
  };
  if (rises(low)) return low;
  if (!rises(high)) return high;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (rises(middle) ? high : low) = middle;
  }
  return (low + high) / 2;
}

std::vector<FrequencyPoint> frequencyFront(const PowerLaw& p, const FrequencyTask& t, double low, double high, int points) {
  std::vector<FrequencyPoint> front;
  const double from = leastEnergyFrequency(p, low, high);
  if (std::isnan(from)) return front;
  for (int i = 0; i < points; ++i) front.push_back(atFrequency(p, t, points > 1 ? from + (high - from) * i / (points - 1) : high));
  return front;
}

double zeusCost(double eta, double energy_j, double time_s, double max_power_w) { return eta * energy_j + (1 - eta) * max_power_w * time_s; }

}  // namespace weir::model
