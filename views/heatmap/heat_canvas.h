// The widget that shows a HeatPicture: hover, click, arrow keys. It knows no runs; HeatmapView tells it what to show and is
// told which cell is meant. GUI thread.
#pragma once

#include <QPixmap>
#include <QPoint>
#include <QPushButton>
#include <QWidget>
#include <functional>
#include <optional>

#include "views/heatmap/heat_picture.h"

namespace weir {

class HeatCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit HeatCanvas(QWidget* parent = nullptr);
  void setPicture(HeatPicture picture);
  // Shown instead of a picture; `action`: a button for what can be looked at instead.
  void setEmpty(const QString& headline, const QString& hint, const QString& action = {}, std::function<void()> act = {});
  void setMode(theme::Mode mode);
  void setBusy(bool busy);
  void setSelected(std::optional<QPoint> cell);  // x -1: the whole row
  void setDescriber(std::function<QString(QPoint)> describe) { describe_ = std::move(describe); }
  [[nodiscard]] const HeatPicture& picture() const { return picture_; }
  [[nodiscard]] std::optional<QPoint> selected() const { return selected_; }
  [[nodiscard]] std::optional<QPoint> hovered() const { return hovered_; }
  [[nodiscard]] HeatLayout layoutNow() const { return layoutHeat(picture_, rect(), chart::onScreen(mode_, this), this); }
  // Where the plot would be wide and high: what rows and columns are worth computing.
  [[nodiscard]] QSize plotSize() const;

 signals:
  void cellHovered(std::optional<QPoint> cell);
  void cellChosen(QPoint cell);
  void zoomed(double fraction, double factor);  // wheel over a time axis: where, and by how much the range shrinks
  void resized();

 protected:
  void paintEvent(QPaintEvent*) override;
  void mouseMoveEvent(QMouseEvent* e) override;
  void mousePressEvent(QMouseEvent* e) override;
  void leaveEvent(QEvent*) override;
  void wheelEvent(QWheelEvent* e) override;
  void keyPressEvent(QKeyEvent* e) override;
  void resizeEvent(QResizeEvent*) override;
  bool event(QEvent* e) override;

 private:
  void hover(std::optional<QPoint> cell);
  void placeAction();
  void paintMarks(QPainter& g, const chart::Style& style);
  HeatPicture picture_;
  HeatLayout layout_;
  QPushButton* action_;
  std::function<void()> act_;
  QPixmap painted_;  // the picture as it stands, so that hovering repaints no cell; null = to be painted
  QString headline_, hint_;
  theme::Mode mode_ = theme::Mode::Light;
  bool busy_ = false;
  std::optional<QPoint> hovered_, selected_;
  std::function<QString(QPoint)> describe_;
};

}  // namespace weir
