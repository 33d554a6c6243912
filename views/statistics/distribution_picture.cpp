#include "views/statistics/distribution_picture.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/summarize/seconds.h"

namespace weir {
namespace {

struct DistributionWords {
  Q_DECLARE_TR_FUNCTIONS(Distribution)
};
constexpr std::size_t kListed = 8;  // ranks in the legend

// Share of a rank's durations that take at most `t`.
double shareUpTo(const DurationSet& s, double t) {
  const auto at = std::upper_bound(s.durations.begin(), s.durations.end(), static_cast<std::int64_t>(std::llround(t * 1e12)));
  return static_cast<double>(at - s.durations.begin()) / static_cast<double>(s.durations.size());
}

// Over many powers of ten each label has its own unit: "2 µs", not "2e-06".
QString durationText(double s, bool log, const chart::AxisUnit& unit) {
  const chart::AxisUnit own = log ? chart::axisUnit(s * 1.0001, "s") : unit;
  const QString number = QString::number(s * own.factor, 'g', 3);
  return log ? QStringLiteral("%1 %2").arg(number, own.unit) : number;
}

QString rankText(std::int32_t rank) { return rank == kUnknownRank ? DistributionWords::tr("all") : DistributionWords::tr("rank %1").arg(rank); }

}  // namespace

double DistributionLayout::x(double v) const {
  const double f = log ? (std::log(std::max(v, low)) - std::log(low)) / (std::log(high) - std::log(low)) : (v - low) / (high - low);
  return histogram.left() + f * histogram.width();
}

double DistributionLayout::value(double at) const {
  const double f = (at - histogram.left()) / histogram.width();
  return log ? low * std::pow(high / low, f) : low + f * (high - low);
}

std::optional<std::size_t> DistributionLayout::binAt(const QPointF& p) const {
  if (!histogram.contains(p)) return std::nullopt;
  const auto it = std::upper_bound(edges.begin(), edges.end(), value(p.x()));
  if (it == edges.begin() || it == edges.end()) return std::nullopt;
  return static_cast<std::size_t>(it - edges.begin()) - 1;
}

DistributionLayout layoutDistribution(const DistributionPicture& p, const QRectF& area, const chart::Style& s, const QPaintDevice* device) {
  DistributionLayout l;
  const QFontMetricsF m(s.axis, const_cast<QPaintDevice*>(device)), tm(s.title, const_cast<QPaintDevice*>(device));
  const double gap = s.em * 0.5;
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  const double left = in.left() + m.horizontalAdvance(QStringLiteral("0000000")) + s.em * 1.5;
  const double top = in.top() + tm.height() + s.em * 2;
  const double remark = static_cast<double>(chart::wrapped(p.remark, m, in.width()).size()) * s.em;
  const double axis = s.em * 2.6, height = std::max(in.bottom() - remark - top - 2 * axis, 20.0);
  l.histogram = QRectF(left, top, std::max(in.right() - left - s.em, 10.0), height * 0.5);
  l.cumulative = QRectF(left, l.histogram.bottom() + axis, l.histogram.width(), height * 0.5);
  if (p.empty()) return l;
  std::int64_t least = std::numeric_limits<std::int64_t>::max(), positive = least, most = 0;
  for (const DurationSet& d : *p.sets) {
    least = std::min(least, d.durations.front());
    most = std::max(most, d.durations.back());
    const auto first = std::upper_bound(d.durations.begin(), d.durations.end(), std::int64_t{0});
    if (first != d.durations.end()) positive = std::min(positive, *first);
  }
  l.log = p.log && most > 0;
  // Slices of no length stand at the left end of a logarithmic axis.
  l.low = l.log ? seconds(positive) : seconds(least);
  l.high = seconds(most);
  if (!(l.high > l.low)) l.low = l.log ? l.low * 0.8 : std::max(0.0, l.low - 1e-9), l.high = l.high > 0 ? l.high * 1.25 : 1e-9;
  const auto bins = static_cast<std::size_t>(std::clamp(l.histogram.width() / (s.em * 0.8), 8.0, 80.0));
  for (std::size_t i = 0; i <= bins; ++i) {
    const double f = static_cast<double>(i) / static_cast<double>(bins);
    l.edges.push_back(l.log ? l.low * std::pow(l.high / l.low, f) : l.low + f * (l.high - l.low));
  }
  l.counts.assign(bins, 0);
  for (const DurationSet& d : *p.sets) {
    std::size_t before = 0;
    for (std::size_t i = 0; i < bins; ++i) {
      const bool last = i + 1 == bins;
      const auto at = last ? d.durations.end()
                           : std::lower_bound(d.durations.begin(), d.durations.end(), static_cast<std::int64_t>(std::ceil(l.edges[i + 1] * 1e12)));
      const auto upTo = static_cast<std::size_t>(at - d.durations.begin());
      l.counts[i] += upTo - before;
      before = upTo;
    }
  }
  return l;
}

void paintDistribution(QPainter& g, const DistributionPicture& p, const DistributionLayout& l, const QRectF& area, const chart::Style& s) {
  const double gap = s.em * 0.5;
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  const QFontMetricsF m(s.axis, g.device()), tm(s.title, g.device());
  g.setFont(s.title);
  g.setPen(s.colors.text);
  g.drawText(QRectF(in.left(), in.top(), in.width(), tm.height()), Qt::AlignLeft | Qt::AlignVCenter, tm.elidedText(p.title, Qt::ElideMiddle, in.width()));
  g.setFont(s.axis);
  if (p.empty()) return;
  // Legend: a line a rank, dashed beyond the eight colours.
  double x = in.left();
  const double ly = in.top() + tm.height() + gap * 0.5;
  const auto pen = [&](std::size_t i) {
    QPen q(theme::rankColor(static_cast<int>(i)), s.line * 1.8);
    q.setStyle(i % 16 < 8 ? Qt::SolidLine : Qt::DashLine);
    return q;
  };
  std::size_t listed = 0;
  const double more = p.sets->size() > 1 ? m.horizontalAdvance(DistributionWords::tr("and %n more ranks", nullptr, 999)) : 0;
  for (std::size_t i = 0; i < std::min(p.sets->size(), kListed); ++i, ++listed) {
    const QString text = rankText((*p.sets)[i].rank);
    const double w = m.horizontalAdvance(text) + s.em * 2.4;
    if (x + w + (i + 1 < p.sets->size() ? more : 0) > in.right()) break;
    g.setPen(pen(i));
    g.drawLine(QPointF(x, ly + s.em * 0.5), QPointF(x + s.em * 1.2, ly + s.em * 0.5));
    g.setPen(s.colors.text);
    g.drawText(QRectF(x + s.em * 1.5, ly, w, s.em), Qt::AlignLeft | Qt::AlignVCenter, text);
    x += w;
  }
  if (p.sets->size() > listed) {
    g.setPen(s.colors.faintText);
    g.drawText(QRectF(x, ly, in.right() - x, s.em), Qt::AlignLeft | Qt::AlignVCenter, DistributionWords::tr("and %n more ranks", nullptr, static_cast<int>(p.sets->size() - listed)));
  }

  const std::uint64_t tallest = std::max<std::uint64_t>(1, *std::max_element(l.counts.begin(), l.counts.end()));
  const chart::AxisUnit unit = chart::axisUnit(l.high, "s");
  const auto xTicks = l.log ? chart::logTicks(l.low, l.high, std::clamp(static_cast<int>(l.histogram.width() / (5 * s.em)), 3, 10))
                            : chart::ticks(l.low, l.high, std::clamp(static_cast<int>(l.histogram.width() / (5 * s.em)), 3, 10));
  const auto frame = [&](const QRectF& r, double highest, const QString& title, bool percent) {
    const auto ticks = chart::ticks(0, highest, std::clamp(static_cast<int>(r.height() / (1.8 * s.em)), 2, 6));
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : highest;
    for (const double t : ticks) {
      if (!percent && t != std::floor(t)) continue;  // counts are whole
      const double y = r.bottom() - t / highest * r.height();
      g.setPen(QPen(s.colors.grid, s.line));
      g.drawLine(QPointF(r.left(), y), QPointF(r.right(), y));
      g.setPen(s.colors.text);
      g.drawText(QRectF(r.left() - 200 - gap, y - s.em, 200, 2 * s.em), Qt::AlignRight | Qt::AlignVCenter, chart::tickText(t, step));
    }
    for (const double t : xTicks) {
      const double at = l.x(t);
      g.setPen(QPen(s.colors.grid, s.line));
      g.drawLine(QPointF(at, r.top()), QPointF(at, r.bottom()));
      g.setPen(s.colors.text);
      g.drawText(QRectF(at - 100, r.bottom() + gap * 0.4, 200, s.em), Qt::AlignHCenter | Qt::AlignTop, durationText(t, l.log, unit));
    }
    g.setPen(QPen(s.colors.axis, s.line));
    g.drawLine(r.bottomLeft(), r.bottomRight());
    g.drawLine(r.topLeft(), r.bottomLeft());
    g.setPen(s.colors.text);
    chart::turnedText(g, QRectF(in.left(), r.top(), s.em * 1.2, r.height()), title);
    g.drawText(QRectF(r.left(), r.bottom() + gap * 0.5 + s.em, r.width(), s.em * 1.1), Qt::AlignCenter,
               l.log ? DistributionWords::tr("duration, logarithmic") : DistributionWords::tr("duration (%1)").arg(unit.unit));
  };
  frame(l.histogram, static_cast<double>(tallest) * 1.05, DistributionWords::tr("count"), false);
  const QColor hue = theme::roleColor(theme::Role::Compute);
  for (std::size_t i = 0; i < l.counts.size(); ++i) {
    if (l.counts[i] == 0) continue;
    const double x0 = l.x(l.edges[i]), x1 = l.x(l.edges[i + 1]);
    // One among millions is still a line.
    const double h = std::max(static_cast<double>(l.counts[i]) / (static_cast<double>(tallest) * 1.05) * l.histogram.height(), s.line * 2);
    g.fillRect(QRectF(x0, l.histogram.bottom() - h, std::max(x1 - x0 - s.line, s.line), h), hue);
  }
  frame(l.cumulative, 100, DistributionWords::tr("takes no longer (%)"), true);
  g.save();
  g.setRenderHint(QPainter::Antialiasing, true);
  g.setClipRect(l.cumulative.adjusted(0, -s.line, s.line, s.line));
  const int columns = std::max(2, static_cast<int>(l.cumulative.width()));
  for (std::size_t i = 0; i < p.sets->size(); ++i) {
    QPolygonF line;
    for (int c = 0; c <= columns; ++c) {
      const double at = l.cumulative.left() + l.cumulative.width() * c / columns;
      // Rounding must not lose the longest one.
      const double share = c == columns ? 1 : shareUpTo((*p.sets)[i], l.value(at));
      line << QPointF(at, l.cumulative.bottom() - share * l.cumulative.height());
    }
    g.setPen(pen(i));
    g.drawPolyline(line);
  }
  g.restore();
  g.setPen(s.colors.faintText);
  const QStringList remark = chart::wrapped(p.remark, m, in.width());
  double y = in.bottom() - s.em * static_cast<double>(remark.size());
  for (const QString& r : remark) {
    g.drawText(QRectF(in.left(), y, in.width(), s.em), Qt::AlignLeft | Qt::AlignVCenter, r);
    y += s.em;
  }
}

QString distributionText(const DistributionPicture& p, const DistributionLayout& l, const QPointF& at) {
  if (p.empty()) return {};
  if (const auto bin = l.binAt(at))
    return DistributionWords::tr("%1 of %2 to %3").arg(l.counts[*bin]).arg(chart::valueText(l.edges[*bin], "s"), chart::valueText(l.edges[*bin + 1], "s"));
  if (!l.cumulative.contains(at)) return {};
  const double t = l.value(at.x());
  // The line nearest to the pointer.
  const DurationSet* nearest = nullptr;
  double best = 2;
  for (const DurationSet& d : *p.sets) {
    const double away = std::abs(shareUpTo(d, t) - (l.cumulative.bottom() - at.y()) / l.cumulative.height());
    if (away < best) best = away, nearest = &d;
  }
  return DistributionWords::tr("%1: %2 of %3 take at most %4").arg(rankText(nearest->rank), chart::valueText(shareUpTo(*nearest, t), "1")).arg(nearest->durations.size()).arg(chart::valueText(t, "s"));
}

}  // namespace weir
