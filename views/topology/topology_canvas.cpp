#include "views/topology/topology_canvas.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace weir {
namespace {
constexpr double kReach = 6;  // px beside a link that still mean it
constexpr double kMostZoom = 400;
}  // namespace

TopologyCanvas::TopologyCanvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(220, 180);
  setAccessibleName(tr("Picture of the network"));
}

void TopologyCanvas::changed() {
  composed_ = false;
  painted_ = {};
  update();
}

void TopologyCanvas::setPicture(TopologyPicture picture) {
  if (picture.network != picture_.network) {
    camera_ = {};
    hover({});
  }
  picture_ = std::move(picture);
  headline_.clear();
  hint_.clear();
  setAccessibleDescription(picture_.title + QStringLiteral(". ") + picture_.remark);
  changed();
}

void TopologyCanvas::setEmpty(const QString& headline, const QString& hint) {
  picture_ = {};
  headline_ = headline;
  hint_ = hint;
  hover({});
  setAccessibleDescription(headline);
  changed();
}

void TopologyCanvas::setMode(theme::Mode mode) {
  mode_ = mode;
  changed();
}

void TopologyCanvas::setBusy(bool busy) {
  if (busy_ == busy) return;
  busy_ = busy;
  update();
}

void TopologyCanvas::setSelected(std::optional<std::uint32_t> link) {
  if (selected_ == link) return;
  selected_ = link;
  update();
}

const TopologyScene& TopologyCanvas::scene() const {
  if (!composed_) {
    scene_ = composeTopology(picture_, rect(), camera_, chart::onScreen(mode_, this), this);
    composed_ = true;
  }
  return scene_;
}

void TopologyCanvas::setCamera(const Camera& camera) {
  Camera c = camera;
  c.zoom = std::clamp(c.zoom, 1.0, kMostZoom);
  // The network never leaves the picture.
  const double half = 0.5 / c.zoom;
  c.x = std::clamp(c.x, half, 1 - half);
  c.y = picture_.network && picture_.network->stretch ? 0.5 : std::clamp(c.y, half, 1 - half);
  if (c == camera_) return;
  camera_ = c;
  hover({});
  changed();
  emit cameraChanged();
}

void TopologyCanvas::zoom(double factor, std::optional<QPointF> at) {
  if (picture_.empty()) return;
  const TopologyScene& s = scene();
  const QPointF point = at.value_or(s.plot.center());
  const double width = static_cast<double>(picture_.network->width);
  const double height = static_cast<double>(picture_.network->height);
  Camera c = camera_;
  c.zoom = std::clamp(camera_.zoom * factor, 1.0, kMostZoom);
  const double ratio = c.zoom / camera_.zoom;
  // What is under the pointer stays there.
  const QPointF inNetwork((point.x() - s.origin.x()) / s.scaleX, (point.y() - s.origin.y()) / s.scaleY);
  c.x = (inNetwork.x() - (point.x() - s.plot.center().x()) / (s.scaleX * ratio)) / width;
  c.y = (inNetwork.y() - (point.y() - s.plot.center().y()) / (s.scaleY * ratio)) / height;
  setCamera(c);
}

void TopologyCanvas::resizeEvent(QResizeEvent*) { changed(); }

void TopologyCanvas::mark(QPainter& g, const SceneLink& l, const QColor& color, double width) const {
  g.setPen(QPen(color, l.width + width, Qt::SolidLine, Qt::RoundCap));
  g.setBrush(Qt::NoBrush);
  QColor glow = color;
  glow.setAlpha(110);
  g.setPen(QPen(glow, l.width + width * 2, Qt::SolidLine, Qt::RoundCap));
  g.drawPath(linkPath(l, 0));
  g.setPen(QPen(color, std::max(1.5, width * 0.5)));
  g.drawPath(linkPath(l, 0));
}

void TopologyCanvas::paintEvent(QPaintEvent*) {
  QPainter g(this);
  const chart::Style s = chart::onScreen(mode_, this);
  g.fillRect(rect(), s.colors.background);
  g.setRenderHint(QPainter::Antialiasing);
  if (picture_.empty()) {
    chart::emptyText(g, rect(), s, headline_, hint_);
  } else {
    chart::paintedOnce(g, painted_, size(), s.colors.background, [&](QPainter& once) {
      once.setFont(font());
      paintTopology(once, picture_, scene(), rect(), s);
    });
    const TopologyScene& sc = scene();
    g.setClipRect(sc.plot);
    if (selected_ && *selected_ < picture_.network->links.size()) {
      const auto& link = picture_.network->links[*selected_];
      const auto stands = [&](std::uint32_t id, std::uint32_t node) {
        return (id & SceneNode::kCluster) ? picture_.network->nodes[node].cluster == (id & ~SceneNode::kCluster) : id == node;
      };
      for (const SceneLink& l : sc.links)
        if ((stands(l.nodeA, link.from) && stands(l.nodeB, link.to)) || (stands(l.nodeA, link.to) && stands(l.nodeB, link.from)))
          mark(g, l, s.colors.selection, 3);
    }
    if (hovered_.link && *hovered_.link < sc.links.size()) mark(g, sc.links[*hovered_.link], s.colors.hover, 2);
    if (hovered_.node && *hovered_.node < sc.nodes.size()) {
      // A node lights up what leaves it.
      const SceneNode& n = sc.nodes[*hovered_.node];
      g.setPen(QPen(s.colors.hover, 1));
      g.setBrush(Qt::NoBrush);
      for (const SceneLink& l : sc.links)
        if (l.nodeA == n.id || l.nodeB == n.id) g.drawPath(linkPath(l, 0));
      g.setPen(QPen(s.colors.hover, 2));
      g.drawRoundedRect(n.box.adjusted(-2, -2, 2, 2), 3, 3);
    }
    g.setClipping(false);
    if (hasFocus()) {
      g.setPen(QPen(s.colors.hover, 1, Qt::DotLine));
      g.setBrush(Qt::NoBrush);
      g.drawRect(sc.plot.adjusted(-3, -3, 3, 3));
    }
  }
  if (busy_) {
    g.setFont(s.axis);
    g.setPen(s.colors.faintText);
    g.drawText(rect().adjusted(8, 6, -8, -6), Qt::AlignRight | Qt::AlignTop, tr("computing…"));
  }
}

