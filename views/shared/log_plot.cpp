#include "views/shared/log_plot.h"

#include <QFontMetricsF>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>

#include "views/shared/font_metrics.h"

namespace weir::chart {
namespace {

// Units that take a prefix; anything else ("tokens/s/GPU", "MiB/s") is written as it stands.
bool plainSi(const std::string& unit) {
  constexpr std::array<std::string_view, 8> kPlain{"s", "W", "J", "B", "B/s", "FLOP/s", "b/s", "Hz"};
  return std::find(kPlain.begin(), kPlain.end(), unit) != kPlain.end();
}

// Over so many decades one prefix suits no end of the axis: each tick is written with its own.
bool manyDecades(const LogAxis& a) { return plainSi(a.unit) && a.high / a.low > 3e4; }

AxisUnit unitOf(const LogAxis& a) {
  if (a.unit == "1") return {100, QStringLiteral("%")};
  if (manyDecades(a)) return {1, QString()};
  if (!plainSi(a.unit)) return {1, QString::fromStdString(a.unit)};
  return axisUnit(std::sqrt(a.low * a.high), a.unit);
}

QString exponent(int e) {
  const QString digits = QString::fromUtf8("⁰¹²³⁴⁵⁶⁷⁸⁹");
  QString s = e < 0 ? QString::fromUtf8("⁻") : QString();
  for (const QChar c : QString::number(std::abs(e))) s += digits[c.digitValue()];
  return s;
}

// "10 ms", "1 s": a prefix of its own.
QString prefixed(double v, const std::string& unit) {
  constexpr const char* kPrefixes[] = {"p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E"};
  const int e = std::clamp(static_cast<int>(std::floor(std::log10(v) / 3 + 1e-9)), unit == "B" ? 0 : -4, unit == "s" ? 0 : 6);
  return QStringLiteral("%1 %2%3").arg(QString::number(v / std::pow(1000.0, e), 'g', 3), QString::fromUtf8(kPrefixes[e + 4]), QString::fromStdString(unit));
}

// Plain numbers while they stay short, powers of ten beyond.
QString logText(double v) {
  const double e = std::log10(v);
  if (e > 5.5 || e < -3.5) {
    const int whole = static_cast<int>(std::floor(e + 1e-9));
    const double factor = v / std::pow(10.0, whole);
    const QString power = QStringLiteral("10") + exponent(whole);
    return std::abs(factor - 1) < 1e-6 ? power : QStringLiteral("%1×%2").arg(QString::number(factor, 'g', 3), power);
  }
  if (v >= 100 || std::abs(v - std::round(v)) < 1e-9 * v) return QString::number(v, 'f', 0);
  return QString::number(v, 'g', 3);
}

QString tickLabel(const LogAxis& a, double v) { return manyDecades(a) ? prefixed(v, a.unit) : logText(v); }

double part(const LogAxis& a, double v) { return std::log(v / a.low) / std::log(a.high / a.low); }

// Powers of ten as close as there is room for; where fewer than two lie within, 1-2-5 steps; else the ends.
std::vector<double> ticksOf(const LogAxis& a, const AxisUnit& u, int most) {
  const double low = a.low * u.factor, high = a.high * u.factor;
  most = std::max(most, 2);
  const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9)), last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
  const int powers = last - first + 1;
  std::vector<double> out;
  const auto steps = [&](std::initializer_list<double> within) {
    out.clear();
    for (int e = first - 1; e <= last; ++e)
      for (const double k : within)
        if (const double v = k * std::pow(10.0, e); v >= low * (1 - 1e-9) && v <= high * (1 + 1e-9)) out.push_back(v);
    return static_cast<int>(out.size()) <= most && out.size() >= 2;
  };
  if (powers < 4 && (steps({1, 2, 5}) || steps({1, 3}))) return out;
  if (powers >= 2) {
    const int every = (powers + most - 1) / most;
    out.clear();
    for (int e = first; e <= last; e += every) out.push_back(std::pow(10.0, e));
    if (out.size() >= 2) return out;
    return {std::pow(10.0, first), std::pow(10.0, last)};
  }
  if (steps({1, 2, 5})) return out;
  if (steps({1, 3})) return out;
  return {low, high};
}

QString titleOf(const LogAxis& a, const AxisUnit& u) { return u.unit.isEmpty() ? a.title : QStringLiteral("%1 (%2)").arg(a.title, u.unit); }

}  // namespace

LogAxis logAxis(double low, double high, const QString& title, std::string unit) {
  const double grow = high > low * 1.0001 ? std::max(std::pow(high / low, 0.05), 1.08) : 3;
  return {low / grow, high * grow, title, std::move(unit), {}};
}

QPointF LogPlot::at(double vx, double vy) const {
  return {plot.left() + part(x, vx) * plot.width(), plot.bottom() - part(y, vy) * plot.height()};
}

double LogPlot::xAt(double px) const { return x.low * std::pow(x.high / x.low, (px - plot.left()) / plot.width()); }

LogPlot layoutLogPlot(const QRectF& area, const LogAxis& x, const LogAxis& y, const Style& s, const QPaintDevice* device) {
  LogPlot l;
  l.area = area;
  l.x = x;
  l.y = y;
  l.xUnit = unitOf(x);
  l.yUnit = unitOf(y);
  const QFontMetricsF m = metrics(s.axis, device);
  const double gap = s.em * 0.4;
  const double below = 2 * s.em + 2.2 * gap;
  QStringList labels;
  for (const double v : ticksOf(y, l.yUnit, std::max(2, static_cast<int>((area.height() - below) / (1.8 * s.em))))) labels << tickLabel(y, v);
  l.tickWidth = widest(labels, m);
  // The last label of the x axis is centred under its tick, which may stand at the very end.
  const std::vector<double> across = ticksOf(x, l.xUnit, std::max(2, static_cast<int>(area.width() / (3.2 * s.em))));
  const double right = std::max(s.em * 0.6, across.empty() ? 0 : m.horizontalAdvance(tickLabel(x, across.back())) / 2);
  l.plot = QRectF(QPointF(area.left() + s.em * 1.2 + gap + l.tickWidth + gap, area.top() + s.em * 0.5),
                  QPointF(area.right() - right, area.bottom() - below));
  if (l.plot.width() < 10) l.plot.setWidth(10);
  if (l.plot.height() < 10) l.plot.setHeight(10);
  return l;
}

