#include "views/heatmap/heat_picture.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "views/shared/font_metrics.h"

namespace weir {
namespace {

struct Label {
  double at;  // in cells, or in values
  QString text;
};

std::vector<Label> barLabels(const HeatPicture& p, int most) {
  std::vector<Label> out;
  if (!(p.high > 0)) return out;
  if (p.log) {
    for (const double v : chart::logTicks(p.low, p.high, most)) out.push_back({p.place(v), chart::valueText(v, p.unit)});
    return out;
  }
  const chart::AxisUnit u = chart::axisUnit(p.high, p.unit);
  const std::vector<double> t = chart::ticks(0, p.high * u.factor, most);
  const double step = t.size() > 1 ? t[1] - t[0] : p.high * u.factor;
  for (const double v : t) out.push_back({v / (p.high * u.factor), chart::tickText(v, step)});
  return out;
}

QString barTitle(const HeatPicture& p) {
  if (p.log) return p.valueTitle + QStringLiteral(", log scale");
  const chart::AxisUnit u = chart::axisUnit(p.high, p.unit);
  if (u.unit.isEmpty()) return p.valueTitle;
  return p.unit == "messages" && u.factor == 1 ? p.valueTitle : QStringLiteral("%1 (%2)").arg(p.valueTitle, u.unit);
}

struct TimeAxis {
  QString title;
  std::vector<Label> labels;  // at in [0, 1]
};

TimeAxis timeAxis(const HeatPicture& p, int most) {
  TimeAxis out;
  double lo = static_cast<double>(p.time->from) / 1e12;
  double hi = static_cast<double>(p.time->to) / 1e12;
  const double width = hi - lo;
  QString after;
  // Far from zero the digits that matter would drown: count from the left edge instead.
  if (std::abs(lo) > 200 * width) {
    after = QStringLiteral(" after %1").arg(chart::exactText(lo, "s"));
    hi = width;
    lo = 0;
  }
  const chart::AxisUnit u = chart::axisUnit(std::max(std::abs(lo), std::abs(hi)), "s");
  out.title = QStringLiteral("%1%2 (%3)").arg(p.xTitle, after, u.unit);
  const std::vector<double> t = chart::ticks(lo * u.factor, hi * u.factor, most);
  const double step = t.size() > 1 ? t[1] - t[0] : width * u.factor;
  for (const double v : t) out.labels.push_back({(v / u.factor - lo) / width, chart::tickText(v, step)});
  return out;
}

// Which names fit: every n-th, n round.
int every(double cell, double need, int count) {
  if (cell >= need) return 1;
  for (const int n : {2, 4, 5, 8, 10, 16, 20, 25, 32, 50, 64, 100, 128, 256})
    if (cell * n >= need) return n;
  return std::max(count, 1);
}

QStringList rowLabels(const HeatPicture& p, const chart::Style& s, const QFontMetricsF& m, double widthOfArea) {
  QStringList out;
  for (const QString& n : p.rowNames) out << m.elidedText(n, Qt::ElideMiddle, widthOfArea * (s.figure ? 0.4 : 0.3));
  return out;
}

}  // namespace

void HeatPicture::fitScale() {
  high = 0;
  low = 0;
  for (const double v : value) {
    if (!(v > 0)) continue;
    high = std::max(high, v);
    low = low > 0 ? std::min(low, v) : v;
  }
  if (unit == "1" && high > 0.5 && high < 1) high = 1;  // near full, the scale's end is what full means
  if (log && low > 0 && low * 1.001 >= high) low = high / 10;
}

double HeatPicture::place(double v) const {
  if (!(v > 0) || !(high > 0)) return -1;
  if (!log) return std::min(v / high, 1.0);
  return std::clamp(std::log(v / low) / std::log(high / low), 0.0, 1.0);
}

std::optional<QPoint> HeatLayout::cellAt(const HeatPicture& p, const QPointF& at) const {
  if (p.empty() || !plot.contains(at) || at.x() >= plot.right() || at.y() >= plot.bottom()) return std::nullopt;
  return QPoint(std::min(static_cast<int>((at.x() - plot.left()) / plot.width() * p.columns), p.columns - 1),
                std::min(static_cast<int>((at.y() - plot.top()) / plot.height() * p.rows), p.rows - 1));
}

QRectF HeatLayout::cell(const HeatPicture& p, int column, int row) const {
  const double w = plot.width() / p.columns;
  const double h = plot.height() / p.rows;
  return {plot.left() + column * w, plot.top() + row * h, w, h};
}

namespace {

double widestSum(const HeatPicture& p, const QFontMetricsF& m) {
  double widest = 0;
  if (p.columns > 256) return m.horizontalAdvance(QStringLiteral("888.88 MB"));  // none of so many has room
  for (const double v : p.columnSum) widest = std::max(widest, m.horizontalAdvance(chart::valueText(v, p.unit)));
  return widest;
}

}  // namespace

HeatLayout layoutHeat(const HeatPicture& p, const QRectF& area, const chart::Style& s, const QPaintDevice* device) {
  HeatLayout out;
  const QFontMetricsF m = metrics(s.axis, device);
  const QFontMetricsF t = metrics(s.title, device);
  const double gap = s.em * 0.5;
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  out.remark = chart::wrapped(p.remark, m, in.width());
  out.warning = chart::wrapped(p.warning, m, in.width());
  out.warningTop = in.top() + t.height() + gap * 0.3;
  out.remarkTop = in.bottom() - s.em * static_cast<double>(out.remark.size());

  QStringList barTexts;
  for (const Label& l : barLabels(p, 6)) barTexts << l.text;
  const double barWidth = s.em;
  const double right = barWidth + gap + chart::widest(barTexts, m) + gap + s.em * 1.1;
  const double left = s.em * 1.2 + gap + chart::widest(rowLabels(p, s, m, in.width()), m) + gap;
  const double top = t.height() + gap * 1.5 + s.em * 1.1 * static_cast<double>(out.warning.size());
  const double bottom =
      s.em * 1.1 + s.em * 1.2 + gap * 1.5 + (out.remark.isEmpty() ? 0 : s.em * static_cast<double>(out.remark.size()) + gap);
  QRectF room(in.left() + left, in.top() + top, in.width() - left - right - gap * 1.5, in.height() - top - bottom);
  room.setWidth(std::max(room.width(), 10.0));
  room.setHeight(std::max(room.height(), 10.0));
  out.plot = room;
  double after = 0;
  const bool sums = !p.rowSum.empty() && room.width() > 12 * s.em && room.height() > (p.square ? 12 : 8) * s.em;
  const double number = sums ? widestSum(p, m) : 0;
  // Numbers stand level where a column has their width, turned where it has their height; else they are shown when pointed at.
  // How wide a column will be depends on the room above it: this takes the smaller of what it may become.
  const double side = p.square ? std::min(room.width() - s.em * 7, room.height() - number - s.em * 3) : room.width() * 0.86 - s.em;
  const double column = side / std::max(p.columns, 1);
  if (sums && !p.columnSum.empty())
    out.columnNumbers = column > number * 1.1 ? HeatLayout::Numbers::Level : column > s.em && room.height() > number + 14 * s.em ? HeatLayout::Numbers::Turned : HeatLayout::Numbers::None;
  out.numberRoom = out.columnNumbers == HeatLayout::Numbers::Turned ? number + s.em * 0.4 : out.columnNumbers == HeatLayout::Numbers::Level ? s.em : 0;
  const double above = sums && !p.columnSum.empty() ? std::max(s.em * 3.2, s.em * 2.6 + out.numberRoom) : 0;
  if (p.square) {
    const double least = sums ? s.em * 7 : 0;
    const double square = std::max(std::min(room.width() - least, room.height() - above), 10.0);
    after = sums ? std::clamp(room.width() - square, least, s.em * 12) : 0;
    out.plot = QRectF(room.left(), room.top() + above, square, square);
  } else if (sums) {
    after = std::clamp(room.width() * 0.14, s.em * 7, s.em * 12);
    out.plot = QRectF(room.left(), room.top() + above, room.width() - after, room.height() - above);
  }
  if (sums) {
    if (above > 0) out.columnSums = QRectF(out.plot.left(), room.top() + s.em * 1.1, out.plot.width(), above - s.em * 1.4);
    out.rowSums = QRectF(out.plot.right() + gap * 0.7, out.plot.top(), after - gap * 1.5, out.plot.height());
  }
  if (!s.figure) {  // whole pixels keep cell edges sharp
    out.plot.setTopLeft(QPointF(std::round(out.plot.left()), std::round(out.plot.top())));
    out.plot.setSize(QSizeF(std::floor(out.plot.width()), std::floor(out.plot.height())));
  }
  out.bar = QRectF(out.plot.right() + after + gap * 1.5, out.plot.top(), barWidth, out.plot.height());
  return out;
}

namespace {

void paintCells(QPainter& g, const HeatPicture& p, const HeatLayout& l, const chart::Style& s) {
  g.save();
  g.setRenderHint(QPainter::Antialiasing, false);
  const auto shade = [&](int r, int c) -> QRgb {  // 0 = not painted
    const double v = p.at(r, c);
    const double at = std::isnan(v) ? -1 : p.place(v);
    return at < 0 ? 0 : theme::cividis(at).rgb();
  };
  if (static_cast<std::int64_t>(p.rows) * p.columns > 40'000) {
    // Where cells are smaller than pixels the largest of a pixel is what is seen: a lone cell never vanishes.
    const double scale = s.figure ? 4 : std::max(1.0, g.device()->devicePixelRatioF());
    const int wide = std::clamp(static_cast<int>(l.plot.width() * scale), 1, p.columns);
    const int high = std::clamp(static_cast<int>(l.plot.height() * scale), 1, p.rows);
    std::vector<double> most(static_cast<std::size_t>(wide) * static_cast<std::size_t>(high), -1);
    for (int r = 0; r < p.rows; ++r) {
      double* line = most.data() + static_cast<std::size_t>(static_cast<std::int64_t>(r) * high / p.rows) * static_cast<std::size_t>(wide);
      for (int c = 0; c < p.columns; ++c) {
        double& at = line[static_cast<std::int64_t>(c) * wide / p.columns];
        if (const double v = p.at(r, c); v > 0) at = std::max(at, p.place(v));
      }
    }
    QImage image(wide, high, QImage::Format_ARGB32);
    for (int r = 0; r < high; ++r) {
      auto* line = reinterpret_cast<QRgb*>(image.scanLine(r));
      for (int c = 0; c < wide; ++c) {
        const double at = most[static_cast<std::size_t>(r) * static_cast<std::size_t>(wide) + static_cast<std::size_t>(c)];
        line[c] = at < 0 ? 0 : theme::cividis(at).rgb();
      }
    }
    g.setRenderHint(QPainter::SmoothPixmapTransform, false);
    g.drawImage(l.plot, image);
  } else {
    // Neighbours of one colour are one rectangle. On paper, where viewers smooth edges, a rectangle reaches a little under
    // the next painted one, so that no light line shows between them; it never reaches onto the background.
    const double under = s.figure ? 0.25 : 0;
    for (int r = 0; r < p.rows; ++r)
      for (int c = 0; c < p.columns;) {
        const QRgb rgb = shade(r, c);
        int end = c + 1;
        while (end < p.columns && shade(r, end) == rgb) ++end;
        if (rgb != 0) {
          QRectF rect = l.cell(p, c, r).united(l.cell(p, end - 1, r));
          if (end < p.columns && shade(r, end) != 0) rect.setRight(rect.right() + under);
          bool below = r + 1 < p.rows && under > 0;
          for (int k = c; below && k < end; ++k) below = shade(r + 1, k) != 0;
          if (below) rect.setBottom(rect.bottom() + under);
          if (!s.figure) {
            // Rounded edges meet: no cell overlaps its neighbour, none leaves a gap.
            rect = QRectF(QPointF(std::round(rect.left()), std::round(rect.top())),
                          QPointF(std::round(rect.right()), std::round(rect.bottom())));
          }
          g.fillRect(rect, QColor(rgb));
        }
        c = end;
      }
  }
  g.restore();
  for (int r = 0; r < p.rows; ++r)
    for (int c = 0; c < p.columns;) {
      int end = c;
      while (end < p.columns && std::isnan(p.at(r, end))) ++end;
      if (end > c) chart::hatch(g, l.cell(p, c, r).united(l.cell(p, end - 1, r)), s.colors.faintText, s.em * 0.35, s.line * 0.7);
      c = std::max(end, c + 1);
    }
  // Few and large cells carry their number.
  const QFontMetricsF m = metrics(s.axis, g.device());
  const QRectF one = l.cell(p, 0, 0);
  double need = 0;
  if (p.square && p.rows <= 32)
    for (const double v : p.value) need = std::max(need, m.horizontalAdvance(chart::valueText(v, p.unit)));
  if (p.square && p.rows <= 32 && one.width() > need * 1.15 && one.height() > s.em * 1.3) {
    g.setFont(s.axis);
    for (int r = 0; r < p.rows; ++r)
      for (int c = 0; c < p.columns; ++c) {
        const double v = p.at(r, c);
        if (std::isnan(v) || p.place(v) < 0) continue;
        g.setPen(theme::readableOn(theme::cividis(p.place(v))));
        g.drawText(l.cell(p, c, r), Qt::AlignCenter, chart::valueText(v, p.unit));
      }
  }
}

void paintBar(QPainter& g, const HeatPicture& p, const HeatLayout& l, const chart::Style& s) {
  constexpr int kSteps = 64;
  g.save();
  g.setRenderHint(QPainter::Antialiasing, false);
  for (int k = 0; k < kSteps; ++k) {
    const double y1 = l.bar.bottom() - l.bar.height() * k / kSteps;
    const double y0 = l.bar.bottom() - l.bar.height() * (k + 1) / kSteps;
    g.fillRect(QRectF(QPointF(l.bar.left(), y0 - (k + 1 < kSteps && s.figure ? 0.25 : 0)), QPointF(l.bar.right(), y1)),
               theme::cividis((k + 0.5) / kSteps));
  }
  g.restore();
  g.setPen(QPen(s.colors.axis, s.line));
  g.setBrush(Qt::NoBrush);
  g.drawRect(l.bar);
  g.setFont(s.axis);
  const QFontMetricsF m = metrics(s.axis, g.device());
  double width = 0;
  for (const Label& label : barLabels(p, 6)) {
    const double y = l.bar.bottom() - label.at * l.bar.height();
    g.setPen(QPen(s.colors.axis, s.line));
    g.drawLine(QPointF(l.bar.right(), y), QPointF(l.bar.right() + s.em * 0.25, y));
    g.setPen(s.colors.text);
    g.drawText(QRectF(l.bar.right() + s.em * 0.4, y - s.em / 2, 400, s.em), Qt::AlignLeft | Qt::AlignVCenter, label.text);
    width = std::max(width, m.horizontalAdvance(label.text));
  }
  g.setPen(s.colors.text);
  chart::turnedText(g, QRectF(l.bar.right() + s.em * 0.7 + width, l.bar.top() - s.em, s.em * 1.1, l.bar.height() + 2 * s.em),
                    barTitle(p));
}

// Sums of at most so many rows or columns to a bar: thousands of bars are a few pixels wide together.
struct Bars {
  std::vector<double> value;
  double per = 1;  // rows to a bar
};
Bars barsOf(const std::vector<double>& sums, double room) {
  Bars b;
  const auto n = static_cast<double>(sums.size());
  b.per = std::max(1.0, std::ceil(n / std::max(room, 1.0)));
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (std::fmod(static_cast<double>(i), b.per) == 0) b.value.push_back(0);
    b.value.back() = std::max(b.value.back(), std::isnan(sums[i]) ? 0 : sums[i]);
  }
  return b;
}

void paintSums(QPainter& g, const HeatPicture& p, const HeatLayout& l, const chart::Style& s) {
  if (l.rowSums.isEmpty()) return;
  const auto largest = [](const std::vector<double>& v) {
    double most = 0;
    for (const double x : v)
      if (x > most) most = x;
    return most;
  };
  // A square matrix sends what it receives: one scale for both. Else each has its own.
  double most = largest(p.rowSum);
  if (p.square) most = std::max(most, largest(p.columnSum));
  const double mostColumn = p.square ? most : largest(p.columnSum);
  const QFontMetricsF m = metrics(s.axis, g.device());
  const QColor fill = s.colors.mode == theme::Mode::Dark ? QColor(0x6b727b) : QColor(0xb9bec6);
  const std::string& unit = p.rowSumUnit.empty() ? p.unit : p.rowSumUnit;
  const double numberWidth = s.em * 4.2;
  g.setFont(s.axis);
  const bool numbers = l.plot.height() / p.rows > s.em * 0.95;
  const Bars rows = barsOf(p.rowSum, l.plot.height());
  const double rowHeight = l.plot.height() / p.rows * rows.per;
  for (std::size_t r = 0; r < rows.value.size() && most > 0; ++r) {
    const double top = l.plot.top() + rowHeight * static_cast<double>(r);
    const double high = std::min(rowHeight, l.plot.bottom() - top);
    const double inset = std::min(high * 0.15, s.em * 0.25);
    const double w = (l.rowSums.width() - (numbers ? numberWidth : 0)) * rows.value[r] / most;
    g.fillRect(QRectF(l.rowSums.left(), top + inset, w, high - 2 * inset), fill);
    if (!numbers) continue;
    g.setPen(s.colors.text);
    g.drawText(QRectF(l.rowSums.left() + w + s.em * 0.25, top, numberWidth, high), Qt::AlignLeft | Qt::AlignVCenter,
               chart::valueText(p.rowSum[r], unit));
  }
  g.setPen(s.colors.faintText);
  if (l.columnSums.isEmpty()) {
    g.drawText(QRectF(l.rowSums.left(), l.rowSums.top() - s.em * 1.1, l.rowSums.width(), s.em), Qt::AlignLeft | Qt::AlignBottom, p.rowSumTitle);
    return;
  }
  const Bars columns = barsOf(p.columnSum, l.plot.width());
  const double cw = l.plot.width() / p.columns * columns.per;
  for (std::size_t c = 0; c < columns.value.size() && mostColumn > 0; ++c) {
    const double inset = std::min(cw * 0.15, s.em * 0.25);
    const double h = (l.columnSums.height() - l.numberRoom) * columns.value[c] / mostColumn;
    const double left = l.plot.left() + static_cast<double>(c) * cw;
    g.fillRect(QRectF(left + inset, l.columnSums.bottom() - h, std::min(cw, l.plot.right() - left) - 2 * inset, h), fill);
    if (l.columnNumbers == HeatLayout::Numbers::None) continue;
    g.setPen(s.colors.text);
    const QString number = chart::valueText(p.columnSum[c], p.unit);
    const double foot = l.columnSums.bottom() - h;
    if (l.columnNumbers == HeatLayout::Numbers::Level) {
      g.drawText(QRectF(left, foot - s.em, cw, s.em), Qt::AlignCenter, number);
    } else {
      const double wide = m.horizontalAdvance(number);
      chart::turnedText(g, QRectF(left, foot - wide - s.em * 0.2, cw, wide), number);
    }
  }
  g.setPen(s.colors.faintText);
  g.drawText(QRectF(l.rowSums.left(), l.columnSums.bottom() - s.em * 1.1, l.rowSums.width(), s.em), Qt::AlignLeft | Qt::AlignBottom, p.rowSumTitle);
  g.drawText(QRectF(l.plot.left(), l.columnSums.top() - s.em * 1.1, l.plot.width(), s.em), Qt::AlignLeft | Qt::AlignVCenter,
             p.columnSumTitle);
}

// Lines between the ranks of different nodes.
void paintBreaks(QPainter& g, const HeatPicture& p, const HeatLayout& l, const chart::Style& s) {
  const auto apart = [&](const std::vector<double>& breaks, double cell) { return !breaks.empty() && cell * p.rows / static_cast<double>(breaks.size() + 1) > s.em * 0.3; };
  g.setPen(QPen(s.colors.axis, s.line));
  if (apart(p.rowBreaks, l.plot.height() / p.rows))
    for (const double at : p.rowBreaks) {
      const double y = l.plot.top() + at * l.plot.height() / p.rows;
      g.drawLine(QPointF(l.plot.left(), y), QPointF(l.plot.right(), y));
    }
  if (apart(p.columnBreaks, l.plot.width() / p.columns))
    for (const double at : p.columnBreaks) {
      const double x = l.plot.left() + at * l.plot.width() / p.columns;
      g.drawLine(QPointF(x, l.plot.top()), QPointF(x, l.plot.bottom()));
    }
}

}  // namespace

