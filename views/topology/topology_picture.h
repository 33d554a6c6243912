// The network as a picture: what is shown (data), what of it is drawn at this size and zoom (scene), and the one function that
// paints it, on screen and on paper. Where there is no room for each, hosts become strips and the switches of a group one
// box, and the cables between two of them one line. GUI thread.
#pragma once

#include <QPainter>
#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "core/jobs/network_load.h"
#include "core/jobs/network_picture.h"
#include "views/shared/chart.h"

namespace weir {

struct TopologyPicture {
  NetworkPicturePtr network;  // null = nothing to show
  QString title, valueTitle;  // valueTitle without unit
  std::string unit;
  bool loaded = false;              // false: links have no load, only bandwidth
  bool incomplete = false;          // of some links nothing is known
  std::vector<float> value;         // by link; empty unless loaded
  double high = 1;                  // end of the colour scale
  std::vector<std::uint32_t> hot;   // named, hottest first
  QString remark;
  QString remarkOneLine, remarkMerged;  // said where a line stands for both directions, for several cables
  [[nodiscard]] bool empty() const { return !network; }
  [[nodiscard]] float of(std::uint32_t link) const;   // NaN = unknown
  [[nodiscard]] double place(double v) const;          // on the colour scale, [0, 1]; negative for zero and unknown
  void fitScale();                                     // sets high from the values
};

// Where one looks: zoom 1 with no shift shows everything.
struct Camera {
  double zoom = 1;
  double x = 0.5, y = 0.5;  // the middle, as fractions of the network's width and height
  bool operator==(const Camera&) const = default;
};

struct SceneNode {
  static constexpr std::uint32_t kCluster = 1U << 31;
  std::uint32_t id = 0;     // of a node, or of a cluster with kCluster
  std::uint8_t level = 0;
  QRectF box;
  float value = 0;          // of its links, for hosts: the busiest; NaN = unknown
  [[nodiscard]] bool cluster() const { return (id & kCluster) != 0; }
  [[nodiscard]] std::uint32_t index() const { return id & ~kCluster; }
};

struct SceneLink {
  QPointF a, b;
  double bend = 0;               // px, to the left of a -> b
  double width = 1;
  std::uint32_t nodeA = 0, nodeB = 0;      // as SceneNode::id
  std::uint32_t link = 0;        // the hottest of those that go a -> b, or the first
  std::uint32_t cables = 1, failed = 0;
  Bandwidth capacity;            // one direction, of those that work
  float forward = 0, backward = 0;         // a -> b, b -> a: means weighted by bandwidth; NaN = unknown
  [[nodiscard]] float busier() const;
  [[nodiscard]] QPointF middle() const;
};

struct TopologyScene {
  QRectF plot, legend, labels;   // labels: names of the layers, empty unless in layers
  double scaleX = 1, scaleY = 1;
  Camera camera;
  QPointF origin;                // where (0, 0) of the network is
  std::vector<SceneLink> links;  // coldest first, so that the hottest are painted last
  std::vector<SceneNode> nodes;
  bool merged = false;           // some stand for several
  bool bothWays = false;         // each direction has a line of its own
  double remarkTop = 0;
  QStringList remark;
  [[nodiscard]] QPointF at(float x, float y) const { return {origin.x() + static_cast<double>(x) * scaleX, origin.y() + static_cast<double>(y) * scaleY}; }
};

[[nodiscard]] TopologyScene composeTopology(const TopologyPicture& picture, const QRectF& area, const Camera& camera, const chart::Style& style,
                                            const QPaintDevice* device);
void paintTopology(QPainter& painter, const TopologyPicture& picture, const TopologyScene& scene, const QRectF& area, const chart::Style& style);
void paintTopologyLegend(QPainter& painter, const TopologyPicture& picture, const TopologyScene& scene, const chart::Style& style);

// What the pointer is on. Nodes before links.
struct TopologyHit {
  std::optional<std::size_t> node, link;  // into the scene
  bool backward = false;                  // the link's other direction
  bool operator==(const TopologyHit&) const = default;
  [[nodiscard]] bool any() const { return node || link; }
};
[[nodiscard]] TopologyHit hitTopology(const TopologyScene& scene, const QPointF& at, double reach);

// The colour a link of that load has; `value` NaN gives the colour of what is not known.
[[nodiscard]] QColor linkColor(const TopologyPicture& picture, double value, theme::Mode mode);
// The line of a scene link, `side` -1, 0 or +1: its right, its middle, its left.
[[nodiscard]] QPainterPath linkPath(const SceneLink& link, int side);

}  // namespace weir
