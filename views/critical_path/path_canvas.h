// The widget that shows a PathPicture: hover, click, double click, wheel, arrow keys. GUI thread.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <functional>
#include <optional>

#include "views/critical_path/path_picture.h"

namespace weir {

class PathCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit PathCanvas(QWidget* parent = nullptr);
  void setPicture(PathPicture picture);
  void setEmpty(const QString& headline, const QString& hint);
  void setMode(theme::Mode mode);
  void setDescriber(std::function<QString(std::size_t)> describe) { describe_ = std::move(describe); }
  [[nodiscard]] const PathPicture& picture() const { return picture_; }
  [[nodiscard]] PathLayout layoutNow() const { return layoutPath(picture_, rect(), chart::onScreen(mode_, this), this); }
  [[nodiscard]] std::optional<std::size_t> hovered() const { return hovered_; }
  [[nodiscard]] QSize sizeHint() const override { return {600, 220}; }

 signals:
  void segmentHovered(std::optional<std::size_t> segment);
  void segmentChosen(std::size_t segment);
  void segmentOpened(std::size_t segment);  // to be shown in the timeline

 protected:
  void paintEvent(QPaintEvent*) override;
  void mouseMoveEvent(QMouseEvent* e) override;
  void mousePressEvent(QMouseEvent* e) override;
  void mouseDoubleClickEvent(QMouseEvent* e) override;
  void leaveEvent(QEvent*) override { hover(std::nullopt); }
  void wheelEvent(QWheelEvent* e) override;
  void keyPressEvent(QKeyEvent* e) override;
  void resizeEvent(QResizeEvent*) override;
  bool event(QEvent* e) override;

 private:
  [[nodiscard]] std::optional<std::size_t> segmentAt(const QPointF& at) const;
  void hover(std::optional<std::size_t> segment);
  void zoom(double around, double factor);
  PathPicture picture_;
  QString headline_, hint_;
  theme::Mode mode_ = theme::Mode::Light;
  QPixmap painted_;
  std::optional<std::size_t> hovered_;
  std::function<QString(std::size_t)> describe_;
};

}  // namespace weir
