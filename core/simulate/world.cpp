#include "core/simulate/world.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/model/network_costs.h"
#include "core/network/flow_engine.h"
#include "core/network/packet_engine.h"
#include "core/network/topology.h"
#include "core/network/transport.h"
#include "core/simulate/hybrid_engine.h"

namespace weir::sim {

namespace {

Result<void> checkNetwork(const Network& n) {
  if (n.sw.buffer.count() < 0 || (n.sw.buffer.count() > 0 && n.sw.buffer < n.mtu))
    return fail(fmt::format("a buffer of {} bytes holds no packet of {} bytes", n.sw.buffer.count(), n.mtu.count()),
                "machine.network.switch.buffer", "give at least one MTU, or 0B for the default");
  if (net::transportNamed(n.transport) == nullptr)
    return fail(fmt::format("the transport \"{}\" is not known", n.transport), "machine.network.transport", "use credit");
  if (n.sw.virtual_channels < 0 || n.sw.virtual_channels > static_cast<int>(net::kMaxChannels))
    return fail(fmt::format("{} virtual channels are not possible", n.sw.virtual_channels), "machine.network.switch.virtual_channels",
                fmt::format("give at most {}, or 0 for as many as the routing needs", net::kMaxChannels));
  if (!(n.sw.buffer_alpha > 0)) return fail("a shared buffer gives nothing away", "machine.network.switch.buffer_alpha", "give more than 0, as 1");
  if (!(n.sw.ecn.probability >= 0 && n.sw.ecn.probability <= 1))
    return fail("a probability lies between 0 and 1", "machine.network.switch.ecn.probability", "give 0 for the transport's own");
  if (n.sw.ecn.min.count() < 0 || (n.sw.ecn.max.count() > 0 && n.sw.ecn.max < n.sw.ecn.min))
    return fail("marking begins above where it is certain", "machine.network.switch.ecn.max", "give at least ecn.min");
  if (n.sw.pause.xoff.count() > 0 && n.sw.pause.xon > n.sw.pause.xoff)
    return fail("pauses would end above where they begin", "machine.network.switch.pause.xon", "give at most pause.xoff");
  return {};
}

}  // namespace

std::unique_ptr<net::Engine> World::engine(Fidelity fidelity, net::Driver& driver, unsigned threads) const {
  if (fidelity == Fidelity::Flow) return std::make_unique<net::FlowEngine>(graph, net::FlowOptions{packets.switchLatency, packets.seed, packets.cost, 0, router.get()}, driver);
  net::PacketOptions o = packets;
  o.router = router.get();
  o.threads = threads;
  if (fidelity == Fidelity::Hybrid) return makeHybridEngine(graph, router, o, repeats, driver);
  return std::make_unique<net::PacketEngine>(graph, o, driver);
}

Result<World> buildWorld(const Scenario& scenario) {
  const Machine& m = scenario.machine;
  const Network& n = m.network;
  if (auto good = checkNetwork(n); !good) return tl::make_unexpected(good.error());
  auto costs = model::networkCosts(m);
  if (!costs) return tl::make_unexpected(costs.error());
  const int nics = std::max(1, m.node.nics);
  const bool stepGiven = scenario.workload.kind == Workload::Kind::Collective && scenario.workload.step_latency.has_value();
  net::ClusterOptions cluster;
  cluster.injection = Bandwidth::bytesPerSecond(costs->bytes_per_s);
  cluster.latencies = !stepGiven;
  // What long transfers attain of a node's fabric, as of its NICs.
  Machine attained = m;
  attained.node.fabric.bandwidth = Bandwidth(m.node.fabric.bandwidth * m.node.fabric.attained);
  auto graph = net::buildCluster(attained, cluster);
  if (!graph) return tl::make_unexpected(graph.error());
  World w(std::move(*graph));
  w.repeats = scenario.workload.kind == Workload::Kind::Collective || scenario.workload.kind == Workload::Kind::Replay;
  auto router = net::makeRouter(n.routing, w.graph, scenario.seed);
  if (!router) return tl::make_unexpected(router.error());
  w.router = std::move(*router);
  const net::TransportDescriptor* transport = net::transportNamed(n.transport);
  if (n.sw.virtual_channels > 0 && static_cast<std::uint32_t>(n.sw.virtual_channels) < w.router->channels())
    return fail(fmt::format("{} virtual channels can deadlock: this routing needs {} here", n.sw.virtual_channels, w.router->channels()),
                "machine.network.switch.virtual_channels", "raise it, or give 0");

  if (transport->telemetry && w.router->granularity() != net::Granularity::PerMessage)
    return fail(fmt::format("{} compares what the links of one path report, and {} sends packets on many", n.transport, n.routing), "machine.network.routing",
                "use ecmp or minimal, or a transport made for many paths: ndp, nscc");
  if (nics > 1 && n.endpoints == "node" && n.topology == Topology::Rail)
    w.remarks.push_back(fmt::format("a message keeps to one of its node's {} NICs; collectives by rings use all, other algorithms and single messages one: endpoints \"accelerator\" plays them all", nics));

  net::PacketOptions& o = w.packets;
  o.mtu = n.mtu.count();
  o.buffer = n.sw.buffer.count();
  o.switchLatency = stepGiven ? 0 : n.sw.latency.toPs();
  o.seed = scenario.seed;
  o.transport = transport;
  o.settings = n.transport_settings;
  o.channels = n.sw.virtual_channels;
  o.cutThrough = n.sw.cut_through;
  o.sharedBuffer = n.sw.shared_buffer;
  o.bufferAlpha = n.sw.buffer_alpha;
  o.pfc = n.sw.pfc;
  o.ecn = n.sw.ecn;
  o.pause = n.sw.pause;
  o.duplex = m.node.nic.duplex;
  for (const Flow& f : scenario.workload.flows) o.priorities = std::max(o.priorities, f.priority + 1);
  if (stepGiven) {
    o.cost.floor = scenario.workload.step_latency->toPs();
  } else {
    const Nic& nic = m.node.nic;
    o.cost.overhead = (nic.latency + nic.overhead + Time::seconds(costs->message_gap_s)).toPs();
    o.cost.arrival = (nic.latency + (nic.rdma ? Time() : nic.overhead)).toPs();
    // Two copies more; half of their time at either end would be as good.
    if (model::hostStaged(nic)) o.cost.overhead += nic.staging.toPs();
    // The NICs of a bundle, and whoever feeds them, work side by side.
    const std::int64_t gap = std::max(Time::seconds(costs->message_gap_s), nic.overhead).toPs();
    o.cost.gap = n.endpoints == "node" && n.topology != Topology::Rail ? gap / nics : gap;
  }
  if (nics > 1 && n.endpoints == "node" && n.topology != Topology::Rail)
    w.remarks.push_back(fmt::format("the {} NICs of a node are played as one bundle of {} times the bandwidth", nics, nics));
  if (transport->sprays && w.router->granularity() == net::Granularity::PerMessage)
    w.remarks.push_back(fmt::format("{} is made for sprayed packets, and here a message keeps to one path: machine.network.routing could be \"spray\"", n.transport));
  return w;
}

}  // namespace weir::sim
