// Paints a composed network: links, strips, nodes, names, the legend.
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLineF>
#include <QVector>
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/base/units.h"
#include "views/shared/font_metrics.h"
#include "views/shared/text.h"
#include "views/topology/load_scale.h"
#include "views/topology/topology_picture.h"

namespace weir {
namespace {

QString gbps(double bits) { return q(units::show(Bandwidth::bitsPerSecond(bits))); }

// Lines of one pen are drawn together; a few thousand pens would cost more than the lines.
struct Pen {
  QRgb color;
  int width;  // tenths
  int order;  // hotter ones later
  bool operator<(const Pen& o) const { return std::tie(order, width, color) < std::tie(o.order, o.width, o.color); }
};

void paintLinks(QPainter& g, const TopologyPicture& p, const TopologyScene& scene, const chart::Style& s) {
  constexpr int kSteps = 40;
  const theme::Mode mode = s.colors.mode;
  std::map<Pen, QVector<QLineF>> straight;
  std::map<Pen, QPainterPath> bent;
  QVector<std::size_t> failed, unknown;
  const auto add = [&](const SceneLink& l, int side, float value) {
    const double t = p.place(static_cast<double>(value));
    const int step = t < 0 ? -1 : static_cast<int>(std::lround(t * kSteps));
    const QColor color = !p.loaded ? loadscale::plain(mode) : step < 0 ? loadscale::idle(mode) : loadscale::color(static_cast<double>(step) / kSteps, mode);
    // Idle ones are thin, or they would hide what is busy.
    const double width = l.width * (side == 0 ? 1 : 0.75) * (p.loaded && step < 0 ? 0.7 : 1);
    const Pen pen{color.rgb(), static_cast<int>(std::lround(width * 10)), step};
    if (l.bend == 0) {
      const QPainterPath path = linkPath(l, side);
      straight[pen] << QLineF(path.elementAt(0), path.elementAt(1));
    } else {
      bent[pen].addPath(linkPath(l, side));
    }
  };
  for (std::size_t i = 0; i < scene.links.size(); ++i) {
    const SceneLink& l = scene.links[i];
    if (l.failed == l.cables) {
      failed << i;
    } else if (p.loaded && std::isnan(l.busier())) {
      unknown << i;
    } else if (scene.bothWays) {
      add(l, -1, l.forward);
      add(l, 1, l.backward);
    } else {
      add(l, 0, p.loaded ? l.busier() : 0.0F);
    }
    if (l.failed > 0 && l.failed < l.cables) failed << i;
  }
  g.setBrush(Qt::NoBrush);
  const auto pen = [&](const Pen& k) { return QPen(QColor(k.color), k.width / 10.0, Qt::SolidLine, Qt::FlatCap); };
  g.setPen(QPen(s.colors.faintText, s.line * 0.8, Qt::DotLine));
  for (const std::size_t i : unknown) g.drawPath(linkPath(scene.links[i], 0));
  // Both maps run from cold to hot; a bent line of a step comes after the straight ones of it.
  auto b = bent.begin();
  for (const auto& [k, lines] : straight) {
    for (; b != bent.end() && b->first.order < k.order; ++b) {
      g.setPen(pen(b->first));
      g.drawPath(b->second);
    }
    g.setPen(pen(k));
    g.drawLines(lines);
  }
  for (; b != bent.end(); ++b) {
    g.setPen(pen(b->first));
    g.drawPath(b->second);
  }
  QPen dashed(s.colors.error, s.line * 1.4);
  dashed.setDashPattern({4, 3});
  g.setPen(dashed);
  for (const std::size_t i : failed) g.drawPath(linkPath(scene.links[i], 0));
  for (const std::size_t i : failed) {  // a cross, for who sees no colours and no dashes
    const QPointF m = scene.links[i].middle();
    const double r = s.em * 0.28;
    g.setPen(QPen(s.colors.background, s.line * 3.5));
    g.drawLine(m - QPointF(r, r), m + QPointF(r, r));
    g.drawLine(m - QPointF(r, -r), m + QPointF(r, -r));
    g.setPen(QPen(s.colors.error, s.line * 1.6));
    g.drawLine(m - QPointF(r, r), m + QPointF(r, r));
    g.drawLine(m - QPointF(r, -r), m + QPointF(r, -r));
  }
}

// The hosts of a switch in a row: each as wide as there is room for, the busiest of those that share a pixel.
void paintUsageStrip(QPainter& g, const TopologyPicture& p, const TopologyScene& scene, const SceneNode& node, const chart::Style& s, const std::vector<float>& busiest) {
  const auto& members = p.network->clusters[node.index()].nodes;
  g.save();
  g.setRenderHint(QPainter::Antialiasing, false);
  g.fillRect(node.box, p.loaded ? loadscale::idle(s.colors.mode) : loadscale::plain(s.colors.mode));
  if (p.loaded) {
    const double room = static_cast<double>(p.network->pitch[0]) * scene.scaleX;
    const double least = s.figure ? 0.5 : 1;
    for (std::size_t i = 0; i < members.size();) {
      const double left = scene.at(p.network->nodes[members[i]].x, 0).x() - room / 2;
      double right = left + room;
      float v = busiest[members[i]];
      std::size_t end = i + 1;
      for (; end < members.size() && right - left < least; ++end) {
        right += room;
        if (std::isnan(v) || busiest[members[end]] > v) v = busiest[members[end]];
      }
      if (p.place(static_cast<double>(v)) >= 0)
        g.fillRect(QRectF(left, node.box.top(), std::max(right - left - (room > 3 ? 0.8 : 0), least), node.box.height()), linkColor(p, static_cast<double>(v), s.colors.mode));
      i = end;
    }
  }
  g.restore();
  g.setPen(QPen(s.colors.axis, s.line * 0.7));
  g.setBrush(Qt::NoBrush);
  g.drawRect(node.box);
}

void paintNodes(QPainter& g, const TopologyPicture& p, const TopologyScene& scene, const chart::Style& s) {
  const NetworkPicture& n = *p.network;
  const QFontMetricsF m = metrics(s.axis, g.device());
  std::vector<float> busiest;
  const auto load = [&]() -> const std::vector<float>& {
    if (busiest.empty()) {
      busiest.assign(n.nodes.size(), std::numeric_limits<float>::quiet_NaN());
      for (std::uint32_t l = 0; l < n.links.size(); ++l) {
        const float v = p.of(l);
        for (const std::uint32_t end : {n.links[l].from, n.links[l].to})
          if (std::isnan(busiest[end]) || v > busiest[end]) busiest[end] = v;
      }
    }
    return busiest;
  };
  g.setFont(s.axis);
  for (const SceneNode& node : scene.nodes) {
    const bool host = node.level == 0;
    if (node.cluster() && host && n.stretch) {
      paintUsageStrip(g, p, scene, node, s, load());
      continue;
    }
    const QColor fill = host && p.loaded ? linkColor(p, static_cast<double>(node.value), s.colors.mode) : host ? s.colors.background : s.colors.panel;
    g.setPen(QPen(s.colors.axis, s.line * (host ? 0.8 : 1)));
    g.setBrush(fill);
    if (node.cluster()) {
      const double r = std::min(node.box.width(), node.box.height()) * (n.stretch ? 0.25 : 0.5);
      if (!n.stretch) {
        // A group drawn as one is a pale disc: what crosses it stays to be seen.
        QColor pale = fill;
        pale.setAlpha(host ? 255 : 150);
        g.setBrush(pale);
      }
      g.drawRoundedRect(node.box, r, r);
      const QString count = QString::number(n.clusters[node.index()].nodes.size());
      if (!host && m.horizontalAdvance(count) + s.em * 0.4 < node.box.width() && s.em * 0.8 < node.box.height() + 3) {
        g.setPen(s.colors.text);
        g.drawText(node.box.adjusted(-20, -20, 20, 20), Qt::AlignCenter, count);
      }
    } else if (host) {
      g.drawEllipse(node.box);
    } else {
      const double r = node.box.width() * 0.25;
      g.drawRoundedRect(node.box, r, r);
    }
  }
  // Names where they fit: of switches beside them, of hosts below.
  for (const SceneNode& node : scene.nodes) {
    if (node.cluster()) continue;
    const double room = static_cast<double>(n.pitch[node.level]) * scene.scaleX;
    const QString name = q(n.nodes[node.index()].name);
    const double width = m.horizontalAdvance(name);
    if (width + s.em * 0.6 > room) continue;
    if (!n.stretch && (room < 6 * s.em || node.level == 0)) continue;
    const QRectF at = node.level == 0 ? QRectF(node.box.center().x() - width / 2 - 1, node.box.bottom() + 1, width + 2, s.em)
                                      : QRectF(node.box.center().x() - width / 2 - 1, node.box.top() - s.em - 1, width + 2, s.em);
    if (!scene.plot.adjusted(-4, -s.em, 4, s.em).contains(at)) continue;
    QColor back = s.colors.background;
    back.setAlpha(200);
    g.fillRect(at, back);
    g.setPen(s.colors.text);
    g.drawText(at, Qt::AlignCenter, name);
  }
}

void paintLayerNames(QPainter& g, const TopologyPicture& p, const TopologyScene& scene, const chart::Style& s) {
  const NetworkPicture& n = *p.network;
  if (!n.stretch) return;
  std::vector<std::size_t> count(n.levelNames.size(), 0);
  for (const auto& node : n.nodes) ++count[node.level];
  g.setFont(s.axis);
  for (std::size_t level = 0; level < count.size(); ++level) {
    const double y = scene.at(0, static_cast<float>(count.size() - 1 - level) + 0.15F).y();
    if (y < scene.plot.top() || y > scene.plot.bottom()) continue;
    g.setPen(s.colors.text);
    g.drawText(QRectF(scene.labels.left(), y - s.em, scene.labels.width(), s.em), Qt::AlignLeft | Qt::AlignBottom, q(n.levelNames[level]));
    g.setPen(s.colors.faintText);
    g.drawText(QRectF(scene.labels.left(), y, scene.labels.width(), s.em), Qt::AlignLeft | Qt::AlignTop, QString::number(count[level]));
  }
}

// The hottest links carry the number under which the legend names them.
void paintMarks(QPainter& g, const TopologyPicture& p, const TopologyScene& scene, const chart::Style& s) {
  g.setFont(s.axis);
  std::vector<QRectF> taken;
  for (std::size_t k = p.hot.size(); k-- > 0;) {
    const std::uint32_t l = p.hot[k];
    for (const SceneLink& link : scene.links) {
      if (link.link != l && link.link != (l ^ 1U)) continue;
      const double r = s.em * 0.55;
      // On the way from one end to the other, where no other number stands.
      const QPainterPath path = linkPath(link, 0);
      for (const double at : {0.5, 0.35, 0.65, 0.22, 0.78, 0.12, 0.88}) {
        const QPointF c = path.pointAtPercent(at);
        const QRectF box(c.x() - r, c.y() - r, 2 * r, 2 * r);
        if (!scene.plot.contains(box) || std::any_of(taken.begin(), taken.end(), [&](const QRectF& o) { return o.intersects(box); })) continue;
        taken.push_back(box);
        g.setPen(QPen(s.colors.text, s.line));
        g.setBrush(s.colors.background);
        g.drawEllipse(box);
        g.drawText(box.adjusted(-4, -4, 4, 4), Qt::AlignCenter, QString::number(k + 1));
        break;
      }
      break;
    }
  }
}

struct Blocks {  // of the legend: blocks one below the other, in columns where the legend lies below the picture
  QRectF room;
  double x, y;
  explicit Blocks(const QRectF& r) : room(r), x(r.left()), y(r.top()) {}
  QRectF take(double width, double height) {
    if (y + height > room.bottom() + 0.5 && y > room.top()) {
      x += width + 12;
      y = room.top();
    }
    const QRectF out(x, y, std::min(width, room.right() - x), height);
    y += height;
    return out;
  }
};

}  // namespace

QColor linkColor(const TopologyPicture& p, double value, theme::Mode mode) {
  if (!p.loaded) return loadscale::plain(mode);
  const double t = p.place(value);
  return t < 0 ? loadscale::idle(mode) : loadscale::color(t, mode);
}

void paintTopologyLegend(QPainter& g, const TopologyPicture& p, const TopologyScene& scene, const chart::Style& s) {
  if (p.empty() || scene.legend.width() < 4 * s.em) return;
  const theme::Mode mode = s.colors.mode;
  const QFontMetricsF m = metrics(s.axis, g.device());
  g.setFont(s.axis);
  // Beside the picture one column; below it three, so that the names of links have room.
  const bool below = scene.legend.width() > 18 * s.em;
  const double column = below ? (scene.legend.width() - 24) / 3 : scene.legend.width();
  Blocks flow(scene.legend);
  const double sample = s.em * 2.2;
  const auto entry = [&](const QString& text, const QPen& pen) {
    const QRectF r = flow.take(column, s.em * 1.35);
    if (r.bottom() > scene.legend.bottom() + 1 || r.width() < sample) return;
    g.setPen(pen);
    g.drawLine(QPointF(r.left(), r.center().y()), QPointF(r.left() + sample, r.center().y()));
    g.setPen(s.colors.text);
    g.drawText(r.adjusted(sample + s.em * 0.5, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m.elidedText(text, Qt::ElideRight, r.width() - sample - s.em * 0.5));
  };
  if (p.loaded) {
    const chart::AxisUnit u = chart::axisUnit(p.high, p.unit);
    const QString title = u.unit.isEmpty() ? p.valueTitle : QStringLiteral("%1 (%2)").arg(p.valueTitle, u.unit);
    const QRectF head = flow.take(column, s.em * 1.3);
    g.setPen(s.colors.text);
    g.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, m.elidedText(title, Qt::ElideRight, head.width()));
    const QRectF bar = flow.take(column, s.em * 0.9).adjusted(1, 0, -1.5 * s.em, 0);
    constexpr int kSteps = 48;
    g.save();
    g.setRenderHint(QPainter::Antialiasing, false);
    for (int k = 0; k < kSteps; ++k) {
      const double x0 = bar.left() + bar.width() * k / kSteps;
      const double x1 = bar.left() + bar.width() * (k + 1) / kSteps;
      g.fillRect(QRectF(x0, bar.top(), x1 - x0 + (s.figure && k + 1 < kSteps ? 0.25 : 0), bar.height()), loadscale::color((k + 0.5) / kSteps, mode));
    }
    g.restore();
    g.setPen(QPen(s.colors.axis, s.line));
    g.setBrush(Qt::NoBrush);
    g.drawRect(bar);
    const QRectF numbers = flow.take(column, s.em * 1.5);
    const std::vector<double> ticks = chart::ticks(0, p.high * u.factor, 5);
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : p.high * u.factor;
    for (const double v : ticks) {
      const double x = bar.left() + bar.width() * v / (p.high * u.factor);
      g.setPen(QPen(s.colors.axis, s.line));
      g.drawLine(QPointF(x, bar.bottom()), QPointF(x, bar.bottom() + s.em * 0.25));
      g.setPen(s.colors.text);
      g.drawText(QRectF(x - 60, numbers.top() + s.em * 0.2, 120, s.em), Qt::AlignHCenter | Qt::AlignVCenter, chart::tickText(v, step));
    }
    flow.take(column, s.em * 0.4);
    entry(translate("weir::TopologyView", "carried nothing"), QPen(loadscale::idle(mode), s.line * 1.2));
    if (p.incomplete) entry(translate("weir::TopologyView", "not kept: less busy"), QPen(s.colors.faintText, s.line * 0.8, Qt::DotLine));
  }
  bool anyFailed = false;
  double least = 0, most = 0, leastWidth = 0, mostWidth = 0;
  std::uint32_t cables = 1;
  for (const SceneLink& l : scene.links) {
    anyFailed = anyFailed || l.failed > 0;
    cables = std::max(cables, l.cables);
    const double c = l.capacity.toBitsPerSecond();
    if (!(c > 0)) continue;
    if (!(least > 0) || c < least) {
      least = c;
      leastWidth = l.width;
    }
    if (c > most) {
      most = c;
      mostWidth = l.width;
    }
  }
  if (anyFailed) {
    QPen dashed(s.colors.error, s.line * 1.4);
    dashed.setDashPattern({4, 3});
    entry(translate("weir::TopologyView", "failed"), dashed);
  }
  if (least > 0) {
    const QColor c = loadscale::plain(mode);
    entry(gbps(least), QPen(c, leastWidth, Qt::SolidLine, Qt::FlatCap));
    if (most > least * 1.01) entry(cables > 1 ? translate("weir::TopologyView", "%1, %2 cables").arg(gbps(most)).arg(cables) : gbps(most), QPen(c, mostWidth, Qt::SolidLine, Qt::FlatCap));
  }
  if (p.hot.empty()) return;
  flow.take(column, s.em * 0.6);
  const QRectF head = flow.take(column, s.em * 1.35);
  if (head.bottom() <= scene.legend.bottom() + 1) {
    g.setPen(s.colors.faintText);
    g.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, translate("weir::TopologyView", "Hottest links"));
  }
  for (std::size_t k = 0; k < p.hot.size(); ++k) {
    const QRectF r = flow.take(column, s.em * 1.35);
    if (r.bottom() > scene.legend.bottom() + 1 || r.right() > scene.legend.right() + 1 || r.width() < 6 * s.em) break;
    const QString value = chart::valueText(static_cast<double>(p.of(p.hot[k])), p.unit);
    const double valueWidth = m.horizontalAdvance(value);
    g.setPen(s.colors.text);
    g.drawText(r, Qt::AlignLeft | Qt::AlignVCenter, QString::number(k + 1));
    const QRectF text = r.adjusted(s.em * 1.1, 0, -valueWidth - s.em * 0.6, 0);
    QString name = q(p.network->linkName(p.hot[k]));
    name.replace(QStringLiteral(" > "), QStringLiteral(" → "));
    g.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, m.elidedText(name, Qt::ElideMiddle, text.width()));
    g.drawText(r, Qt::AlignRight | Qt::AlignVCenter, value);
  }
}

