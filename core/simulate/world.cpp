#include "core/simulate/world.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/network/flow_engine.h"
#include "core/network/packet_engine.h"
#include "core/network/topology.h"

namespace weir::sim {

std::unique_ptr<net::Engine> World::engine(Fidelity fidelity, net::Driver& driver) const {
  if (fidelity == Fidelity::Flow) return std::make_unique<net::FlowEngine>(graph, net::FlowOptions{switchLatency, seed, cost, 0}, driver);
  net::PacketOptions o;
  o.mtu = mtu;
  o.buffer = buffer;
  o.switchLatency = switchLatency;
  o.seed = seed;
  o.cost = cost;
  return std::make_unique<net::PacketEngine>(graph, o, driver);
}

Result<World> buildWorld(const Scenario& scenario) {
  const Machine& m = scenario.machine;
  const Network& n = m.network;
  if (n.sw.buffer.count() < 0 || (n.sw.buffer.count() > 0 && n.sw.buffer < n.mtu))
    return fail(fmt::format("a buffer of {} bytes holds no packet of {} bytes", n.sw.buffer.count(), n.mtu.count()),
                "machine.network.switch.buffer", "give at least one MTU, or 0B for the default");
  if (n.routing != "ecmp") return fail(fmt::format("the routing \"{}\" is not known", n.routing), "machine.network.routing", "use ecmp");
  if (n.transport != "credit")
    return fail(fmt::format("the transport \"{}\" is not known", n.transport), "machine.network.transport", "use credit");

  World w;
  const int nics = std::max(1, m.node.nics);
  const bool stepGiven = scenario.workload.kind == Workload::Kind::Collective && scenario.workload.step_latency.has_value();
  double host = n.link.bandwidth.toBitsPerSecond();
  if (const double nic = m.node.nic.bandwidth.toBitsPerSecond(); nic > 0) host = host > 0 ? std::min(host, nic) : nic;
  const double fabric = n.link.bandwidth.toBitsPerSecond() > 0 ? n.link.bandwidth.toBitsPerSecond() : host;
  net::Cables cables;
  cables.hosts = static_cast<std::uint32_t>(m.nodes);
  cables.host = Bandwidth::bitsPerSecond(host * nics);
  cables.fabric = Bandwidth::bitsPerSecond(fabric * nics);
  cables.latency = stepGiven ? Time() : n.link.latency;
  auto graph = net::buildTopology(n, cables);
  if (!graph) return tl::make_unexpected(graph.error());
  w.graph = std::move(*graph);
  w.mtu = n.mtu.count();
  w.buffer = n.sw.buffer.count();
  w.switchLatency = stepGiven ? 0 : n.sw.latency.toPs();
  w.seed = scenario.seed;
  w.cost.overhead = stepGiven ? 0 : (m.node.nic.overhead + m.node.nic.latency).toPs();
  if (stepGiven) w.cost.floor = scenario.workload.step_latency->toPs();
  const Fabric& inside = m.node.fabric;
  if (inside.bandwidth.toBitsPerSecond() > 0) {
    w.cost.localLatency = inside.latency.toPs();
    w.cost.localPerByte = 8e12 / inside.bandwidth.toBitsPerSecond();
  } else {
    w.cost.localPerByte = 8e12 / cables.host.toBitsPerSecond();  // through the node's own NICs and back
  }
  if (nics > 1)
    w.remarks.push_back(fmt::format("the {} NICs of a node are played as one bundle of {} times the bandwidth", nics, nics));
  return w;
}

}  // namespace weir::sim
