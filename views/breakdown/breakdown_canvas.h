// The widget that shows a BreakdownPicture: hover, click, arrow keys. GUI thread.
#pragma once

#include <QWidget>
#include <optional>

#include "views/breakdown/breakdown_picture.h"

namespace weir {

class BreakdownCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit BreakdownCanvas(QWidget* parent = nullptr);
  void setPicture(BreakdownPicture picture);
  // Shown instead of the picture; empty = the picture.
  void setReason(const QString& headline, const QString& hint);
  void setMode(theme::Mode mode);
  void setSelected(std::optional<Segment> at);
  [[nodiscard]] const BreakdownPicture& picture() const { return picture_; }
  [[nodiscard]] BreakdownLayout layoutNow() const;

 signals:
  void segmentHovered(std::optional<weir::Segment> at);
  void segmentChosen(weir::Segment at);
  void segmentOpened(weir::Segment at);  // twice clicked

 protected:
  void paintEvent(QPaintEvent*) override;
  void mouseMoveEvent(QMouseEvent* e) override;
  void mousePressEvent(QMouseEvent* e) override;
  void mouseDoubleClickEvent(QMouseEvent* e) override;
  void leaveEvent(QEvent*) override { hover(std::nullopt); }
  void keyPressEvent(QKeyEvent* e) override;
  bool event(QEvent* e) override;

 private:
  void hover(std::optional<Segment> at);
  [[nodiscard]] bool bare() const { return picture_.empty() || !headline_.isEmpty(); }  // no bar to point at
  BreakdownPicture picture_;
  QString headline_, hint_;
  theme::Mode mode_ = theme::Mode::Light;
  std::optional<Segment> hovered_, selected_;
};

}  // namespace weir
