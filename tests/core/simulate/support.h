#pragma once

#include <string>

#include "core/simulate/simulate.h"

namespace weir::test {

inline Machine machine(int nodes, Topology topology = Topology::SingleSwitch) {
  Machine m;
  m.name = "test";
  m.nodes = nodes;
  m.node.nic.bandwidth = Bandwidth::bitsPerSecond(100e9);
  m.network.topology = topology;
  m.network.link = {Bandwidth::bitsPerSecond(100e9), Time::us(1)};
  return m;
}

inline Scenario traffic(int nodes, const std::string& pattern, std::int64_t bytes, int sources = 0, Topology t = Topology::FatTree) {
  Scenario s;
  s.name = pattern;
  s.machine = machine(nodes, t);
  s.workload.kind = Workload::Kind::Traffic;
  s.workload.pattern = pattern;
  s.workload.size = Bytes::of(bytes);
  s.workload.sources = sources;
  return s;
}

inline Scenario ring(int nodes, std::initializer_list<std::int64_t> sizes, bool step = true) {
  Scenario s;
  s.name = "ring";
  s.machine = machine(nodes);
  s.workload.kind = Workload::Kind::Collective;
  s.workload.algorithm = Algorithm::Ring;
  for (const auto b : sizes) s.workload.sizes.push_back(Bytes::of(b));
  if (step) s.workload.step_latency = Time::us(5);
  return s;
}

// `layers` equal layers of 10 M parameters, each a bucket of its own (fp32 gradients: 40 MB); computing takes what the
// roofline gives at 100 TFLOP/s. No data set, no storage: nothing stalls.
inline Scenario training(int nodes, int accelerators, int layers, double flopsPerSample) {
  Scenario s;
  s.name = "training";
  s.machine = machine(nodes);
  Accelerator& a = s.machine.node.accelerator;
  a.peak["bf16"] = FlopRate::perSecond(100e12);
  a.memory_bandwidth = Bandwidth::bytesPerSecond(2e12);
  s.machine.node.accelerators = accelerators;
  s.machine.node.fabric = {"nvswitch", Bandwidth::bytesPerSecond(300e9), Time::us(2)};
  s.workload.model.name = "own";
  for (int i = 0; i < layers; ++i) s.workload.model.layers.push_back({"layer " + std::to_string(i), 10e6, flopsPerSample, 1e6});
  s.plan.global_batch = 8LL * nodes * accelerators;
  s.plan.bucket = Bytes::of(30'000'000);
  s.plan.allreduce = Algorithm::Ring;
  return s;
}

// Everything of a Run that a study keeps, as text: equal text is an equal Run.
inline std::string asText(const weir::Run& r) {
  std::string s = r.title + r.format + r.scenario + std::string(std::string_view(r.argsText));
  const auto add = [&s](auto v) { (s += std::to_string(v)) += ' '; };
  for (const Track& t : r.tracks) (s += r.names.text(t.name), s += r.names.text(t.process), add(t.rank), add(static_cast<int>(t.kind)));
  for (SliceIndex i = 0; i < r.slices.size(); ++i)
    (add(r.slices.start[i]), add(r.slices.duration[i]), s += r.names.text(r.slices.name[i]));
  for (const CollectiveCall& c : r.collectives) (add(c.start), add(c.duration), add(c.rank), add(c.bytes), add(c.instance));
  const Transfers& t = r.transfers;
  for (std::size_t i = 0; i < t.size(); ++i) (add(t.source[i]), add(t.destination[i]), add(t.bytes[i]), add(t.start[i]), add(t.end[i]));
  for (const Counter& c : r.counters) {
    s += r.names.text(c.name);
    for (const float v : c.value) add(v);
  }
  for (const Note& n : r.notes) s += n.kind + std::to_string(n.count);
  return s;
}

}  // namespace weir::test
