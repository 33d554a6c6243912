// The widget that shows a PowerPicture: hover, and a click that goes to the place in the timeline. GUI thread.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <memory>

#include "views/power/power_picture.h"

namespace weir {

class PowerCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit PowerCanvas(QWidget* parent = nullptr);
  void setPicture(std::shared_ptr<const PowerPicture> picture);
  void setEmpty(const QString& headline, const QString& hint);
  void setMode(theme::Mode mode);

 signals:
  void hovered(const QString& text);
  void timeChosen(std::int64_t from, std::int64_t to);  // ps on the run's axis; a moment has from == to

 protected:
  void resizeEvent(QResizeEvent* e) override;
  void paintEvent(QPaintEvent*) override;
  void mouseMoveEvent(QMouseEvent* e) override;
  void mouseDoubleClickEvent(QMouseEvent* e) override;
  void leaveEvent(QEvent*) override;
  bool event(QEvent* e) override;

 private:
  [[nodiscard]] PowerHit hitAt(const QPointF& p) const;
  void wantRoom();
  std::shared_ptr<const PowerPicture> picture_;
  QString headline_, hint_;
  QPixmap kept_;  // the picture, painted once
  double hoverX_ = -1;
  theme::Mode mode_ = theme::Mode::Light;
};

}  // namespace weir
