#include "views/shared/intervals.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "views/shared/text.h"

namespace weir::intervals {
namespace {

constexpr double kMatters = 0.001;

struct IntervalWords {
  Q_DECLARE_TR_FUNCTIONS(Intervals)
};

double weight(const Influence& i) {
  return std::max({std::abs(i.step_low), std::abs(i.step_high), std::abs(i.energy_low), std::abs(i.energy_high)});
}

QString percent(double fraction) {
  const double p = fraction * 100;
  if (std::abs(p) < 0.05) return QStringLiteral("0");
  return (p < 0 ? QStringLiteral("−") : QStringLiteral("+")) + QString::number(std::abs(p), 'f', std::abs(p) < 100 ? 1 : 0);
}

// A source may be a paragraph; a line of a figure takes its first words.
QString shortSource(const std::string& source) {
  constexpr int kMost = 60;
  QString s = q(source);
  for (const QChar end : {QLatin1Char(';'), QLatin1Char('\n')}) s = s.section(end, 0, 0);
  s = s.trimmed();
  if (s.size() <= kMost) return s;
  const qsizetype cut = s.lastIndexOf(QLatin1Char(' '), kMost);
  return s.left(cut > kMost / 2 ? cut : kMost) + QStringLiteral("…");
}

}  // namespace

bool known(const Range& r) { return std::isfinite(r.low) && std::isfinite(r.high) && r.high > r.low; }

QString range(double value, const Range& r, Show show) {
  if (!known(r) || !std::isfinite(value)) return {};
  const QString v = q(show(value));
  const auto unitOf = [](const QString& s) { return s.section(QLatin1Char(' '), 1); };
  QString low = q(show(r.low)), high = q(show(r.high));
  if (low == v && high == v) return {};  // narrower than what is shown
  if (unitOf(low) == unitOf(v) && unitOf(high) == unitOf(v)) {
    low = low.section(QLatin1Char(' '), 0, 0);
    high = high.section(QLatin1Char(' '), 0, 0);
  }
  return QStringLiteral(" [%1, %2]").arg(low, high);
}

QString with(double value, const Range& r, Show show) { return q(show(value)) + range(value, r, show); }

QString constantName(const std::string& path) {
  const QStringList parts = q(path).split(QLatin1Char('.'));
  return parts.mid(std::max<qsizetype>(0, parts.size() - 2)).join(QLatin1Char(' ')).replace(QLatin1Char('_'), QLatin1Char(' '));
}

bool unverified(const Influence& i) { return i.source.find("unverified") != std::string::npos; }

QString asSpoken(const std::string& path, const std::string& written) {
  const auto has = [&](const char* part) { return path.find(part) != std::string::npos; };
  if (!has("memory_bandwidth") && !(has("storage.") && (path.ends_with(".read") || path.ends_with(".write") || has("per_client"))) && !has("byte_rate") && !has("reduce_rate"))
    return q(written);
  const auto rate = units::parseBandwidth(written);
  if (!rate) return q(written);
  // All of a value and its interval in one unit, with the digits it has.
  const double bytes = rate->toBytesPerSecond();
  const bool large = bytes >= 1e9;
  return QStringLiteral("%1 %2").arg(QString::number(bytes / (large ? 1e9 : 1e6), 'g', 6), large ? QStringLiteral("GB/s") : QStringLiteral("MB/s"));
}

QString valueOf(const Influence& i) {
  return QStringLiteral("%1 [%2, %3]").arg(asSpoken(i.path, i.value), asSpoken(i.path, i.low), asSpoken(i.path, i.high));
}

QString effect(double atLow, double atHigh) {
  if (std::max(std::abs(atLow), std::abs(atHigh)) < 0.0005) return IntervalWords::tr("< 0.1 %");
  return QStringLiteral("%1 / %2 %").arg(percent(atLow), percent(atHigh));
}

bool matters(const Influence& i) { return weight(i) >= kMatters; }

QString restsOnText(const Uncertainty& u, std::size_t most) {
  if (u.rests_on.empty()) return {};
  QStringList parts;
  for (const Influence& i : u.rests_on) {
    if (static_cast<std::size_t>(parts.size()) == most || (!matters(i) && !parts.isEmpty())) break;
    const QString source = shortSource(i.source);
    parts << QStringLiteral("%1 %2").arg(constantName(i.path), valueOf(i)) + (source.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(source));
  }
  const auto rest = static_cast<int>(u.rests_on.size()) - static_cast<int>(parts.size());
  const QString text = IntervalWords::tr("Rests on: %1").arg(parts.join(QStringLiteral("; ")));
  return rest > 0 ? IntervalWords::tr("%1; and %n more constant(s).", nullptr, rest).arg(text) : text + QLatin1Char('.');
}

QStringList restsOnLines(const Uncertainty& u) {
  QStringList lines;
  for (const Influence& i : u.rests_on)
    lines << IntervalWords::tr("%1 = %2; step %3, energy %4; %5")
                 .arg(q(i.path), valueOf(i), effect(i.step_low, i.step_high), effect(i.energy_low, i.energy_high),
                      i.source.empty() ? IntervalWords::tr("no source stated") : q(i.source));
  return lines;
}

}  // namespace weir::intervals
