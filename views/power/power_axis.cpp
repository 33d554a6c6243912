#include "views/power/power_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "views/shared/chart.h"

namespace weir {
namespace {

constexpr double kBreak = 1.0 / 8, kTrim = 1.0 / 50;  // of what is asked for
constexpr double kClockFrom = 119.5;                  // s

std::vector<TimeRange> readParts(std::vector<TimeRange> read, TimeRange asked) {
  std::vector<TimeRange> out;
  std::sort(read.begin(), read.end(), [](const TimeRange& a, const TimeRange& b) { return a.from < b.from; });
  const auto gap = static_cast<std::int64_t>(kBreak * static_cast<double>(asked.length()));
  for (TimeRange r : read) {
    r = {std::max(r.from, asked.from), std::min(r.to, asked.to)};
    if (r.to <= r.from) continue;
    if (!out.empty() && r.from - out.back().to <= gap) out.back().to = std::max(out.back().to, r.to);
    else out.push_back(r);
  }
  return out;
}

}  // namespace

std::vector<PowerStretch> powerStretches(const std::vector<TimeRange>& read, TimeRange asked, bool trim, std::size_t columns) {
  std::vector<TimeRange> parts = readParts(read, asked);
  if (parts.empty()) return {{asked, 0, columns}};
  const auto little = static_cast<std::int64_t>(kTrim * static_cast<double>(asked.length()));
  if (!trim || parts.front().from - asked.from <= little) parts.front().from = asked.from;
  if (!trim || asked.to - parts.back().to <= little) parts.back().to = asked.to;
  double all = 0;
  for (const TimeRange& r : parts) all += static_cast<double>(r.length());
  std::vector<PowerStretch> out;
  double before = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    before += static_cast<double>(parts[i].length());
    const std::size_t left = parts.size() - i - 1;  // each of the others has one at least
    auto to = i + 1 == parts.size() ? columns : static_cast<std::size_t>(std::llround(before / all * static_cast<double>(columns)));
    to = std::clamp(to, from + 1, std::max(columns - std::min(left, columns), from + 1));
    out.push_back({parts[i], from, to - from});
    from = to;
  }
  return out;
}

TimeStyle timeStyle(double largest) {
  if (largest < kClockFrom) {
    const chart::AxisUnit u = chart::axisUnit(largest, "s");
    return {TimeStyle::Clock::None, u.factor, u.unit};
  }
  return largest < 3600 ? TimeStyle{TimeStyle::Clock::Minutes, 1, QStringLiteral("min:s")} : TimeStyle{TimeStyle::Clock::Hours, 1, QStringLiteral("h:min:s")};
}

QString timeText(double s, const TimeStyle& style, double step) {
  if (style.clock == TimeStyle::Clock::None) return chart::tickText(s * style.factor, step * style.factor);
  const int decimals = step > 0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6) : 0;
  const double grain = std::pow(10.0, decimals);
  // Whole grains first: 59.96 s with one decimal is the next minute.
  const double rounded = std::round(std::abs(s) * grain) / grain;
  const auto minutes = static_cast<std::int64_t>(rounded / 60 + 1e-12);
  const double rest = std::max(0.0, rounded - 60.0 * static_cast<double>(minutes));
  const QString seconds = QString::number(rest, 'f', decimals).rightJustified(decimals > 0 ? 3 + decimals : 2, QLatin1Char('0'));
  const QString sign = s < 0 && rounded > 0 ? QStringLiteral("-") : QString();
  if (style.clock == TimeStyle::Clock::Minutes) return sign + QStringLiteral("%1:%2").arg(minutes).arg(seconds);
  return sign + QStringLiteral("%1:%2:%3").arg(minutes / 60).arg(minutes % 60, 2, 10, QLatin1Char('0')).arg(seconds);
}

PowerTicks timeTicks(double from, double to, const TimeStyle& style, int most) {
  PowerTicks t;
  if (!(to > from) || most < 1) return t;
  if (style.clock == TimeStyle::Clock::None || to - from < most) {
    for (const double v : chart::ticks(from * style.factor, to * style.factor, most)) t.at.push_back(v / style.factor);
    if (t.at.size() > 1) t.step = t.at[1] - t.at[0];
    else t.step = (to - from) / most;
    return t;
  }
  constexpr std::array<double, 19> kRound{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800};
  t.step = kRound.back();
  for (const double step : kRound)
    if (std::floor(to / step) - std::ceil(from / step) + 1 <= most) {
      t.step = step;
      break;
    }
  while (std::floor(to / t.step) - std::ceil(from / t.step) + 1 > most) t.step *= 2;
  for (double v = std::ceil(from / t.step - 1e-9) * t.step; v <= to + t.step * 1e-9; v += t.step) t.at.push_back(v);
  return t;
}

}  // namespace weir
