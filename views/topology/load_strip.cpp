#include "views/topology/load_strip.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "views/shared/chart.h"
#include "views/topology/load_scale.h"

namespace weir {
namespace {
constexpr double kSide = 8;
constexpr double kEdge = 5;
}  // namespace

LoadStrip::LoadStrip(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setFixedHeight(sizeHint().height());
  setAccessibleName(tr("Load of the network over time"));
  setToolTip(tr("Mean utilisation of all links over the run. Drag the window to move through time, its edges to widen it, the wheel to "
                "change its width; double click for the whole."));
}

void LoadStrip::setLoad(std::vector<float> load, Range whole) {
  load_ = std::move(load);
  whole_ = whole.second > whole.first ? whole : Range{whole.first, whole.first + 1};
  update();
}

void LoadStrip::setRange(Range range) {
  if (range == range_) return;
  range_ = range;
  update();
}

void LoadStrip::setMode(theme::Mode mode) {
  mode_ = mode;
  update();
}

double LoadStrip::xOf(std::int64_t t) const {
  const double at = static_cast<double>(t - whole_.first) / static_cast<double>(whole_.second - whole_.first);
  return kSide + std::clamp(at, 0.0, 1.0) * (width() - 2 * kSide);
}

std::int64_t LoadStrip::timeAt(double x) const {
  const double at = (x - kSide) / std::max(1.0, width() - 2 * kSide);
  return whole_.first + std::llround(at * static_cast<double>(whole_.second - whole_.first));
}

LoadStrip::Grip LoadStrip::gripAt(double x) const {
  const double left = xOf(range_.first);
  const double right = xOf(range_.second);
  if (std::abs(x - left) < kEdge && (right - left > 2 * kEdge || x < left)) return Grip::Left;
  if (std::abs(x - right) < kEdge && (right - left > 2 * kEdge || x > right)) return Grip::Right;
  return x > left && x < right ? Grip::Middle : Grip::None;
}

void LoadStrip::move(Range to, bool done) {
  const std::int64_t least = std::max<std::int64_t>(1000, (whole_.second - whole_.first) / 2000);
  std::int64_t width = std::clamp(to.second - to.first, least, whole_.second - whole_.first);
  std::int64_t from = std::clamp(to.first, whole_.first, whole_.second - width);
  emit rangeMoved(from, from + width, done);
}

void LoadStrip::paintEvent(QPaintEvent*) {
  QPainter g(this);
  const chart::Style s = chart::onScreen(mode_, this);
  g.fillRect(rect(), s.colors.background);
  g.setRenderHint(QPainter::Antialiasing);
  const QRectF room = QRectF(rect()).adjusted(kSide, 4, -kSide, -s.em - 2);
  g.fillRect(room, s.colors.panel);
  if (!load_.empty()) {
    // The scale ends at the highest part: what matters here is when, how much stands in the picture's legend.
    const float most = std::max(1e-9F, *std::max_element(load_.begin(), load_.end()));
    QPainterPath path(room.bottomLeft());
    const double step = room.width() / static_cast<double>(load_.size());
    for (std::size_t i = 0; i < load_.size(); ++i) {
      const double y = room.bottom() - room.height() * 0.94 * static_cast<double>(load_[i] / most);
      path.lineTo(room.left() + step * static_cast<double>(i), y);
      path.lineTo(room.left() + step * static_cast<double>(i + 1), y);
    }
    path.lineTo(room.bottomRight());
    path.closeSubpath();
    g.fillPath(path, loadscale::color(0.45, mode_));
  }
  const double left = xOf(range_.first);
  const double right = std::max(xOf(range_.second), left + 2);
  QColor veil = s.colors.background;
  veil.setAlpha(165);
  g.fillRect(QRectF(room.left(), room.top(), left - room.left(), room.height()), veil);
  g.fillRect(QRectF(right, room.top(), room.right() - right, room.height()), veil);
  g.setPen(QPen(hasFocus() ? s.colors.hover : s.colors.selection, 1.5));
  g.setBrush(Qt::NoBrush);
  g.drawRect(QRectF(left, room.top(), right - left, room.height()));
  g.setFont(s.axis);
  g.setPen(s.colors.faintText);
  const auto seconds = [](std::int64_t t) { return chart::valueText(static_cast<double>(t) * 1e-12, "s"); };
  const QRectF below(room.left(), room.bottom() + 1, room.width(), s.em);
  g.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, seconds(whole_.first));
  g.drawText(below, Qt::AlignRight | Qt::AlignVCenter, seconds(whole_.second));
  if (range_.first > whole_.first || range_.second < whole_.second) {
    const QString text = tr("%1 to %2").arg(seconds(range_.first), seconds(range_.second));
    const double w = g.fontMetrics().horizontalAdvance(text) + 8.0;
    const double x = std::clamp((left + right) / 2 - w / 2, room.left() + 60, std::max(room.left() + 60, room.right() - 60 - w));
    g.setPen(s.colors.text);
    g.drawText(QRectF(x, below.top(), w, below.height()), Qt::AlignCenter, text);
  }
}

