#include "views/compare/compare_canvas.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace weir {

CompareCanvas::CompareCanvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(240, 180);
  setAccessibleName(tr("Two runs on one axis"));
}

void CompareCanvas::setPicture(ComparePicture picture, bool keep) {
  picture_ = std::move(picture);
  headline_.clear();
  setAccessibleDescription({});
  kept_ = {};
  if (!keep) window_ = {0, static_cast<double>(picture_.longest())};
  update();
}

void CompareCanvas::setEmpty(const QString& headline, const QString& hint) {
  picture_ = {};
  headline_ = headline;
  hint_ = hint;
  setAccessibleDescription(hint.isEmpty() ? headline : headline + QLatin1Char(' ') + hint);
  kept_ = {};
  update();
}

void CompareCanvas::setMode(theme::Mode mode) {
  mode_ = mode;
  kept_ = {};
  update();
}

void CompareCanvas::showWhole() { setWindow({0, static_cast<double>(picture_.longest())}); }

void CompareCanvas::setWindow(CompareWindow w) {
  const double longest = static_cast<double>(picture_.longest());
  const double width = std::clamp(w.to - w.from, 1000.0, longest * 1.2);  // at least a nanosecond
  w.from = std::clamp(w.from, -0.1 * longest, std::max(longest * 1.1 - width, -0.1 * longest));
  window_ = {w.from, w.from + width};
  kept_ = {};
  update();
}

CompareLayout CompareCanvas::layoutNow() const { return layoutCompare(picture_, rect(), chart::onScreen(mode_, this), this, false); }

void CompareCanvas::zoom(double factor, double at) {
  const double width = window_.to - window_.from, fixed = window_.from + at * width;
  setWindow({fixed - at * width * factor, fixed + (1 - at) * width * factor});
}

void CompareCanvas::pan(double share) {
  const double d = share * (window_.to - window_.from);
  setWindow({window_.from + d, window_.to + d});
}

void CompareCanvas::paintEvent(QPaintEvent*) {
  QPainter g(this);
  const chart::Style s = chart::onScreen(mode_, this);
  g.fillRect(rect(), s.colors.background);
  if (picture_.empty()) {
    chart::emptyText(g, rect(), s, headline_, hint_);
    return;
  }
  const CompareLayout l = layoutNow();
  chart::paintedOnce(g, kept_, size(), s.colors.background, [&](QPainter& p) { paintCompare(p, picture_, l, window_, rect(), s); });
  if (hoverX_ >= l.plot.left() && hoverX_ <= l.plot.right()) {
    g.setPen(QPen(s.colors.text, 1, Qt::DotLine));
    g.drawLine(QPointF(hoverX_, l.plot.top()), QPointF(hoverX_, l.plot.bottom()));
  }
}

void CompareCanvas::mousePressEvent(QMouseEvent* e) {
  if (e->button() == Qt::LeftButton && !picture_.empty()) dragX_ = e->position().x();
}

void CompareCanvas::mouseReleaseEvent(QMouseEvent*) { dragX_ = -1; }

void CompareCanvas::mouseMoveEvent(QMouseEvent* e) {
  if (picture_.empty()) return;
  const CompareLayout l = layoutNow();
  if (dragX_ >= 0 && (e->buttons() & Qt::LeftButton)) {
    pan((dragX_ - e->position().x()) / l.plot.width());
    dragX_ = e->position().x();
    return;
  }
  hoverX_ = e->position().x();
  const auto hit = compareAt(picture_, l, window_, e->position());
  emit hovered(hit ? compareTip(picture_, *hit) : QString());
  update();
}

void CompareCanvas::leaveEvent(QEvent*) {
  hoverX_ = -1;
  emit hovered({});
  update();
}

void CompareCanvas::mouseDoubleClickEvent(QMouseEvent* e) {
  if (picture_.empty()) return;
  const auto hit = compareAt(picture_, layoutNow(), window_, e->position());
  if (!hit) return;
  if (hit->anchor) emit placeChosen(false, picture_.a.begin + picture_.anchors[*hit->anchor].a);
  else emit placeChosen(hit->inB, (hit->inB ? picture_.b.begin : picture_.a.begin) + static_cast<std::int64_t>(hit->t));
}

void CompareCanvas::wheelEvent(QWheelEvent* e) {
  if (picture_.empty()) return;
  const CompareLayout l = layoutNow();
  const double at = std::clamp((e->position().x() - l.plot.left()) / l.plot.width(), 0.0, 1.0);
  const double turn = e->angleDelta().y() / 120.0;
  if (e->modifiers() & Qt::ShiftModifier || e->angleDelta().x() != 0) pan(-(e->angleDelta().x() != 0 ? e->angleDelta().x() / 120.0 : turn) * 0.1);
  else zoom(std::pow(0.8, turn), at);
  e->accept();
}

void CompareCanvas::keyPressEvent(QKeyEvent* e) {
  switch (e->key()) {
    case Qt::Key_W:
    case Qt::Key_Up:
    case Qt::Key_Plus: return zoom(0.7, 0.5);
    case Qt::Key_S:
    case Qt::Key_Down:
    case Qt::Key_Minus: return zoom(1 / 0.7, 0.5);
    case Qt::Key_A:
    case Qt::Key_Left: return pan(-0.2);
    case Qt::Key_D:
    case Qt::Key_Right: return pan(0.2);
    case Qt::Key_0:
    case Qt::Key_Home: return showWhole();
    default: QWidget::keyPressEvent(e);
  }
}

bool CompareCanvas::event(QEvent* e) {
  if (e->type() == QEvent::ToolTip && !picture_.empty()) {
    auto* help = static_cast<QHelpEvent*>(e);
    const auto hit = compareAt(picture_, layoutNow(), window_, help->pos());
    if (hit) QToolTip::showText(help->globalPos(), compareTip(picture_, *hit), this);
    else QToolTip::hideText();
    return true;
  }
  return QWidget::event(e);
}

}  // namespace weir
