#include "views/critical_path/path_canvas.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace weir {

PathCanvas::PathCanvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(240, 130);
  setAccessibleName(tr("Critical path"));
}

void PathCanvas::setPicture(PathPicture picture) {
  picture_ = std::move(picture);
  painted_ = {};
  headline_.clear();
  hint_.clear();
  hover(std::nullopt);
  setAccessibleDescription(picture_.title + QLatin1Char(' ') + picture_.remark);
  update();
}

void PathCanvas::setEmpty(const QString& headline, const QString& hint) {
  setPicture({});
  headline_ = headline;
  hint_ = hint;
  setAccessibleDescription(headline);
}

void PathCanvas::setMode(theme::Mode mode) {
  mode_ = mode;
  painted_ = {};
  update();
}

void PathCanvas::resizeEvent(QResizeEvent*) { painted_ = {}; }

void PathCanvas::paintEvent(QPaintEvent*) {
  QPainter g(this);
  const chart::Style s = chart::onScreen(mode_, this);
  g.fillRect(rect(), s.colors.background);
  if (picture_.empty()) return chart::emptyText(g, rect(), s, headline_, hint_);
  const PathLayout l = layoutNow();
  chart::paintedOnce(g, painted_, size(), s.colors.background, [&](QPainter& once) { paintPath(once, picture_, l, rect(), s); });
  if (!hovered_ || *hovered_ >= picture_.path->segments.size()) return;
  const PathSegment& seg = picture_.path->segments[*hovered_];
  const QRectF band = l.row(picture_.rowOf(seg.rank));
  const double x0 = std::max(l.plot.left(), l.x(picture_, seg.from)), x1 = std::min(l.plot.right(), l.x(picture_, seg.to));
  g.setPen(QPen(s.colors.hover, 1.5));
  g.setBrush(Qt::NoBrush);
  const double h = std::min(band.height() * 0.8, s.em * 3.2);
  g.drawRect(QRectF(x0 - 1, band.center().y() - h / 2, std::max(2.0, x1 - x0 + 2), h));
}

std::optional<std::size_t> PathCanvas::segmentAt(const QPointF& at) const {
  if (picture_.empty()) return std::nullopt;
  const PathLayout l = layoutNow();
  if (!l.plot.contains(at)) return std::nullopt;
  return picture_.at(l.time(picture_, at.x()));
}

void PathCanvas::hover(std::optional<std::size_t> segment) {
  if (segment == hovered_) return;
  hovered_ = segment;
  emit segmentHovered(segment);
  update();
}

void PathCanvas::mouseMoveEvent(QMouseEvent* e) { hover(segmentAt(e->position())); }

void PathCanvas::mousePressEvent(QMouseEvent* e) {
  if (e->button() != Qt::LeftButton) return QWidget::mousePressEvent(e);
  if (const auto s = segmentAt(e->position())) emit segmentChosen(*s);
}

void PathCanvas::mouseDoubleClickEvent(QMouseEvent* e) {
  if (const auto s = segmentAt(e->position())) emit segmentOpened(*s);
}

void PathCanvas::zoom(double around, double factor) {
  const TimeRange all = picture_.path->span;
  TimeRange& shown = picture_.shown;
  const double width = std::clamp(static_cast<double>(shown.length()) * factor, std::min(1000.0, static_cast<double>(all.length())), static_cast<double>(all.length()));
  const double middle = static_cast<double>(shown.from) + around * static_cast<double>(shown.length());
  const double from = std::clamp(middle - around * width, static_cast<double>(all.from), static_cast<double>(all.to) - width);
  shown = {std::llround(from), std::llround(from) + std::llround(width)};
  painted_ = {};
  update();
}

void PathCanvas::wheelEvent(QWheelEvent* e) {
  if (picture_.empty() || e->angleDelta().y() == 0) return QWidget::wheelEvent(e);
  const QRectF plot = layoutNow().plot;
  zoom(std::clamp((e->position().x() - plot.left()) / std::max(1.0, plot.width()), 0.0, 1.0), std::pow(0.8, e->angleDelta().y() / 120.0));
  e->accept();
}

void PathCanvas::keyPressEvent(QKeyEvent* e) {
  if (picture_.empty()) return QWidget::keyPressEvent(e);
  const std::size_t last = picture_.path->segments.size() - 1;
  switch (e->key()) {
    case Qt::Key_Left: return hover(hovered_ ? (*hovered_ > 0 ? *hovered_ - 1 : 0) : last);
    case Qt::Key_Right: return hover(hovered_ ? std::min(last, *hovered_ + 1) : 0);
    case Qt::Key_Home: return hover(0);
    case Qt::Key_End: return hover(last);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(0.5, 0.6);
    case Qt::Key_Minus: return zoom(0.5, 1 / 0.6);
    case Qt::Key_Space:
      if (hovered_) emit segmentChosen(*hovered_);
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (hovered_) emit segmentOpened(*hovered_);
      return;
    default: return QWidget::keyPressEvent(e);
  }
}

bool PathCanvas::event(QEvent* e) {
  if (e->type() != QEvent::ToolTip || !describe_) return QWidget::event(e);
  const auto* help = static_cast<QHelpEvent*>(e);
  if (const auto s = segmentAt(help->pos())) QToolTip::showText(help->globalPos(), describe_(*s), this);
  else QToolTip::hideText();
  return true;
}

}  // namespace weir
