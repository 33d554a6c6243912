#include "core/scenario/topology_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/scenario/topology_shapes.h"

namespace weir {
namespace {

double ratio(Bandwidth link, Bandwidth other) { return other > Bandwidth{} && link > Bandwidth{} ? link / other : 1; }

Result<TopologyShape> fatTree(const Network& n, std::int64_t nodes) {
  if (n.levels < 2 || n.levels > 5)
    return fail(fmt::format("a fat tree of {} levels is not known", n.levels), "machine.network.levels", "use 2 to 5");
  if (!(n.taper >= 1) || !std::isfinite(n.taper))
    return fail(fmt::format("a taper of {} is not possible", n.taper), "machine.network.taper", "give 1 or more");
  std::int64_t k = n.radix;
  if (k < 0 || k % 2 != 0 || k > 1024)
    return fail(fmt::format("a radix of {} is not possible", k), "machine.network.radix", "give an even number up to 1024, or 0 to have it derived");
  const auto power = [](std::int64_t base, int e) {
    std::int64_t p = 1;
    while (e-- > 0) p *= base;
    return p;
  };
  const auto capacity = [&](std::int64_t r) { return 2 * power(r / 2, n.levels); };
  if (k == 0)
    for (k = 2; capacity(k) < nodes; k += 2) {}
  if (capacity(k) < nodes)
    return fail(fmt::format("{} hosts do not fit: a fat tree of {} levels and radix {} carries {}", nodes, n.levels, k, capacity(k)),
                "machine.network.radix", "raise radix or levels, or lower machine.nodes");
  TopologyShape s;
  const std::int64_t half = k / 2;
  const double up = std::ceil(static_cast<double>(half) / n.taper - 1e-9);
  s.capacity = capacity(k);
  s.hosts_per_edge = half;
  s.edges_per_pod = n.levels == 2 ? k : power(half, n.levels - 2);
  s.levels = n.levels;
  s.radix = k;
  s.uplinks = static_cast<std::int64_t>(up);
  // Edges, and at each level between them and the top as many uplinks as at the edge; the top has half as many switches.
  s.switches = static_cast<double>(s.capacity / half);
  for (int level = 1; level < n.levels; ++level) s.switches += up * static_cast<double>(power(half, n.levels - 2)) * (level + 1 < n.levels ? 2 : 1);
  return s;
}

// Leaves and hosts on each; rail: of one rail.
Result<TopologyShape> leafSpine(const Network& n, std::int64_t nodes) {
  if (n.leaves < 0 || n.spines < 0 || n.hosts_per_leaf < 0)
    return fail("leaves, spines and hosts_per_leaf cannot be negative", "machine.network.leaves", "give 0 to have them derived");
  std::int64_t perLeaf = n.hosts_per_leaf;
  std::int64_t leaves = n.leaves;
  if (perLeaf == 0 && leaves == 0) perLeaf = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(nodes))));
  if (perLeaf == 0) perLeaf = (nodes + leaves - 1) / leaves;
  if (leaves == 0) leaves = (nodes + perLeaf - 1) / perLeaf;
  if (leaves * perLeaf < nodes)
    return fail(fmt::format("{} hosts do not fit: {} leaves with {} hosts each carry {}", nodes, leaves, perLeaf, leaves * perLeaf),
                "machine.network.leaves", "raise leaves or hosts_per_leaf, or lower machine.nodes");
  const std::int64_t spines = n.spines > 0 ? n.spines : perLeaf;
  TopologyShape s;
  s.capacity = leaves * perLeaf;
  s.hosts_per_edge = perLeaf;
  s.edges_per_pod = leaves;
  s.leaves = leaves;
  s.spines = s.uplinks = spines;
  s.levels = 2;
  s.switches = static_cast<double>(leaves + spines);
  return s;
}

Result<TopologyShape> oneSwitch(std::int64_t nodes) {
  TopologyShape s;
  s.capacity = s.hosts_per_edge = nodes;
  s.edges_per_pod = 1;
  s.switches = 1;
  return s;
}

Result<TopologyShape> shapeOf(const Network& n, std::int64_t nodes, int nics) {
  switch (n.topology) {
    case Topology::SingleSwitch: return oneSwitch(nodes);
    case Topology::LeafSpine: return leafSpine(n, nodes);
    case Topology::FatTree: return fatTree(n, nodes);
    case Topology::Rail: {
      auto s = leafSpine(n, nodes);
      if (s) s->switches = static_cast<double>(s->leaves) + static_cast<double>(s->spines) / std::max(1, nics);
      return s;
    }
    case Topology::Dragonfly: return dragonflyShape(n, nodes);
    case Topology::DragonflyPlus: return dragonflyPlusShape(n, nodes);
    case Topology::Torus:
    case Topology::Mesh:
    case Topology::HyperX: return gridShape(n, nodes);
    case Topology::SlimFly: return slimFlyShape(n, nodes);
    case Topology::Graph: return graphShape(n, nodes);
  }
  return fail("this topology has no shape", "machine.network.topology", "use another");
}

