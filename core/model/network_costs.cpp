#include "core/model/network_costs.h"

#include <algorithm>

namespace weir::model {

double NetworkCosts::wires(double distance, double switches) const {
  if (shape.topology == Topology::Graph) return shape.mean_latency_s;
  if (fabric_s == link_s && global_s == link_s) return (switches + 1) * link_s;
  const double globals = shape.meanGlobals(distance);
  return 2 * link_s + (switches - 1 - globals) * fabric_s + globals * global_s;
}

double NetworkCosts::latency(double distance, double messageBytes) const {
  if (step_s >= 0) return step_s;
  const double switches = meanSwitches(distance);
  return base_s + wires(distance, switches) + switches * (switch_s + std::min(packet_bytes, messageBytes) / bytes_per_s);
}

Result<NetworkCosts> networkCosts(const Machine& m) {
  auto shape = topologyShape(m);
  if (!shape) return tl::make_unexpected(std::move(shape.error()));
  NetworkCosts c;
  c.shape = *shape;
  const Nic& nic = m.node.nic;
  c.link_bytes_per_s = m.node.nics * std::min(nic.bandwidth, m.network.link.bandwidth).toBytesPerSecond();
  c.bytes_per_s = c.link_bytes_per_s * nic.attained;
  if (nic.pcie > Bandwidth{}) c.bytes_per_s = std::min(c.bytes_per_s, m.node.nics * nic.pcie.toBytesPerSecond());
  const bool staged = hostStaged(nic);
  // What is sent and what is received is each written to and read from the node's memory.
  if (staged && m.node.memory_bandwidth > Bandwidth{}) c.bytes_per_s = std::min(c.bytes_per_s, m.node.memory_bandwidth.toBytesPerSecond() / 4);
  // A graph whose cables say their speeds is as they say, whatever the NICs.
  if (c.shape.least_host > Bandwidth{}) c.bytes_per_s = c.link_bytes_per_s = c.shape.least_host.toBytesPerSecond();
  // Without RDMA the receiver's CPU works for each message too (LogP's o at both ends).
  c.base_s = (staged ? nic.staging.toSeconds() : 0) + 2 * nic.latency.toSeconds() + nic.overhead.toSeconds() * (nic.rdma ? 1 : 2);
  c.message_gap_s = nic.message_rate > EventRate{} ? 1 / nic.message_rate.toPerSecond() : 0;
  c.base_s += c.message_gap_s;
  c.link_s = m.network.link.latency.toSeconds();
  c.fabric_s = m.network.fabric_latency > Time() ? m.network.fabric_latency.toSeconds() : c.link_s;
  c.global_s = m.network.global_latency > Time() ? m.network.global_latency.toSeconds() : c.link_s;
  c.switch_s = m.network.sw.latency.toSeconds();
  c.packet_bytes = m.network.mtu.toDouble();
  const MpiHost& h = m.node.mpi;
  c.nccl = ncclSystem(m.node, c.link_bytes_per_s, c.meanSwitches(1) * c.switch_s + c.wires(1, c.meanSwitches(1)), m.network.sw.reduces);
  c.mpi.message_s = h.message.toSeconds();
  c.mpi.rendezvous_s = h.rendezvous_wait.toSeconds();
  c.mpi.duplex_wait = h.duplex_wait;
  c.mpi.cpu_s_per_byte = h.byte_rate > Bandwidth{} ? 1 / h.byte_rate.toBytesPerSecond() : 0;
  c.mpi.eager_bytes = h.eager_limit.toDouble();
  c.mpi.cores = static_cast<double>(m.node.cores) * m.nodes;
  c.shaped.bytes_per_s = c.bytes_per_s;
  c.shaped.burst_bytes = m.network.link.burst.toDouble();
  c.shaped.payload_bytes = std::max(1.0, c.packet_bytes - 52);  // IPv4, TCP and its timestamps
  c.sockets = !nic.rdma && h.eager_limit.count() > 0;
  c.reduce_s = reductionSecondsPerByte(1, m.node.accelerators, m.node.cores, h.reduce_rate.toBytesPerSecond(), m.node.memory_bandwidth.toBytesPerSecond());
  return c;
}

Result<NetworkCosts> networkCosts(const Scenario& s) {
  auto c = networkCosts(s.machine);
  if (!c) return c;
  if (s.workload.step_latency) c->step_s = s.workload.step_latency->toSeconds();
  c->tuner = s.plan.collective_form == "tuner";
  const Node& n = s.machine.node;
  c->reduce_s = reductionSecondsPerByte(s.plan.reduction_threads, n.accelerators, n.cores, n.mpi.reduce_rate.toBytesPerSecond(), n.memory_bandwidth.toBytesPerSecond());
  return c;
}

double reductionSecondsPerByte(int threads, int sharers, int cores, double rate, double memory) {
  if (!(rate > 0)) return 0;
  const double busy = std::min(static_cast<double>(sharers) * threads, static_cast<double>(cores));
  return std::max(sharers / std::max(1.0, busy) / rate, memory > 0 ? 3 * sharers / memory : 0);
}

bool hostStaged(const Nic& nic) { return !nic.gpudirect || nic.path == "phb" || nic.path == "sys"; }

FabricCosts fabricCosts(const Node& n) {
  FabricCosts c;
  if (n.accelerators < 2) return c;
  c.latency_s = n.fabric.latency.toSeconds();
  c.bytes_per_s = n.fabric.bandwidth.toBytesPerSecond() * n.fabric.attained;
  c.reduces = ncclSystem(n, 0, 0).nvls;
  if (n.fabric.kind == "none" || c.bytes_per_s <= 0) {
    c.assumed = true;
    const bool known = n.memory_bandwidth > Bandwidth{};
    c.bytes_per_s = known ? n.memory_bandwidth.toBytesPerSecond() / (2.0 * n.accelerators) : n.nics * n.nic.bandwidth.toBytesPerSecond() / n.accelerators;
  }
  return c;
}

}  // namespace weir::model
