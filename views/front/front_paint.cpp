#include "views/front/front_paint.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weir {
namespace {

class FrontWords {
  Q_DECLARE_TR_FUNCTIONS(FrontView)
};

// "0.01", "1", "1000": plain numbers, never "1e+03".
class LogTicker : public QCPAxisTickerLog {
 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar, int) override {
    QLocale plain = locale;
    plain.setNumberOptions(QLocale::OmitGroupSeparator);
    if (tick >= 1e7 || tick < 1e-4) return plain.toString(tick, 'g', 3);
    return plain.toString(tick, 'f', tick >= 1 ? 0 : static_cast<int>(std::ceil(-std::log10(tick) - 1e-9)));
  }
  // Less than a decade holds too few powers of ten to read anything off: 1-2-5 steps there.
  QVector<double> createTickVector(double, const QCPRange& range) override {
    QVector<double> t;
    if (range.lower <= 0) return t;
    const double decades = std::log10(range.upper / range.lower);
    if (decades < 0.7) {
      const double rough = (range.upper - range.lower) / 6;
      const double p = std::pow(10, std::floor(std::log10(rough)));
      const double step = rough / p > 5 ? 10 * p : rough / p > 2 ? 5 * p : rough / p > 1 ? 2 * p : p;
      for (double v = std::ceil(range.lower / step) * step; v <= range.upper; v += step) t.append(v);
      return t;
    }
    const std::vector<double> within = decades < 1.2   ? std::vector<double>{1, 2, 3, 5, 7}
                                       : decades < 2.5 ? std::vector<double>{1, 2, 5}
                                                       : std::vector<double>{1};
    const int every = std::max(1, static_cast<int>(decades / 8));
    const int first = static_cast<int>(std::floor(std::log10(range.lower)));
    for (int e = first - 1; e <= first + decades + 2; e += every)
      for (const double w : within) t.append(w * std::pow(10, e));
    return t;
  }
};

// From a value, or its logarithm on a log axis, to a pixel.
class AxisMap {
 public:
  AxisMap(const QCPAxis& axis, double factor) {
    const bool log = axis.scaleType() == QCPAxis::stLogarithmic;
    const double low = axis.range().lower * factor;
    const double high = axis.range().upper * factor;
    const double a = log ? std::log(low) : low;
    const double b = log ? std::log(high) : high;
    const double pa = axis.coordToPixel(axis.range().lower);
    slope_ = (axis.coordToPixel(axis.range().upper) - pa) / (b - a);
    offset_ = pa - slope_ * a;
  }
  double operator()(double v) const { return offset_ + slope_ * v; }

 private:
  double slope_ = 1, offset_ = 0;
};

}  // namespace

const FrontCurrent* FrontPaint::current(const FrontView& v) {
  const auto i = static_cast<std::size_t>(v.objective_);
  return i < v.current_.size() ? &v.current_[i] : nullptr;
}

const FrontRanges* FrontPaint::ranges(const FrontView& v) {
  const auto i = static_cast<std::size_t>(v.objective_);
  return i < v.ranges_.size() ? &v.ranges_[i] : nullptr;
}

const FrontRange* FrontPaint::range(const FrontView& v, int position) {
  const FrontRanges* all = ranges(v);
  if (!all) return nullptr;
  const auto it = all->find(v.shown()->points[static_cast<std::size_t>(position)].index);
  return it == all->end() ? nullptr : &it->second;
}

void paintWhiskers(QPainter& p, const QPointF& value, const FrontRange& r, const QColor& color, double width, const std::function<QPointF(double, double)>& place) {
  p.setPen(QPen(color, width));
  const double end = 2.5 * width;
  // A low end of zero has no place on a logarithmic axis.
  const auto line = [&](const QPointF& a, const QPointF& b, const QPointF& across) {
    if (!std::isfinite(a.x()) || !std::isfinite(a.y()) || !std::isfinite(b.x()) || !std::isfinite(b.y())) return;
    p.drawLine(a, b);
    for (const QPointF& e : {a, b}) p.drawLine(e - across * end, e + across * end);
  };
  if (r.knownX()) line(place(r.xLow, value.y()), place(r.xHigh, value.y()), {0, 1});
  if (r.knownY()) line(place(value.x(), r.yLow), place(value.x(), r.yHigh), {1, 0});
}