void paintTopology(QPainter& g, const TopologyPicture& p, const TopologyScene& scene, const QRectF& area, const chart::Style& s) {
  if (p.empty()) return;
  const double gap = s.em * 0.5;
  const QFontMetricsF tm = metrics(s.title, g.device());
  g.setFont(s.title);
  g.setPen(s.colors.text);
  g.drawText(QRectF(area.left() + gap, area.top() + gap, area.width() - 2 * gap, tm.height()), Qt::AlignLeft | Qt::AlignVCenter,
             tm.elidedText(p.title, Qt::ElideRight, area.width() - 2 * gap));
  g.save();
  g.setClipRect(scene.plot.adjusted(-2, -2, 2, 2));
  paintLinks(g, p, scene, s);
  paintNodes(g, p, scene, s);
  paintMarks(g, p, scene, s);
  g.restore();
  paintLayerNames(g, p, scene, s);
  paintTopologyLegend(g, p, scene, s);
  g.setFont(s.axis);
  g.setPen(s.colors.faintText);
  double y = scene.remarkTop;
  for (const QString& line : scene.remark) {
    g.drawText(QRectF(area.left() + gap, y, area.width() - 2 * gap, s.em), Qt::AlignLeft | Qt::AlignVCenter, line);
    y += s.em;
  }
}

}  // namespace weir
