#include "core/model/uncertainty.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "core/model/predict.h"
#include "core/scenario/intervals.h"
#include "core/scenario/json.h"

namespace weir {
namespace {

constexpr std::array kAnswers{&Outcome::step_s,           &Outcome::epoch_s,       &Outcome::samples_per_s,    &Outcome::time_to_target_s,
                              &Outcome::samples_to_target, &Outcome::energy_step_j, &Outcome::energy_to_target_j};
constexpr std::array kRanges{&Uncertainty::step_s,           &Uncertainty::epoch_s,       &Uncertainty::samples_per_s,    &Uncertainty::time_to_target_s,
                             &Uncertainty::samples_to_target, &Uncertainty::energy_step_j, &Uncertainty::energy_to_target_j};

// "[[0.0,0.69]]", an efficiency that is one at every size, reads as "0.69".
std::string plain(const std::string& text) {
  const std::size_t comma = text.find(',');
  if (!text.starts_with("[[") || !text.ends_with("]]") || comma == std::string::npos || text.find(',', comma + 1) != std::string::npos) return text;
  const std::size_t from = text.find_first_not_of(' ', comma + 1);
  return text.substr(from, text.size() - 2 - from);
}

}  // namespace

Uncertainty uncertainty(const Scenario& s, const Outcome& at) {
  Uncertainty u;
  std::array<double, kAnswers.size()> up{}, down{};
  for (const UncertainValue& v : uncertainValues(s)) {
    Influence influence{v.path, plain(v.value), plain(v.low), plain(v.high), v.source};
    std::array<double, kAnswers.size()> most{}, least{};
    for (const bool high : {false, true}) {
      const Result<Scenario> moved = withSetting(s, v.path, high ? v.high : v.low);
      if (!moved) continue;
      // Not predict(): where an end does not fit, nobody asks for the nearest plan that would.
      const Result<Outcome> o = price(*moved);
      if (!o || !o->memory.fits) continue;
      for (std::size_t i = 0; i < kAnswers.size(); ++i) {
        const double d = (*o).*kAnswers[i] - at.*kAnswers[i];
        if (std::isnan(d)) continue;
        most[i] = std::max(most[i], d);
        least[i] = std::min(least[i], d);
      }
      const auto share = [](double now, double before) { return before > 0 ? now / before - 1 : 0.0; };
      (high ? influence.step_high : influence.step_low) = share(o->step_s, at.step_s);
      if (!std::isnan(at.energy_step_j)) (high ? influence.energy_high : influence.energy_low) = share(o->energy_step_j, at.energy_step_j);
    }
    for (std::size_t i = 0; i < kAnswers.size(); ++i) {
      up[i] += most[i] * most[i];
      down[i] += least[i] * least[i];
    }
    u.rests_on.push_back(std::move(influence));
  }
  for (std::size_t i = 0; i < kAnswers.size(); ++i) {
    const double value = at.*kAnswers[i];
    u.*kRanges[i] = {std::max(0.0, value - std::sqrt(down[i])), value + std::sqrt(up[i])};
    if (std::isnan(value)) u.*kRanges[i] = {};
  }
  const auto weight = [](const Influence& i) {
    return std::max({std::abs(i.step_low), std::abs(i.step_high), std::abs(i.energy_low), std::abs(i.energy_high)});
  };
  std::stable_sort(u.rests_on.begin(), u.rests_on.end(), [&](const Influence& a, const Influence& b) { return weight(a) > weight(b); });
  return u;
}

Result<Outcome> predictWithIntervals(const Scenario& s) {
  const auto start = std::chrono::steady_clock::now();
  Result<Outcome> o = predict(s);
  if (!o) return o;
  o->uncertainty = uncertainty(s, *o);
  o->wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return o;
}

}  // namespace weir