DisplayUnit displayUnit(const QString& unit, double typical) {
  if (unit == QLatin1String("s") && typical >= 3 * 86400) return {86400, QStringLiteral("d")};
  if (unit == QLatin1String("s") && typical >= 3 * 3600) return {3600, QStringLiteral("h")};
  if (unit == QLatin1String("s") && typical >= 180) return {60, QStringLiteral("min")};
  if (unit.isEmpty() || !(typical > 0)) return {1, unit};
  constexpr std::array<std::pair<double, const char*>, 9> prefixes{{{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}}};
  for (const auto& [factor, prefix] : prefixes)
    if (typical >= factor) return {factor, QString::fromUtf8(prefix) + unit};
  return {1, unit};
}

std::pair<DisplayUnit, DisplayUnit> displayUnits(const FrontView& view) {
  const FrontObjective* o = FrontPaint::shown(view);
  if (!o) return {};
  // The middle of the front where there is one: that is what is read.
  const auto& on = FrontPaint::front(view).empty() ? FrontPaint::order(view) : FrontPaint::front(view);
  if (on.empty()) return {{1, o->x.unit}, {1, o->y.unit}};
  const FrontPoint& p = o->points[static_cast<std::size_t>(on[on.size() / 2])];
  return {displayUnit(o->x.unit, p.x), displayUnit(o->y.unit, p.y)};
}

QString axisTitle(const FrontAxis& axis, const DisplayUnit& unit) {
  QString s = unit.name.isEmpty() ? axis.title : QStringLiteral("%1 (%2)").arg(axis.title, unit.name);
  if (axis.logarithmic) s += FrontWords::tr(", log");
  return s;
}

QSharedPointer<QCPAxisTicker> frontTicker(bool logarithmic) {
  if (logarithmic) return QSharedPointer<QCPAxisTicker>(new LogTicker);
  return QSharedPointer<QCPAxisTicker>(new QCPAxisTicker);
}

std::optional<std::pair<QCPRange, QCPRange>> fittedRanges(const FrontView& view) {
  const FrontObjective* o = FrontPaint::shown(view);
  const auto& order = FrontPaint::order(view);
  if (!o || order.empty()) return std::nullopt;
  const auto [ux, uy] = displayUnits(view);
  const auto fit = [&](auto value, auto ends, const FrontAxis& a, double factor) {
    double lo = INFINITY;
    double hi = -INFINITY;
    const auto cover = [&](double v) {
      if (!std::isfinite(v) || (a.logarithmic && v <= 0)) return;
      lo = std::min(lo, v);
      hi = std::max(hi, v);
    };
    for (const int i : order) cover(value(o->points[static_cast<std::size_t>(i)]) / factor);
    for (const int i : FrontPaint::front(view))
      if (const FrontRange* r = FrontPaint::range(view, i))
        for (const double v : ends(*r)) cover(v / factor);
    if (a.logarithmic) {
      const double grow = std::max(std::pow(hi / lo, 0.06), 1.1);
      return QCPRange(lo / grow, hi * grow);
    }
    // A linear axis starts at zero unless the points are all far from it.
    const double pad = std::max((hi - lo) * 0.06, std::abs(hi) * 0.02 + 1e-12);
    return QCPRange(lo > 0 && lo < 0.5 * hi ? 0 : lo - pad, hi + pad);
  };
  return std::pair{fit([](const FrontPoint& p) { return p.x; }, [](const FrontRange& r) { return std::array{r.xLow, r.xHigh}; }, o->x, ux.factor),
                   fit([](const FrontPoint& p) { return p.y; }, [](const FrontRange& r) { return std::array{r.yLow, r.yHigh}; }, o->y, uy.factor)};
}

