#include "views/timeline/time_axis.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/units.h"

namespace weir {
namespace {

struct Unit {
  double ps;
  const char* name;
};
constexpr std::array<Unit, 5> kUnits{{{1e12, "s"}, {1e9, "ms"}, {1e6, "µs"}, {1e3, "ns"}, {1, "ps"}}};

const Unit& unitOf(double ps) {
  for (const Unit& u : kUnits)
    if (ps >= u.ps) return u;
  return kUnits.back();
}

std::int64_t floorTo(std::int64_t t, std::int64_t step) {
  const std::int64_t r = t % step;
  return t - (r < 0 ? r + step : r);
}

std::int64_t powerOfTen(double atLeast) {
  std::int64_t p = 1;
  while (static_cast<double>(p) < atLeast && p < 1'000'000'000'000'000'000) p *= 10;
  return p;
}

}  // namespace

TimeTicks timeTicks(std::int64_t from, std::int64_t to, int most) {
  TimeTicks t;
  t.unitName = QStringLiteral("ps");
  if (to <= from || most < 1) return t;
  const double span = static_cast<double>(to - from);
  const double rough = span / most;
  std::int64_t decade = powerOfTen(rough);
  t.step = decade;
  if (decade >= 10) {
    if (static_cast<double>(decade / 5) >= rough) t.step = decade / 5;
    else if (static_cast<double>(decade / 2) >= rough) t.step = decade / 2;
  }
  const Unit& u = unitOf(span / 2);
  t.unit = u.ps;
  t.unitName = QString::fromUtf8(u.name);
  // Beyond six digits a label says nothing: count from a round time just before the range.
  const double furthest = std::max(std::abs(static_cast<double>(from)), std::abs(static_cast<double>(to)));
  if (furthest / static_cast<double>(t.step) > 2e5) t.base = floorTo(from, powerOfTen(span));
  for (double s = static_cast<double>(t.step); s < t.unit * 0.999 && t.decimals < 12; s *= 10) ++t.decimals;
  for (std::int64_t v = floorTo(from - 1, t.step) + t.step; v < to; v += t.step) t.at.push_back(v);
  return t;
}

QString TimeTicks::label(std::int64_t t) const { return QString::number(static_cast<double>(t - base) / unit, 'f', decimals); }

QString TimeTicks::title() const {
  if (base == 0) return QCoreApplication::translate("TimeAxis", "time (%1)").arg(unitName);
  return QCoreApplication::translate("TimeAxis", "time (%1) after %2").arg(unitName, showTimeFull(base));
}

QString showTimeFull(std::int64_t ps) {
  const Unit& u = unitOf(std::abs(static_cast<double>(ps)));
  QString s = QString::number(static_cast<double>(ps) / u.ps, 'f', 12);
  while (s.endsWith(QLatin1Char('0'))) s.chop(1);
  if (s.endsWith(QLatin1Char('.'))) s.chop(1);
  return s + QLatin1Char(' ') + QString::fromUtf8(u.name);
}

QString showTime(std::int64_t ps) { return QString::fromStdString(units::showSeconds(static_cast<double>(ps) * 1e-12)); }

void TimeTicker::generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks, QVector<double>* subTicks,
                          QVector<QString>* tickLabels) {
  const TimeTicks t = blank_ ? TimeTicks{} : timeTicks(static_cast<std::int64_t>(range.lower), static_cast<std::int64_t>(range.upper), most_);
  ticks.clear();
  if (tickLabels) tickLabels->clear();
  if (subTicks) subTicks->clear();
  for (const std::int64_t v : t.at) {
    ticks.append(static_cast<double>(v));
    if (tickLabels) tickLabels->append(t.label(v));
    if (subTicks)
      for (int k = 1; k < 5; ++k) subTicks->append(static_cast<double>(v) + k * static_cast<double>(t.step) / 5);
  }
}

}  // namespace weir
