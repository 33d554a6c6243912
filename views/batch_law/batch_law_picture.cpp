#include "views/batch_law/batch_law_picture.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "views/shared/font_metrics.h"

namespace weir {
namespace {

struct LawWords {
  Q_DECLARE_TR_FUNCTIONS(BatchLaw)
};

bool placed(double v) { return std::isfinite(v) && v > 0; }

bool painted(const BatchLawLevel& level) { return std::any_of(level.total.begin(), level.total.end(), placed); }

QString samplesText(double n) {
  const QLocale c(QLocale::English, QLocale::UnitedStates);
  return c.toString(n, 'f', n == std::floor(n) ? 0 : 1);
}

QPen penOf(const QColor& color, const chart::Style& s, Qt::PenStyle dash) {
  QPen pen(color, s.line * (dash == Qt::SolidLine ? 2 : 1.3), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (dash == Qt::DashLine) pen.setDashPattern({5, 3});
  if (dash == Qt::DotLine) pen.setDashPattern({1.2, 2.4});
  return pen;
}

}  // namespace

QString levelName(const std::string& name) {
  if (name == "memory") return LawWords::tr("device memory");
  if (name == "fabric") return LawWords::tr("node fabric");
  if (name == "network") return LawWords::tr("network");
  if (name == "storage") return LawWords::tr("storage");
  return QString::fromStdString(name);
}

QColor levelColor(const std::string& name, const chart::Style& s) {
  if (name == "memory") return chart::seriesColor(0, s);
  if (name == "fabric") return chart::seriesColor(5, s);
  if (name == "network") return chart::seriesColor(1, s);
  if (name == "storage") return chart::seriesColor(2, s);
  return chart::seriesColor(6, s);
}

QStringList batchLines(const BatchLawReport& law, std::size_t i) {
  QStringList lines{LawWords::tr("global batch %1").arg(samplesText(law.batches[i]))};
  for (const BatchLawLevel& level : law.levels) {
    if (!painted(level)) continue;
    lines << LawWords::tr("%1: %2 a sample (%3 of what is paid once a step, %4 with every sample)")
                 .arg(levelName(level.name), chart::valueText(level.total[i], "B"), chart::valueText(level.per_step[i], "B"), chart::valueText(level.per_sample[i], "B"));
  }
  return lines;
}

bool BatchLawPicture::empty() const { return !law || law->batches.empty() || std::none_of(law->levels.begin(), law->levels.end(), painted); }

std::optional<std::size_t> BatchLawLayout::batchAt(const BatchLawPicture& p, const QPointF& at) const {
  if (p.empty() || !plot.plot.adjusted(-4, -4, 4, 4).contains(at)) return std::nullopt;
  const double x = plot.xAt(at.x());
  std::size_t best = 0;
  double least = 1e300;
  for (std::size_t i = 0; i < p.law->batches.size(); ++i)
    if (const double d = std::abs(std::log(p.law->batches[i] / x)); d < least) {
      least = d;
      best = i;
    }
  return best;
}

BatchLawLayout layoutBatchLaw(const BatchLawPicture& p, const QRectF& area, const chart::Style& s, const QPaintDevice* device) {
  BatchLawLayout l;
  const QFontMetricsF m = metrics(s.axis, device);
  const double gap = s.em * 0.5;
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  l.remark = chart::wrapped(p.remark, m, in.width());
  l.remarkTop = in.bottom() - s.em * static_cast<double>(l.remark.size());
  if (p.empty()) return l;
  double low = 1e300, high = 0;
  for (std::size_t i = 0; i < p.law->levels.size(); ++i) {
    const BatchLawLevel& level = p.law->levels[i];
    if (!painted(level)) continue;
    l.levels.push_back(i);
    l.legend.push_back(levelName(level.name));
    for (const double v : level.total)
      if (placed(v)) {
        low = std::min(low, v);
        high = std::max(high, v);
      }
  }
  l.legend.push_back(LawWords::tr("dashed: paid once a step, falls as 1/B"));
  l.legend.push_back(LawWords::tr("dotted: with every sample"));
  double wide = 0;
  for (const QString& text : l.legend) wide = std::max(wide, m.horizontalAdvance(text));
  wide += 3.6 * s.em;
  const double row = s.em * 1.25, high_ = row * static_cast<double>(l.legend.size()) + gap;
  QRectF body(QPointF(in.left(), in.top() + metrics(s.title, device).height() + gap), QPointF(in.right(), l.remarkTop - gap));
  if (wide < body.width() * 0.34) {
    l.legendBox = QRectF(body.right() - wide, body.top(), wide, high_);
    body.setRight(l.legendBox.left() - gap);
  } else {
    // Under the plot, as many a line as have room.
    double x = 0, rows = 1;
    for (const QString& text : l.legend) {
      const double w = m.horizontalAdvance(text) + 3.6 * s.em;
      if (x > 0 && x + w > body.width()) {
        x = 0;
        ++rows;
      }
      x += w;
    }
    l.legendBox = QRectF(body.left(), body.bottom() - rows * row, body.width(), rows * row);
    body.setBottom(l.legendBox.top() - gap);
  }
  // Where only a part of a line lies far below, four decades under the lowest total are enough to see it fall.
  double parts = low;
  for (const std::size_t i : l.levels)
    for (const auto* values : {&p.law->levels[i].per_step, &p.law->levels[i].per_sample})
      for (const double v : *values)
        if (placed(v)) parts = std::min(parts, v);
  low = std::max(parts, low / 1e4);
  const auto [first, last] = std::pair{std::min(p.law->batches.front(), p.batch > 0 ? p.batch : p.law->batches.front()), std::max(p.law->batches.back(), p.batch)};
  l.plot = chart::layoutLogPlot(body, chart::logAxis(first, last, LawWords::tr("global batch (samples)"), ""), chart::logAxis(low, high, LawWords::tr("bytes per sample"), "B"), s, device);
  return l;
}

void paintBatchLaw(QPainter& g, const BatchLawPicture& p, const BatchLawLayout& l, const QRectF& area, const chart::Style& s, std::optional<std::size_t> hovered) {
  const double gap = s.em * 0.5;
  const QFontMetricsF m = metrics(s.axis, g.device());
  const QFontMetricsF tm = metrics(s.title, g.device());
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  g.setFont(s.title);
  g.setPen(s.colors.text);
  g.drawText(QRectF(in.left(), in.top(), in.width(), tm.height()), Qt::AlignLeft | Qt::AlignVCenter, tm.elidedText(p.title, Qt::ElideRight, in.width()));
  if (p.empty()) return;
  const chart::LogPlot& plot = l.plot;
  chart::paintLogFrame(g, plot, s);
  g.save();
  g.setClipRect(plot.plot);
  const auto line = [&](const std::vector<double>& values, const QPen& pen) {
    QPolygonF poly;
    g.setPen(pen);
    g.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (placed(values[i])) {
        poly << plot.at(p.law->batches[i], values[i]);
        continue;
      }
      g.drawPolyline(poly);
      poly.clear();
    }
    g.drawPolyline(poly);
  };
  for (const std::size_t i : l.levels) {
    const BatchLawLevel& level = p.law->levels[i];
    const QColor color = levelColor(level.name, s);
    line(level.per_step, penOf(color, s, Qt::DashLine));
    line(level.per_sample, penOf(color, s, Qt::DotLine));
    line(level.total, penOf(color, s, Qt::SolidLine));
  }
  if (p.batch > 0) {
    const double x = plot.at(p.batch, plot.y.low).x();
    g.setPen(QPen(s.colors.text, s.line, Qt::DashLine));
    g.drawLine(QPointF(x, plot.plot.top()), QPointF(x, plot.plot.bottom()));
    const auto own = std::find(p.law->batches.begin(), p.law->batches.end(), p.batch);
    if (own != p.law->batches.end())
      for (const std::size_t i : l.levels) {
        const double v = p.law->levels[i].total[static_cast<std::size_t>(own - p.law->batches.begin())];
        if (placed(v)) chart::marker(g, plot.at(p.batch, v), static_cast<int>(i), s.em * 0.32, levelColor(p.law->levels[i].name, s), s);
      }
    const QString text = LawWords::tr("this scenario: %1").arg(samplesText(p.batch));
    const double w = m.horizontalAdvance(text) + gap;
    const bool left = x + w + gap > plot.plot.right();
    const QRectF tag(left ? x - w - gap * 0.5 : x + gap * 0.5, plot.plot.top() + gap * 0.5, w, s.em);
    g.fillRect(tag, s.figure ? QColor(Qt::white) : s.colors.background);
    g.setPen(s.colors.text);
    g.setFont(s.axis);
    g.drawText(tag, Qt::AlignCenter, text);
  }
  if (hovered && *hovered < p.law->batches.size()) {
    const double x = plot.at(p.law->batches[*hovered], plot.y.low).x();
    g.setPen(QPen(s.colors.hover, s.line));
    g.drawLine(QPointF(x, plot.plot.top()), QPointF(x, plot.plot.bottom()));
    for (const std::size_t i : l.levels) {
      const double v = p.law->levels[i].total[*hovered];
      if (!placed(v)) continue;
      g.setPen(QPen(s.colors.hover, s.line * 1.5));
      g.setBrush(Qt::NoBrush);
      g.drawEllipse(plot.at(p.law->batches[*hovered], v), s.em * 0.35, s.em * 0.35);
    }
  }
  g.restore();

