#include "views/breakdown/breakdown_canvas.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <cmath>

namespace weir {

BreakdownCanvas::BreakdownCanvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Breakdown of time"));
}

void BreakdownCanvas::setPicture(BreakdownPicture picture) {
  const bool same = picture.rows() == picture_.rows() && picture.groups.size() == picture_.groups.size();
  picture_ = std::move(picture);
  if (!same) {
    hover(std::nullopt);
    selected_.reset();
  }
  const chart::Style s = chart::onScreen(mode_, this);
  setMinimumHeight(bare() ? 160 : static_cast<int>(std::ceil(wantedHeight(picture_, s))));
  QString spoken = bare() ? headline_ + QLatin1Char(' ') + hint_ : picture_.title;
  for (const auto& g : picture_.groups)
    if (!g.bars.empty())
      for (const auto& [what, value] : g.bars.front().facts) spoken += QStringLiteral(". %1: %2").arg(what, value);
  setAccessibleDescription(spoken);
  update();
}

void BreakdownCanvas::setReason(const QString& headline, const QString& hint) {
  headline_ = headline;
  hint_ = hint;
  update();
}

void BreakdownCanvas::setMode(theme::Mode mode) {
  mode_ = mode;
  update();
}

void BreakdownCanvas::setSelected(std::optional<Segment> at) {
  selected_ = at;
  update();
}

BreakdownLayout BreakdownCanvas::layoutNow() const {
  return layoutBreakdown(picture_, rect(), chart::onScreen(mode_, this), this);
}

void BreakdownCanvas::paintEvent(QPaintEvent* e) {
  QPainter g(this);
  g.setClipRect(e->rect());
  g.setRenderHint(QPainter::Antialiasing);
  const chart::Style s = chart::onScreen(mode_, this);
  g.fillRect(rect(), s.colors.background);
  if (bare()) {
    chart::emptyText(g, rect(), s, headline_, hint_);
    return;
  }
  const BreakdownLayout l = layoutNow();
  paintBreakdown(g, picture_, l, rect(), s);
  const auto mark = [&](const std::optional<Segment>& at, const QColor& color, double width) {
    if (!at || at->group >= picture_.groups.size() || at->bar >= picture_.groups[at->group].bars.size()) return;
    const QRectF r = l.segment(picture_, *at);
    if (r.width() <= 0) return;
    g.setPen(QPen(color, width));
    g.setBrush(Qt::NoBrush);
    g.drawRect(r);
  };
  mark(selected_, s.colors.selection, 2.5);
  mark(hovered_, s.colors.hover, 1.5);
}

void BreakdownCanvas::hover(std::optional<Segment> at) {
  if (at == hovered_) return;
  hovered_ = at;
  emit segmentHovered(at);
  update();
}

void BreakdownCanvas::mouseMoveEvent(QMouseEvent* e) {
  if (!bare()) hover(layoutNow().at(picture_, e->position()));
}

void BreakdownCanvas::mousePressEvent(QMouseEvent* e) {
  if (e->button() != Qt::LeftButton || bare()) return QWidget::mousePressEvent(e);
  if (const auto at = layoutNow().at(picture_, e->position())) emit segmentChosen(*at);
}

void BreakdownCanvas::mouseDoubleClickEvent(QMouseEvent* e) {
  if (e->button() != Qt::LeftButton || bare()) return QWidget::mouseDoubleClickEvent(e);
  if (const auto at = layoutNow().at(picture_, e->position())) emit segmentOpened(*at);
}

void BreakdownCanvas::keyPressEvent(QKeyEvent* e) {
  const bool vertical = e->key() == Qt::Key_Up || e->key() == Qt::Key_Down;
  const bool horizontal = e->key() == Qt::Key_Left || e->key() == Qt::Key_Right;
  if (bare() || !(vertical || horizontal || e->key() == Qt::Key_Return || e->key() == Qt::Key_Space))
    return QWidget::keyPressEvent(e);
  if (!vertical && !horizontal) {
    if (hovered_) emit segmentChosen(*hovered_);
    return;
  }
  if (!hovered_) {
    for (std::size_t i = 0; i < picture_.groups.size(); ++i)
      if (!picture_.groups[i].bars.empty()) return hover(Segment{i, 0, Part::Computing});
    return;
  }
  Segment to = *hovered_;
  if (vertical) {
    std::vector<Segment> all;
    for (std::size_t g = 0; g < picture_.groups.size(); ++g)
      for (std::size_t b = 0; b < picture_.groups[g].bars.size(); ++b) all.push_back({g, b, to.part});
    const auto it = std::find(all.begin(), all.end(), to);
    const auto i = it - all.begin() + (e->key() == Qt::Key_Down ? 1 : -1);
    if (i >= 0 && i < static_cast<std::ptrdiff_t>(all.size())) to = all[static_cast<std::size_t>(i)];
  } else {
    const auto& seconds = picture_.groups[to.group].bars[to.bar].seconds;
    int i = to.part ? static_cast<int>(*to.part) : -1;
    const int step = e->key() == Qt::Key_Right ? 1 : -1;
    do i += step;
    while (i >= 0 && i < kParts && seconds[static_cast<std::size_t>(i)] <= 0);
    if (i >= 0 && i < kParts) to.part = static_cast<Part>(i);
  }
  hover(to);
}

bool BreakdownCanvas::event(QEvent* e) {
  if (e->type() == QEvent::ToolTip && !bare()) {
    const auto* help = static_cast<QHelpEvent*>(e);
    if (const auto at = layoutNow().at(picture_, help->pos())) {
      const BreakdownBar& b = picture_.groups[at->group].bars[at->bar];
      QString text = QStringLiteral("%1, %2").arg(picture_.groups[at->group].title, b.label);
      if (at->part && b.unknown.isEmpty()) text += QStringLiteral("\n%1: %2").arg(partName(*at->part), partDefinition(*at->part));
      for (const auto& [what, value] : b.facts) text += QStringLiteral("\n%1: %2").arg(what, value);
      QToolTip::showText(help->globalPos(), text, this);
    } else {
      QToolTip::hideText();
    }
    return true;
  }
  return QWidget::event(e);
}

}  // namespace weir
