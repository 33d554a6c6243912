#include "core/model/power_limit.h"

#include <algorithm>
#include <cmath>

namespace weir::model {
namespace {

// A limit sets in softly over a few per cent: kernels of one kind do not all draw the same.
constexpr double kSharpness = 20;

double square(double x) { return x * x; }
double voltage(const ClockPower& c, double x) { return x <= c.knee ? c.floor : c.floor + (1 - c.floor) * (x - c.knee) / (1 - c.knee); }

}  // namespace

double dynamicAt(const ClockPower& c, double clock) { return clock * square(voltage(c, clock)); }

double clockAt(const ClockPower& c, double fraction) {
  if (fraction >= 1) return 1;
  if (!(fraction > 0)) return 0;
  if (c.floor > 0 && fraction <= c.knee * c.floor * c.floor) return fraction / square(c.floor);
  // x (floor + s (x - knee))^2 = fraction is convex above the knee: Newton from above does not overshoot.
  const double s = (1 - c.floor) / (1 - c.knee);
  double x = 1;
  for (int i = 0; i < 40; ++i) {
    const double v = c.floor + s * (x - c.knee);
    const double step = (x * v * v - fraction) / (v * v + 2 * x * v * s);
    x -= step;
    if (step < 1e-14) break;
  }
  return x;
}

LimitedPass limitedPass(const ClockPower& c, const BatchLoad& w, double batch, double limit_w) {
  const double each = w.busy_s, step = w.busy_step_s / batch, padding = w.padding_s * batch;
  const double busy = each + step + padding, host = w.host_s + w.host_step_s / batch;
  const auto joined = [&](double kernels) {
    // Scaled by the larger: powers of long times would overflow.
    const double large = std::max(kernels, host);
    return large > 0 ? large * std::pow(std::pow(kernels / large, w.overlap) + std::pow(host / large, w.overlap), 1 / w.overlap) : 0;
  };
  LimitedPass p;
  const double mean = busy > 0 ? (w.power_w * each + w.step_power_w * step + w.padding_power_w * padding) / busy : 0;
  const double core = mean / (w.compute + (1 - w.compute) * w.memory_power), memory = w.memory_power * core;
  const double share = busy > 0 ? busy / joined(busy) : 0, still = c.idle_w + c.active_w;
  const auto clockOf = [&](double dynamic) {
    if (!(limit_w > 0) || std::isinf(limit_w) || !(share * dynamic > 0)) return 1.0;
    const double need = still + share * dynamic;
    const double held = need * std::pow(1 + std::pow(need / limit_w, kSharpness), -1 / kSharpness);
    return std::clamp(clockAt(c, (held - still) / (share * dynamic)), c.lowest, 1.0);
  };
  p.compute_clock = clockOf(core);
  p.memory_clock = clockOf(memory);
  const auto slowed = [&](double x) { return std::pow(1 + std::pow(c.memory_clock / x, 8), 0.125); };
  const double core_s = busy * w.compute / p.compute_clock, memory_s = busy * (1 - w.compute) * slowed(p.memory_clock) / slowed(1);
  p.time_s = joined(core_s + memory_s);
  if (!(p.time_s > 0)) return p;
  p.busy = std::min(1.0, (core_s + memory_s) / p.time_s);
  const double up = std::pow(p.busy, 4);
  p.power_w = c.idle_w + c.active_w * up / (up + std::pow(c.ramp, 4)) +
              (core_s * core * dynamicAt(c, p.compute_clock) + memory_s * memory * dynamicAt(c, p.memory_clock)) / p.time_s;
  return p;
}

}  // namespace weir::model
