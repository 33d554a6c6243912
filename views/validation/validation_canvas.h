// The widget that shows a ValidationPicture: hover, click, arrow keys. GUI thread.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <functional>
#include <optional>

#include "views/validation/validation_picture.h"

namespace weir {

class ValidationCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit ValidationCanvas(QWidget* parent = nullptr);
  void setPicture(ValidationPicture picture);
  void setMode(theme::Mode mode);
  void setSelected(std::optional<ValidationPoint> at);
  void setDescriber(std::function<QString(ValidationPoint)> describe) { describe_ = std::move(describe); }
  [[nodiscard]] const ValidationPicture& picture() const { return picture_; }
  [[nodiscard]] ValidationLayout layoutNow() const;

 signals:
  void pointHovered(std::optional<weir::ValidationPoint> at);
  void pointChosen(weir::ValidationPoint at);

 protected:
  void paintEvent(QPaintEvent*) override;
  void mouseMoveEvent(QMouseEvent* e) override;
  void mousePressEvent(QMouseEvent* e) override;
  void leaveEvent(QEvent*) override { hover(std::nullopt); }
  void keyPressEvent(QKeyEvent* e) override;
  void resizeEvent(QResizeEvent*) override { painted_ = {}; }
  bool event(QEvent* e) override;

 private:
  void hover(std::optional<ValidationPoint> at);
  ValidationPicture picture_;
  QPixmap painted_;  // so that hovering paints no point again; null = to be painted
  theme::Mode mode_ = theme::Mode::Light;
  std::optional<ValidationPoint> hovered_, selected_;
  std::function<QString(ValidationPoint)> describe_;
};

}  // namespace weir
