#include "views/power/power_canvas.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace weir {

PowerCanvas::PowerCanvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setMinimumSize(240, 160);
  setAccessibleName(tr("Power over time, energy by step and phase"));
}

void PowerCanvas::setPicture(std::shared_ptr<const PowerPicture> picture) {
  picture_ = std::move(picture);
  wantRoom();
  headline_.clear();
  kept_ = {};
  update();
}

void PowerCanvas::setEmpty(const QString& headline, const QString& hint) {
  picture_.reset();
  wantRoom();
  headline_ = headline;
  hint_ = hint;
  update();
}

// On a low screen the view is scrolled: its remark must not lie on its plot.
void PowerCanvas::wantRoom() {
  const double wanted = picture_ ? powerHeight(*picture_, std::max(width(), minimumWidth()), chart::onScreen(mode_, this), this) : 0;
  setMinimumHeight(std::max(160, static_cast<int>(std::ceil(wanted))));
}

void PowerCanvas::resizeEvent(QResizeEvent* e) {
  kept_ = {};
  if (e->oldSize().width() != e->size().width()) wantRoom();
}

void PowerCanvas::setMode(theme::Mode mode) {
  mode_ = mode;
  kept_ = {};
  update();
}

PowerHit PowerCanvas::hitAt(const QPointF& p) const {
  if (!picture_) return {};
  const chart::Style s = chart::onScreen(mode_, this);
  return powerAt(*picture_, layoutPower(*picture_, rect(), s, this), p);
}

void PowerCanvas::paintEvent(QPaintEvent*) {
  QPainter g(this);
  const chart::Style s = chart::onScreen(mode_, this);
  g.fillRect(rect(), s.colors.background);
  if (!picture_) {
    chart::emptyText(g, rect(), s, headline_, hint_);
    return;
  }
  const PowerLayout l = layoutPower(*picture_, rect(), s, this);
  chart::paintedOnce(g, kept_, size(), s.colors.background, [&](QPainter& p) {
    p.setRenderHint(QPainter::Antialiasing);
    paintPower(p, *picture_, l, s);
  });
  if (hoverX_ >= l.plot.left() && hoverX_ <= l.plot.right()) {
    g.setPen(QPen(s.colors.text, 1, Qt::DotLine));
    g.drawLine(QPointF(hoverX_, l.plot.top()), QPointF(hoverX_, l.plot.bottom()));
  }
}

void PowerCanvas::mouseMoveEvent(QMouseEvent* e) {
  const PowerHit h = hitAt(e->position());
  hoverX_ = h.column ? e->position().x() : -1;
  emit hovered(picture_ ? powerTip(*picture_, h).join(QStringLiteral(" · ")) : QString());
  update();
}

void PowerCanvas::leaveEvent(QEvent*) {
  hoverX_ = -1;
  emit hovered({});
  update();
}

void PowerCanvas::mouseDoubleClickEvent(QMouseEvent* e) {
  const PowerHit h = hitAt(e->position());
  if (h.column) {
    const TimeRange column = picture_->column(*h.column);
    const std::int64_t t = column.from + column.length() / 2;
    emit timeChosen(t, t);
  } else if (h.step) {
    emit timeChosen(picture_->report->steps[*h.step].span.from, picture_->report->steps[*h.step].span.to);
  }
}

bool PowerCanvas::event(QEvent* e) {
  if (e->type() == QEvent::ToolTip && picture_) {
    auto* help = static_cast<QHelpEvent*>(e);
    const QStringList tip = powerTip(*picture_, hitAt(help->pos()));
    if (tip.isEmpty()) QToolTip::hideText();
    else QToolTip::showText(help->globalPos(), tip.join(QLatin1Char('\n')), this);
    return true;
  }
  return QWidget::event(e);
}

}  // namespace weir