std::vector<SumTag> sumTags(const HeatPicture& p, const HeatLayout& l, QPoint cell, const chart::Style& s, const QPaintDevice* device) {
  std::vector<SumTag> out;
  if (p.empty() || cell.x() < 0 || cell.y() < 0 || cell.x() >= p.columns || cell.y() >= p.rows) return out;
  const QFontMetricsF m = metrics(s.axis, device);
  const QRectF c = l.cell(p, cell.x(), cell.y());
  const double high = s.em * 1.2;
  if (!l.rowSums.isEmpty() && l.plot.height() / p.rows <= s.em * 0.95) {
    const QString text = chart::valueText(p.rowSum[static_cast<std::size_t>(cell.y())], p.rowSumUnit.empty() ? p.unit : p.rowSumUnit);
    out.push_back({QRectF(l.rowSums.left(), std::clamp(c.center().y() - high / 2, l.plot.top(), l.plot.bottom() - high), m.horizontalAdvance(text) + s.em * 0.6, high), text});
  }
  if (!l.columnSums.isEmpty() && l.columnNumbers == HeatLayout::Numbers::None) {
    const QString text = chart::valueText(p.columnSum[static_cast<std::size_t>(cell.x())], p.unit);
    const double wide = m.horizontalAdvance(text) + s.em * 0.6;
    out.push_back({QRectF(std::clamp(c.center().x() - wide / 2, l.plot.left(), std::max(l.plot.left(), l.plot.right() - wide)), l.plot.top() - high - s.em * 0.2, wide, high), text});
  }
  return out;
}

