// The packet engine, measured: three-level fat trees, 100 Gb/s and 1 us a cable, 4 KiB packets, one command:
//   packets_bench [folder with *.flows] [repetitions] [only this file, or none] [radix of a fat tree for one more permutation]
//                 [--sections=flows,scale,threads,memory,profile,peers] [--transports=credit,dcqcn] [--seeds=20] [--largest=16384]
// flows    each flow file under each transport: completion times, CPU seconds (least of the repetitions), packet-hops
// scale    permutations of 128 hosts to 16,384: rate against that at 128, exponent of CPU time against packet-hops
// threads  one thread against two: wall and CPU time, and whether the answers are equal
// memory   bytes a port and a packet in flight
// profile  functions by CPU time (Linux)
// peers    ns-3's DCTCP on the same flows and paths, where its libraries were found as this was built; other simulators in the
//          folder named by WEIR_PEERS, on the same flows (packets/peers.h says how they are called)
// With "only" or a radix given, and no --sections, flows alone. The environment may set WEIR_BENCH_BUFFER (bytes an input port)
// and WEIR_BENCH_SHIFT (wheel buckets of 2^shift ps; credits and ECMP alone). Where the folder is missing, the same kinds of
// traffic are made here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/network/flow_driver.h"
#include "core/network/packet_engine.h"
#include "core/network/topology.h"
#include "core/network/transport.h"
#include "core/scenario/traffic.h"
#include "tests/bench/packets/peers.h"
#include "tests/bench/packets/played.h"
#include "tests/bench/packets/profile.h"
#include "tests/bench/packets/resident.h"
#ifdef WEIR_NS3_DCTCP
#include "tests/crosscheck/ns3/ns3_peer.h"
#endif

using namespace weir;
using namespace weir::bench;

namespace {

struct Options {
  std::string folder = std::string(WEIR_SHARED_DIR "/flows"), only, sections, transports;
  int repetitions = 3, radix = 0, seeds = 20, largest = 16384;
  [[nodiscard]] bool section(std::string_view name) const { return ("," + sections + ",").find("," + std::string(name) + ",") != std::string::npos; }
  [[nodiscard]] bool transport(std::string_view name) const {
    return transports.empty() || ("," + transports + ",").find("," + std::string(name) + ",") != std::string::npos;
  }
};

Options read(int argc, char** argv) {
  Options o;
  int place = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    const auto value = [&a](std::string_view key) { return a.starts_with(key) ? a.c_str() + key.size() : nullptr; };
    if (const char* v = value("--sections=")) o.sections = v;
    else if (const char* t = value("--transports=")) o.transports = t;
    else if (const char* s = value("--seeds=")) o.seeds = std::max(1, std::atoi(s));
    else if (const char* h = value("--largest=")) o.largest = std::atoi(h);
    else if (++place == 1) o.folder = a;
    else if (place == 2) o.repetitions = std::max(1, std::atoi(a.c_str()));
    else if (place == 3) o.only = a;
    else o.radix = std::atoi(a.c_str());
  }
  if (o.sections.empty()) o.sections = o.only.empty() && o.radix == 0 ? "flows,scale,threads,memory,profile,peers" : "flows";
  return o;
}

struct Case {
  std::string name, file;
  int radix = 8, hosts = 128;
  std::vector<Flow> flows;
};

