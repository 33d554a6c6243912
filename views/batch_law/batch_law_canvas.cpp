#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "views/batch_law/batch_law_view.h"

namespace weir {

BatchLawCanvas::BatchLawCanvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(240, 180);
  setAccessibleName(tr("Bytes per sample against the global batch"));
}

void BatchLawCanvas::setPicture(BatchLawPicture picture) {
  const bool same = picture.law == picture_.law;
  picture_ = std::move(picture);
  if (!same) {
    hovered_.reset();
    QString spoken = picture_.title;
    if (!picture_.empty()) {
      const auto own = std::find(picture_.law->batches.begin(), picture_.law->batches.end(), picture_.law->batch);
      if (own != picture_.law->batches.end()) spoken += QStringLiteral(". ") + batchLines(*picture_.law, static_cast<std::size_t>(own - picture_.law->batches.begin())).join(QStringLiteral(". "));
    }
    setAccessibleDescription(spoken);
  }
  update();
}

void BatchLawCanvas::setMode(theme::Mode mode) {
  mode_ = mode;
  update();
}

void BatchLawCanvas::paintEvent(QPaintEvent*) {
  QPainter g(this);
  g.setRenderHint(QPainter::Antialiasing);
  const chart::Style s = chart::onScreen(mode_, this);
  g.fillRect(rect(), s.colors.background);
  if (picture_.empty()) {
    chart::emptyText(g, rect(), s, tr("Nothing to draw yet"),
                     tr("Choose a training workload in the scenario panel: how many bytes a sample moves in device memory, in the node, over the "
                        "network and from storage is drawn against the global batch."));
    return;
  }
  paintBatchLaw(g, picture_, layoutNow(), rect(), s, hovered_);
}

void BatchLawCanvas::hover(std::optional<std::size_t> batch) {
  if (batch == hovered_) return;
  hovered_ = batch;
  emit batchHovered(batch);
  update();
}

void BatchLawCanvas::mouseMoveEvent(QMouseEvent* e) { hover(layoutNow().batchAt(picture_, e->position())); }

void BatchLawCanvas::mousePressEvent(QMouseEvent* e) {
  if (e->button() != Qt::LeftButton) return;
  if (const auto at = layoutNow().batchAt(picture_, e->position())) emit batchChosen(*at);
}

void BatchLawCanvas::keyPressEvent(QKeyEvent* e) {
  const int step = e->key() == Qt::Key_Right ? 1 : e->key() == Qt::Key_Left ? -1 : 0;
  if (picture_.empty() || (step == 0 && e->key() != Qt::Key_Return)) return QWidget::keyPressEvent(e);
  const auto n = static_cast<std::ptrdiff_t>(picture_.law->batches.size());
  if (step == 0) {
    if (hovered_) emit batchChosen(*hovered_);
    return;
  }
  const std::ptrdiff_t now = hovered_ ? static_cast<std::ptrdiff_t>(*hovered_) : step > 0 ? -1 : n;
  hover(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + step, 0, n - 1)));
}

bool BatchLawCanvas::event(QEvent* e) {
  if (e->type() == QEvent::ToolTip) {
    const auto* h = static_cast<QHelpEvent*>(e);
    if (const auto at = layoutNow().batchAt(picture_, h->pos())) QToolTip::showText(h->globalPos(), batchLines(*picture_.law, *at).join(QLatin1Char('\n')), this);
    else QToolTip::hideText();
    return true;
  }
  return QWidget::event(e);
}

}  // namespace weir
