#include "core/scenario/topology_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace weir {
namespace {

constexpr int kMost = 4096;  // of any count below: products stay within 64 bits

Result<void> counts(std::initializer_list<std::pair<int, const char*>> fields) {
  for (const auto& [value, where] : fields)
    if (value < 0 || value > kMost) return fail(fmt::format("{} is not possible", value), where, fmt::format("give up to {}, or 0 to have it derived", kMost));
  return {};
}

// As many groups as are given or as the hosts need; at most one more than a group has global links.
Result<std::int64_t> groupsFor(const Network& n, std::int64_t nodes, std::int64_t perGroup, std::int64_t ports, const char* hostsField) {
  const std::int64_t most = ports + 1, needed = (nodes + perGroup - 1) / perGroup;
  if (n.groups > most)
    return fail(fmt::format("{} groups cannot be joined in pairs: a group has {} global links, which allow {}", n.groups, ports, most),
                "machine.network.groups", "lower it, or raise machine.network.global_links_per_router");
  if (n.groups > 0 && needed > n.groups)
    return fail(fmt::format("{} hosts do not fit: {} groups of {} carry {}", nodes, n.groups, perGroup, n.groups * perGroup), "machine.network.groups",
                "raise it, or lower machine.nodes");
  if (needed > most)
    return fail(fmt::format("{} hosts do not fit: {} groups of {} carry {}", nodes, most, perGroup, most * perGroup), hostsField,
                "raise it or global_links_per_router, or lower machine.nodes");
  return n.groups > 0 ? n.groups : needed;
}

std::int64_t root(std::int64_t value, int dimensions) {
  std::int64_t side = 1;
  const auto power = [&](std::int64_t s) {
    std::int64_t p = 1;
    for (int i = 0; i < dimensions; ++i) p *= s;
    return p;
  };
  while (power(side) < value) ++side;
  return side;
}

bool primePower(std::int64_t q) {
  if (q < 2) return false;
  std::int64_t p = 2;
  while (p * p <= q && q % p != 0) ++p;
  if (p * p > q) return true;
  while (q % p == 0) q /= p;
  return q == 1;
}

}  // namespace

Result<TopologyShape> dragonflyShape(const Network& n, std::int64_t nodes) {
  if (auto ok = counts({{n.hosts_per_router, "machine.network.hosts_per_router"}, {n.routers_per_group, "machine.network.routers_per_group"},
                        {n.global_links_per_router, "machine.network.global_links_per_router"}, {n.groups, "machine.network.groups"}});
      !ok)
    return tl::make_unexpected(ok.error());
  std::int64_t p = n.hosts_per_router, a = n.routers_per_group, h = n.global_links_per_router;
  std::int64_t balanced = p > 0 ? p : h > 0 ? h : (a + 1) / 2;
  if (balanced == 0)
    for (balanced = 1; balanced * 2 * balanced * (2 * balanced * balanced + 1) < nodes; ++balanced) {}
  if (p == 0) p = balanced;
  if (h == 0) h = balanced;
  if (a == 0) a = 2 * balanced;
  const auto groups = groupsFor(n, nodes, p * a, a * h, "machine.network.hosts_per_router");
  if (!groups) return tl::make_unexpected(groups.error());
  TopologyShape s;
  s.hosts_per_edge = p;
  s.edges_per_pod = a;
  s.global_links = h;
  s.groups = *groups;
  s.capacity = p * a * s.groups;
  s.switches = static_cast<double>(a * s.groups);
  s.uplinks = a - 1;
  const double global = s.groups > 1 ? static_cast<double>(a * h) / 2 : 0;
  s.cables_used = static_cast<double>(s.groups) * (static_cast<double>(a * (a - 1)) / 2 + global);
  return s;
}

Result<TopologyShape> dragonflyPlusShape(const Network& n, std::int64_t nodes) {
  if (auto ok = counts({{n.leaves, "machine.network.leaves"}, {n.spines, "machine.network.spines"}, {n.hosts_per_leaf, "machine.network.hosts_per_leaf"},
                        {n.global_links_per_router, "machine.network.global_links_per_router"}, {n.groups, "machine.network.groups"}});
      !ok)
    return tl::make_unexpected(ok.error());
  std::int64_t m = std::max({n.leaves, n.spines, n.hosts_per_leaf, n.global_links_per_router});
  if (m == 0)
    for (m = 1; m * m * (m * m + 1) < nodes; ++m) {}
  const auto given = [&](int value) { return value > 0 ? std::int64_t{value} : m; };
  TopologyShape s;
  s.leaves = s.edges_per_pod = given(n.leaves);
  s.spines = s.uplinks = given(n.spines);
  s.hosts_per_edge = given(n.hosts_per_leaf);
  s.global_links = given(n.global_links_per_router);
  const std::int64_t perGroup = s.leaves * s.hosts_per_edge, ports = s.spines * s.global_links;
  const auto groups = groupsFor(n, nodes, perGroup, ports, "machine.network.hosts_per_leaf");
  if (!groups) return tl::make_unexpected(groups.error());
  s.groups = *groups;
  s.capacity = perGroup * s.groups;
  s.switches = static_cast<double>((s.leaves + s.spines) * s.groups);
  const double global = s.groups > 1 ? static_cast<double>(ports) / 2 : 0;
  s.cables_used = static_cast<double>(s.groups) * (static_cast<double>(s.leaves * s.spines) + global);
  return s;
}

