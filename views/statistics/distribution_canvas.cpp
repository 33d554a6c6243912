#include "views/statistics/distribution_canvas.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

namespace weir {

DistributionCanvas::DistributionCanvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setMinimumSize(240, 200);
  setAccessibleName(tr("Distribution of durations"));
}

void DistributionCanvas::setPicture(DistributionPicture picture) {
  picture_ = std::move(picture);
  setAccessibleDescription(picture_.title);
  laid_ = false;
  kept_ = {};
  update();
}

void DistributionCanvas::setMode(theme::Mode mode) {
  mode_ = mode;
  kept_ = {};
  update();
}

const DistributionLayout& DistributionCanvas::layoutNow() {
  if (!laid_) {
    layout_ = layoutDistribution(picture_, rect(), chart::onScreen(mode_, this), this);
    kept_ = {};
    laid_ = true;
  }
  return layout_;
}

void DistributionCanvas::paintEvent(QPaintEvent*) {
  QPainter g(this);
  const chart::Style s = chart::onScreen(mode_, this);
  g.fillRect(rect(), s.colors.background);
  if (picture_.empty()) return chart::emptyText(g, rect(), s, tr("No durations here"), picture_.remark);
  const DistributionLayout& l = layoutNow();
  chart::paintedOnce(g, kept_, size(), s.colors.background, [&](QPainter& p) { paintDistribution(p, picture_, l, rect(), s); });
}

void DistributionCanvas::mouseMoveEvent(QMouseEvent* e) { emit hovered(distributionText(picture_, layoutNow(), e->position())); }
void DistributionCanvas::leaveEvent(QEvent*) { emit hovered({}); }

bool DistributionCanvas::event(QEvent* e) {
  if (e->type() != QEvent::ToolTip) return QWidget::event(e);
  const auto* help = static_cast<QHelpEvent*>(e);
  const QString text = distributionText(picture_, layoutNow(), help->pos());
  text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), text, this);
  return true;
}

}  // namespace weir
