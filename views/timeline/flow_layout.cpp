#include "views/timeline/flow_layout.h"

#include <algorithm>

namespace weir {

FlowLayout::FlowLayout(QWidget* parent, int spacing) : QLayout(parent) { setSpacing(spacing); }

FlowLayout::~FlowLayout() { qDeleteAll(items_); }

QLayoutItem* FlowLayout::takeAt(int index) { return index >= 0 && index < items_.size() ? items_.takeAt(index) : nullptr; }

QSize FlowLayout::sizeHint() const {
  QSize all;
  for (const QLayoutItem* i : items_) {
    if (i->isEmpty()) continue;
    const QSize s = i->sizeHint();
    all = QSize(all.width() + (all.width() > 0 ? spacing() : 0) + s.width(), std::max(all.height(), s.height()));
  }
  const QMargins m = contentsMargins();
  return all + QSize(m.left() + m.right(), m.top() + m.bottom());
}

QSize FlowLayout::minimumSize() const {
  QSize widest;
  for (const QLayoutItem* i : items_)
    if (!i->isEmpty()) widest = widest.expandedTo(i->minimumSize());
  const QMargins m = contentsMargins();
  return widest + QSize(m.left() + m.right(), m.top() + m.bottom());
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  lay(rect, true);
}

int FlowLayout::lay(const QRect& rect, bool move) const {
  const QRect inner = rect.marginsRemoved(contentsMargins());
  int y = inner.top();
  for (qsizetype first = 0; first < items_.size();) {
    // The row: as many as fit, one at least; then each in the middle of its height.
    int width = 0, height = 0;
    qsizetype end = first;
    for (; end < items_.size(); ++end) {
      if (items_[end]->isEmpty()) continue;
      const QSize s = items_[end]->sizeHint();
      const int wider = width + (width > 0 ? spacing() : 0) + s.width();
      if (width > 0 && wider > inner.width()) break;
      width = wider;
      height = std::max(height, s.height());
    }
    int x = inner.left();
    for (qsizetype i = first; move && i < end; ++i) {
      if (items_[i]->isEmpty()) continue;
      const QSize s = items_[i]->sizeHint();
      items_[i]->setGeometry(QRect(x, y + (height - s.height()) / 2, std::min(s.width(), inner.width()), s.height()));
      x += s.width() + spacing();
    }
    y += height + (end < items_.size() ? spacing() : 0);
    first = end;
  }
  return y - inner.top() + contentsMargins().top() + contentsMargins().bottom();
}

}  // namespace weir
