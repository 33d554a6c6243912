// What QCustomPlot paints of the timeline: the lanes (a plottable), what stands around them, and what floats above them.
#pragma once

#include <qcustomplot.h>

#include "views/timeline/timeline_view.h"

namespace weir {

class TimelinePlottable : public QCPAbstractPlottable {
 public:
  TimelinePlottable(QCPAxis* key, QCPAxis* value, TimelineView& view) : QCPAbstractPlottable(key, value), view_(view) {}
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }  // TimelineView looks up hits itself
  QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
  QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

 protected:
  void draw(QCPPainter* painter) override;
  void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

 private:
  TimelineView& view_;
};

// Names left of the lanes, the overview above them, the legend below.
class TimelineGutter : public QCPLayerable {
 public:
  TimelineGutter(QCustomPlot* plot, const QString& layer, TimelineView& view) : QCPLayerable(plot, layer), view_(view) {}

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
  void draw(QCPPainter* painter) override;

 private:
  void labels(QCPPainter& p) const;
  void minimap(QCPPainter& p);
  void legend(QCPPainter& p) const;

  TimelineView& view_;
  QImage map_;  // of the whole, kept until runs or size change
  std::uint64_t mapVersion_ = ~std::uint64_t{0};
};

// Hovered and selected slice, the ranks of a selected collective, the measured range.
class TimelineOverlay : public QCPLayerable {
 public:
  TimelineOverlay(QCustomPlot* plot, const QString& layer, TimelineView& view) : QCPLayerable(plot, layer), view_(view) {}

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
  void draw(QCPPainter* painter) override;

 private:
  [[nodiscard]] QRectF sliceRect(int run, SliceIndex slice) const;  // empty when its lane is folded or out of sight
  void collective(QCPPainter& p, int run, std::uint32_t instance) const;
  void arrows(QCPPainter& p, int run) const;
  void measure(QCPPainter& p) const;
  void note(QCPPainter& p, const QPointF& at, const QStringList& lines) const;

  TimelineView& view_;
};

// Activities of the legend, in the order of the roles.
[[nodiscard]] std::vector<std::pair<Activity, QString>> legendEntries(std::uint32_t present);
// A swatch as the lanes paint it.
void paintSwatch(QPainter& p, const QRectF& r, Activity a, Truth truth, theme::Mode mode);

}  // namespace weir