// The kinds of traffic of the flow files, made here.
std::vector<Flow> made(std::string_view name, int hosts) {
  std::vector<Flow> flows;
  const auto add = [&flows](int from, int to, std::int64_t bytes) { flows.push_back({from, to, Bytes::of(bytes), {}}); };
  if (name.starts_with("perm")) return permutation(hosts, 2'000'000);
  if (name.starts_with("ring"))
    for (int i = 0; i < hosts; ++i) add(i, (i + 1) % hosts, 2'000'000);
  if (name.starts_with("incast"))
    for (int i = 0; i < 32; ++i) add(4 * i + 3, 0, 2'000'000);
  if (name.starts_with("a2a"))
    for (int i = 0; i < 32 * 32; ++i)
      if (i / 32 != i % 32) add(4 * (i / 32), 4 * (i % 32), 65'536);
  return flows;
}

// Written down for the peers.
std::string saved(const std::string& name, const std::vector<Flow>& flows) {
  const std::string file = (std::filesystem::temp_directory_path() / fmt::format("weir_bench_{}.flows", name)).string();
  std::ofstream out(file);
  for (const Flow& f : flows) out << fmt::format("{} {} {} {}\n", f.from, f.to, f.bytes.count(), f.start.toPs() / 1000);
  return file;
}

std::vector<Case> cases(const Options& o) {
  std::vector<Case> all;
  const bool given = std::filesystem::exists(o.folder);
  if (!given) fmt::print("{} is missing: traffic of the same kinds, made here\n", o.folder);
  for (const auto& [name, radix] : {std::pair{"perm128", 8}, {"ring128", 8}, {"incast32", 8}, {"a2a32", 8}, {"perm1024", 16}, {"ring1024", 16}}) {
    if (!o.only.empty() && o.only != name) continue;
    Case c{name, o.folder + "/" + name + ".flows", radix, radix * radix * radix / 4, {}};
    c.flows = given ? loadFlows(c.file).value_or(std::vector<Flow>{}) : made(name, c.hosts);
    if (!given && std::getenv("WEIR_PEERS") != nullptr) c.file = saved(name, c.flows);
    all.push_back(std::move(c));
  }
  if (o.radix > 0) {
    const int hosts = o.radix * o.radix * o.radix / 4;
    all.push_back({fmt::format("perm-k{}", o.radix), "", o.radix, hosts, permutation(hosts, 2'000'000)});
  }
  std::erase_if(all, [](const Case& c) { return c.flows.empty(); });
  return all;
}

Scenario scenarioOf(const Case& c, const net::TransportDescriptor* t) {
  Scenario s = tree(c.radix, c.hosts, c.flows);
  if (t != nullptr) {
    s.machine.network.transport = t->name;
    if (t->sprays) s.machine.network.routing = "spray";
  }
  if (const char* buffer = std::getenv("WEIR_BENCH_BUFFER")) s.machine.network.sw.buffer = Bytes::of(std::atoll(buffer));
  return s;
}

double hopsPerSecond(const Played& p) { return static_cast<double>(p.outcome.network.packet_hops) / p.cpu_s; }

void showFlows(std::string_view engine, const std::string& name, const Played& p) {
  if (!p.error.empty()) {
    fmt::print("{:<7} {:<10} not played: {}\n", engine, name, p.error);
    return;
  }
  const FlowOutcome& f = p.outcome.flows;
  const NetworkOutcome& n = p.outcome.network;
  fmt::print("{:<7} {:<10} {:>6} {:>8.1f} {:>8.1f} {:>8.1f} {:>8.4f}", engine, name, f.count, f.fct_mean_s * 1e6, f.fct_p99_s * 1e6, f.fct_max_s * 1e6, p.cpu_s);
  if (n.packet_hops > 0)
    fmt::print(" {:>10} {:>7.2f} {:>8} {:>8} {:>7} {:>8} {:>10}", n.packet_hops, hopsPerSecond(p) * 1e-6, n.pauses, n.marks, n.drops, n.trims, n.max_queue_bytes);
  fmt::print("\n");
}

void flowsSection(const Options& o, const std::vector<Case>& all) {
  fmt::print("\n{:<7} {:<10} {:>6} {:>8} {:>8} {:>8} {:>8} {:>10} {:>7} {:>8} {:>8} {:>7} {:>8} {:>10}\n", "engine", "flows", "count", "mean us", "p99 us", "max us",
             "CPU s", "pkt-hops", "Mhop/s", "pauses", "marks", "drops", "trims", "max queue");
  for (const Case& c : all) {
    for (const net::TransportDescriptor& t : net::transports())
      if (o.transport(t.name)) showFlows(t.name, c.name, play(scenarioOf(c, &t), Fidelity::Packet, o.repetitions));
    showFlows("flow", c.name, play(scenarioOf(c, nullptr), Fidelity::Flow, o.repetitions));
  }
}

// The engine alone, credits and ECMP, in steps of 5 us: what it holds, and how many packets are under way.
struct Alone {
  double engineBytes = 0, mostBytes = 0;  // once made and idle; at most, more than that
  double mostPackets = 0;
  std::size_t links = 0;
};
Alone playAlone(const Case& c, std::int64_t buffer) {
  const Scenario s = scenarioOf(c, nullptr);
  const auto hosts = static_cast<std::uint32_t>(c.hosts);
  const net::Graph graph = net::buildTopology(s.machine.network, {hosts, Bandwidth::bitsPerSecond(100e9), Bandwidth::bitsPerSecond(100e9), Time::us(1)}).value();
  net::FlowDriver driver(c.flows);
  net::PacketOptions options;
  options.buffer = buffer;
  options.seriesBins = 2;
  if (const char* shift = std::getenv("WEIR_BENCH_SHIFT")) options.bucketShift = static_cast<unsigned>(std::atoi(shift));
  Alone a;
  a.links = graph.links().size();
  const std::int64_t before = residentNow();
  net::PacketEngine engine(graph, options, driver);
  const std::int64_t idle = residentNow();
  a.engineBytes = static_cast<double>(idle - before);
  resetResidentPeak();
  for (std::int64_t until = 0; !c.flows.empty(); until += 5'000'000) {
    const auto more = engine.playUntil(until, {});
    if (!more) {
      fmt::print(stderr, "{}\n", more.error().line());
      std::exit(1);
    }
    const double arrived = static_cast<double>(engine.stats().deliveredBytes) / static_cast<double>(options.mtu);
    a.mostPackets = std::max(a.mostPackets, static_cast<double>(engine.stats().packets) - arrived);
    if (!*more) break;
  }
  a.mostBytes = static_cast<double>(residentPeak() - idle);
  return a;
}

void memorySection(const Options& o) {
  fmt::print("\nmemory, credits, as resident in whole pages (series of links left out: two bins each)\n");
  for (const auto& [radix, hosts] : {std::pair{16, 1024}, {42, 16384}}) {
    if (hosts > o.largest) continue;
    const Alone a = playAlone({"", "", radix, hosts, {}}, 0);
    fmt::print("{:>6} hosts, idle: {} ports, {:.0f} bytes a port (limit 2,000)\n", hosts, a.links, a.engineBytes / static_cast<double>(a.links));
  }
  // Buffers without end, so that packets pile up and are what memory goes to. Whole packets only, so that they can be counted.
  for (const int times : {4, 16}) {
    const Alone a = playAlone({"", "", 16, 1024, permutation(1024, 500LL * times * 4096)}, 16 << 20);
    fmt::print("  1024 hosts, {:.0f} packets in flight at most: {:.0f} bytes a packet (limit 200)\n", a.mostPackets, a.mostBytes / a.mostPackets);
  }
}

// Slope of the least squares line through (log x, log y).
double exponent(const std::vector<std::pair<double, double>>& points) {
  double mx = 0, my = 0, sxy = 0, sxx = 0;
  for (const auto& [x, y] : points) {
    mx += std::log(x) / static_cast<double>(points.size());
    my += std::log(y) / static_cast<double>(points.size());
  }
  for (const auto& [x, y] : points) {
    sxy += (std::log(x) - mx) * (std::log(y) - my);
    sxx += (std::log(x) - mx) * (std::log(x) - mx);
  }
  return sxy / sxx;
}

void scaleSection(const Options& o) {
  fmt::print("\nscale: permutations of 2 MB, credits\n{:>7} {:>6} {:>10} {:>9} {:>9} {:>8} {:>8} {:>8}\n", "hosts", "radix", "pkt-hops", "CPU s", "wall s", "Mhop/s", "of 128's", "MB");
  std::vector<std::pair<double, double>> points;
  double first = 0;
  for (const auto& [hosts, radix] : {std::pair{128, 8}, {1024, 16}, {4096, 26}, {16384, 42}}) {
    if (hosts > o.largest) continue;
    const Played p = play(tree(radix, hosts, permutation(hosts, 2'000'000)), Fidelity::Packet, hosts > 2000 ? 1 : o.repetitions);
    if (!p.error.empty()) {
      fmt::print("{:>7} not played: {}\n", hosts, p.error);
      continue;
    }
    if (points.empty()) first = hopsPerSecond(p);
    points.emplace_back(static_cast<double>(p.outcome.network.packet_hops), p.cpu_s);
    fmt::print("{:>7} {:>6} {:>10} {:>9.4f} {:>9.4f} {:>8.2f} {:>7.0f}% {:>8.0f}\n", hosts, radix, p.outcome.network.packet_hops, p.cpu_s, p.wall_s, hopsPerSecond(p) * 1e-6,
               100 * hopsPerSecond(p) / first, static_cast<double>(p.memoryBytes) / 1e6);
  }
  if (points.size() > 1) fmt::print("CPU time grows with packet-hops to the power of {:.3f}\n", exponent(points));
}

void threadsSection(const Options& o) {
  fmt::print("\nthreads: permutations of 2 MB\n{:>7} {:<8} {:>10} {:>10} {:>9} {:>10} {:>10} {:>6}\n", "hosts", "engine", "wall s, 1", "wall s, 2", "faster", "CPU s, 1", "CPU s, 2", "equal");
  for (const auto& [hosts, radix] : {std::pair{1024, 16}, {16384, 42}}) {
    if (hosts > o.largest) continue;
    for (const std::string_view name : {"credit", "dcqcn"}) {
      const net::TransportDescriptor* t = net::transportNamed(name);
      if (t == nullptr || !o.transport(name) || (hosts > 2000 && name != "credit")) continue;
      const Case c{"", "", radix, hosts, permutation(hosts, 2'000'000)};
      const int repetitions = hosts > 2000 ? 1 : o.repetitions;
      const Played one = play(scenarioOf(c, t), Fidelity::Packet, repetitions, 1), two = play(scenarioOf(c, t), Fidelity::Packet, repetitions, 2);
      if (!one.error.empty() || !two.error.empty()) {
        fmt::print("{:>7} {:<8} not played: {}\n", hosts, name, one.error + two.error);
        continue;
      }
      fmt::print("{:>7} {:<8} {:>10.3f} {:>10.3f} {:>8.2f}x {:>10.3f} {:>10.3f} {:>6}\n", hosts, name, one.wall_s, two.wall_s, one.wall_s / two.wall_s, one.cpu_s, two.cpu_s,
                 equal(one, two) ? "yes" : "NO");
    }
  }
}

void profileSection(const Options& o) {
  const Case c{"", "", 16, 1024, permutation(1024, 2'000'000)};
  for (const std::string_view name : {"credit", "dcqcn"}) {
    const net::TransportDescriptor* t = net::transportNamed(name);
    if (t == nullptr || !o.transport(name)) continue;
    const Scenario s = scenarioOf(c, t);
    const auto parts = profile([&] { (void)play(s, Fidelity::Packet, 3); });
    fmt::print("\nprofile: {}, permutation of 1,024 hosts\n", name);
    for (std::size_t i = 0; i < std::min<std::size_t>(parts.size(), 14); ++i)
      if (parts[i].second >= 0.005) fmt::print("{:>6.1f} %  {}\n", 100 * parts[i].second, parts[i].first);
  }
}

struct Sums {
  double mean = 0, p99 = 0, max = 0, cpu = 1e30;
  int count = 0;
  void add(double m, double p, double x, double c) {
    mean += m;
    p99 += p;
    max += x;
    cpu = std::min(cpu, c);
    ++count;
  }
  [[nodiscard]] double of(double sum) const { return sum / count; }
};

void ns3Section([[maybe_unused]] const std::vector<Case>& all) {
#ifdef WEIR_NS3_DCTCP
  fmt::print("\nns-3 (a process of its own), DCTCP on the same flows, paths, frames, marks and buffers; ratios are ours / ns-3's, ns-3's CPU / ours\n"
             "{:<10} {:>25} {:>25} {:>7} {:>7} {:>6} {:>9} {:>9} {:>7}\n",
             "flows", "ns-3 mean/p99/max", "ours mean/p99/max", "mean", "p99", "", "ns-3 CPU", "our CPU", "x");
  for (const Case& c : all) {
    if (c.hosts > 128 && c.name != "perm1024") continue;  // a minute each
    const auto graph = net::buildTopology(tree(c.radix, c.hosts).machine.network,
                                          {static_cast<std::uint32_t>(c.hosts), Bandwidth::bitsPerSecond(100e9), Bandwidth::bitsPerSecond(100e9), Time::us(1)});
    const auto router = graph ? net::makeRouter("ecmp", *graph, 1) : tl::make_unexpected(graph.error());
    if (!router) continue;
    double theirs_s = 0, ours_s = 0;
    const auto theirs = crosscheck::summary(crosscheck::playNs3(WEIR_NS3_DCTCP, *graph, **router, c.flows, {}, theirs_s));
    const auto ours = crosscheck::summary(crosscheck::playOurs(*graph, **router, c.flows, {}, ours_s));
    const auto three = [](const crosscheck::Summary& s) { return fmt::format("{:.1f}/{:.1f}/{:.1f}", s.mean, s.p99, s.max); };
    const bool near = std::abs(ours.mean / theirs.mean - 1) <= 0.05 && std::abs(ours.p99 / theirs.p99 - 1) <= 0.1;
    fmt::print("{:<10} {:>25} {:>25} {:>7.3f} {:>7.3f} {:>6} {:>9.3f} {:>9.4f} {:>6.0f}x\n", c.name, three(theirs), three(ours), ours.mean / theirs.mean, ours.p99 / theirs.p99,
               near ? "ok" : "off", theirs_s, ours_s, theirs_s / ours_s);
  }
#else
  fmt::print("\nns-3 was not found when this was built (libns3-dev)\n");
#endif
}

void peersSection(const Options& o, const std::vector<Case>& all) {
  ns3Section(all);
  const char* folder = std::getenv("WEIR_PEERS");
  if (folder == nullptr) {
    fmt::print("\npeers: none (WEIR_PEERS names no folder)\n");
    return;
  }
  fmt::print("\npeers on the same flows and frames, FCT in us until the receiver has the last byte; ratios are ours / peer's, peer's CPU / ours\n"
             "{:<14} {:<10} {:<9} {:>4} {:>25} {:>25} {:>7} {:>7} {:>6} {:>9} {:>9} {:>7}\n",
             "peer", "flows", "ours", "runs", "peer mean/p99/max", "ours mean/p99/max", "mean", "p99", "", "peer CPU", "our CPU", "x");
  std::map<std::pair<std::string, int>, std::optional<PeerAnswer>> asked;
  for (const Case& c : all) {
    if (c.file.empty()) continue;
    for (const PeerMatch& m : peerMatches()) {
      const std::string program = fmt::format("{}/{}", folder, m.program);
      if (!std::filesystem::exists(program)) continue;
      const int runs = !m.drawn ? 1 : c.hosts > 128 ? std::min(o.seeds, 2) : o.seeds;
      Sums peer, ours;
      std::string trouble;
      for (int seed = 1; seed <= runs && trouble.empty(); ++seed) {
        // What draws no random number of its own answers the same each time (ns-3's paths, SimGrid's): asked once.
        if (seed == 1 || m.program.starts_with("htsim")) {
          const auto [known, fresh] = asked.try_emplace({program + c.file, seed});
          if (fresh) known->second = askPeer(program, c.file, c.hosts, seed);
          const std::optional<PeerAnswer>& a = known->second;
          if (!a) {
            trouble = "the peer gave no answer";
            break;
          }
          peer.add(a->at("mean_us"), a->at("p99_us"), a->at("max_us"), a->at("cpu_s"));
          const double payload = a->at("payload"), wire = a->at("wire");
          Scenario s = tree(c.radix, c.hosts, std::isnan(payload) ? c.flows : onTheWire(c.flows, payload, wire, m.lastIsFull));
          if (m.settings != nullptr) m.settings(s.machine.network, wire);
          for (int draw = seed; draw <= (m.program.starts_with("htsim") ? seed : runs); ++draw) {
            s.seed = static_cast<std::uint64_t>(draw);
            const Played p = play(s, m.fidelity, 1);
            if (!p.error.empty()) {
              trouble = p.error;
              break;
            }
            const FlowOutcome& f = p.outcome.flows;
            ours.add(f.fct_mean_s * 1e6, f.fct_p99_s * 1e6, f.fct_max_s * 1e6, p.cpu_s);
          }
        }
      }
      if (!trouble.empty()) {
        fmt::print("{:<14} {:<10} {:<9} not compared: {}\n", m.program, c.name, m.what, trouble);
        continue;
      }
      const auto three = [](const Sums& s) { return fmt::format("{:.1f}/{:.1f}/{:.1f}", s.of(s.mean), s.of(s.p99), s.of(s.max)); };
      const double mean = ours.of(ours.mean) / peer.of(peer.mean), p99 = ours.of(ours.p99) / peer.of(peer.p99);
      const bool near = std::abs(mean - 1) <= 0.05 && std::abs(p99 - 1) <= 0.1;
      fmt::print("{:<14} {:<10} {:<9} {:>4} {:>25} {:>25} {:>7.3f} {:>7.3f} {:>6} {:>9.3f} {:>9.4f} {:>6.1f}x\n", m.program, c.name, m.what, ours.count, three(peer), three(ours), mean, p99,
                 !m.judged ? "" : near ? "ok" : "off", peer.cpu, ours.cpu, peer.cpu / ours.cpu);
    }
  }
  fmt::print("ok: mean within 5 %, p99 within 10 %. Not judged: SimGrid's fat tree takes d-mod-k paths; credits stand in for PFC.\n");
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // it takes minutes: each line as it is known
  const Options o = read(argc, argv);
  const std::vector<Case> all = cases(o);
  if (o.section("flows")) flowsSection(o, all);
  if (o.section("scale")) scaleSection(o);
  if (o.section("threads")) threadsSection(o);
  if (o.section("memory")) memorySection(o);
  if (o.section("profile")) profileSection(o);
  if (o.section("peers")) peersSection(o, all);
  return 0;
}
