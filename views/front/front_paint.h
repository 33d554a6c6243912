// Painting of the front view: the same for screen and figure.
#pragma once

#include <qcustomplot.h>

#include <QImage>
#include <functional>
#include <optional>

#include "views/front/front_view.h"

namespace weir {

// What an axis is written in: seconds become hours, joules megajoules, by the middle of what is painted.
struct DisplayUnit {
  double factor = 1;  // display = value / factor
  QString name;       // "h", "MJ"; empty for a number
};
[[nodiscard]] DisplayUnit displayUnit(const QString& unit, double typical);
[[nodiscard]] std::pair<DisplayUnit, DisplayUnit> displayUnits(const FrontView& view);
[[nodiscard]] QString axisTitle(const FrontAxis& axis, const DisplayUnit& unit);  // "time to target (h), log"
[[nodiscard]] QSharedPointer<QCPAxisTicker> frontTicker(bool logarithmic);
// Ranges in display units with a margin; nullopt when nothing is painted.
[[nodiscard]] std::optional<std::pair<QCPRange, QCPRange>> fittedRanges(const FrontView& view);
[[nodiscard]] QStringList hoverLines(const FrontView& view, int position);
[[nodiscard]] bool hasRanges(const FrontView& view);  // any whisker is painted
void dragAxis(QCPAxis* axis, const QCPRange& range, double fromPx, double toPx);

void paintCurrentMark(QPainter& p, const QPointF& at, const theme::Colors& c);
// At the top right of `area`, in the painter's font; lengths times `scale`.
void paintFrontLegend(QPainter& p, const QRectF& area, const theme::Colors& c, bool current, bool ranges, double scale);
// From the low to the high end, through the point; `place` takes values in the axes' own units.
void paintWhiskers(QPainter& p, const QPointF& value, const FrontRange& r, const QColor& color, double width, const std::function<QPointF(double, double)>& place);

class FrontPlottable : public QCPAbstractPlottable {
 public:
  FrontPlottable(QCPAxis* x, QCPAxis* y, FrontView& view) : QCPAbstractPlottable(x, y), view_(view) {}
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }  // FrontView looks up points itself
  QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
  QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

 protected:
  void draw(QCPPainter* painter) override;
  void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

 private:
  FrontView& view_;
};

class FrontFloat : public QCPLayerable {
 public:
  FrontFloat(QCustomPlot* plot, const QString& layer, FrontView& view) : QCPLayerable(plot, layer), view_(view) {}

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
  void draw(QCPPainter* painter) override;

 private:
  FrontView& view_;
};

// The access that painting needs.
struct FrontPaint {
  static const FrontObjective* shown(const FrontView& v) { return v.shown(); }
  static const std::vector<int>& order(const FrontView& v) { return v.order_; }
  static const std::vector<int>& front(const FrontView& v) { return v.front_; }
  static const std::vector<QPointF>& scaled(const FrontView& v) { return v.scaled_; }
  static int hovered(const FrontView& v) { return v.hovered_; }
  static const FrontCurrent* current(const FrontView& v);
  static const FrontRanges* ranges(const FrontView& v);  // of the objective shown; null = none
  static const FrontRange* range(const FrontView& v, int position);
  static theme::Mode mode(const FrontView& v) { return v.state().mode(); }
};

}  // namespace weir