bool tree(Topology t) { return t == Topology::SingleSwitch || t == Topology::LeafSpine || t == Topology::FatTree || t == Topology::Rail; }

// Mean steps along one dimension for a shift by x: what passes the end continues in the next dimension, one further.
double steps(Topology t, double x, double size) {
  if (t == Topology::HyperX) return x > 0 ? 1 : 0;
  if (t == Topology::Torus) return std::min(x, size - x);
  return 2 * x * (size - x) / size;  // mesh: a share (size - x) / size goes x on, the rest size - x back
}

// Of a shift by `distance` hosts, by dimension: mean steps of a host's message, and the flows on the busiest link.
struct Along {
  double steps = 0, flows = 0;
};
std::vector<Along> along(const TopologyShape& s, double distance) {
  const double perRouter = static_cast<double>(s.hosts_per_edge), whole = std::floor(distance / perRouter), part = distance / perRouter - whole;
  std::vector<Along> all(s.dimensions.size());
  // A part of a router's hosts go one router further than the others.
  for (const auto& [shift, share] : {std::pair{whole, 1 - part}, std::pair{whole + 1, part}}) {
    double routers = shift, carry = 0;
    for (std::size_t i = 0; i < all.size() && share > 0; ++i) {
      const double d = s.dimensions[i], x = std::fmod(routers, d), more = std::fmod(x + 1, d);
      const auto mix = [&, share = share](double here, double next) { return share * ((1 - carry) * here + carry * next); };
      const auto load = [&](double y) { return s.topology == Topology::HyperX ? (y > 0 ? 1.0 : 0.0) : std::min(y, d - y); };
      all[i].steps += mix(steps(s.topology, x, d), steps(s.topology, more, d));
      all[i].flows += perRouter * mix(load(x), load(more));
      carry = (1 - carry) * x / d + carry * (x + 1) / d;
      routers = std::floor(routers / d);
    }
  }
  return all;
}

// Flows between the two groups that exchange most when all shift by `distance`.
double betweenGroups(double distance, double perGroup) {
  if (distance < perGroup) return distance;
  const double f = std::fmod(distance, perGroup);
  return std::max(perGroup - f, f);
}

// A shift forward by more than half is one back by the rest; trees do not care.
double nearer(const TopologyShape& s, double distance) {
  const double rest = static_cast<double>(s.capacity) - distance;
  return rest > 0 ? std::min(distance, rest) : distance;
}

double groupLoad(const TopologyShape& s, double distance) {
  distance = nearer(s, distance);
  const auto p = static_cast<double>(s.hosts_per_edge), a = static_cast<double>(s.edges_per_pod);
  const bool plus = s.topology == Topology::DragonflyPlus;
  const double ports = static_cast<double>(s.global_links) * (plus ? static_cast<double>(s.spines) : a);
  const double local = std::min(distance, p) * s.fabric_ratio / (plus ? static_cast<double>(s.spines) : 1.0);
  if (s.groups < 2 || ports <= 0) return local;
  const double pair = std::max(1.0, std::floor(ports / static_cast<double>(s.groups - 1)));
  const double direct = std::max(local, betweenGroups(distance, p * a) / pair * s.global_ratio);
  if (!s.detours) return direct;
  // Valiant: every packet crosses two global links, and a local one before, between and after.
  const double around = std::max(2 * p * a / ports * s.global_ratio, plus ? local : 3 * p / a * s.fabric_ratio);
  return std::min(direct, std::max(1.0, around));
}

}  // namespace

double TopologyShape::crossing(double distance) const {
  if (hosts_per_edge >= capacity) return 0;  // one switch
  return std::min(1.0, distance / static_cast<double>(hosts_per_edge));
}

