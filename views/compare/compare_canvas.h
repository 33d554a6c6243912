// The widget that shows a ComparePicture: one wheel or drag moves both runs; a double click goes to the timeline. GUI thread.
#pragma once

#include <QPixmap>
#include <QWidget>

#include "views/compare/compare_picture.h"

namespace weir {

class CompareCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit CompareCanvas(QWidget* parent = nullptr);
  // `keep`: the window on the axis stays where it is.
  void setPicture(ComparePicture picture, bool keep);
  void setEmpty(const QString& headline, const QString& hint);
  void setMode(theme::Mode mode);
  void showWhole();
  [[nodiscard]] const ComparePicture& picture() const { return picture_; }
  [[nodiscard]] CompareWindow window() const { return window_; }
  void setWindow(CompareWindow window);

 signals:
  void hovered(const QString& text);
  void placeChosen(bool inB, std::int64_t time);  // ps on that run's own axis

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent* e) override;
  void mouseMoveEvent(QMouseEvent* e) override;
  void mouseReleaseEvent(QMouseEvent* e) override;
  void mouseDoubleClickEvent(QMouseEvent* e) override;
  void wheelEvent(QWheelEvent* e) override;
  void keyPressEvent(QKeyEvent* e) override;
  void leaveEvent(QEvent*) override;
  void resizeEvent(QResizeEvent*) override { kept_ = {}; }
  bool event(QEvent* e) override;

 private:
  [[nodiscard]] CompareLayout layoutNow() const;
  void zoom(double factor, double at);  // at: share of the plot's width that stays
  void pan(double share);
  ComparePicture picture_;
  CompareWindow window_;
  QString headline_, hint_;
  QPixmap kept_;
  double hoverX_ = -1, dragX_ = -1;
  theme::Mode mode_ = theme::Mode::Light;
};

}  // namespace weir
