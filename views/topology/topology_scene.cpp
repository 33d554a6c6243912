// What of the network is drawn at this size and zoom.
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <limits>

#include "views/topology/topology_picture.h"

namespace weir {
namespace {

constexpr float kNoValue = std::numeric_limits<float>::quiet_NaN();
constexpr double kHostRoom = 4.5;    // px that a host needs to be drawn alone
constexpr double kSwitchRoom = 6;
constexpr std::size_t kTwoLines = 700;  // up to so many links each direction has its own line

bool known(float v) { return !std::isnan(v); }
float larger(float a, float b) { return !known(a) ? b : !known(b) ? a : std::max(a, b); }

// Mean of what is known, weighted by bandwidth.
struct Mean {
  double sum = 0, weight = 0;
  void add(float v, double w) {
    if (!known(v)) return;
    sum += static_cast<double>(v) * w;
    weight += w;
  }
  [[nodiscard]] float value() const { return weight > 0 ? static_cast<float>(sum / weight) : kNoValue; }
};

struct Pair {
  std::uint32_t a, b, link;  // a < b; link goes a -> b
};

}  // namespace

float TopologyPicture::of(std::uint32_t link) const { return loaded && link < value.size() ? value[link] : kNoValue; }

double TopologyPicture::place(double v) const { return v > 0 && high > 0 ? std::min(1.0, v / high) : -1; }

void TopologyPicture::fitScale() {
  high = 0;
  for (const float v : value)
    if (known(v)) high = std::max(high, static_cast<double>(v));
  if (unit == "1" && high > 0) high = 1;  // full means full, whatever the run
  if (!(high > 0)) high = 1;
}

float SceneLink::busier() const { return larger(forward, backward); }

QPointF SceneLink::middle() const {
  const QPointF d = b - a;
  const double length = std::max(1e-9, std::hypot(d.x(), d.y()));
  return (a + b) / 2 + QPointF(-d.y(), d.x()) / length * bend / 2;
}

TopologyScene composeTopology(const TopologyPicture& picture, const QRectF& area, const Camera& camera, const chart::Style& s,
                              const QPaintDevice* device) {
  TopologyScene out;
  out.camera = camera;
  if (picture.empty()) return out;
  const NetworkPicture& n = *picture.network;
  const QFontMetricsF m(s.axis, const_cast<QPaintDevice*>(device));
  const QFontMetricsF title(s.title, const_cast<QPaintDevice*>(device));
  const double gap = s.em * 0.5;
  const double px = s.figure ? 0.75 : 1;  // a point is four thirds of a pixel
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  // Room for all that may be said; how much is, stands fast only once the lines do.
  const QString all = (picture.remark + QLatin1Char(' ') + picture.remarkOneLine + QLatin1Char(' ') + picture.remarkMerged).trimmed();
  out.remark = chart::wrapped(all, m, in.width());
  out.remarkTop = in.bottom() - s.em * static_cast<double>(out.remark.size());
  const double top = in.top() + title.height() + gap;
  const double bottom = out.remark.isEmpty() ? in.bottom() : out.remarkTop - gap;
  const bool beside = in.width() > 50 * s.em;
  if (beside) {
    out.legend = QRectF(in.right() - 17 * s.em, top, 17 * s.em, bottom - top);
    out.plot = QRectF(in.left(), top, out.legend.left() - gap * 2 - in.left(), bottom - top);
  } else {
    const double high = std::min(8.5 * s.em, (bottom - top) * 0.4);
    out.legend = QRectF(in.left(), bottom - high, in.width(), high);
    out.plot = QRectF(in.left(), top, in.width(), out.legend.top() - gap - top);
  }
  if (n.stretch) {
    double widest = 0;
    for (std::size_t level = 0; level < n.levelNames.size(); ++level)
      widest = std::max(widest, m.horizontalAdvance(QString::fromStdString(n.levelNames[level]) + QStringLiteral("   0000")));
    out.labels = QRectF(out.plot.left(), out.plot.top(), std::min(widest, out.plot.width() * 0.2), out.plot.height());
    out.plot.setLeft(out.labels.right() + gap);
  }
  out.plot.setWidth(std::max(10.0, out.plot.width()));
  out.plot.setHeight(std::max(10.0, out.plot.height()));
  out.scaleX = out.plot.width() / static_cast<double>(n.width) * camera.zoom;
  // Layers are zoomed along, not apart: all of them stay in sight.
  out.scaleY = out.plot.height() / static_cast<double>(n.height) * (n.stretch ? 1 : camera.zoom);
  if (!n.stretch) out.scaleX = out.scaleY = std::min(out.scaleX, out.scaleY);
  out.origin = out.plot.center() - QPointF(camera.x * static_cast<double>(n.width) * out.scaleX, (n.stretch ? 0.5 : camera.y) * static_cast<double>(n.height) * out.scaleY);

  // Who is drawn alone.
  std::vector<bool> alone(n.pitch.size());
  for (std::size_t level = 0; level < n.pitch.size(); ++level)
    alone[level] = static_cast<double>(n.pitch[level]) * out.scaleX >= (level == 0 ? kHostRoom : kSwitchRoom) * px;
  std::vector<std::uint32_t> as(n.nodes.size());
  for (std::uint32_t i = 0; i < as.size(); ++i) {
    const auto& node = n.nodes[i];
    const bool own = alone[node.level] || n.clusters[node.cluster].nodes.size() < 2;
    as[i] = own ? i : node.cluster | SceneNode::kCluster;
    out.merged = out.merged || !own;
  }

  // What its own links say of each node.
  std::vector<float> busiest(n.nodes.size(), kNoValue);
  for (std::uint32_t l = 0; l < n.links.size(); ++l) {
    const float v = picture.of(l);
    busiest[n.links[l].from] = larger(busiest[n.links[l].from], v);
    busiest[n.links[l].to] = larger(busiest[n.links[l].to], v);
  }
  const auto radius = [&](std::uint8_t level) {
    const double room = static_cast<double>(n.pitch[level]) * std::min(out.scaleX, n.stretch ? out.scaleX : out.scaleY);
    return std::clamp(room * (level == 0 ? 0.32 : 0.36), 1.6 * px, (level == 0 ? 5.0 : s.figure ? 7.0 : 9.0) * px);
  };
  std::vector<QPointF> place(n.nodes.size());
  for (std::uint32_t i = 0; i < place.size(); ++i) place[i] = out.at(n.nodes[i].x, n.nodes[i].y);
  std::vector<QRectF> boxOfCluster(n.clusters.size());
  const QRectF visible = out.plot.adjusted(-20, -20, 20, 20);
  for (std::uint32_t c = 0; c < n.clusters.size(); ++c) {
    const auto& cluster = n.clusters[c];
    if (alone[cluster.level] || cluster.nodes.size() < 2) continue;
    QRectF box;
    Mean mean;
    float most = kNoValue;
    for (const std::uint32_t i : cluster.nodes) {
      const QRectF dot(place[i] - QPointF(0.5, 0.5) * px, QSizeF(px, px));
      box = box.isNull() ? dot : box.united(dot);
      mean.add(busiest[i], 1);
      most = larger(most, busiest[i]);
    }
    const double half = (cluster.level == 0 ? 4.5 : 5.5) * px;
    const double side = std::max(static_cast<double>(n.pitch[cluster.level]) * out.scaleX * 0.5, 0.5);
    if (n.stretch) box = QRectF(box.left() - side, box.center().y() - half, box.width() + 2 * side, 2 * half);
    else box.adjust(-side, -side, side, side);
    boxOfCluster[c] = box;
    if (box.intersects(visible)) out.nodes.push_back({c | SceneNode::kCluster, cluster.level, box, cluster.level == 0 ? mean.value() : most});
  }
  for (std::uint32_t i = 0; i < n.nodes.size(); ++i) {
    if (as[i] != i) continue;
    const double r = radius(n.nodes[i].level);
    const QRectF box(place[i].x() - r, place[i].y() - r, 2 * r, 2 * r);
    if (box.intersects(visible)) out.nodes.push_back({i, n.nodes[i].level, box, busiest[i]});
  }

  // Cables between the same two are one line.
  std::vector<Pair> pairs;
  pairs.reserve(n.links.size() / 2);
  for (std::uint32_t l = 0; l + 1 < n.links.size(); l += 2) {
    const std::uint32_t a = as[n.links[l].from];
    const std::uint32_t b = as[n.links[l].to];
    if (a == b) continue;
    pairs.push_back(a < b ? Pair{a, b, l} : Pair{b, a, l ^ 1U});
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) { return x.a != y.a ? x.a < y.a : x.b != y.b ? x.b < y.b : x.link < y.link; });
  double thinnest = 0;
  for (const auto& l : n.links)
    if (!l.failed()) thinnest = thinnest > 0 ? std::min(thinnest, l.bandwidth.toBitsPerSecond()) : l.bandwidth.toBitsPerSecond();
  const auto ends = [&](std::uint32_t id, const QPointF& towards) {
    if ((id & SceneNode::kCluster) == 0) return place[id];
    const QRectF& box = boxOfCluster[id & ~SceneNode::kCluster];
    return n.stretch ? QPointF(box.center().x(), towards.y() < box.center().y() ? box.top() : box.bottom()) : box.center();
  };
  const auto middleOf = [&](std::uint32_t id) { return (id & SceneNode::kCluster) ? boxOfCluster[id & ~SceneNode::kCluster].center() : place[id]; };
  for (std::size_t i = 0; i < pairs.size();) {
    std::size_t end = i;
    SceneLink link;
    link.nodeA = pairs[i].a;
    link.nodeB = pairs[i].b;
    link.link = pairs[i].link;
    link.cables = 0;
    Mean forward, backward;
    double capacity = 0;
    float hottest = -1;
    for (; end < pairs.size() && pairs[end].a == pairs[i].a && pairs[end].b == pairs[i].b; ++end) {
      const std::uint32_t l = pairs[end].link;
      ++link.cables;
      if (n.links[l].failed()) {
        ++link.failed;
        continue;
      }
      const double w = n.links[l].bandwidth.toBitsPerSecond();
      capacity += w;
      forward.add(picture.of(l), w);
      backward.add(picture.of(l ^ 1U), n.links[l ^ 1U].bandwidth.toBitsPerSecond());
      const float v = larger(picture.of(l), picture.of(l ^ 1U));
      if (known(v) && v > hottest) {
        hottest = v;
        link.link = l;
      }
    }
    link.capacity = Bandwidth::bitsPerSecond(capacity);
    link.forward = forward.value();
    link.backward = backward.value();
    link.a = ends(link.nodeA, middleOf(link.nodeB));
    link.b = ends(link.nodeB, middleOf(link.nodeA));
    const auto& first = n.links[pairs[i].link];
    if (first.bend != 0) {
      // Rows bow upwards and columns to the left, whichever way the pair is told: away from the hosts.
      const QPointF d = link.b - link.a;
      const double sign = std::abs(d.x()) > std::abs(d.y()) ? (d.x() > 0 ? -1 : 1) : (d.y() > 0 ? 1 : -1);
      link.bend = sign * static_cast<double>(first.bend) * std::hypot(d.x(), d.y()) * 2;
    }
    link.width = (thinnest > 0 ? std::clamp(1.3 * std::sqrt(std::max(capacity, thinnest) / thinnest), 1.3, 7.0) : 1.3) * px;
    const QRectF reach = QRectF(link.a, link.b).normalized().adjusted(-std::abs(link.bend) - 2, -std::abs(link.bend) - 2, std::abs(link.bend) + 2, std::abs(link.bend) + 2);
    if (reach.intersects(out.plot)) out.links.push_back(link);
    out.merged = out.merged || link.cables > 1;
    i = end;
  }
  out.bothWays = picture.loaded && out.links.size() <= kTwoLines;
  QStringList said{picture.remark};
  if (!out.bothWays) said << picture.remarkOneLine;
  if (out.merged) said << picture.remarkMerged;
  out.remark = chart::wrapped(said.join(QLatin1Char(' ')).trimmed(), m, in.width());
  std::stable_sort(out.links.begin(), out.links.end(), [](const SceneLink& x, const SceneLink& y) {
    const float a = x.busier();
    const float b = y.busier();
    return (known(a) ? a : -1) < (known(b) ? b : -1);
  });
  return out;
}

