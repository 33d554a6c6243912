// The widget that shows a DistributionPicture. GUI thread.
#pragma once

#include <QWidget>

#include "views/statistics/distribution_picture.h"

namespace weir {

class DistributionCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit DistributionCanvas(QWidget* parent = nullptr);
  void setPicture(DistributionPicture picture);
  void setMode(theme::Mode mode);
  [[nodiscard]] const DistributionPicture& picture() const { return picture_; }
  [[nodiscard]] const DistributionLayout& layoutNow();

 signals:
  void hovered(const QString& text);

 protected:
  void paintEvent(QPaintEvent*) override;
  void mouseMoveEvent(QMouseEvent* e) override;
  void leaveEvent(QEvent*) override;
  void resizeEvent(QResizeEvent*) override { laid_ = false; }
  bool event(QEvent* e) override;

 private:
  DistributionPicture picture_;
  DistributionLayout layout_;  // kept: hovering must not count millions of durations again
  bool laid_ = false;
  QPixmap kept_;
  theme::Mode mode_ = theme::Mode::Light;
};

}  // namespace weir
