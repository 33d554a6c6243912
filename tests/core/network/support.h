// What the tests of this folder share: small graphs and drivers that remember.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "core/network/flow_driver.h"
#include "core/network/flow_engine.h"
#include "core/network/packet_engine.h"
#include "core/network/topology.h"
#include "core/scenario/traffic.h"

namespace weir::net::test {

inline constexpr std::int64_t kByte = 80;  // ps a byte at 100 Gb/s
inline constexpr std::int64_t kUs = 1'000'000;

inline Network network(weir::Topology t, int radix = 0, double taper = 1, int levels = 3) {
  Network n;
  n.topology = t;
  n.radix = radix;
  n.taper = taper;
  n.levels = levels;
  return n;
}

inline Graph graph(const Network& n, std::uint32_t hosts, Time latency = Time::us(1), double bps = 100e9) {
  auto g = buildTopology(n, {hosts, Bandwidth::bitsPerSecond(bps), Bandwidth::bitsPerSecond(bps), latency});
  if (!g) throw std::runtime_error(g.error().line());
  return std::move(*g);
}

// Plays flows and keeps the deliveries, by tag.
class Kept final : public Driver {
 public:
  explicit Kept(std::vector<Flow> f) : flows(std::move(f)), inner_(flows) {}
  void begin(Injector& net) override { inner_.begin(net); }
  void delivered(const Delivery& d, Injector&) override { by[d.send.tag] = d; }
  [[nodiscard]] std::int64_t fct(std::uint64_t tag) const { return by.at(tag).end - by.at(tag).send.ready; }
  [[nodiscard]] std::int64_t last() const {
    std::int64_t e = 0;
    for (const auto& [tag, d] : by) e = std::max(e, d.end);
    return e;
  }
  std::vector<Flow> flows;
  std::map<std::uint64_t, Delivery> by;

 private:
  FlowDriver inner_;
};

inline Flow flow(int from, int to, std::int64_t bytes, std::int64_t start_ps = 0) {
  return {from, to, Bytes::of(bytes), Time::ps(start_ps)};
}

// The flows of a pattern, as a scenario asks for them.
inline std::vector<Flow> pattern(const char* name, int hosts, std::int64_t bytes, int sources = 0) {
  Scenario s;
  s.machine.nodes = hosts;
  s.workload.kind = Workload::Kind::Traffic;
  s.workload.pattern = name;
  s.workload.size = Bytes::of(bytes);
  s.workload.sources = sources;
  return trafficFlows(s);
}

}  // namespace weir::net::test
