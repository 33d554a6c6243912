#include "views/heatmap/heat_canvas.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>

namespace weir {
namespace {

// Of what chart::emptyText paints.
double emptyTextHeight(const QRectF& r, const chart::Style& s, QPaintDevice* device, const QString& headline, const QString& hint) {
  const QFontMetricsF m(s.text, device);
  const double width = std::min(r.width() - 2 * s.em, 36 * s.em);
  return m.height() * 1.25 * static_cast<double>(chart::wrapped(headline, QFontMetricsF(s.title, device), width).size() + chart::wrapped(hint, m, width).size() + 1);
}

}  // namespace

HeatCanvas::HeatCanvas(QWidget* parent) : QWidget(parent), action_(new QPushButton(this)) {
  action_->hide();
  connect(action_, &QPushButton::clicked, this, [this] {
    if (const auto act = act_) act();  // may change what is shown
  });
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(220, 180);
  setAccessibleName(tr("Heat map"));
}

void HeatCanvas::setPicture(HeatPicture picture) {
  const bool same = picture.rows == picture_.rows && picture.columns == picture_.columns;
  picture_ = std::move(picture);
  painted_ = {};
  action_->hide();
  headline_.clear();
  hint_.clear();
  if (!same) {
    hover(std::nullopt);
    selected_.reset();
  }
  setAccessibleDescription(
      tr("%1. %2 rows, %3 columns. %4").arg(picture_.title).arg(picture_.rows).arg(picture_.columns).arg((picture_.warning + QLatin1Char(' ') + picture_.remark).trimmed()));
  update();
}

void HeatCanvas::setEmpty(const QString& headline, const QString& hint, const QString& action, std::function<void()> act) {
  picture_ = {};
  act_ = std::move(act);
  action_->setText(action);
  action_->setVisible(!action.isEmpty());
  headline_ = headline;
  hint_ = hint;
  hover(std::nullopt);
  selected_.reset();
  placeAction();
  setAccessibleDescription(headline + QLatin1Char(' ') + hint);
  update();
}

void HeatCanvas::setMode(theme::Mode mode) {
  mode_ = mode;
  painted_ = {};
  update();
}

void HeatCanvas::setBusy(bool busy) {
  if (busy_ == busy) return;
  busy_ = busy;
  update();
}

void HeatCanvas::setSelected(std::optional<QPoint> cell) {
  selected_ = cell;
  update();
}

// Beneath the text, wherever its last line ends.
void HeatCanvas::placeAction() {
  const chart::Style s = chart::onScreen(mode_, this);
  action_->resize(action_->sizeHint());
  const double below = emptyTextHeight(rect(), s, this, headline_, hint_) / 2;
  action_->move((width() - action_->width()) / 2, std::min(static_cast<int>(rect().center().y() + below + s.em), height() - action_->height() - 4));
}

void HeatCanvas::resizeEvent(QResizeEvent*) {
  painted_ = {};
  placeAction();
  emit resized();
}

QSize HeatCanvas::plotSize() const {
  const chart::Style s = chart::onScreen(mode_, this);
  return {std::max(50, static_cast<int>(width() * 0.7 - 4 * s.em)), std::max(40, static_cast<int>(height() - 7 * s.em))};
}

void HeatCanvas::paintEvent(QPaintEvent*) {
  QPainter g(this);
  const chart::Style s = chart::onScreen(mode_, this);
  g.fillRect(rect(), s.colors.background);
  g.setRenderHint(QPainter::Antialiasing);
  if (picture_.empty()) {
    chart::emptyText(g, rect(), s, headline_, hint_);
  } else {
    chart::paintedOnce(g, painted_, size(), s.colors.background, [&](QPainter& once) {
      layout_ = layoutNow();
      once.setFont(font());
      paintHeat(once, picture_, layout_, rect(), s);
    });
    paintMarks(g, s);
  }
  if (busy_) {
    g.setFont(s.axis);
    g.setPen(s.colors.faintText);
    g.drawText(rect().adjusted(8, 6, -8, -6), Qt::AlignRight | Qt::AlignTop, tr("computing…"));
  }
}

void HeatCanvas::paintMarks(QPainter& g, const chart::Style& s) {
  const HeatLayout& l = layout_;
  const auto mark = [&](const std::optional<QPoint>& c, const QColor& color, double width) {
    if (!c || c->x() >= picture_.columns || c->y() >= picture_.rows) return;
    g.setPen(QPen(color, width));
    g.setBrush(Qt::NoBrush);
    g.drawRect(c->x() < 0 ? l.cell(picture_, 0, c->y()).united(l.cell(picture_, picture_.columns - 1, c->y())) : l.cell(picture_, c->x(), c->y()));
  };
  if (hovered_) {
    const QRectF c = l.cell(picture_, hovered_->x(), hovered_->y());
    QColor line = s.colors.hover;
    line.setAlpha(110);
    g.setPen(QPen(line, 1, Qt::DotLine));
    g.drawLine(QPointF(l.plot.left(), c.center().y()), QPointF(c.left(), c.center().y()));
    g.drawLine(QPointF(c.center().x(), c.bottom()), QPointF(c.center().x(), l.plot.bottom()));
    for (const SumTag& tag : sumTags(picture_, l, *hovered_, s, this)) {
      g.fillRect(tag.at, s.colors.panel);
      g.setPen(QPen(s.colors.axis, s.line));
      g.drawRect(tag.at);
      g.setPen(s.colors.text);
      g.setFont(s.axis);
      g.drawText(tag.at, Qt::AlignCenter, tag.text);
    }
  }
  mark(selected_, s.colors.selection, 2.5);
  mark(hovered_, s.colors.hover, 1.5);
}

void HeatCanvas::hover(std::optional<QPoint> cell) {
  if (cell == hovered_) return;
  hovered_ = cell;
  emit cellHovered(cell);
  update();
}

void HeatCanvas::mouseMoveEvent(QMouseEvent* e) { hover(layoutNow().cellAt(picture_, e->position())); }
void HeatCanvas::leaveEvent(QEvent*) { hover(std::nullopt); }

void HeatCanvas::mousePressEvent(QMouseEvent* e) {
  if (e->button() != Qt::LeftButton) return QWidget::mousePressEvent(e);
  if (const auto cell = layoutNow().cellAt(picture_, e->position())) emit cellChosen(*cell);
}

void HeatCanvas::wheelEvent(QWheelEvent* e) {
  if (picture_.empty() || !picture_.time || e->angleDelta().y() == 0) return QWidget::wheelEvent(e);
  const QRectF plot = layoutNow().plot;
  const double at = std::clamp((e->position().x() - plot.left()) / std::max(plot.width(), 1.0), 0.0, 1.0);
  emit zoomed(at, std::pow(0.8, e->angleDelta().y() / 120.0));
  e->accept();
}

void HeatCanvas::keyPressEvent(QKeyEvent* e) {
  if (picture_.empty()) return QWidget::keyPressEvent(e);
  QPoint step;
  switch (e->key()) {
    case Qt::Key_Left:
      step = {-1, 0};
      break;
    case Qt::Key_Right:
      step = {1, 0};
      break;
    case Qt::Key_Up:
      step = {0, -1};
      break;
    case Qt::Key_Down:
      step = {0, 1};
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (hovered_) emit cellChosen(*hovered_);
      return;
    default:
      return QWidget::keyPressEvent(e);
  }
  const QPoint to = hovered_ ? *hovered_ + step : QPoint(0, 0);
  hover(QPoint(std::clamp(to.x(), 0, picture_.columns - 1), std::clamp(to.y(), 0, picture_.rows - 1)));
}

bool HeatCanvas::event(QEvent* e) {
  if (e->type() == QEvent::ToolTip && describe_) {
    const auto* help = static_cast<QHelpEvent*>(e);
    const auto cell = layoutNow().cellAt(picture_, help->pos());
    if (cell)
      QToolTip::showText(help->globalPos(), describe_(*cell), this);
    else
      QToolTip::hideText();
    return true;
  }
  return QWidget::event(e);
}

}  // namespace weir
