#include <fmt/format.h>

#include <cmath>

#include "core/scenario/topology_shape.h"

namespace weir {
namespace {

Result<void> faults(const Network& n) {
  for (std::size_t i = 0; i < n.faults.size(); ++i) {
    const LinkFault& f = n.faults[i];
    const auto where = [&](const char* field) { return fmt::format("machine.network.faults.{}.{}", i, field); };
    if (f.from.empty()) return fail("the cable begins nowhere", where("from"), "name a node, as in \"leaf 0\"");
    if (f.to.empty()) return fail("the cable ends nowhere", where("to"), "name a node, as in \"spine 1\"");
    if (!(f.capacity >= 0 && f.capacity <= 1)) return fail(fmt::format("{} is no share of a cable", f.capacity), where("capacity"), "give 0 (failed) to 1");
  }
  return {};
}

Result<void> switches(const Switch& s) {
  if (s.latency < Time()) return fail("the value is negative", "machine.network.switch.latency", "give zero or more");
  if (s.buffer < Bytes()) return fail("the value is negative", "machine.network.switch.buffer", "give 0B for the default");
  if (!(s.buffer_alpha > 0) || !std::isfinite(s.buffer_alpha)) return fail(fmt::format("an alpha of {} is not possible", s.buffer_alpha), "machine.network.switch.buffer_alpha", "give more than 0, as in 1");
  if (s.virtual_channels < 0 || s.virtual_channels > 16)
    return fail(fmt::format("{} virtual channels are not possible", s.virtual_channels), "machine.network.switch.virtual_channels", "give up to 16, or 0 for as many as the routing needs");
  const EcnMarking& e = s.ecn;
  if (e.min < Bytes() || e.max < Bytes()) return fail("the value is negative", "machine.network.switch.ecn", "give 0B for the transport's own");
  if (e.max > Bytes() && e.min > e.max) return fail("marking begins above where it is certain", "machine.network.switch.ecn.min", "give min <= max");
  if (!(e.probability >= 0 && e.probability <= 1)) return fail(fmt::format("{} is no probability", e.probability), "machine.network.switch.ecn.probability", "give 0 to 1");
  const PauseThresholds& p = s.pause;
  if (p.xoff < Bytes() || p.xon < Bytes() || p.headroom < Bytes()) return fail("the value is negative", "machine.network.switch.pause", "give 0B to have it derived");
  if (p.xoff > Bytes() && p.xon > p.xoff) return fail("sending resumes above where it is paused", "machine.network.switch.pause.xon", "give xon <= xoff");
  return {};
}

Result<void> nic(const Nic& n) {
  if (!(n.duplex >= 1 && n.duplex <= 2)) return fail(fmt::format("{} is no duplex", n.duplex), "machine.node.nic.duplex", "give 1 (half) to 2 (full)");
  if (n.eager_limit < Bytes()) return fail("the value is negative", "machine.node.nic.eager_limit", "give 0B for none");
  if (n.overhead < Time()) return fail("the value is negative", "machine.node.nic.overhead", "give zero or more");
  return {};
}

}  // namespace

Result<void> validateNetwork(const Machine& m) {
  const Network& n = m.network;
  for (const auto& [value, where] : {std::pair{n.fabric_bandwidth, "machine.network.fabric_bandwidth"}, std::pair{n.global_bandwidth, "machine.network.global_bandwidth"}})
    if (value < Bandwidth{} || !std::isfinite(value.toBitsPerSecond())) return fail("this is no bandwidth", where, "write it as \"200Gbps\", or 0bps for that of the links below");
  for (const auto& [value, where] : {std::pair{n.fabric_latency, "machine.network.fabric_latency"}, std::pair{n.global_latency, "machine.network.global_latency"}})
    if (value < Time()) return fail("the value is negative", where, "write it as \"1us\", or 0s for link.latency");
  if (n.endpoints != "node" && n.endpoints != "accelerator")
    return fail(fmt::format("the endpoints \"{}\" are not known", n.endpoints), "machine.network.endpoints", "use node or accelerator");
  constexpr std::int64_t kMostHosts = 4'000'000;
  if (n.endpoints == "accelerator" && std::int64_t{m.nodes} * m.node.accelerators > kMostHosts)
    return fail(fmt::format("{} accelerators are too many hosts", std::int64_t{m.nodes} * m.node.accelerators), "machine.nodes", fmt::format("give at most {}", kMostHosts));
  if (auto ok = faults(n); !ok) return ok;
  if (auto ok = nic(m.node.nic); !ok) return ok;
  return switches(n.sw);
}

}  // namespace weir