void paintLogFrame(QPainter& p, const LogPlot& l, const Style& s) {
  const QFontMetricsF m = metrics(s.axis, p.device());
  const double gap = s.em * 0.4;
  p.setFont(s.axis);
  p.setRenderHint(QPainter::Antialiasing, false);
  double last = -1e9;
  for (const double v : ticksOf(l.x, l.xUnit, std::max(2, static_cast<int>(l.plot.width() / (3.2 * s.em))))) {
    const double px = l.at(v / l.xUnit.factor, l.y.low).x();
    p.setPen(QPen(s.colors.grid, s.line));
    p.drawLine(QPointF(px, l.plot.top()), QPointF(px, l.plot.bottom()));
    const QString text = tickLabel(l.x, v);
    const double w = m.horizontalAdvance(text);
    if (px - w / 2 < last + gap) continue;
    last = px + w / 2;
    p.setPen(s.colors.text);
    p.drawText(QRectF(px - w, l.plot.bottom() + gap * 0.6, 2 * w, s.em), Qt::AlignHCenter | Qt::AlignTop | Qt::TextDontClip, text);
  }
  last = 1e9;
  for (const double v : ticksOf(l.y, l.yUnit, std::max(2, static_cast<int>(l.plot.height() / (1.8 * s.em))))) {
    const double py = l.at(l.x.low, v / l.yUnit.factor).y();
    p.setPen(QPen(s.colors.grid, s.line));
    p.drawLine(QPointF(l.plot.left(), py), QPointF(l.plot.right(), py));
    if (py + s.em / 2 > last) continue;
    last = py - s.em / 2;
    p.setPen(s.colors.text);
    p.drawText(QRectF(l.plot.left() - gap - l.tickWidth, py - s.em / 2, l.tickWidth, s.em), Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, tickLabel(l.y, v));
  }
  p.setPen(QPen(s.colors.axis, s.line));
  p.setBrush(Qt::NoBrush);
  p.drawRect(l.plot);
  p.setRenderHint(QPainter::Antialiasing, true);
  p.setPen(s.colors.text);
  const auto fitting = [&](const LogAxis& a, const AxisUnit& u, double room) {
    const QString whole = titleOf(a, u);
    if (a.shortTitle.isEmpty() || m.horizontalAdvance(whole) <= room) return whole;
    return titleOf({a.low, a.high, a.shortTitle, a.unit, {}}, u);
  };
  const QString xTitle = fitting(l.x, l.xUnit, l.area.width());
  p.drawText(QRectF(l.area.left(), l.plot.bottom() + gap * 1.2 + s.em, l.area.width(), s.em * 1.1),
             Qt::AlignCenter, m.elidedText(xTitle, Qt::ElideRight, l.area.width()));
  turnedText(p, QRectF(l.area.left(), l.plot.top(), s.em * 1.1, l.plot.height()), fitting(l.y, l.yUnit, l.plot.height()));
}

QColor seriesColor(int i, const Style& s) {
  // Okabe-Ito without black and yellow, which vanish on dark and on white, and with a dark grey and brown of like weight.
  static const std::array<QRgb, 8> kColors{0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x7A7A7A, 0x8C6B3F};
  QColor c = QColor::fromRgb(kColors[static_cast<std::size_t>(i) % kColors.size()]);
  return s.colors.mode == theme::Mode::Dark && c.lightness() < 110 ? c.lighter(135) : c;
}

void marker(QPainter& p, const QPointF& at, int i, double r, const QColor& color, const Style& s) {
  const auto shape = [&](std::initializer_list<QPointF> points) {
    QPolygonF poly;
    for (const QPointF& q : points) poly << at + q * r;
    p.drawPolygon(poly);
  };
  p.setPen(QPen(color, std::max(s.line, r * 0.3)));
  QColor fill = color;
  fill.setAlphaF(s.figure ? 1.0F : 0.55F);
  p.setBrush(fill);
  switch (i % 7) {
    case 0: p.drawEllipse(at, r * 0.9, r * 0.9); break;
    case 1: shape({{-0.8, -0.8}, {0.8, -0.8}, {0.8, 0.8}, {-0.8, 0.8}}); break;
    case 2: shape({{0, -1.1}, {1, 0.7}, {-1, 0.7}}); break;
    case 3: shape({{0, -1.15}, {1.15, 0}, {0, 1.15}, {-1.15, 0}}); break;
    case 4: shape({{0, 1.1}, {1, -0.7}, {-1, -0.7}}); break;
    case 5:
      p.drawLine(at + QPointF(-r, 0), at + QPointF(r, 0));
      p.drawLine(at + QPointF(0, -r), at + QPointF(0, r));
      break;
    default:
      p.drawLine(at + QPointF(-0.8 * r, -0.8 * r), at + QPointF(0.8 * r, 0.8 * r));
      p.drawLine(at + QPointF(-0.8 * r, 0.8 * r), at + QPointF(0.8 * r, -0.8 * r));
  }
}

}  // namespace weir::chart
