// A small instance of every topology, by the builders and drawn by hand, for tests that try every routing on each.
#pragma once

#include <functional>
#include <vector>

#include "tests/core/network/routing_graphs.h"

namespace weir::net::test {

struct Instance {
  const char* name;
  std::function<Graph()> make;
};

inline Graph built(const Network& n, std::uint32_t hosts) { return graph(n, hosts); }
inline Network shaped(weir::Topology t, int hostsPerRouter, std::vector<int> dimensions = {}) {
  Network n = network(t);
  n.dimensions = std::move(dimensions);
  n.hosts_per_router = hostsPerRouter;
  return n;
}
inline Network dragonflyOf(weir::Topology t, int p, int a, int h) {
  Network n = shaped(t, p);
  n.routers_per_group = a;
  n.global_links_per_router = h;
  return n;
}
inline Network faulty(Network n, std::vector<LinkFault> faults) {
  n.faults = std::move(faults);
  return n;
}
inline Graph cluster(const Network& n, int nodes, int accelerators, int nics, const char* fabric) {
  Machine m;
  m.nodes = nodes;
  m.node.accelerators = accelerators;
  m.node.nics = nics;
  m.node.nic.bandwidth = Bandwidth::bitsPerSecond(kSpeed);
  m.node.fabric.kind = fabric;
  m.node.fabric.bandwidth = Bandwidth::bitsPerSecond(9 * kSpeed);
  m.network = n;
  m.network.link.bandwidth = Bandwidth::bitsPerSecond(kSpeed);
  m.network.link.latency = Time::us(1);
  m.network.endpoints = "accelerator";
  auto g = buildCluster(m);
  if (!g) throw std::runtime_error(g.error().line());
  return std::move(*g);
}

inline std::vector<Instance> instances() {
  using T = weir::Topology;
  Network rail = network(T::Rail);
  rail.leaves = 2;
  rail.hosts_per_leaf = 3;
  rail.spines = 2;
  return {
      {"switch", [] { return built(network(T::SingleSwitch), 5); }},
      {"leaf-spine", [] { return built(network(T::LeafSpine), 16); }},
      {"fat-tree", [] { return built(network(T::FatTree, 4), 16); }},
      {"fat-tree, two levels", [] { return built(network(T::FatTree, 8, 2, 2), 32); }},
      {"fat-tree, faults", [] { return built(faulty(network(T::FatTree, 4), {{"edge 0.0", "aggregation 0.0", 0}, {"aggregation 1.1", "core 2", 0}}), 16); }},
      {"leaf-spine, faults", [] { return built(faulty(network(T::LeafSpine), {{"leaf 0", "spine 0", 0}, {"leaf 0", "spine 1", 0}, {"leaf 1", "spine 2", 0}, {"leaf 1", "spine 3", 0}}), 16); }},
      {"rail", [] { return rails(12, 3, 4, 2); }},
      {"dragonfly", [] { return built(dragonflyOf(T::Dragonfly, 1, 4, 2), 36); }},
      {"dragonfly, partial", [] { return built(dragonflyOf(T::Dragonfly, 2, 4, 1), 21); }},
      {"dragonfly, a fault", [] { return built(faulty(dragonflyOf(T::Dragonfly, 1, 2, 1), {{"router 0.0", "router 1.1", 0}}), 6); }},
      {"dragonfly, palm tree", [] { return dragonfly(1, 4, 2); }},
      {"dragonfly+", [] { return dragonflyPlus(4, 2, 1); }},
      {"dragonfly+, built", [] { return built(network(T::DragonflyPlus), 30); }},
      {"ring", [] { return built(shaped(T::Torus, 1, {7}), 7); }},
      {"torus 2D", [] { return built(shaped(T::Torus, 1, {5, 4}), 20); }},
      {"torus 3D", [] { return built(shaped(T::Torus, 1, {4, 3, 2}), 24); }},
      {"torus, a fault", [] { return built(faulty(shaped(T::Torus, 1, {4, 4}), {{"router 0.0", "router 1.0", 0}}), 16); }},
      {"mesh", [] { return built(shaped(T::Mesh, 1, {4, 4}), 16); }},
      {"hyperx", [] { return built(shaped(T::HyperX, 1, {3, 3, 2}), 18); }},
      {"slim-fly", [] { return built(shaped(T::SlimFly, 1), 50); }},
      {"slim-fly, q 4", [] { Network n = shaped(T::SlimFly, 1); n.slim_fly_q = 4; return built(n, 32); }},
      {"graph", [] { return anyGraph(30, 20, 5); }},
      {"sparse graph", [] { return anyGraph(24, 3, 6); }},
      {"accelerators", [] { return accelerators(6, true); }},
      {"accelerators, a NIC broken", [] { return accelerators(6, true, true, 2, true); }},
      {"accelerators, rails apart", [] { return accelerators(5, true, false, 1); }},
      {"accelerators, PCIe only", [] { return accelerators(6, false); }},
      {"accelerators on rails", [rail] { return cluster(rail, 6, 4, 4, "nvswitch"); }},
      {"accelerators on a fat tree", [] { return cluster(network(T::FatTree, 4), 8, 4, 2, "none"); }},
      {"accelerators on a dragonfly", [] { return cluster(dragonflyOf(T::Dragonfly, 1, 2, 1), 6, 2, 4, "xgmi"); }},
      {"accelerators on a torus", [] { return cluster(shaped(T::Torus, 1, {4, 3}), 12, 2, 1, "nvlink"); }},
  };
}

}  // namespace weir::net::test
