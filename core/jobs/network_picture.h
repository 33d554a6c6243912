// The network of a Scenario as something to draw: nodes with places, links with what they carry, what may be drawn as one
// where there is no room for each. Plain data, made by a use case because views know no graphs.
//
// Shapes: trees, leaf-spine and rails stand in layers (hosts at the bottom), groups of a dragonfly or a Slim Fly on a circle
// with their routers inside, torus, mesh and HyperX as a grid (of grids, from the third dimension on), any other graph as
// forces place it (Fruchterman, Reingold, "Graph drawing by force-directed placement", 1991; equal input, equal picture).
// Immutable once made; any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/quantity.h"
#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace weir {

struct NetworkPicture {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  enum class Shape : std::uint8_t { Layers, Circle, Grid, Free };

  struct Node {
    std::string name;
    std::uint8_t level = 0;       // 0 = a host; switches from 1 (at the hosts) on
    std::uint32_t group = kNone;  // pod, dragonfly group; kNone = of no group
    std::uint32_t machine = kNone;  // what stands inside a node of the machine (accelerators, PCIe, NVSwitch, NICs): which one
    std::uint32_t cluster = 0;    // nodes of one cluster may be drawn as one: the hosts of a switch, the switches of a group
    float x = 0, y = 0;           // y grows downwards
  };
  struct Link {  // one direction; links l and l ^ 1 are the two of a cable
    std::uint32_t from = 0, to = 0;
    Bandwidth bandwidth;  // 0 = failed
    float bend = 0;       // how far it swings aside, as a fraction of its length, so that it passes the nodes between
    [[nodiscard]] bool failed() const { return !(bandwidth.toBitsPerSecond() > 0); }
  };
  struct Cluster {
    std::string name;  // "hosts of edge 0.1", "pod 3, aggregation"
    std::uint8_t level = 0;
    std::vector<std::uint32_t> nodes;  // in the order in which they stand
  };

  Topology topology = Topology::SingleSwitch;
  Shape shape = Shape::Layers;
  bool stretch = false;          // width and height may be scaled apart; else one scale for both
  float width = 1, height = 1;   // all nodes lie within [0, width] x [0, height]
  std::uint32_t hosts = 0;       // nodes [0, hosts) are the hosts
  std::vector<Node> nodes;
  std::vector<Link> links;
  std::vector<Cluster> clusters;
  std::vector<float> pitch;      // by level: the least distance of two neighbours, in the unit of x (of both, unless stretch)
  std::vector<std::string> levelNames;  // by level, from the nodes' names: "host", "edge", "aggregation", "core"

  [[nodiscard]] std::string linkName(std::uint32_t l) const { return nodes[links[l].from].name + " > " + nodes[links[l].to].name; }
  // The link of that name; of parallel cables the first. kNone when there is none.
  [[nodiscard]] std::uint32_t find(std::string_view linkName) const;

  std::unordered_map<std::string, std::uint32_t> byName_;  // looked up, never walked
};
using NetworkPicturePtr = std::shared_ptr<const NetworkPicture>;

// Errors: the scenario is not valid, or its network cannot be built (names the field). Milliseconds for a thousand hosts, a
// second for the largest networks.
[[nodiscard]] Result<NetworkPicturePtr> networkPicture(const Scenario& scenario);
// Of a scenario as a Run carries it.
[[nodiscard]] Result<NetworkPicturePtr> networkPictureOf(const std::string& scenarioJson);

namespace net {
class Graph;
}
// Of a graph that is built already.
[[nodiscard]] NetworkPicturePtr pictureOf(const net::Graph& graph);

// Places, bends, pitches; network_layout.cpp. `dimensions` as net::Structure has them.
void layOut(NetworkPicture& picture, const std::vector<int>& dimensions);

}  // namespace weir