QStringList hoverLines(const FrontView& view, int position) {
  const FrontObjective* o = FrontPaint::shown(view);
  const FrontPoint& p = o->points[static_cast<std::size_t>(position)];
  const auto value = [](const FrontAxis& a, double v, double low, double high) {
    const DisplayUnit u = displayUnit(a.unit, std::abs(v));
    const QString interval = low == low && high == high ? QStringLiteral(" [%1, %2]").arg(QString::number(low / u.factor, 'g', 3), QString::number(high / u.factor, 'g', 3)) : QString();
    return QStringLiteral("%1: %2%3%4").arg(a.title, QString::number(v / u.factor, 'g', 3), u.name.isEmpty() ? QString() : QStringLiteral(" ") + u.name, interval);
  };
  const FrontRange* known = FrontPaint::range(view, position);
  const FrontRange r = known ? *known : FrontRange{};
  QStringList lines{value(o->x, p.x, r.xLow, r.xHigh), value(o->y, p.y, r.yLow, r.yHigh)};
  if (p.onFront) lines << FrontWords::tr("non-dominated");
  return lines + p.label;
}

void dragAxis(QCPAxis* axis, const QCPRange& range, double fromPx, double toPx) {
  axis->setRange(range);
  if (axis->scaleType() == QCPAxis::stLinear) {
    const double d = axis->pixelToCoord(fromPx) - axis->pixelToCoord(toPx);
    axis->setRange(range.lower + d, range.upper + d);
  } else {
    const double f = axis->pixelToCoord(fromPx) / axis->pixelToCoord(toPx);
    axis->setRange(range.lower * f, range.upper * f);
  }
}

QCPRange FrontPlottable::getKeyRange(bool& found, QCP::SignDomain) const {
  const auto r = fittedRanges(view_);
  found = r.has_value();
  return r ? r->first : QCPRange();
}

QCPRange FrontPlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
  const auto r = fittedRanges(view_);
  found = r.has_value();
  return r ? r->second : QCPRange();
}

