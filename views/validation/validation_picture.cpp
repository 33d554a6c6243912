#include "views/validation/validation_picture.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>

#include "views/shared/font_metrics.h"
#include "views/shared/text.h"

namespace weir {
namespace {

struct ValidationWords {
  Q_DECLARE_TR_FUNCTIONS(Validation)
};

QString percentText(double f) { return chart::valueText(f, "1"); }

struct Column {
  QString head;
  bool right = true;
};

std::array<Column, 4> tableColumns() { return {Column{ValidationWords::tr("rows"), true}, Column{ValidationWords::tr("mean"), true}, Column{ValidationWords::tr("median"), true}, Column{ValidationWords::tr("p95"), true}}; }

std::array<QString, 4> cells(const ValidationSeries& s) { return {QString::number(s.points.size()), percentText(s.mean), percentText(s.median), percentText(s.p95)}; }

struct ListWidths {
  double name = 0;
  std::array<double, 4> column{};
  [[nodiscard]] double total(double em) const {
    double w = 1.8 * em + name;
    for (const double c : column) w += c + em;
    return w;
  }
};

ListWidths widthsOf(const ValidationPicture& p, const QFontMetricsF& m) {
  ListWidths w;
  const auto heads = tableColumns();
  for (std::size_t c = 0; c < heads.size(); ++c) w.column[c] = m.horizontalAdvance(heads[c].head);
  for (const ValidationSeries& s : p.series) {
    if (!s.shown) continue;
    w.name = std::max(w.name, m.horizontalAdvance(s.name()));
    const auto row = cells(s);
    for (std::size_t c = 0; c < row.size(); ++c) w.column[c] = std::max(w.column[c], m.horizontalAdvance(row[c]));
  }
  return w;
}

// As many columns as make the least side of a plot, what its axes take aside, the largest.
int columnsFor(int panels, const QSizeF& area, double em) {
  int best = 1;
  double most = -1e9;
  for (int c = 1; c <= panels; ++c) {
    const int r = (panels + c - 1) / c;
    const double side = std::min(area.width() / c - 6 * em, area.height() / r - 3.5 * em);
    if (side > most + 0.5) {
      most = side;
      best = c;
    }
  }
  return best;
}

QStringList legendWords(const ValidationPicture& p) {
  QStringList words{ValidationWords::tr("line: equal, band: ±10 %")};
  for (const ValidationSeries& x : p.series)
    for (const calibrate::Predicted& v : x.points)
      if (x.shown && v.low > 0 && std::isfinite(v.high)) return words << ValidationWords::tr("whiskers: 95 % interval");
  return words;
}

QString axisTitle(const ValidationPicture& p, const std::vector<std::size_t>& series, const QString& word) {
  if (series.size() == 1) return QStringLiteral("%1 %2").arg(word, p.series[series.front()].quantity);
  return word;
}

}  // namespace

bool paintable(const calibrate::Predicted& p) { return std::isfinite(p.measured) && std::isfinite(p.predicted) && p.measured > 0 && p.predicted > 0; }

QString quantityText(double value, const std::string& unit) {
  if (unit.empty()) return std::isnan(value) ? QStringLiteral("unknown") : QString::number(value, 'g', 4);
  if (unit == "1") return chart::valueText(value, "1");
  if (unit == "s" || unit == "W" || unit == "J" || unit == "B" || unit == "B/s" || unit == "FLOP/s") return chart::valueText(value, unit);
  return std::isnan(value) ? QStringLiteral("unknown") : QStringLiteral("%1 %2").arg(QString::number(value, 'g', 4), q(unit));
}

QString errorText(const calibrate::Predicted& p) {
  const double e = p.predicted / p.measured - 1;
  return (e < 0 ? QStringLiteral("−") : QStringLiteral("+")) + percentText(std::abs(e));
}

bool ValidationPicture::empty() const {
  return std::none_of(series.begin(), series.end(), [](const ValidationSeries& s) { return s.shown && std::any_of(s.points.begin(), s.points.end(), paintable); });
}

ValidationPicture validationPicture(const ValidationReport& r) {
  ValidationPicture p;
  p.title = ValidationWords::tr("Predicted against measured: %1").arg(q(r.title));
  std::size_t outside = 0, aside = 0;
  for (const calibrate::Validation& v : r.validations) {
    ValidationSeries s;
    s.table = q(v.table);
    s.quantity = q(v.quantity);
    s.split = q(v.split);
    s.unit = v.unit;
    s.primary = std::none_of(p.series.begin(), p.series.end(), [&](const ValidationSeries& x) { return x.table == s.table; });
    s.shown = s.primary;
    s.fitted = v.rows_fitted;
    s.setAside = v.set_aside.size();
    const calibrate::Errors e = calibrate::errorsOf(v);
    s.mean = e.mean;
    s.median = e.median;
    s.p95 = e.p95;
    s.points = v.tested;
    outside += static_cast<std::size_t>(std::count_if(v.tested.begin(), v.tested.end(), [](const calibrate::Predicted& x) { return !paintable(x); }));
    aside += v.set_aside.size();
    p.series.push_back(std::move(s));
  }
  // The primary ones have the first marks, which differ most.
  int mark = 0;
  for (const bool primary : {true, false})
    for (ValidationSeries& s : p.series)
      if (s.primary == primary) s.mark = mark++;
  if (r.partial) p.title = ValidationWords::tr("%1, so far").arg(p.title);
  QStringList remark{ValidationWords::tr("Constants fitted on some rows, the others predicted; errors are |predicted − measured| / measured.")};
  if (aside > 0) remark << ValidationWords::tr("%n row(s) set aside with a reason.", nullptr, static_cast<int>(aside));
  if (outside > 0) remark << ValidationWords::tr("%n row(s) without a place on logarithmic axes.", nullptr, static_cast<int>(outside));
  p.remark = remark.join(QLatin1Char(' '));
  return p;
}

QPointF ValidationLayout::placeOf(const ValidationPicture& p, const ValidationPoint& at) const {
  for (const Panel& panel : panels)
    if (std::find(panel.series.begin(), panel.series.end(), at.series) != panel.series.end()) {
      const calibrate::Predicted& v = p.series[at.series].points[at.point];
      return panel.plot.at(v.measured, v.predicted);
    }
  return {-1e9, -1e9};
}

std::optional<ValidationPoint> ValidationLayout::near(const ValidationPicture& p, const QPointF& at, double tolerance) const {
  std::optional<ValidationPoint> best;
  double least = tolerance * tolerance;
  for (const Panel& panel : panels) {
    if (!panel.plot.plot.adjusted(-tolerance, -tolerance, tolerance, tolerance).contains(at)) continue;
    for (const std::size_t s : panel.series)
      for (std::size_t i = 0; i < p.series[s].points.size(); ++i) {
        const calibrate::Predicted& v = p.series[s].points[i];
        if (!paintable(v)) continue;
        const QPointF d = panel.plot.at(v.measured, v.predicted) - at;
        const double distance = QPointF::dotProduct(d, d);
        if (distance <= least) {
          least = distance;
          best = ValidationPoint{s, i};
        }
      }
  }
  return best;
}

ValidationLayout layoutValidation(const ValidationPicture& p, const QRectF& area, const chart::Style& s, const QPaintDevice* device, bool list) {
  ValidationLayout l;
  const QFontMetricsF m = metrics(s.axis, device);
  const double gap = s.em * 0.5;
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  // On paper, where panels are small, what line, band and whiskers are is said in words below.
  l.remark = chart::wrapped(list ? legendWords(p).join(QStringLiteral("; ")) + QStringLiteral(". ") + p.remark : p.remark, m, in.width());
  l.remarkTop = in.bottom() - s.em * static_cast<double>(l.remark.size());
  QRectF body(QPointF(in.left(), in.top() + metrics(s.title, device).height() + gap), QPointF(in.right(), l.remarkTop - gap));
  const auto rows = static_cast<double>(std::count_if(p.series.begin(), p.series.end(), [](const ValidationSeries& x) { return x.shown; }));
  if (list) {
    const double wide = widthsOf(p, m).total(s.em), high = (rows + 1) * s.em * 1.25 + gap;
    if (wide < body.width() * 0.45) {  // beside the plots
      l.list = QRectF(body.right() - wide, body.top(), wide, std::min(high, body.height()));
      body.setRight(l.list.left() - gap);
    } else {  // below them
      l.list = QRectF(body.left(), body.bottom() - std::min(high, body.height() * 0.5), body.width(), std::min(high, body.height() * 0.5));
      body.setBottom(l.list.top() - gap);
    }
  }
  for (std::size_t i = 0; i < p.series.size(); ++i) {
    const ValidationSeries& x = p.series[i];
    if (!x.shown || std::none_of(x.points.begin(), x.points.end(), paintable)) continue;
    const auto same = std::find_if(l.panels.begin(), l.panels.end(), [&](const ValidationLayout::Panel& panel) { return panel.unit == x.unit; });
    if (same != l.panels.end()) same->series.push_back(i);
    else l.panels.push_back({{}, x.unit, {i}});
  }
  const int n = static_cast<int>(l.panels.size());
  if (n == 0) return l;
  const int across = columnsFor(n, body.size(), s.em);
  const int down = (n + across - 1) / across;
  const QSizeF cell(body.width() / across, body.height() / down);
  l.markRadius = s.em * (n > 4 ? 0.2 : 0.26);
  for (int k = 0; k < n; ++k) {
    ValidationLayout::Panel& panel = l.panels[static_cast<std::size_t>(k)];
    double low = 1e300, high = 0;
    for (const std::size_t i : panel.series)
      for (const calibrate::Predicted& v : p.series[i].points)
        if (paintable(v)) {
          low = std::min({low, v.measured, v.predicted});
          high = std::max({high, v.measured, v.predicted});
        }
    // One range for both axes, so that the line of equality is the diagonal.
    const QRectF at(body.left() + (k % across) * cell.width(), body.top() + (k / across) * cell.height(), cell.width() - gap, cell.height() - gap * 0.5);
    chart::LogAxis x = chart::logAxis(low, high, axisTitle(p, panel.series, ValidationWords::tr("measured")), panel.unit), y = x;
    x.shortTitle = ValidationWords::tr("measured");
    y.title = axisTitle(p, panel.series, ValidationWords::tr("predicted"));
    y.shortTitle = ValidationWords::tr("predicted");
    panel.plot = chart::layoutLogPlot(at, x, y, s, device);
  }
  return l;
}

namespace {

void paintPanel(QPainter& g, const ValidationPicture& p, const ValidationLayout::Panel& panel, double radius, const chart::Style& s) {
  const chart::LogPlot& plot = panel.plot;
  chart::paintLogFrame(g, plot, s);
  g.save();
  g.setClipRect(plot.plot);
  const double low = plot.x.low, high = plot.x.high;
  QPolygonF band;
  band << plot.at(low, low * 0.9) << plot.at(high, high * 0.9) << plot.at(high, high * 1.1) << plot.at(low, low * 1.1);
  QColor shade = s.colors.faintText;
  shade.setAlphaF(s.figure ? 0.16F : 0.2F);
  g.setPen(Qt::NoPen);
  g.setBrush(shade);
  g.drawPolygon(band);
  g.setPen(QPen(s.colors.text, s.line));
  g.drawLine(plot.at(low, low), plot.at(high, high));
  for (const std::size_t i : panel.series) {
    const ValidationSeries& x = p.series[i];
    const QColor color = chart::seriesColor(x.mark, s);
    QColor thin = color;
    thin.setAlphaF(s.figure ? 1.0F : 0.6F);
    g.setPen(QPen(thin, s.line * 0.8));
    for (const calibrate::Predicted& v : x.points) {
      if (!paintable(v) || !(v.low > 0) || !std::isfinite(v.high)) continue;
      const QPointF a = plot.at(v.measured, v.low), b = plot.at(v.measured, v.high);
      g.drawLine(a, b);
      if (x.points.size() > 400) continue;  // ends of so many would be all that is seen
      for (const QPointF& e : {a, b}) g.drawLine(e - QPointF(radius * 0.7, 0), e + QPointF(radius * 0.7, 0));
    }
    const double r = x.points.size() > 600 ? radius * 0.7 : radius;
    for (const calibrate::Predicted& v : x.points)
      if (paintable(v)) chart::marker(g, plot.at(v.measured, v.predicted), x.mark, r, color, s);
  }
  g.restore();
}

void paintList(QPainter& g, const ValidationPicture& p, const QRectF& area, const chart::Style& s) {
  const QFontMetricsF m = metrics(s.axis, g.device());
  ListWidths w = widthsOf(p, m);
  w.name = std::min(w.name, area.width() - (w.total(s.em) - w.name));
  const double row = s.em * 1.25;
  double y = area.top();
  const auto line = [&](const QString& name, const std::array<QString, 4>& texts, const QColor& ink) {
    g.setPen(ink);
    g.drawText(QRectF(area.left() + 1.8 * s.em, y, w.name, row), Qt::AlignLeft | Qt::AlignVCenter, m.elidedText(name, Qt::ElideMiddle, w.name + 0.5));
    double x = area.left() + 1.8 * s.em + w.name;
    for (std::size_t c = 0; c < texts.size(); ++c) {
      x += s.em;
      g.drawText(QRectF(x, y, w.column[c], row), Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, texts[c]);
      x += w.column[c];
    }
  };
  g.setFont(s.axis);
  const auto heads = tableColumns();
  line(ValidationWords::tr("table: quantity"), {heads[0].head, heads[1].head, heads[2].head, heads[3].head}, s.colors.faintText);
  y += row;
  std::size_t left = 0;
  for (const ValidationSeries& x : p.series) left += x.shown;
  for (const ValidationSeries& x : p.series) {
    if (!x.shown) continue;
    if (y + 2 * row > area.bottom() + 0.5 && left > 1) {
      g.setPen(s.colors.faintText);
      g.drawText(QRectF(area.left() + 1.8 * s.em, y, area.width() - 1.8 * s.em, row), Qt::AlignLeft | Qt::AlignVCenter, ValidationWords::tr("and %n more", nullptr, static_cast<int>(left)));
      break;
    }
    chart::marker(g, QPointF(area.left() + 0.7 * s.em, y + row / 2), x.mark, s.em * 0.28, chart::seriesColor(x.mark, s), s);
    line(x.name(), cells(x), s.colors.text);
    y += row;
    --left;
  }
}

}  // namespace

void paintValidation(QPainter& g, const ValidationPicture& p, const ValidationLayout& l, const QRectF& area, const chart::Style& s) {
  const double gap = s.em * 0.5;
  const QFontMetricsF tm = metrics(s.title, g.device());
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  g.setFont(s.title);
  g.setPen(s.colors.text);
  g.drawText(QRectF(in.left(), in.top(), in.width(), tm.height()), Qt::AlignLeft | Qt::AlignVCenter, tm.elidedText(p.title, Qt::ElideRight, in.width()));
  for (const ValidationLayout::Panel& panel : l.panels) paintPanel(g, p, panel, l.markRadius, s);
  if (!l.panels.empty() && l.list.isEmpty()) {
    // In the corner of the first plot where predictions far too large would stand.
    const QRectF plot = l.panels.front().plot.plot;
    const QFontMetricsF m = metrics(s.axis, g.device());
    g.setFont(s.axis);
    double y = plot.top() + gap * 0.6;
    for (const QString& word : legendWords(p)) {
      if (m.horizontalAdvance(word) + 2 * gap > plot.width()) continue;
      QColor under = s.colors.background;
      under.setAlphaF(0.8F);
      g.fillRect(QRectF(plot.left() + gap * 0.6, y, m.horizontalAdvance(word) + gap * 0.8, s.em), under);
      g.setPen(s.colors.faintText);
      g.drawText(QRectF(plot.left() + gap, y, plot.width(), s.em), Qt::AlignLeft | Qt::AlignVCenter, word);
      y += s.em;
    }
  }
  if (!l.list.isEmpty()) paintList(g, p, l.list, s);
  g.setFont(s.axis);
  g.setPen(s.colors.faintText);
  double y = l.remarkTop;
  for (const QString& line : l.remark) {
    g.drawText(QRectF(in.left(), y, in.width(), s.em), Qt::AlignLeft | Qt::AlignVCenter, line);
    y += s.em;
  }
}

}  // namespace weir
