// The packet engine on the flows that its peers were given: three-level fat tree, 100 Gb/s, 1 us a link, 4 KiB packets.
//   packets_bench [folder with *.flows] [repetitions] [only this file, or none] [radix of a fat tree for one more permutation]
// The environment may set WEIR_BENCH_BUFFER (bytes an input port) and WEIR_BENCH_SHIFT (wheel buckets of 2^shift ps).
// One line a flow file: completion times, thread CPU seconds (least of the repetitions), packet-hops per CPU second. Where
// the folder is missing, the same kinds of traffic are generated here, so that the speed can be seen without it.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "core/network/flow_driver.h"
#include "core/network/flow_engine.h"
#include "core/network/packet_engine.h"
#include "core/network/topology.h"
#include "core/scenario/traffic.h"

using namespace weir;

namespace {

double cpu_s() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// Keeps completion times only.
class Timed final : public net::Driver {
 public:
  explicit Timed(const std::vector<Flow>& flows) : driver_(flows) {}
  void begin(net::Injector& net) override { driver_.begin(net); }
  void delivered(const net::Delivery& d, net::Injector&) override { fct.push_back(static_cast<double>(d.end - d.send.ready) * 1e-6); }
  std::vector<double> fct;  // us

 private:
  net::FlowDriver driver_;
};

struct Case {
  std::string name;
  int radix;
  std::vector<Flow> flows;
};

std::vector<Flow> made(const char* pattern, int hosts, std::int64_t bytes, int sources = 0) {
  Scenario s;
  s.machine.nodes = hosts;
  s.workload.kind = Workload::Kind::Traffic;
  s.workload.pattern = pattern;
  s.workload.size = Bytes::of(bytes);
  s.workload.sources = sources;
  return trafficFlows(s);
}

net::Graph tree(int radix) {
  Network n;
  n.topology = Topology::FatTree;
  n.radix = radix;
  const auto hosts = static_cast<std::uint32_t>(radix * radix * radix / 4);
  return net::buildTopology(n, {hosts, Bandwidth::bitsPerSecond(100e9), Bandwidth::bitsPerSecond(100e9), Time::us(1)}).value();
}

void show(const char* engine, const Case& c, const std::vector<double>& times, double cpu, const net::EngineStats& s) {
  auto fct = times;
  std::sort(fct.begin(), fct.end());
  const double mean = std::accumulate(fct.begin(), fct.end(), 0.0) / static_cast<double>(fct.size());
  const double p99 = fct[static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(fct.size()))) - 1];
  fmt::print("{:<7} {:<12} {:>7} {:>9.1f} {:>9.1f} {:>9.1f} {:>9.4f}", engine, c.name, fct.size(), mean, p99, fct.back(), cpu);
  if (s.packetHops > 0)
    fmt::print(" {:>10} {:>8.2f} {:>8} {:>10}", s.packetHops, static_cast<double>(s.packetHops) / cpu * 1e-6, s.pauses, s.maxQueueBytes);
  fmt::print("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : std::string(WEIR_SHARED_DIR) + "/flows";
  const int repetitions = argc > 2 ? std::max(1, std::atoi(argv[2])) : 3;
  const std::string only = argc > 3 ? argv[3] : "";
  const bool given = std::filesystem::exists(folder);
  std::vector<Case> cases;
  for (const auto& [name, radix] : {std::pair{"perm128", 8}, {"ring128", 8}, {"incast32", 8}, {"a2a32", 8}, {"perm1024", 16}, {"ring1024", 16}})
    if (given && (only.empty() || only == name)) cases.push_back({name, radix, loadFlows(folder + "/" + name + ".flows").value_or(std::vector<Flow>{})});
  if (!given) {
    fmt::print("{} is missing: generated traffic of the same kinds\n", folder);
    cases = {{"perm128", 8, made("permutation", 128, 2'000'000)},
             {"incast32", 8, made("incast", 128, 2'000'000, 32)},
             {"perm1024", 16, made("permutation", 1024, 2'000'000)}};
  }
  if (argc > 4) cases.push_back({"perm-k" + std::string(argv[4]), std::atoi(argv[4]), made("permutation", static_cast<int>(std::pow(std::atoi(argv[4]), 3) / 4), 2'000'000)});
  fmt::print("{:<7} {:<12} {:>7} {:>9} {:>9} {:>9} {:>9} {:>10} {:>8} {:>8} {:>10}\n", "engine", "flows", "count", "mean us", "p99 us", "max us", "CPU s",
             "pkt-hops", "Mhop/s", "pauses", "max queue");
  for (const Case& c : cases) {
    if (c.flows.empty()) continue;
    const net::Graph graph = tree(c.radix);
    for (const bool packets : {true, false}) {
      double best = 1e30;
      std::vector<double> fct;
      net::EngineStats stats;
      for (int i = 0; i < repetitions; ++i) {
        Timed driver(c.flows);
        const double start = cpu_s();
        const auto play = [&](net::Engine& engine) {
          if (auto r = engine.run({}); !r) {
            fmt::print(stderr, "{}\n", r.error().line());
            std::exit(1);
          }
          stats = engine.stats();
        };
        if (packets) {
          net::PacketOptions o;
          if (const char* buffer = std::getenv("WEIR_BENCH_BUFFER")) o.buffer = std::atoll(buffer);
          if (const char* shift = std::getenv("WEIR_BENCH_SHIFT")) o.bucketShift = static_cast<unsigned>(std::atoi(shift));
          net::PacketEngine engine(graph, o, driver);
          play(engine);
        } else {
          net::FlowEngine engine(graph, {}, driver);
          play(engine);
        }
        best = std::min(best, cpu_s() - start);
        fct = driver.fct;
      }
      show(packets ? "packet" : "flow", c, fct, best, stats);
    }
  }
  return 0;
}