QPainterPath linkPath(const SceneLink& l, int side) {
  const QPointF d = l.b - l.a;
  const double length = std::max(1e-9, std::hypot(d.x(), d.y()));
  const QPointF left = QPointF(-d.y(), d.x()) / length;
  const QPointF shift = left * side * (l.width * 0.5 + 0.3);
  QPainterPath path(l.a + shift);
  if (l.bend == 0) path.lineTo(l.b + shift);
  else path.quadTo((l.a + l.b) / 2 + left * l.bend + shift, l.b + shift);
  return path;
}

TopologyHit hitTopology(const TopologyScene& scene, const QPointF& at, double reach) {
  TopologyHit hit;
  if (!scene.plot.contains(at)) return hit;
  double nearest = 1e300;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const QRectF box = scene.nodes[i].box.adjusted(-1.5, -1.5, 1.5, 1.5);
    if (!box.contains(at)) continue;
    const QPointF d = box.center() - at;
    if (const double far = d.x() * d.x() + d.y() * d.y(); far < nearest) {
      nearest = far;
      hit.node = i;
    }
  }
  if (hit.node) return hit;
  nearest = reach;
  for (std::size_t i = 0; i < scene.links.size(); ++i) {
    const SceneLink& l = scene.links[i];
    const QPointF d = l.b - l.a;
    const double length2 = std::max(1e-9, d.x() * d.x() + d.y() * d.y());
    const QPointF left = QPointF(-d.y(), d.x()) / std::sqrt(length2);
    const auto take = [&](const QPointF& p, const QPointF& q) {
      const QPointF e = q - p;
      const double e2 = std::max(1e-9, e.x() * e.x() + e.y() * e.y());
      const double t = std::clamp(((at.x() - p.x()) * e.x() + (at.y() - p.y()) * e.y()) / e2, 0.0, 1.0);
      const QPointF off = at - (p + t * e);
      const double far = std::max(0.0, std::hypot(off.x(), off.y()) - l.width / 2);
      // The hottest is on top and wins where two are alike.
      if (far <= nearest) {
        nearest = far;
        hit.link = i;
        hit.backward = off.x() * left.x() + off.y() * left.y() > 0;
      }
    };
    if (l.bend == 0) {
      take(l.a, l.b);
      continue;
    }
    const QPointF control = (l.a + l.b) / 2 + left * l.bend;
    QPointF before = l.a;
    constexpr int kPieces = 12;
    for (int k = 1; k <= kPieces; ++k) {
      const double t = static_cast<double>(k) / kPieces;
      const QPointF p = (1 - t) * (1 - t) * l.a + 2 * t * (1 - t) * control + t * t * l.b;
      take(before, p);
      before = p;
    }
  }
  return hit;
}

}  // namespace weir
