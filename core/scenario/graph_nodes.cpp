#include "core/scenario/graph_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/scenario/topology_shapes.h"

namespace weir {

Result<GraphNodes> graphNodes(const Network& network) {
  const NetworkGraph& g = network.graph;
  constexpr std::size_t kMostHosts = 1'000'000, kMostCables = 4'000'000;
  if (g.hosts.empty())
    return network.graph_file.empty() ? fail("the graph has no hosts", "machine.network.hosts", R"(list them, as in [{"name": "a"}, {"name": "b"}], or name a file in machine.network.file)")
                                      : fail("the graph's file has not been read", "machine.network.file", "give a file beside the scenario, or machine.network.hosts and cables");
  if (g.hosts.size() > kMostHosts || g.cables.size() > kMostCables) return fail("the graph is too large", "machine.network.cables", "give at most 1,000,000 hosts and 4,000,000 cables");
  GraphNodes n;
  n.hosts = static_cast<std::uint32_t>(g.hosts.size());
  std::unordered_map<std::string_view, std::uint32_t> byName;  // looked up only, never walked
  for (const std::string& name : g.hosts) {
    if (name.empty()) return fail("a host has no name", "machine.network.hosts", "name each");
    if (!byName.emplace(name, static_cast<std::uint32_t>(n.names.size())).second)
      return fail(fmt::format("two hosts are called \"{}\"", name), "machine.network.hosts", "give each a name of its own");
    n.names.push_back(name);
  }
  std::vector<bool> joined(n.hosts);
  for (std::size_t i = 0; i < g.cables.size(); ++i) {
    const GraphCable& c = g.cables[i];
    const auto where = [&](const char* field) { return fmt::format("machine.network.cables.{}.{}", i, field); };
    const auto node = [&](std::string_view name) {
      const auto [it, fresh] = byName.emplace(name, static_cast<std::uint32_t>(n.names.size()));
      if (fresh) n.names.push_back(name);
      if (it->second < n.hosts) joined[it->second] = true;
      return it->second;
    };
    if (c.from.empty()) return fail("the cable begins nowhere", where("from"), "name a host or a switch");
    if (c.to.empty()) return fail("the cable ends nowhere", where("to"), "name a host or a switch");
    if (c.from == c.to) return fail(fmt::format("the cable joins \"{}\" to itself", c.from), where("to"), "name another node");
    if (c.bandwidth < Bandwidth{}) return fail("the value is negative", where("bandwidth"), "write it as \"100Gbps\", or 0bps for that of machine.network.link");
    if (c.latency < Time()) return fail("the value is negative", where("latency"), "write it as \"1us\"");
    const std::uint32_t from = node(c.from), to = node(c.to);
    n.ends.emplace_back(from, to);
  }
  for (std::uint32_t h = 0; h < n.hosts; ++h)
    if (n.hosts > 1 && !joined[h]) return fail(fmt::format("no cable reaches host \"{}\"", n.names[h]), "machine.network.cables", "give it one, or take it out of machine.network.hosts");
  return n;
}

Result<TopologyShape> graphShape(const Network& network, std::int64_t nodes) {
  auto n = graphNodes(network);
  if (!n) return tl::make_unexpected(n.error());
  if (nodes > n->hosts)
    return fail(fmt::format("{} hosts do not fit: the graph has {}", nodes, n->hosts), "machine.nodes", fmt::format("give at most {}, or a larger graph", n->hosts));
  TopologyShape s;
  s.capacity = n->hosts;
  s.hosts_per_edge = s.edges_per_pod = 1;
  s.switches = static_cast<double>(n->names.size() - n->hosts);
  s.cables_used = std::max(0.0, static_cast<double>(n->ends.size()) - static_cast<double>(n->hosts));
  const auto hosts = static_cast<std::uint32_t>(nodes);
  std::vector<double> bits(hosts);
  bool stated = true;
  for (std::size_t i = 0; i < n->ends.size(); ++i) {
    const GraphCable& c = network.graph.cables[i];
    const auto [from, to] = n->ends[i];
    if (from < hosts) bits[from] += c.bandwidth.toBitsPerSecond();
    if (to < hosts && !c.one_way) bits[to] += c.bandwidth.toBitsPerSecond();
    if (from < hosts || to < hosts) stated = stated && c.bandwidth > Bandwidth{};
  }
  if (stated && n->ends.size() > 0) {
    s.least_host = Bandwidth::bitsPerSecond(*std::min_element(bits.begin(), bits.end()));
    s.most_host = Bandwidth::bitsPerSecond(*std::max_element(bits.begin(), bits.end()));
  }
  // Links on the shortest ways from a few hosts, spread over all, to all others, and what they take.
  const auto all = static_cast<std::uint32_t>(n->names.size());
  struct Step {
    std::uint32_t to;
    double latency_s;
  };
  std::vector<std::uint32_t> first(all + 1);
  for (const auto& [a, b] : n->ends) ++first[a + 1], ++first[b + 1];
  for (std::uint32_t i = 0; i < all; ++i) first[i + 1] += first[i];
  std::vector<Step> to(first[all]);
  auto next = first;
  for (std::size_t i = 0; i < n->ends.size(); ++i) {
    const GraphCable& c = network.graph.cables[i];
    const auto [from, end] = n->ends[i];
    const double latency = (c.bandwidth > Bandwidth{} || c.latency > Time() ? c.latency : network.link.latency).toSeconds();
    to[next[from]++] = {end, latency};
    if (!c.one_way) to[next[end]++] = {from, latency};
  }
  constexpr std::uint32_t kSample = 8;
  double links = 0, latency = 0, pairs = 0;
  std::vector<std::uint32_t> depth, queue;
  std::vector<double> taken(all);
  for (std::uint32_t k = 0; k < std::min(kSample, hosts); ++k) {
    const std::uint32_t from = static_cast<std::uint32_t>(std::uint64_t{k} * hosts / std::min(kSample, hosts));
    depth.assign(all, UINT32_MAX);
    queue.assign(1, from);
    depth[from] = 0;
    taken[from] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const std::uint32_t at = queue[i];
      if (at < hosts && at != from) links += depth[at], latency += taken[at], pairs += 1;
      if (at < n->hosts && at != from) continue;  // hosts do not forward
      for (std::uint32_t l = first[at]; l < next[at]; ++l)
        if (const Step& step = to[l]; depth[step.to] == UINT32_MAX) depth[step.to] = depth[at] + 1, taken[step.to] = taken[at] + step.latency_s, queue.push_back(step.to);
    }
  }
  s.mean_latency_s = pairs > 0 ? latency / pairs : 0;
  s.mean_switches = pairs > 0 ? links / pairs - 1 : 1;
  return s;
}

}  // namespace weir
