#include "views/validation/validation_canvas.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace weir {
namespace {
constexpr double kNear = 9;  // px a pointer may be off a point
}

ValidationCanvas::ValidationCanvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(220, 180);
  setAccessibleName(tr("Predicted against measured"));
}

void ValidationCanvas::setPicture(ValidationPicture picture) {
  picture_ = std::move(picture);
  painted_ = {};
  hovered_.reset();
  selected_.reset();
  QString spoken = picture_.title;
  for (const ValidationSeries& s : picture_.series)
    if (s.shown) spoken += tr(". %1: %2 rows, mean error %3").arg(s.name()).arg(s.points.size()).arg(chart::valueText(s.mean, "1"));
  setAccessibleDescription(spoken);
  update();
}

void ValidationCanvas::setMode(theme::Mode mode) {
  mode_ = mode;
  painted_ = {};
  update();
}

void ValidationCanvas::setSelected(std::optional<ValidationPoint> at) {
  selected_ = at;
  update();
}

ValidationLayout ValidationCanvas::layoutNow() const { return layoutValidation(picture_, rect(), chart::onScreen(mode_, this), this, false); }

void ValidationCanvas::paintEvent(QPaintEvent*) {
  QPainter g(this);
  g.setRenderHint(QPainter::Antialiasing);
  const chart::Style s = chart::onScreen(mode_, this);
  g.fillRect(rect(), s.colors.background);
  if (picture_.empty()) {
    const bool none = picture_.series.empty();
    chart::emptyText(g, rect(), s, none ? tr("No measured tables are open") : tr("Nothing is shown"),
                     none ? tr("Open a folder of measured tables (.csv): every row that a model predicts becomes a point, predicted against measured.")
                          : tr("Tick a quantity in the list that has predicted rows."));
    return;
  }
  const ValidationLayout l = layoutNow();
  chart::paintedOnce(g, painted_, size(), s.colors.background, [&](QPainter& once) { paintValidation(once, picture_, l, rect(), s); });
  const auto ring = [&](const std::optional<ValidationPoint>& at, const QColor& color, double width) {
    if (!at) return;
    g.setPen(QPen(color, width));
    g.setBrush(Qt::NoBrush);
    g.drawEllipse(l.placeOf(picture_, *at), l.markRadius + 4, l.markRadius + 4);
  };
  ring(selected_, s.colors.selection, 2.5);
  ring(hovered_, s.colors.hover, 2);
}

void ValidationCanvas::hover(std::optional<ValidationPoint> at) {
  if (at == hovered_) return;
  hovered_ = at;
  setCursor(at ? Qt::PointingHandCursor : Qt::ArrowCursor);
  emit pointHovered(at);
  update();
}

void ValidationCanvas::mouseMoveEvent(QMouseEvent* e) { hover(layoutNow().near(picture_, e->position(), kNear)); }

void ValidationCanvas::mousePressEvent(QMouseEvent* e) {
  if (e->button() != Qt::LeftButton) return;
  if (const auto at = layoutNow().near(picture_, e->position(), kNear)) emit pointChosen(*at);
}

void ValidationCanvas::keyPressEvent(QKeyEvent* e) {
  const int step = e->key() == Qt::Key_Right ? 1 : e->key() == Qt::Key_Left ? -1 : 0;
  if (step == 0) return QWidget::keyPressEvent(e);
  std::vector<ValidationPoint> order;
  for (const ValidationLayout::Panel& panel : layoutNow().panels) {
    const std::size_t from = order.size();
    for (const std::size_t s : panel.series)
      for (std::size_t i = 0; i < picture_.series[s].points.size(); ++i)
        if (paintable(picture_.series[s].points[i])) order.push_back({s, i});
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(from), order.end(), [&](const ValidationPoint& a, const ValidationPoint& b) {
      return picture_.series[a.series].points[a.point].measured < picture_.series[b.series].points[b.point].measured;
    });
  }
  if (order.empty()) return;
  const auto now = selected_ ? std::find(order.begin(), order.end(), *selected_) : order.end();
  const auto n = static_cast<std::ptrdiff_t>(order.size());
  const std::ptrdiff_t next = now == order.end() ? (step > 0 ? 0 : n - 1) : std::clamp<std::ptrdiff_t>(now - order.begin() + step, 0, n - 1);
  emit pointChosen(order[static_cast<std::size_t>(next)]);
}

bool ValidationCanvas::event(QEvent* e) {
  if (e->type() == QEvent::ToolTip) {
    const auto* h = static_cast<QHelpEvent*>(e);
    const auto at = picture_.empty() ? std::nullopt : layoutNow().near(picture_, h->pos(), kNear);
    if (at && describe_) QToolTip::showText(h->globalPos(), describe_(*at), this);
    else QToolTip::hideText();
    return true;
  }
  return QWidget::event(e);
}

}  // namespace weir
