// The front as a figure: vector, light, in points.
#include <algorithm>
#include <cmath>

#include "views/front/front_paint.h"
#include "views/shared/intervals.h"

namespace weir {

void FrontView::paintFigure(QPainter& p, const QSizeF& size, const FigureStyle& style) {
  const FrontObjective* o = shown();
  const auto ranges = fittedRanges(*this);
  const theme::Colors c = theme::colors(theme::Mode::Light);
  p.save();
  p.fillRect(QRectF(QPointF(0, 0), size), c.background);
  if (!o || !ranges) {
    p.restore();
    return;
  }
  // A font's point is 1/72 inch of the device; here a unit is a point whatever the device's resolution.
  QFont font = theme::textFont();
  font.setPointSizeF(style.textPt * 72.0 / std::max(1, p.device()->logicalDpiY()));
  QFont bold = font;
  bold.setBold(true);
  const QFontMetricsF fm(font, p.device());
  const double line = fm.height();

  // As zoomed on screen, in the same units.
  const QCPRange rx = zoomed_ ? plot_->xAxis->range() : ranges->first;
  const QCPRange ry = zoomed_ ? plot_->yAxis->range() : ranges->second;
  const auto ticksOf = [](const FrontAxis& a, const QCPRange& r) {
    std::pair<QVector<double>, QVector<QString>> t;
    const auto ticker = frontTicker(a.logarithmic);
    ticker->generate(r, QLocale(), QLatin1Char('g'), 6, t.first, nullptr, &t.second);
    return t;
  };
  const auto [tx, lx] = ticksOf(o->x, rx);
  const auto [ty, ly] = ticksOf(o->y, ry);
  double widest = 0;
  for (int i = 0; i < ty.size(); ++i)
    if (ry.contains(ty[i])) widest = std::max(widest, fm.horizontalAdvance(ly[i]));
  double below = 0;
  QStringList captions{countLine()};
  if (!style.caption.isEmpty()) captions << style.caption;
  // What the scenario in hand rests on, and so the plans around it.
  if (const auto& a = state().answered(); a && a->outcome.uncertainty && hasRanges(*this))
    if (const QString rests = intervals::restsOnText(*a->outcome.uncertainty, size.width() > 400 ? 5 : 3); !rests.isEmpty()) captions << rests;
  for (const QString& s : captions) below += fm.boundingRect(QRectF(0, 0, size.width() - 4, 1e6), Qt::TextWordWrap, s).height();
  const QRectF area(QPointF(line * 1.5 + widest + 8, line * 1.9), QPointF(size.width() - 10, size.height() - below - line * 2.9));
  const auto part = [](double v, const QCPRange& r, bool log) { return log ? std::log(v / r.lower) / std::log(r.upper / r.lower) : (v - r.lower) / r.size(); };
  const auto px = [&](double v) { return area.left() + part(v, rx, o->x.logarithmic) * area.width(); };
  const auto py = [&](double v) { return area.bottom() - part(v, ry, o->y.logarithmic) * area.height(); };

  p.setFont(bold);
  p.setPen(c.text);
  const QString head = data_.title.isEmpty() ? o->name : QStringLiteral("%1: %2").arg(data_.title, o->name);
  p.drawText(QRectF(2, 2, size.width() - 4, line * 1.2), Qt::AlignLeft | Qt::AlignTop, QFontMetricsF(bold, p.device()).elidedText(head, Qt::ElideRight, size.width() - 4));
  p.setFont(font);
  double last = -1e9;
  for (int i = 0; i < tx.size(); ++i) {
    if (!rx.contains(tx[i])) continue;
    p.setPen(QPen(c.grid, 0.4));
    p.drawLine(QPointF(px(tx[i]), area.top()), QPointF(px(tx[i]), area.bottom()));
    const double w = fm.horizontalAdvance(lx[i]);
    const double at = std::min(px(tx[i]) - w / 2, size.width() - w - 1);
    if (at < last + 4) continue;
    last = at + w;
    p.setPen(c.text);
    p.drawText(QRectF(at - 1, area.bottom() + 2, w + 2, line), Qt::AlignCenter, lx[i]);
  }
  last = 1e9;
  for (int i = 0; i < ty.size(); ++i) {
    if (!ry.contains(ty[i])) continue;
    p.setPen(QPen(c.grid, 0.4));
    p.drawLine(QPointF(area.left(), py(ty[i])), QPointF(area.right(), py(ty[i])));
    if (py(ty[i]) > last - line) continue;
    last = py(ty[i]);
    p.setPen(c.text);
    p.drawText(QRectF(area.left() - widest - 6, py(ty[i]) - line / 2, widest + 3, line), Qt::AlignRight | Qt::AlignVCenter, ly[i]);
  }
  p.setPen(QPen(c.axis, 0.6));
  p.setBrush(Qt::NoBrush);
  p.drawRect(area);
  const auto [ux, uy] = displayUnits(*this);
  p.setPen(c.text);
  p.drawText(QRectF(area.left(), area.bottom() + 2 + line, area.width(), line * 1.1), Qt::AlignCenter, axisTitle(o->x, ux));
  p.save();
  p.translate(2 + line / 2, area.center().y());
  p.rotate(-90);
  p.drawText(QRectF(-area.height() / 2, -line / 2, area.height(), line), Qt::AlignCenter, axisTitle(o->y, uy));
  p.restore();

  // Dots: those that fall on the same half point are one, so a hundred thousand plans stay a small file.
  const auto inside = [&](const QPointF& q) { return area.contains(q); };
  const auto place = [&](int i) {
    const FrontPoint& f = o->points[static_cast<std::size_t>(i)];
    return QPointF(px(f.x / ux.factor), py(f.y / uy.factor));
  };
  QSet<quint64> taken;
  const QColor dim(0xa6, 0xab, 0xb2);  // opaque: some printers rasterise what is not
  const double side = order_.size() > 5000 ? 1.0 : 1.8;
  for (const int i : order_) {
    const QPointF q = place(i);
    if (!inside(q)) continue;
    const auto key = (static_cast<quint64>(q.x() * 2) << 32) | static_cast<quint64>(q.y() * 2);
    if (taken.contains(key)) continue;
    taken.insert(key);
    p.fillRect(QRectF(q.x() - side / 2, q.y() - side / 2, side, side), dim);
  }
  const QColor front = theme::roleColor(theme::Role::Exposed);
  p.setRenderHint(QPainter::Antialiasing, true);
  const auto clamped = [&](QPointF q) { return QPointF(std::clamp(q.x(), area.left(), area.right()), std::clamp(q.y(), area.top(), area.bottom())); };
  QPolygonF steps;
  for (const int i : front_) {
    const QPointF q = clamped(place(i));
    if (!steps.isEmpty()) steps << QPointF(q.x(), steps.last().y());
    steps << q;
  }
  const auto at = [&](double x, double y) { return clamped(QPointF(px(x / ux.factor), py(y / uy.factor))); };
  for (const int i : front_)
    if (const FrontRange* r = FrontPaint::range(*this, i); r && inside(place(i)))
      paintWhiskers(p, {o->points[static_cast<std::size_t>(i)].x, o->points[static_cast<std::size_t>(i)].y}, *r, QColor(0xea, 0xae, 0x80), 0.6, at);
  p.setPen(QPen(front, 1));
  p.setBrush(Qt::NoBrush);
  p.drawPolyline(steps);
  p.setPen(Qt::NoPen);
  p.setBrush(front);
  for (const int i : front_)
    if (inside(place(i))) p.drawEllipse(place(i), 2, 2);
  const FrontCurrent* now = FrontPaint::current(*this);
  const bool hasNow = now && std::isfinite(now->x) && std::isfinite(now->y) && inside({px(now->x / ux.factor), py(now->y / uy.factor)});
  if (hasNow) {
    paintWhiskers(p, {now->x, now->y}, now->range, theme::roleColor(theme::Role::Compute), 0.8, at);
    p.save();
    p.translate(px(now->x / ux.factor), py(now->y / uy.factor));
    p.scale(0.55, 0.55);
    paintCurrentMark(p, {0, 0}, c);
    p.restore();
  }
  p.setFont(font);
  paintFrontLegend(p, area.adjusted(0, 4, -4, 0), c, hasNow, hasRanges(*this), 0.75);
  double y = area.bottom() + 2 + line * 2.4;
  p.setPen(c.faintText);
  for (const QString& s : captions) {
    const QRectF box = fm.boundingRect(QRectF(2, y, size.width() - 4, 1e6), Qt::TextWordWrap, s);
    p.drawText(box, Qt::TextWordWrap, s);
    y += box.height();
  }
  p.restore();
}

}  // namespace weir
