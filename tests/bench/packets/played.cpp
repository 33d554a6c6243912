#include "tests/bench/packets/played.h"

#include <time.h>

#include <algorithm>
#include <chrono>

#include "core/scenario/outcome_json.h"
#include "core/scenario/traffic.h"
#include "core/simulate/simulate.h"
#include "tests/bench/packets/resident.h"

namespace weir::bench {
namespace {

double processCpu_s() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

}  // namespace

Scenario tree(int radix, int hosts) {
  Scenario s;
  s.machine.nodes = hosts;
  s.machine.node.nic.bandwidth = Bandwidth::bitsPerSecond(100e9);
  Network& n = s.machine.network;
  n.topology = Topology::FatTree;
  n.radix = radix;
  n.link = {Bandwidth::bitsPerSecond(100e9), Time::us(1)};
  s.workload.kind = Workload::Kind::Traffic;
  return s;
}

Scenario tree(int radix, int hosts, std::vector<Flow> flows) {
  Scenario s = tree(radix, hosts);
  s.workload.flows = std::move(flows);
  return s;
}

std::vector<Flow> permutation(int hosts, std::int64_t bytes) {
  Scenario s;
  s.machine.nodes = hosts;
  s.workload.kind = Workload::Kind::Traffic;
  s.workload.pattern = "permutation";
  s.workload.size = Bytes::of(bytes);
  return trafficFlows(s);
}

Played play(const Scenario& s, Fidelity f, int repetitions, unsigned threads) {
  Played p;
  p.cpu_s = p.wall_s = 1e30;
  SimulateOptions o;
  o.threads = threads;
  o.keepMessages = false;
  for (int i = 0; i < repetitions; ++i) {
    const std::int64_t before = residentNow();
    resetResidentPeak();
    const auto wall = std::chrono::steady_clock::now();
    const double cpu = processCpu_s();
    auto r = simulate(s, f, o, {});
    p.cpu_s = std::min(p.cpu_s, processCpu_s() - cpu);
    p.wall_s = std::min(p.wall_s, std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count());
    p.memoryBytes = residentPeak() - before;
    if (!r) {
      p.error = r.error().line();
      return p;
    }
    p.outcome = std::move(r->outcome);
  }
  return p;
}

bool equal(const Played& a, const Played& b) {
  const auto text = [](Outcome o) {
    o.wall_s = o.cpu_s = kUnknown;
    return outcomeToJson(o);
  };
  return a.error == b.error && text(a.outcome) == text(b.outcome);
}

}  // namespace weir::bench
