#include "core/scenario/topology_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace weir {
namespace {

Result<TopologyShape> fatTree(const Network& n, std::int64_t nodes) {
  if (n.levels != 2 && n.levels != 3)
    return fail(fmt::format("a fat tree of {} levels is not known", n.levels), "machine.network.levels", "use 2 or 3");
  if (!(n.taper >= 1) || !std::isfinite(n.taper))
    return fail(fmt::format("a taper of {} is not possible", n.taper), "machine.network.taper", "give 1 or more");
  std::int64_t k = n.radix;
  if (k < 0 || k % 2 != 0 || k > 1024)
    return fail(fmt::format("a radix of {} is not possible", k), "machine.network.radix", "give an even number up to 1024, or 0 to have it derived");
  const auto capacity = [&](std::int64_t r) { return n.levels == 3 ? r * r * r / 4 : r * r / 2; };
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
  s.edges_per_pod = n.levels == 3 ? half : k;
  s.uplink_ratio = n.taper;
  s.radix = k;
  s.uplinks = static_cast<std::int64_t>(up);
  const auto kd = static_cast<double>(k);
  s.switches = n.levels == 3 ? kd * static_cast<double>(half) + kd * up + up * static_cast<double>(half) : kd + up;
  return s;
}

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
  s.uplink_ratio = static_cast<double>(perLeaf) / static_cast<double>(spines);
  s.switches = static_cast<double>(leaves + spines);
  return s;
}

}  // namespace

Result<TopologyShape> topologyShape(const Network& n, int nodes) {
  if (nodes < 1) return fail("there are no hosts", "machine.nodes", "give at least one node");
  Result<TopologyShape> s = [&]() -> Result<TopologyShape> {
    switch (n.topology) {
      case Topology::FatTree: return fatTree(n, nodes);
      case Topology::LeafSpine: return leafSpine(n, nodes);
      case Topology::SingleSwitch: break;
      default: return fail("this topology has no shape yet", "machine.network.topology", "use switch, leaf-spine or fat-tree");
    }
    TopologyShape one;
    one.capacity = one.hosts_per_edge = nodes;
    one.edges_per_pod = 1;
    one.switches = 1;
    return one;
  }();
  if (s) s->switches_used = s->switches * static_cast<double>(nodes) / static_cast<double>(s->capacity);
  return s;
}

}  // namespace weir
