// The timeline's QCustomPlot, with buffers made for it: the picture is opaque, so it is copied to the screen instead of
// blended, and what floats above it is blended only where something was painted. That halves what a frame costs beside its
// lanes. GUI thread.
#pragma once

#include <qcustomplot.h>

namespace weir {

class TimelinePlot : public QCustomPlot {
 public:
  explicit TimelinePlot(QWidget* parent);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace weir