double TopologyShape::meanSwitches(double distance) const {
  if (topology == Topology::Graph) return mean_switches;
  const double edge = crossing(distance);
  if (edge <= 0) return 1;
  const auto perPod = static_cast<double>(hosts_per_edge * edges_per_pod);
  const double pod = perPod >= static_cast<double>(capacity) ? 0 : std::min(1.0, distance / perPod);
  switch (topology) {
    case Topology::Dragonfly: {  // a global link hangs at a given router with probability 1 / a
      const double a = static_cast<double>(edges_per_pod);
      return 1 + edge + 2 * pod * (1 - 1 / a);
    }
    case Topology::DragonflyPlus: return 1 + 2 * edge + pod;
    case Topology::Torus:
    case Topology::Mesh:
    case Topology::HyperX: {
      double sum = 1;
      for (const Along& d : along(*this, distance)) sum += d.steps;
      return sum;
    }
    case Topology::SlimFly: {  // diameter 2
      const double routers = 2.0 * static_cast<double>(slim_fly_q * slim_fly_q);
      return 1 + edge * (2 - static_cast<double>(uplinks) / (routers - 1));
    }
    default: break;
  }
  double sum = 1 + 2 * edge, below = perPod;
  // Beyond the pod: the third level at once, each further one where the distance needs it.
  for (int level = 3; level <= std::max(3, levels); ++level) {
    // Blocks below the top are half^(level - 1) hosts; perPod is the largest of them.
    double block = below;
    for (int i = level; i < levels; ++i) block /= static_cast<double>(radix) / 2;
    sum += block >= static_cast<double>(capacity) ? 0 : 2 * std::min(1.0, distance / block);
  }
  return sum;
}

double TopologyShape::meanGlobals(double distance) const {
  const auto perPod = static_cast<double>(hosts_per_edge * edges_per_pod);
  if (perPod >= static_cast<double>(capacity) || crossing(distance) <= 0) return 0;
  const double pod = std::min(1.0, distance / perPod);
  switch (topology) {
    case Topology::Dragonfly:
    case Topology::DragonflyPlus: return pod;
    case Topology::FatTree: return std::max(0.0, meanSwitches(distance) - 1 - 2 * crossing(distance));  // all but the edge's
    default: return 0;
  }
}

double TopologyShape::slowdown(double distance) const {
  const double edge = crossing(distance);
  if (topology == Topology::Graph || edge <= 0) return 1;
  if (tree(topology)) {
    const auto perPod = static_cast<double>(hosts_per_edge * edges_per_pod);
    const double pod = perPod >= static_cast<double>(capacity) ? 0 : std::min(1.0, distance / perPod);
    return std::max({1.0, edge * uplink_ratio, pod * uplink_ratio * global_ratio / fabric_ratio});
  }
  if (topology == Topology::Dragonfly || topology == Topology::DragonflyPlus) return std::max(1.0, groupLoad(*this, distance));
  const auto p = static_cast<double>(hosts_per_edge);
  double load = 0, around = 0;
  if (topology == Topology::SlimFly) {
    load = p * edge;  // one shortest path between two routers, mostly
    around = 2 * p * 2 / static_cast<double>(uplinks);
  } else {
    for (const Along& d : along(*this, distance)) load = std::max(load, d.flows);
    for (const double d : dimensions)  // uniform traffic: d / 8 of a router's hosts a ring's link, d / 4 a line's middle
      around = std::max(around, 2 * p * (topology == Topology::HyperX ? 1 / d : topology == Topology::Torus ? d / 8 : d / 4));
  }
  if (detours) load = std::min(load, std::max(around, 1.0));
  return std::max(1.0, load * fabric_ratio);
}

Result<TopologyShape> topologyShape(const Network& n, int nodes, int nics) {
  if (nodes < 1) return fail("there are no hosts", "machine.nodes", "give at least one node");
  auto s = shapeOf(n, nodes, nics);
  if (!s) return s;
  s->topology = n.topology;
  s->fabric_ratio = ratio(n.link.bandwidth, n.fabric_bandwidth);
  s->global_ratio = n.global_bandwidth > Bandwidth{} ? ratio(n.link.bandwidth, n.global_bandwidth) : s->fabric_ratio;
  s->detours = n.routing == "valiant" || n.routing == "ugal-l" || n.routing == "ugal-g";
  if (n.topology == Topology::FatTree) s->uplink_ratio = n.taper * s->fabric_ratio;
  if (n.topology == Topology::LeafSpine || n.topology == Topology::Rail)
    s->uplink_ratio = static_cast<double>(s->hosts_per_edge) / static_cast<double>(s->spines) * s->fabric_ratio;
  const double share = static_cast<double>(nodes) / static_cast<double>(s->capacity);
  s->switches_used = s->switches * share;
  // Trees: a host's cable and, above the first level, as many again a level (less where it tapers).
  const double taper = n.topology == Topology::FatTree ? std::max(1.0, n.taper) : 1;
  s->cables_used = tree(n.topology) ? nodes * (1 + (s->levels - 1) / taper) : nodes + s->cables_used * share;
  return s;
}

}  // namespace weir