void LoadStrip::mousePressEvent(QMouseEvent* e) {
  if (e->button() != Qt::LeftButton) return QWidget::mousePressEvent(e);
  pressX_ = e->position().x();
  grip_ = gripAt(pressX_);
  const std::int64_t width = range_.second - range_.first;
  if (grip_ == Grip::None || (grip_ == Grip::Middle && range_ == whole_)) {
    // Beside the window, or where it is the whole: it goes there, as a twentieth of the run where it was the whole.
    const std::int64_t w = range_ == whole_ ? (whole_.second - whole_.first) / 20 : width;
    const std::int64_t at = timeAt(pressX_);
    move({at - w / 2, at - w / 2 + w}, false);
    grip_ = Grip::Middle;
  }
  held_ = range_;
}

void LoadStrip::mouseMoveEvent(QMouseEvent* e) {
  const double x = e->position().x();
  if (!(e->buttons() & Qt::LeftButton)) {
    const Grip g = gripAt(x);
    setCursor(g == Grip::Left || g == Grip::Right ? Qt::SizeHorCursor : g == Grip::Middle ? Qt::OpenHandCursor : Qt::ArrowCursor);
    return;
  }
  const std::int64_t by = timeAt(x) - timeAt(pressX_);
  if (grip_ == Grip::Middle) move({held_.first + by, held_.second + by}, false);
  else if (grip_ == Grip::Left) move({std::min(held_.first + by, held_.second - 1), held_.second}, false);
  else if (grip_ == Grip::Right) move({held_.first, std::max(held_.second + by, held_.first + 1)}, false);
}

void LoadStrip::mouseReleaseEvent(QMouseEvent* e) {
  if (e->button() == Qt::LeftButton && grip_ != Grip::None) move(range_, true);
  grip_ = Grip::None;
}

void LoadStrip::mouseDoubleClickEvent(QMouseEvent*) { move(whole_, true); }

void LoadStrip::wheelEvent(QWheelEvent* e) {
  if (e->angleDelta().y() == 0) return QWidget::wheelEvent(e);
  const double factor = std::pow(0.8, e->angleDelta().y() / 120.0);
  const std::int64_t at = std::clamp(timeAt(e->position().x()), range_.first, range_.second);
  const auto scaled = [&](std::int64_t t) { return at + std::llround(static_cast<double>(t - at) * factor); };
  move({scaled(range_.first), scaled(range_.second)}, true);
  e->accept();
}

void LoadStrip::keyPressEvent(QKeyEvent* e) {
  const std::int64_t width = range_.second - range_.first;
  const std::int64_t step = std::max<std::int64_t>(1, width / 2);
  if (e->key() == Qt::Key_Left) move({range_.first - step, range_.second - step}, true);
  else if (e->key() == Qt::Key_Right) move({range_.first + step, range_.second + step}, true);
  else if (e->key() == Qt::Key_Plus || e->key() == Qt::Key_Equal) move({range_.first + width / 4, range_.second - width / 4}, true);
  else if (e->key() == Qt::Key_Minus) move({range_.first - width / 2, range_.second + width / 2}, true);
  else if (e->key() == Qt::Key_Home) move(whole_, true);
  else QWidget::keyPressEvent(e);
}

}  // namespace weir