Result<TopologyShape> gridShape(const Network& n, std::int64_t nodes) {
  if (auto ok = counts({{n.hosts_per_router, "machine.network.hosts_per_router"}}); !ok) return tl::make_unexpected(ok.error());
  if (n.dimensions.size() > 6)
    return fail(fmt::format("{} dimensions are too many", n.dimensions.size()), "machine.network.dimensions", "give at most 6, as in [4, 4, 4]");
  TopologyShape s;
  s.dimensions = n.dimensions;
  std::int64_t routers = 1;
  for (const int d : s.dimensions) {
    if (d < 1 || d > kMost) return fail(fmt::format("a dimension of {} routers is not possible", d), "machine.network.dimensions", fmt::format("give 1 to {}", kMost));
    routers *= d;
    if (routers > 100'000'000) return fail("the dimensions multiply to too many routers", "machine.network.dimensions", "lower them");
  }
  std::int64_t p = n.hosts_per_router;
  if (s.dimensions.empty()) {
    // A hyperx with about as many hosts on a router as routers along a dimension; a torus with one host on each.
    const int count = n.topology == Topology::HyperX ? 2 : 3;
    if (p == 0) p = count == 2 ? root(nodes, 3) : 1;
    std::int64_t left = (nodes + p - 1) / p;
    routers = 1;
    for (int i = count; i > 0; --i) {
      const std::int64_t side = root(left, i);
      s.dimensions.push_back(static_cast<int>(side));
      left = (left + side - 1) / side;
      routers *= side;
    }
  }
  if (p == 0) p = (nodes + routers - 1) / routers;
  if (p * routers < nodes)
    return fail(fmt::format("{} hosts do not fit: {} routers with {} hosts each carry {}", nodes, routers, p, p * routers),
                n.dimensions.empty() ? "machine.network.hosts_per_router" : "machine.network.dimensions", "raise dimensions or hosts_per_router, or lower machine.nodes");
  s.hosts_per_edge = p;
  s.capacity = p * routers;
  s.switches = static_cast<double>(routers);
  s.edges_per_pod = routers / s.dimensions.back();
  for (const int d : s.dimensions) {
    const double line = n.topology == Topology::HyperX ? d * (d - 1) / 2.0 : n.topology == Topology::Torus && d > 2 ? d : d - 1;
    s.cables_used += static_cast<double>(routers / d) * line;
    s.uplinks += n.topology == Topology::HyperX ? d - 1 : std::min(d - 1, 2);
  }
  return s;
}

Result<TopologyShape> slimFlyShape(const Network& n, std::int64_t nodes) {
  constexpr int kMostQ = 128;  // 32,768 routers of degree 192
  if (auto ok = counts({{n.hosts_per_router, "machine.network.hosts_per_router"}}); !ok) return tl::make_unexpected(ok.error());
  const auto possible = [](std::int64_t q) { return q >= 3 && q <= kMostQ && q % 4 != 2 && primePower(q); };
  const auto degree = [](std::int64_t q) { return (3 * q - (q % 4 == 0 ? 0 : q % 4 == 1 ? 1 : -1)) / 2; };
  const auto hosts = [&](std::int64_t q) { return n.hosts_per_router > 0 ? n.hosts_per_router : (degree(q) + 1) / 2; };
  std::int64_t q = n.slim_fly_q;
  if (q == 0)
    for (q = 3; q < kMostQ && (!possible(q) || 2 * q * q * hosts(q) < nodes); ++q) {}
  if (!possible(q)) {
    std::int64_t near = std::clamp<std::int64_t>(q, 3, kMostQ);
    while (!possible(near)) ++near;
    return fail(fmt::format("there is no slim fly of q = {}", q), "machine.network.slim_fly_q",
                fmt::format("give the power of a prime from 3 to {}, such as {}, or 0 to have it derived", kMostQ, near));
  }
  TopologyShape s;
  s.slim_fly_q = q;
  s.hosts_per_edge = hosts(q);
  s.capacity = 2 * q * q * s.hosts_per_edge;
  if (s.capacity < nodes)
    return fail(fmt::format("{} hosts do not fit: a slim fly of q = {} with {} hosts a router carries {}", nodes, q, s.hosts_per_edge, s.capacity),
                n.slim_fly_q > 0 ? "machine.network.slim_fly_q" : "machine.network.hosts_per_router", "raise slim_fly_q or hosts_per_router, or lower machine.nodes");
  s.uplinks = degree(q);
  s.edges_per_pod = 2 * q;
  s.switches = static_cast<double>(2 * q * q);
  s.cables_used = s.switches * static_cast<double>(s.uplinks) / 2;
  return s;
}

}  // namespace weir
