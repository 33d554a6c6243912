#include "core/simulate/world.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/model/network_costs.h"
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

  auto costs = model::networkCosts(m);
  if (!costs) return tl::make_unexpected(costs.error());
  World w;
  const int nics = std::max(1, m.node.nics);
  const bool stepGiven = scenario.workload.kind == Workload::Kind::Collective && scenario.workload.step_latency.has_value();
  net::Cables cables;
  cables.hosts = static_cast<std::uint32_t>(m.nodes);
  cables.host = Bandwidth::bytesPerSecond(costs->bytes_per_s);
  cables.fabric = n.link.bandwidth * nics;
  cables.latency = stepGiven ? Time() : n.link.latency;
  auto graph = net::buildTopology(n, cables);
  if (!graph) return tl::make_unexpected(graph.error());
  w.graph = std::move(*graph);
  w.mtu = n.mtu.count();
  w.buffer = n.sw.buffer.count();
  w.switchLatency = stepGiven ? 0 : n.sw.latency.toPs();
  w.seed = scenario.seed;
  if (stepGiven) {
    w.cost.floor = scenario.workload.step_latency->toPs();
  } else {
    const Nic& nic = m.node.nic;
    w.cost.overhead = (nic.latency + nic.overhead + Time::seconds(costs->message_gap_s)).toPs();
    w.cost.arrival = (nic.latency + (nic.rdma ? Time() : nic.overhead)).toPs();
  }
  if (nics > 1)
    w.remarks.push_back(fmt::format("the {} NICs of a node are played as one bundle of {} times the bandwidth", nics, nics));
  return w;
}

}  // namespace weir::sim