void paintHeat(QPainter& g, const HeatPicture& p, const HeatLayout& l, const QRectF& area, const chart::Style& s) {
  const double gap = s.em * 0.5;
  g.setFont(s.title);
  g.setPen(s.colors.text);
  const QFontMetricsF tm = metrics(s.title, g.device());
  g.drawText(QRectF(area.left() + gap, area.top() + gap, area.width() - 2 * gap, tm.height()), Qt::AlignLeft | Qt::AlignVCenter,
             tm.elidedText(p.title, Qt::ElideRight, area.width() - 2 * gap));
  g.setFont(s.axis);
  g.setPen(s.colors.error);
  double warningTop = l.warningTop;
  for (const QString& line : l.warning) {
    g.drawText(QRectF(area.left() + gap, warningTop, area.width() - 2 * gap, s.em * 1.1), Qt::AlignLeft | Qt::AlignVCenter, line);
    warningTop += s.em * 1.1;
  }
  paintCells(g, p, l, s);
  paintBreaks(g, p, l, s);
  g.setPen(QPen(s.colors.axis, s.line));
  g.setBrush(Qt::NoBrush);
  g.drawRect(l.plot);

  const QFontMetricsF m = metrics(s.axis, g.device());
  g.setFont(s.axis);
  const QStringList names = rowLabels(p, s, m, area.width() - 2 * gap);
  const int stepY = every(l.plot.height() / p.rows, s.em * 0.95, p.rows);
  const double labelRight = l.plot.left() - gap * 0.7;
  for (int r = 0; r < p.rows; r += stepY) {
    const QRectF c = l.cell(p, 0, r);
    g.setPen(s.colors.text);
    g.drawText(QRectF(area.left(), c.center().y() - s.em, labelRight - area.left(), 2 * s.em), Qt::AlignRight | Qt::AlignVCenter,
               names[r]);
    g.setPen(QPen(s.colors.axis, s.line));
    g.drawLine(QPointF(l.plot.left() - gap * 0.4, c.center().y()), QPointF(l.plot.left(), c.center().y()));
  }
  g.setPen(s.colors.text);
  chart::turnedText(g, QRectF(area.left() + gap, l.plot.top() - s.em, s.em * 1.2, l.plot.height() + 2 * s.em), p.yTitle);

  const auto tickX = [&](double x, const QString& text) {
    g.setPen(QPen(s.colors.axis, s.line));
    g.drawLine(QPointF(x, l.plot.bottom()), QPointF(x, l.plot.bottom() + gap * 0.4));
    g.setPen(s.colors.text);
    // At the right end a label moves left rather than off the page.
    const double half = m.horizontalAdvance(text) / 2;
    const double centre = std::min(x, area.right() - half - 1);
    g.drawText(QRectF(centre - 200, l.plot.bottom() + gap * 0.5, 400, s.em), Qt::AlignHCenter | Qt::AlignTop, text);
  };
  QString xTitle = p.xTitle;
  if (p.time) {
    const TimeAxis axis = timeAxis(p, std::clamp(static_cast<int>(l.plot.width() / (6 * s.em)), 2, 12));
    for (const Label& label : axis.labels) tickX(l.plot.left() + label.at * l.plot.width(), label.text);
    xTitle = axis.title;
  } else {
    const int stepX = every(l.plot.width() / p.columns, chart::widest(p.columnNames, m) + s.em * 0.4, p.columns);
    for (int c = 0; c < p.columns; c += stepX) tickX(l.cell(p, c, 0).center().x(), p.columnNames[c]);
  }
  g.setPen(s.colors.text);
  g.drawText(QRectF(l.plot.left() - 100, l.plot.bottom() + gap + s.em * 1.1, l.plot.width() + 200, s.em * 1.2),
             Qt::AlignHCenter | Qt::AlignVCenter, xTitle);
  paintSums(g, p, l, s);
  if (p.high > 0) paintBar(g, p, l, s);

  g.setFont(s.axis);
  g.setPen(s.colors.faintText);
  double y = l.remarkTop;
  for (const QString& line : l.remark) {
    g.drawText(QRectF(area.left() + gap, y, area.width() - 2 * gap, s.em), Qt::AlignLeft | Qt::AlignVCenter, line);
    y += s.em;
  }
}

}  // namespace weir
