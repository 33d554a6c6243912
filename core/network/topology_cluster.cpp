#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/network/topology.h"

namespace weir::net {
namespace {

// What stands inside a node, in numbers of this machine.
struct Inside {
  NodeId accelerators = 1, nics = 1;
  bool nvswitch = false, pairs = false, bridge = false;  // at most one
  Bandwidth port, nic, fabric;   // accelerator - PCIe, PCIe - NIC, and of an accelerator into its fabric
  Time latency;                  // of a message between two accelerators
  [[nodiscard]] NodeId switches() const { return accelerators + nics + (nvswitch || bridge ? 1 : 0); }
  [[nodiscard]] std::int64_t cables() const {
    return accelerators + std::max(accelerators, nics) + (nvswitch || bridge ? accelerators : 0) + (pairs ? std::int64_t{accelerators} * (accelerators - 1) / 2 : 0);
  }
  // NIC k is (one of) the nearest to accelerator i.
  [[nodiscard]] bool serves(NodeId k, NodeId i) const {
    return accelerators >= nics ? std::uint64_t{i} * nics / accelerators == k : std::uint64_t{k} * accelerators / nics == i;
  }
};

Inside insideOf(const Node& n, Bandwidth nicBandwidth, bool latencies) {
  Inside i;
  i.accelerators = static_cast<NodeId>(std::max(1, n.accelerators));
  i.nics = static_cast<NodeId>(std::max(1, n.nics));
  i.nic = n.nic.pcie > Bandwidth{} ? n.nic.pcie : nicBandwidth;
  i.port = Bandwidth(i.nic * static_cast<double>(std::max<NodeId>(1, i.nics / i.accelerators)));
  if (i.accelerators < 2) return i;
  i.latency = latencies ? n.fabric.latency : Time();
  i.fabric = n.fabric.bandwidth;
  i.nvswitch = n.fabric.kind == "nvswitch";
  i.pairs = n.fabric.kind == "nvlink" || n.fabric.kind == "xgmi";
  i.bridge = !i.nvswitch && !i.pairs;
  if (n.fabric.kind == "none" || !(i.fabric > Bandwidth{})) {
    // As core/model/network_costs.h: through the node's memory, in and out; through its NICs if that is unknown too.
    i.fabric = n.memory_bandwidth > Bandwidth{} ? Bandwidth(n.memory_bandwidth * (1.0 / (2.0 * i.accelerators))) : Bandwidth(n.nic.bandwidth * (static_cast<double>(i.nics) / i.accelerators));
  }
  if (i.bridge) i.port = std::max(i.port, i.fabric);
  return i;
}

Cables cablesOf(const Machine& m, const ClusterOptions& o) {
  const Network& n = m.network;
  const int nics = std::max(1, m.node.nics);
  const bool rail = n.topology == weir::Topology::Rail;
  const Bandwidth injection = o.injection > Bandwidth{} ? o.injection : Bandwidth(std::min(m.node.nic.bandwidth, n.link.bandwidth) * nics);
  const double planes = rail ? 1 : nics;
  const auto orElse = [](auto value, auto other) { return value > decltype(value){} ? value : other; };
  Cables c;
  c.hosts = static_cast<std::uint32_t>(m.nodes);
  c.host = rail ? Bandwidth(injection * (1.0 / nics)) : injection;
  c.fabric = Bandwidth(orElse(n.fabric_bandwidth, n.link.bandwidth) * planes);
  c.global = Bandwidth(orElse(n.global_bandwidth, orElse(n.fabric_bandwidth, n.link.bandwidth)) * planes);
  if (o.latencies) {
    c.latency = n.link.latency;
    c.fabricLatency = orElse(n.fabric_latency, n.link.latency);
    c.globalLatency = orElse(n.global_latency, n.link.latency);
  } else {
    c.fabricLatency = c.globalLatency = Time();
  }
  c.rails = rail ? static_cast<std::uint32_t>(nics) : 1;
  return c;
}

// The network of nodes, with the inside of each in the place of its host.
Result<Graph> withInsides(const Graph& net, const Inside& in, std::uint32_t nodes) {
  const NodeId a = in.accelerators, hosts = nodes * a;
  if (auto fits = graphFits(net.switches() + std::int64_t{nodes} * in.switches(), static_cast<std::int64_t>(net.links().size()) + nodes * (in.cables() + in.nics)); !fits)
    return tl::make_unexpected(fits.error());
  Graph g(hosts);
  Structure& s = g.structure();
  s = net.structure();
  for (std::uint8_t& level : s.level) level = static_cast<std::uint8_t>(std::min(253, int{level}) + 2);
  s.outside = net.switches();
  for (NodeId i = 0; i < net.switches(); ++i) g.addSwitch(net.nodeName(nodes + i));
  const auto outside = [&](NodeId n) { return hosts + (n - nodes); };
  const auto pcie = [&](NodeId node, NodeId i) { return hosts + net.switches() + node * in.switches() + i; };
  const auto nic = [&](NodeId node, NodeId i) { return pcie(node, a + i); };
  const auto middle = [&](NodeId node) { return pcie(node, a + in.nics); };

  std::vector<std::uint32_t> group(nodes, kNoGroup), ends(nodes);  // of a node's first cable; how many it has
  for (const GraphLink& l : net.links()) {
    if (!net.isHost(l.from)) continue;
    ++ends[l.from];
    if (!net.isHost(l.to) && group[l.from] == kNoGroup) group[l.from] = s.group[l.to - nodes];
  }
  for (NodeId node = 0; node < nodes; ++node) {
    const auto add = [&](std::string name, std::uint8_t level) {
      g.addSwitch(std::move(name));
      s.group.push_back(group[node]);
      s.level.push_back(level);
    };
    for (NodeId i = 0; i < a; ++i) {
      g.nameHost(node * a + i, fmt::format("accelerator {}.{}", node, i));
      s.nodeOfHost.push_back(node);
    }
    for (NodeId i = 0; i < a; ++i) add(fmt::format("pcie {}.{}", node, i), 0);
    for (NodeId i = 0; i < in.nics; ++i) add(fmt::format("nic {}.{}", node, i), 1);
    if (in.nvswitch) add(fmt::format("nvswitch {}", node), 0);
    if (in.bridge) add(fmt::format("bridge {}", node), 1);
  }
  // Latencies: of the fabric whole on a direct cable, half on each of two; what PCIe adds to a message is in the NIC's.
  const Time half = Time::ps(in.latency.toPs() / 2);
  const auto inside = [&](NodeId from, NodeId to, Bandwidth bandwidth, Time latency) { g.connect(from, to, bandwidth, latency, LinkKind::Internal); };
  for (NodeId node = 0; node < nodes; ++node) {
    const NodeId first = node * a;
    for (NodeId i = 0; i < a; ++i) {
      inside(first + i, pcie(node, i), in.port, Time());
      if (in.nvswitch) inside(first + i, middle(node), in.fabric, half);
    }
    for (NodeId i = 0; in.pairs && i < a; ++i)
      for (NodeId j = i + 1; j < a; ++j) inside(first + i, first + j, Bandwidth(in.fabric * (1.0 / (a - 1))), in.latency);
    for (NodeId i = 0; i < a; ++i) {
      for (NodeId k = 0; k < in.nics; ++k)
        if (in.serves(k, i)) inside(pcie(node, i), nic(node, k), in.nic, Time());
      if (in.bridge) inside(pcie(node, i), middle(node), in.fabric, half);
    }
  }
  // A node with one cable spreads it over its NICs; of several, cable k is NIC k's.
  std::vector<std::uint32_t> used(nodes);
  for (LinkId l = 0; l < net.links().size(); l += 2) {
    const GraphLink &there = net.link(l), &back = net.link(l + 1);
    const auto place = [&](NodeId n) { return net.isHost(n) ? nic(n, used[n]++ % in.nics) : outside(n); };
    const NodeId host = net.isHost(there.from) ? there.from : there.to, other = host == there.from ? there.to : there.from;
    if (net.isHost(host) && !net.isHost(other) && ends[host] == 1 && in.nics > 1) {
      const double share = 1.0 / in.nics;
      for (NodeId i = 0; i < in.nics; ++i) {
        const bool out = host == there.from;
        const LinkId made = out ? g.connect(nic(host, i), outside(other), Bandwidth(there.bandwidth * share), there.latency, there.kind)
                                : g.connect(outside(other), nic(host, i), Bandwidth(there.bandwidth * share), there.latency, there.kind);
        g.setBandwidth(g.reverse(made), Bandwidth(back.bandwidth * share));
      }
      continue;
    }
    const NodeId from = place(there.from), to = place(there.to);
    g.setBandwidth(g.reverse(g.connect(from, to, there.bandwidth, there.latency, there.kind)), back.bandwidth);
  }
  return g;
}

const char* blamed(const Network& n) {
  if (!n.faults.empty()) return "machine.network.faults";
  return n.topology == weir::Topology::Graph ? "machine.network.cables" : "machine.network.topology";
}

}  // namespace

Result<Graph> buildCluster(const Machine& m, const ClusterOptions& options) {
  const Cables cables = cablesOf(m, options);
  const bool accelerators = m.network.endpoints == "accelerator";
  if (!accelerators && m.network.endpoints != "node")
    return fail(fmt::format("the endpoints \"{}\" are not known", m.network.endpoints), "machine.network.endpoints", "use node or accelerator");
  Network changed;
  const Network* network = &m.network;
  if (accelerators || !options.latencies) {
    changed = m.network;
    if (accelerators) changed.faults.clear();  // they name what is not there yet
    if (!options.latencies)
      for (GraphCable& c : changed.graph.cables) c.latency = Time();
    network = &changed;
  }
  auto graph = buildTopology(*network, cables);
  if (!graph) return graph;
  if (accelerators) {
    const Bandwidth nicBandwidth(cables.host * (cables.rails > 1 ? 1.0 : 1.0 / std::max(1, m.node.nics)));
    graph = withInsides(*graph, insideOf(m.node, nicBandwidth, options.latencies), cables.hosts);
    if (!graph) return graph;
    if (auto ok = applyFaults(m.network, *graph); !ok) return tl::make_unexpected(ok.error());
    graph->finish();
  }
  if (auto ok = allReach(*graph, blamed(m.network)); !ok) return tl::make_unexpected(ok.error());
  return graph;
}

}  // namespace weir::net