void TopologyCanvas::hover(const TopologyHit& hit) {
  if (hit == hovered_) return;
  hovered_ = hit;
  emit hoverChanged();
  update();
}

void TopologyCanvas::mouseMoveEvent(QMouseEvent* e) {
  if (picture_.empty()) return;
  if (pressed_ && (e->buttons() & Qt::LeftButton)) {
    const QPointF by = e->position() - *pressed_;
    constexpr double kDrag = 4;
    if (!dragged_ && std::hypot(by.x(), by.y()) < kDrag) return;
    dragged_ = true;
    setCursor(Qt::ClosedHandCursor);
    const TopologyScene& s = scene();
    Camera c = pressedCamera_;
    c.x -= by.x() / (s.scaleX * static_cast<double>(picture_.network->width));
    c.y -= by.y() / (s.scaleY * static_cast<double>(picture_.network->height));
    setCamera(c);
    return;
  }
  hover(hitTopology(scene(), e->position(), kReach));
}

void TopologyCanvas::mousePressEvent(QMouseEvent* e) {
  if (e->button() != Qt::LeftButton) return QWidget::mousePressEvent(e);
  pressed_ = e->position();
  pressedCamera_ = camera_;
  dragged_ = false;
}

void TopologyCanvas::mouseReleaseEvent(QMouseEvent* e) {
  if (e->button() != Qt::LeftButton) return QWidget::mouseReleaseEvent(e);
  const bool click = pressed_ && !dragged_ && !picture_.empty();
  pressed_.reset();
  unsetCursor();
  if (!click) return;
  emit chosen(hitTopology(scene(), e->position(), kReach));
}

void TopologyCanvas::mouseDoubleClickEvent(QMouseEvent* e) {
  if (e->button() == Qt::LeftButton && !hitTopology(scene(), e->position(), kReach).any()) fit();
}

void TopologyCanvas::leaveEvent(QEvent*) { hover({}); }

void TopologyCanvas::wheelEvent(QWheelEvent* e) {
  if (picture_.empty() || e->angleDelta().y() == 0) return QWidget::wheelEvent(e);
  zoom(std::pow(1.25, e->angleDelta().y() / 120.0), e->position());
  e->accept();
}

void TopologyCanvas::keyPressEvent(QKeyEvent* e) {
  if (picture_.empty()) return QWidget::keyPressEvent(e);
  Camera c = camera_;
  const double step = 0.1 / camera_.zoom;
  switch (e->key()) {
    case Qt::Key_Left: c.x -= step; break;
    case Qt::Key_Right: c.x += step; break;
    case Qt::Key_Up: c.y -= step; break;
    case Qt::Key_Down: c.y += step; break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(1.25);
    case Qt::Key_Minus: return zoom(0.8);
    case Qt::Key_0:
    case Qt::Key_Home: return fit();
    case Qt::Key_N:
    case Qt::Key_P: {
      // From one of the hottest links to the next, for who has no pointer.
      if (picture_.hot.empty()) return;
      const auto at = std::find_if(picture_.hot.begin(), picture_.hot.end(), [this](std::uint32_t l) { return selected_ == l; });
      const auto count = static_cast<std::ptrdiff_t>(picture_.hot.size());
      const std::ptrdiff_t now = at == picture_.hot.end() ? (e->key() == Qt::Key_N ? -1 : 0) : at - picture_.hot.begin();
      const std::uint32_t next = picture_.hot[static_cast<std::size_t>((now + (e->key() == Qt::Key_N ? 1 : count - 1)) % count)];
      const TopologyScene& s = scene();
      for (std::size_t i = 0; i < s.links.size(); ++i)
        if (s.links[i].link == next || s.links[i].link == (next ^ 1U)) {
          TopologyHit hit;
          hit.link = i;
          hit.backward = s.links[i].link != next;
          hover(hit);
          emit chosen(hit);
          return;
        }
      return;
    }
    default: return QWidget::keyPressEvent(e);
  }
  setCamera(c);
}

bool TopologyCanvas::event(QEvent* e) {
  if (e->type() == QEvent::ToolTip && describe_) {
    const auto* help = static_cast<QHelpEvent*>(e);
    const TopologyHit hit = picture_.empty() ? TopologyHit{} : hitTopology(scene(), help->pos(), kReach);
    if (hit.any()) QToolTip::showText(help->globalPos(), describe_(hit), this);
    else QToolTip::hideText();
    return true;
  }
  return QWidget::event(e);
}

}  // namespace weir
