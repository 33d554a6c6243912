#include "core/scenario/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/base/random.h"
#include "core/scenario/topology_shape.h"

namespace weir {
namespace {

constexpr std::uint64_t kPlacementStream = 0x706c616365000001;  // random numbers of its own

Result<std::vector<std::uint32_t>> given(const Plan& p, int nodes, int all) {
  const char* where = "plan.placement_hosts";
  if (static_cast<int>(p.placement_hosts.size()) < nodes)
    return fail(fmt::format("{} hosts are given for {} nodes of the job", p.placement_hosts.size(), nodes), where, "give one for each");
  std::vector<std::uint32_t> hosts;
  std::vector<bool> taken(static_cast<std::size_t>(all));
  for (int i = 0; i < nodes; ++i) {
    const int h = p.placement_hosts[static_cast<std::size_t>(i)];
    if (h < 0 || h >= all) return fail(fmt::format("host {} does not exist: there are {}", h, all), where, "number hosts from 0");
    if (taken[static_cast<std::size_t>(h)]) return fail(fmt::format("host {} is given twice", h), where, "give each host once");
    taken[static_cast<std::size_t>(h)] = true;
    hosts.push_back(static_cast<std::uint32_t>(h));
  }
  return hosts;
}

}  // namespace

bool acceleratorsAreHosts(const Machine& m) { return m.network.endpoints == "accelerator" && m.node.accelerators > 1; }

int networkHosts(const Machine& m) { return acceleratorsAreHosts(m) ? m.accelerators() : m.nodes; }

int jobNodes(const Scenario& s) {
  const int nodes = s.machine.nodes, each = std::max(1, s.machine.node.accelerators), ranks = s.workload.ranks;
  if (s.workload.kind != Workload::Kind::Collective || ranks <= 0) return nodes;
  if (acceleratorsAreHosts(s.machine)) return (ranks + each - 1) / each;
  return ranks <= nodes ? ranks : ranks / each;
}

Result<std::vector<std::uint32_t>> placementOf(const Scenario& s, int nodes) {
  const int all = s.machine.nodes;
  if (nodes > all) return fail(fmt::format("the job needs {} nodes of {}", nodes, all), "machine.nodes", "raise it, or make the job smaller");
  const std::string& rule = s.plan.placement;
  if (rule == "given") return given(s.plan, nodes, all);
  std::vector<std::uint32_t> to(static_cast<std::size_t>(all));
  std::iota(to.begin(), to.end(), 0U);
  if (rule == "random") {
    Random random(s.seed, kPlacementStream);
    for (std::size_t i = to.size(); i-- > 1;) std::swap(to[i], to[random.below(i + 1)]);
  } else if (rule == "scattered") {
    const auto shape = topologyShape(s.machine.network, all);
    if (!shape) return tl::make_unexpected(shape.error());
    const auto each = static_cast<std::uint32_t>(std::max<std::int64_t>(shape->hosts_per_edge, 1));
    std::size_t next = 0;
    for (std::uint32_t slot = 0; slot < each; ++slot)
      for (std::uint32_t h = slot; h < static_cast<std::uint32_t>(all); h += each) to[next++] = h;
  }
  to.resize(static_cast<std::size_t>(nodes));
  return to;
}

Result<std::vector<std::uint32_t>> hostsOf(const Scenario& s, int ranks) {
  if (!acceleratorsAreHosts(s.machine)) return placementOf(s, ranks);
  const int each = s.machine.node.accelerators;
  auto nodes = placementOf(s, (ranks + each - 1) / each);
  if (!nodes) return nodes;
  std::vector<std::uint32_t> hosts(static_cast<std::size_t>(ranks));
  for (std::size_t r = 0; r < hosts.size(); ++r)
    hosts[r] = (*nodes)[r / static_cast<std::size_t>(each)] * static_cast<std::uint32_t>(each) + static_cast<std::uint32_t>(r % static_cast<std::size_t>(each));
  return hosts;
}

}  // namespace weir
