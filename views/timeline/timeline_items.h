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
  void steps(QCPPainter& p, const Lane& lane, const QRect& box) const;
  void markers(QCPPainter& p) const;
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
  void label(QCPPainter& p, const Lane& lane, const QRect& gutter) const;
  void minimap(QCPPainter& p);
  void markers(QCPPainter& p) const;
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
  // In every lane that shows it, a pinned one too.
  [[nodiscard]] std::vector<QRectF> sliceRects(int run, SliceIndex slice) const;
  [[nodiscard]] QRectF inLane(const Lane& lane, double x0, double x1) const;  // empty when it is out of sight
  [[nodiscard]] const Lane* laneOfSlice(int run, SliceIndex slice) const;     // one in sight before one that is not
  void arrow(QCPPainter& p, int run, std::size_t index, bool dashed) const;
  void collective(QCPPainter& p, int run, std::uint32_t instance) const;
  void arrows(QCPPainter& p, int run) const;
  void path(QCPPainter& p) const;  // what another view has highlighted: the critical path
  void stepDrag(QCPPainter& p) const;
  void laneDrag(QCPPainter& p) const;
  void measure(QCPPainter& p) const;
  void note(QCPPainter& p, const QPointF& at, const QStringList& lines) const;

  TimelineView& view_;
};

// Activities of the legend, in the order of the roles.
[[nodiscard]] std::vector<std::pair<Activity, QString>> legendEntries(std::uint32_t present);
// Where the legend on screen stands, by activity: in as many lines as it needs, but never more than some.
[[nodiscard]] std::vector<std::pair<Activity, QRect>> legendBoxes(const QWidget& plot, int left, const std::vector<std::pair<Activity, QString>>& entries);
inline constexpr int kLegendLine = 17;  // px
[[nodiscard]] int legendLines(const QWidget& plot, int left, const std::vector<std::pair<Activity, QString>>& entries);
// The legend of colours that say something else: colour slot and label, in order. Empty with ColourBy::Activity.
[[nodiscard]] std::vector<std::pair<Activity, QString>> classEntries(const std::vector<TimelineRun>& runs);
// A box of that size at that place, moved into the area where it would reach out of it: what floats stays readable.
[[nodiscard]] QRectF boxWithin(const QRect& area, const QPointF& at, const QSizeF& size);
// A swatch as the lanes paint it.
void paintSwatch(QPainter& p, const QRectF& r, Activity a, Truth truth, theme::Mode mode, const Hues& hues);

}  // namespace weir