  g.setFont(s.axis);
  const double row = s.em * 1.25;
  const bool beside = l.legendBox.left() > plot.plot.right();
  double x = l.legendBox.left(), y = l.legendBox.top();
  for (std::size_t k = 0; k < l.legend.size(); ++k) {
    const double w = m.horizontalAdvance(l.legend[k]) + 3.6 * s.em;
    if (!beside && x > l.legendBox.left() && x + w > l.legendBox.right() + 0.5) {
      x = l.legendBox.left();
      y += row;
    }
    const bool level = k < l.levels.size();
    const QColor color = level ? levelColor(p.law->levels[l.levels[k]].name, s) : s.colors.faintText;
    g.setPen(penOf(color, s, level ? Qt::SolidLine : k == l.levels.size() ? Qt::DashLine : Qt::DotLine));
    g.drawLine(QPointF(x + 0.2 * s.em, y + row / 2), QPointF(x + 2.2 * s.em, y + row / 2));
    if (level) chart::marker(g, QPointF(x + 1.2 * s.em, y + row / 2), static_cast<int>(l.levels[k]), s.em * 0.26, color, s);
    g.setPen(level ? s.colors.text : s.colors.faintText);
    g.drawText(QRectF(x + 2.7 * s.em, y, w, row), Qt::AlignLeft | Qt::AlignVCenter, l.legend[k]);
    if (beside) y += row;
    else x += w;
  }
  g.setPen(s.colors.faintText);
  y = l.remarkTop;
  for (const QString& text : l.remark) {
    g.drawText(QRectF(in.left(), y, in.width(), s.em), Qt::AlignLeft | Qt::AlignVCenter, text);
    y += s.em;
  }
}

}  // namespace weir