void FrontPlottable::draw(QCPPainter* painter) {
  const FrontObjective* o = FrontPaint::shown(view_);
  if (!o || !mKeyAxis || !mValueAxis) return;
  const theme::Colors c = theme::colors(FrontPaint::mode(view_));
  const auto [ux, uy] = displayUnits(view_);
  // The points' places on a log axis are logarithms taken once: a hundred thousand of them a frame took 20 ms.
  const AxisMap mx(*mKeyAxis, ux.factor);
  const AxisMap my(*mValueAxis, uy.factor);
  const auto& scaled = FrontPaint::scaled(view_);
  const auto place = [&](int i) { return QPointF(mx(scaled[static_cast<std::size_t>(i)].x()), my(scaled[static_cast<std::size_t>(i)].y())); };
  // All points as square dots in one picture: a hundred thousand ellipses would take half a second.
  const QRect area = mKeyAxis->axisRect()->rect();
  const double ratio = painter->device()->devicePixelRatioF();
  QImage dots(area.size() * ratio, QImage::Format_ARGB32_Premultiplied);
  dots.fill(Qt::transparent);
  QColor dim = c.faintText;
  dim.setAlphaF(FrontPaint::order(view_).size() > 5000 ? 0.35 : 0.55);
  const QRgb ink = qPremultiply(dim.rgba());
  const int size = std::max(1, static_cast<int>(std::lround((FrontPaint::order(view_).size() > 20'000 ? 2 : 4) * ratio)));
  for (const int i : FrontPaint::order(view_)) {
    const QPointF p = (place(i) - area.topLeft()) * ratio;
    if (!(p.x() > -size && p.y() > -size && p.x() < dots.width() + size && p.y() < dots.height() + size)) continue;
    const int x0 = std::max(0, static_cast<int>(p.x()) - size / 2);
    const int x1 = std::min(dots.width(), static_cast<int>(p.x()) - size / 2 + size);
    for (int y = std::max(0, static_cast<int>(p.y()) - size / 2); y < std::min(dots.height(), static_cast<int>(p.y()) - size / 2 + size); ++y)
      for (int x = x0; x < x1; ++x) reinterpret_cast<QRgb*>(dots.scanLine(y))[x] = ink;
  }
  dots.setDevicePixelRatio(ratio);
  painter->drawImage(area.topLeft(), dots);

  const QColor front = theme::roleColor(theme::Role::Exposed);
  painter->setAntialiasing(true);
  QPolygonF steps;
  for (const int i : FrontPaint::front(view_)) {
    const QPointF p = place(i);
    if (!steps.isEmpty()) steps << QPointF(p.x(), steps.last().y());
    steps << p;
  }
  const auto at = [&](double x, double y) { return QPointF(mKeyAxis->coordToPixel(x / ux.factor), mValueAxis->coordToPixel(y / uy.factor)); };
  QColor thin = front;
  thin.setAlphaF(0.45F);
  for (const int i : FrontPaint::front(view_))
    if (const FrontRange* r = FrontPaint::range(view_, i)) {
      const FrontPoint& f = o->points[static_cast<std::size_t>(i)];
      paintWhiskers(*painter, {f.x, f.y}, *r, thin, 1, at);
    }
  painter->setPen(QPen(front, 1.5));
  painter->setBrush(Qt::NoBrush);
  painter->drawPolyline(steps);
  painter->setPen(QPen(c.background, 1));
  painter->setBrush(front);
  if (FrontPaint::front(view_).size() < 2000)
    for (const int i : FrontPaint::front(view_)) painter->drawEllipse(place(i), 4, 4);
  painter->setAntialiasing(false);
}

bool hasRanges(const FrontView& v) {
  const FrontRanges* all = FrontPaint::ranges(v);
  const FrontCurrent* now = FrontPaint::current(v);
  return (all && !all->empty()) || (now && (now->range.knownX() || now->range.knownY()));
}

void FrontFloat::draw(QCPPainter* painter) {
  const FrontObjective* o = FrontPaint::shown(view_);
  if (!o || FrontPaint::order(view_).empty()) return;
  const theme::Colors c = theme::colors(FrontPaint::mode(view_));
  QCustomPlot* plot = view_.plot();
  const QRect area = plot->axisRect()->rect();
  const auto [ux, uy] = displayUnits(view_);
  painter->save();
  painter->setClipRect(area);
  painter->setAntialiasing(true);
  if (const FrontCurrent* now = FrontPaint::current(view_); now && std::isfinite(now->x) && std::isfinite(now->y)) {
    const QPointF p(plot->xAxis->coordToPixel(now->x / ux.factor), plot->yAxis->coordToPixel(now->y / uy.factor));
    const QPointF at(std::clamp<double>(p.x(), area.left() + 6, area.right() - 6), std::clamp<double>(p.y(), area.top() + 6, area.bottom() - 6));
    QColor line = c.text;
    line.setAlpha(90);
    painter->setPen(QPen(line, 1, Qt::DashLine));
    painter->drawLine(QPointF(area.left(), at.y()), at);
    painter->drawLine(at, QPointF(at.x(), area.bottom()));
    paintWhiskers(*painter, {now->x, now->y}, now->range, theme::roleColor(theme::Role::Compute), 1.5,
                  [&](double x, double y) { return QPointF(plot->xAxis->coordToPixel(x / ux.factor), plot->yAxis->coordToPixel(y / uy.factor)); });
    paintCurrentMark(*painter, at, c);
  }
  if (const int h = FrontPaint::hovered(view_); h >= 0) {
    const QPointF p = view_.placeOf(h);
    painter->setPen(QPen(c.hover, 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawEllipse(p, 7, 7);
    const QStringList lines = hoverLines(view_, h);
    painter->setFont(theme::axisFont());
    const QFontMetrics fm = painter->fontMetrics();
    int width = 0;
    for (const QString& l : lines) width = std::max(width, fm.horizontalAdvance(l));
    QRectF box(p + QPointF(12, 12), QSizeF(width + 16, static_cast<double>(lines.size() * fm.height() + 10)));
    if (box.right() > area.right() - 2) box.moveRight(p.x() - 12);
    if (box.bottom() > area.bottom() - 2) box.moveBottom(p.y() - 12);
    box.moveLeft(std::max<double>(box.left(), area.left() + 2));
    box.moveTop(std::max<double>(box.top(), area.top() + 2));
    painter->setAntialiasing(false);
    painter->setPen(QPen(c.axis, 1));
    painter->setBrush(c.panel);
    painter->drawRect(box);
    painter->setPen(c.text);
    for (int i = 0; i < lines.size(); ++i)
      painter->drawText(QRectF(box.left() + 8, box.top() + 5 + i * fm.height(), width + 8, fm.height()), Qt::AlignLeft | Qt::AlignVCenter, lines[i]);
  }
  // Legend, top right: where the worst plans are, so it hides least.
  painter->setFont(theme::axisFont());
  paintFrontLegend(*painter, QRectF(area).adjusted(0, 6, -6, 0), c, FrontPaint::current(view_) != nullptr, hasRanges(view_), 1);
  painter->restore();
}

void paintCurrentMark(QPainter& p, const QPointF& at, const theme::Colors& c) {
  QPolygonF d;
  d << at + QPointF(0, -8) << at + QPointF(8, 0) << at + QPointF(0, 8) << at + QPointF(-8, 0);
  p.setPen(QPen(c.background, 1.5));
  p.setBrush(theme::roleColor(theme::Role::Compute));
  p.drawPolygon(d);
}

void paintFrontLegend(QPainter& p, const QRectF& area, const theme::Colors& c, bool current, bool ranges, double scale) {
  QStringList names{FrontWords::tr("plans tried"), FrontWords::tr("non-dominated")};
  if (current) names << FrontWords::tr("the scenario in hand");
  if (ranges) names << FrontWords::tr("95 % interval of the constants");
  const auto last = names.size() - 1;
  const QFontMetricsF fm(p.font(), p.device());
  double width = 0;
  for (const QString& n : names) width = std::max(width, fm.horizontalAdvance(n));
  const double row = fm.height() + 2 * scale;
  const QRectF box(area.right() - width - 34 * scale, area.top(), width + 34 * scale, row * static_cast<double>(names.size()) + 8 * scale);
  QColor under = c.background;
  under.setAlpha(225);
  p.setPen(QPen(c.grid, scale));
  p.setBrush(under);
  p.drawRect(box);
  for (int i = 0; i < names.size(); ++i) {
    const QPointF at(box.left() + 14 * scale, box.top() + 4 * scale + row * (i + 0.5));
    p.save();
    if (i == 0) {
      QColor dim = c.faintText;
      dim.setAlphaF(0.55);
      p.fillRect(QRectF(at.x() - 2 * scale, at.y() - 2 * scale, 4 * scale, 4 * scale), dim);
    } else if (i == 1) {
      const QColor front = theme::roleColor(theme::Role::Exposed);
      p.setPen(QPen(front, 1.5 * scale));
      p.drawLine(at - QPointF(9 * scale, 0), at + QPointF(9 * scale, 0));
      p.setPen(Qt::NoPen);
      p.setBrush(front);
      p.drawEllipse(at, 3.5 * scale, 3.5 * scale);
    } else if (ranges && i == last) {
      paintWhiskers(p, {0, 0}, {-8, 8, -5, 5}, c.text, scale, [&](double x, double y) { return at + QPointF(x, y) * scale; });
    } else {
      p.translate(at);
      p.scale(0.7 * scale, 0.7 * scale);
      paintCurrentMark(p, {0, 0}, c);
    }
    p.restore();
    p.setPen(c.text);
    p.drawText(QRectF(at.x() + 14 * scale, at.y() - row / 2, width + 4 * scale, row), Qt::AlignLeft | Qt::AlignVCenter, names[i]);
  }
}

}  // namespace weir
