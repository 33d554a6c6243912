#include "tests/core/simulate/truth.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "core/network/topology.h"
#include "core/network/transport.h"
#include "core/simulate/simulate.h"

namespace weir::truth {
namespace {

constexpr double kRate = 12.5e9;  // bytes/s of every cable: 100 Gb/s
constexpr double kMtu = 4096, kLatency_s = 1e-6;

Machine machine(int hosts, Topology topology) {
  Machine m;
  m.nodes = hosts;
  m.node.nic.bandwidth = Bandwidth::bitsPerSecond(100e9);
  m.network.topology = topology;
  m.network.link = {Bandwidth::bitsPerSecond(100e9), Time::us(1)};
  return m;
}

Scenario traffic(int hosts, Topology topology, std::vector<Flow> flows = {}) {
  Scenario s;
  s.machine = machine(hosts, topology);
  s.workload.kind = Workload::Kind::Traffic;
  s.workload.flows = std::move(flows);
  return s;
}

Scenario tree(std::vector<Flow> flows) {
  Scenario s = traffic(128, Topology::FatTree, std::move(flows));
  s.machine.network.radix = 8;
  return s;
}

Flow flow(int from, int to, std::int64_t bytes, std::int64_t start_ps = 0) { return {from, to, Bytes::of(bytes), Time::ps(start_ps)}; }

// With each transport what it is made for: packets on many paths, or a path a flow.
void carry(Scenario& s, const net::TransportDescriptor& t) {
  s.machine.network.transport = t.name;
  s.machine.network.routing = t.sprays ? "spray" : "ecmp";
}

struct Answer {
  std::optional<Simulated> played;
  std::string error, where;
};
Answer play(const Scenario& s, bool keep = false) {
  SimulateOptions o;
  o.keepMessages = keep;
  auto r = simulate(s, Fidelity::Packet, o, {});
  Answer a;
  if (r) a.played = std::move(*r);
  else a.error = r.error().line(), a.where = r.error().where;
  return a;
}

Line unplayed(std::string what, std::string why) { return {std::move(what), kUnknown, ">=", 0, 0, std::move(why)}; }
Line atLeast(std::string what, double value, double bound) { return {std::move(what), value, ">=", bound, 0, {}}; }
Line atMost(std::string what, double value, double bound) { return {std::move(what), value, "<=", bound, 0, {}}; }
Line near(std::string what, double value, double bound, double tolerance) { return {std::move(what), value, "~", bound, tolerance, {}}; }

// The last byte of a message over `links` of them with store-and-forward, alone: it leaves, then the packet before it is
// received whole at every switch, and light takes its time.
double alone_us(double bytes, int links) {
  return (bytes / kRate + (links - 1) * std::min(bytes, kMtu) / kRate + links * kLatency_s) * 1e6;
}

Lines bounds() {
  Lines out;
  std::vector<Flow> incast, exchange;
  for (int i = 0; i < 32; ++i) {
    incast.push_back(flow(4 * i + 3, 0, 2'000'000));
    for (int j = 0; j < 32; ++j)
      if (i != j) exchange.push_back(flow(4 * i, 4 * j, 65'536));
  }
  for (const net::TransportDescriptor& t : net::transports()) {
    struct Row {
      std::string what;
      const std::vector<Flow> flows;
      double bound_us;
    };
    const std::array rows{Row{"incast 32 to 1 of 2 MB, us", incast, 32 * 2e6 / kRate * 1e6},
                          Row{"all-to-all of 32 hosts, 64 KiB, us", exchange, 31 * 65'536 / kRate * 1e6},
                          Row{"lone flow of 2 MB over 6 links, us", {flow(0, 127, 2'000'000)}, alone_us(2e6, 6)}};
    for (const Row& r : rows) {
      Scenario s = tree(r.flows);
      carry(s, t);
      const Answer a = play(s);
      const std::string what = fmt::format("{}: {}", t.name, r.what);
      if (!a.played) {
        out.push_back(unplayed(what, a.error));
        continue;
      }
      const FlowOutcome& f = a.played->outcome.flows;
      out.push_back(atLeast(what, f.fct_max_s * 1e6, r.bound_us * (1 - 1e-9)));
      if (f.count != r.flows.size()) out.push_back(unplayed(what, fmt::format("{} of {} flows arrived", f.count, r.flows.size())));
      // Alone, a transport that starts at line rate has nothing to wait for. What is not in the closed form: DCTCP grows its
      // window, NDP's receiver pulls at 99 %, HPCC aims at 95 %, delay-based ones hold back for their target.
      if (r.flows.size() == 1 && (t.credits || t.name == "dcqcn")) out.push_back(near(what, f.fct_max_s * 1e6, r.bound_us, 0.01));
      if (t.credits && r.flows.size() == 32) out.push_back(near(what, f.fct_max_s * 1e6, r.bound_us, 0.01));
    }
  }
  return out;
}

Scenario collective(int hosts, Topology topology, CollectiveOp op, Algorithm algorithm, std::int64_t bytes) {
  Scenario s;
  s.machine = machine(hosts, topology);
  s.workload.kind = Workload::Kind::Collective;
  s.workload.operation = op;
  s.workload.algorithm = algorithm;
  s.workload.sizes = {Bytes::of(bytes)};
  return s;
}

// The ring of 128 ranks laid along the fat tree's hosts: every step is its own link pair, so nothing contends. A block that
// travels the ring meets 12 hops of 2 links, 3 of 4 and 1 of 6 in every 16.
Lines allReduce() {
  constexpr double kSteps = 254, block = 33'554'432.0 / 128;
  const double hop_us = (12 * alone_us(block, 2) + 3 * alone_us(block, 4) + alone_us(block, 6)) / 16;
  Scenario s = collective(128, Topology::FatTree, CollectiveOp::AllReduce, Algorithm::Ring, 33'554'432);
  s.machine.network.radix = 8;
  const Answer a = play(s);
  const std::string what = "credit: ring all-reduce of 32 MiB on 128 ranks, us";
  if (!a.played) return {unplayed(what, a.error)};
  const double us = a.played->outcome.collectives.at(0).time_s * 1e6;
  return {atLeast(what, us, kSteps * block / kRate * 1e6), near(what + ", closed form of its hops", us, kSteps * hop_us, 0.01)};
}

// Behind one switch every step of these is a permutation: t(b) is a message of b bytes alone over two links.
Lines closedForms() {
  Lines out;
  constexpr int n = 16;
  constexpr std::int64_t bytes = 16 * 4096 * 64;  // 4 MiB
  const auto t = [](double b) { return alone_us(b, 2); };
  const double b = static_cast<double>(bytes);
  double halves = 0;
  for (int i = 1; i <= 4; ++i) halves += t(b / (1 << i));
  struct Row {
    CollectiveOp op;
    Algorithm algorithm;
    double us;
    const char* what;
  };
  const std::array rows{Row{CollectiveOp::AllReduce, Algorithm::Ring, 2 * (n - 1) * t(b / n), "ring all-reduce"},
                        Row{CollectiveOp::AllReduce, Algorithm::RecursiveDoubling, 4 * t(b), "recursive doubling all-reduce"},
                        Row{CollectiveOp::AllReduce, Algorithm::HalvingDoubling, 2 * halves, "halving-doubling all-reduce"}};
  for (const Row& r : rows) {
    const Answer a = play(collective(n, Topology::SingleSwitch, r.op, r.algorithm, bytes));
    const std::string what = fmt::format("{} of 4 MiB on 16 ranks, us", r.what);
    if (a.played) out.push_back(near(what, a.played->outcome.collectives.at(0).time_s * 1e6, r.us, 0.01));
    else out.push_back(unplayed(what, a.error));
  }
  return out;
}

Result<net::Graph> built(const Machine& m) {
  return net::buildTopology(m.network, {static_cast<std::uint32_t>(m.nodes), m.node.nic.bandwidth, m.network.link.bandwidth, m.network.link.latency});
}

Machine dragonfly() {
  Machine m = machine(1056, Topology::Dragonfly);
  m.network.hosts_per_router = 4;
  m.network.routers_per_group = 8;
  m.network.global_links_per_router = 4;
  return m;
}

Lines shapes() {
  Lines out;
  const auto count = [&out](const std::string& what, const Machine& m, double switches, double cables) {
    const auto g = built(m);
    if (!g) {
      out.push_back(unplayed(what, g.error().line()));
      return;
    }
    out.push_back(near(what + ": switches", g->switches(), switches, 0));
    out.push_back(near(what + ": cables", static_cast<double>(g->links().size()) / 2, cables, 0));
  };
  Machine k8 = machine(128, Topology::FatTree);
  k8.network.radix = 8;
  count("fat tree k 8, 128 hosts", k8, 80, 3 * 128);
  // 33 groups of 8 routers: 8 x 7 / 2 cables within a group, 33 x 32 / 2 between groups.
  count("dragonfly p 4, a 8, h 4, 1,056 hosts", dragonfly(), 264, 1056 + 33 * 28 + 33 * 32 / 2);
  const auto g = built(dragonfly());
  if (g && !g->structure().group.empty())
    out.push_back(near("dragonfly p 4, a 8, h 4: groups", 1.0 + *std::max_element(g->structure().group.begin(), g->structure().group.end()), 33, 0));
  return out;
}

// Four hosts of an edge switch send to the next edge switch through one uplink's worth: 12.5 / 4 GB/s each.
Lines taper() {
  Lines out;
  for (const double thin : {1.0, 4.0}) {
    std::vector<Flow> flows;
    for (int h = 0; h < 128; ++h) flows.push_back(flow(h, (h + 4) % 128, 16'000'000));
    Scenario s = tree(flows);
    s.machine.network.taper = thin;
    // With all four uplinks, hashes would collide: the untapered tree is asked for one flow an edge switch.
    if (thin == 1) std::erase_if(s.workload.flows, [](const Flow& f) { return f.from % 4 != 0; });
    const Answer a = play(s, true);
    const std::string what = fmt::format("fat tree k 8, taper {}: a cross-leaf flow, GB/s", thin);
    if (!a.played) {
      out.push_back(unplayed(what, a.error));
      continue;
    }
    const Transfers& t = a.played->run->transfers;
    double least = 1e30, most = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      const double rate = static_cast<double>(t.bytes[i]) / (static_cast<double>(t.end[i] - t.start[i]) * 1e-12) * 1e-9;
      least = std::min(least, rate);
      most = std::max(most, rate);
    }
    out.push_back(near(what + ", slowest", least, 12.5 / thin, 0.01));
    out.push_back(near(what + ", fastest", most, 12.5 / thin, 0.01));
  }
  return out;
}

// What a dragonfly accepts of a load, in %, by routing; what was refused becomes a line.
std::map<std::string, double, std::less<>> acceptedBy(const char* pattern, double load, Lines& out) {
  std::map<std::string, double, std::less<>> accepted;
  for (const char* routing : {"minimal", "valiant", "ugal-l", "ugal-g"}) {
    Scenario s;
    s.machine = dragonfly();
    s.machine.network.routing = routing;
    s.workload.kind = Workload::Kind::Traffic;
    s.workload.pattern = pattern;
    s.workload.load = load;
    s.workload.size = Bytes::of(4096);
    s.workload.duration = Time::us(200);
    const Answer a = play(s);
    if (a.played) accepted[routing] = 100 * a.played->outcome.network.throughput;
    else out.push_back(unplayed(fmt::format("dragonfly, {}, load {:.0f} %, {}", pattern, 100 * load, routing), a.error));
  }
  return accepted;
}

// Adversarial: hosts of a group all send to the next group, over the one global link there is: minimal paths carry
// 1 / (a p) = 3.125 %. Valiant's detour takes two global links: at most 50 %. Uniform: minimal paths carry all, a detour
// half of what leaves its group: 1,024 of 1,055 messages. (Kim, Dally, Scott, Abts, ISCA 2008, section 4.)
Lines dragonflyLoads() {
  Lines out;
  for (const char* pattern : {"adversarial", "uniform"}) {
    const bool adversarial = pattern[0] == 'a';
    for (const double load : adversarial ? std::vector<double>{0.05, 0.1, 0.2, 0.3, 0.4, 0.5} : std::vector<double>{0.2, 0.4, 0.6}) {
      const double offered = 100 * load;
      auto accepted = acceptedBy(pattern, load, out);
      if (accepted.size() < 4) continue;
      const auto what = [&](const char* routing) { return fmt::format("dragonfly, {}, load {:.0f} %, {}: accepted, %", pattern, offered, routing); };
      out.push_back(near(what("minimal"), accepted["minimal"], adversarial ? 3.125 : offered, adversarial ? 0.01 : 0.03));
      out.push_back(atMost(what("valiant"), accepted["valiant"], std::min(adversarial ? 50.0 : 50.0 * 1055 / 1024, offered * 1.02)));
      if (load <= 0.4) out.push_back(near(what("valiant"), accepted["valiant"], offered, 0.05));
      const double better = std::max(accepted["minimal"], accepted["valiant"]);
      for (const char* ugal : {"ugal-l", "ugal-g"}) out.push_back(atLeast(what(ugal) + ", 90 % of the better", accepted[ugal], 0.9 * better));
    }
  }
  return out;
}

// Of the counters of a group, all links' or one's, between two shares of the time: their sum and their greatest.
struct Counted {
  double sum = 0, most = 0;
};
Counted counted(const Run& run, std::string_view group, std::string_view link, double from, double to) {
  Counted out;
  for (const Counter& c : run.counters) {
    if (run.names.text(c.group) != group || (!link.empty() && run.names.text(c.name) != link)) continue;
    const double n = static_cast<double>(c.value.size());
    for (std::size_t i = static_cast<std::size_t>(n * from); i < static_cast<std::size_t>(n * to); ++i) {
      out.sum += static_cast<double>(c.value[i]);
      out.most = std::max(out.most, static_cast<double>(c.value[i]));
    }
  }
  return out;
}

// Eight long flows into one port. At line rate they fill what all eight inputs may hold before they pause; once DCQCN has
// cut their rates nothing is paused again, and the queue of all eight stays far below that.
Lines dcqcnIncast() {
  const std::string what = "dcqcn, incast of 8 x 40 MB: ";
  const net::TransportDescriptor* t = net::transportNamed("dcqcn");
  if (t == nullptr) return {unplayed(what, "there is no dcqcn")};
  std::vector<Flow> flows;
  for (int i = 1; i <= 8; ++i) flows.push_back(flow(i, 0, 40'000'000));
  Scenario s = traffic(9, Topology::SingleSwitch, flows);
  s.machine.network.transport = "dcqcn";
  const auto pause = static_cast<double>(t->buffer);
  s.machine.network.sw.pause.xoff = Bytes::of(t->buffer);
  const Answer a = play(s, true);
  if (!a.played) return {unplayed(what, a.error)};
  const Run& run = *a.played->run;
  const char* port = "switch > host 0";
  return {atLeast(what + "queue at first, bytes, of eight inputs' pause thresholds", counted(run, "queue depth", port, 0, 0.1).most, 8 * pause),
          atLeast(what + "pauses at first", counted(run, "pauses", "", 0, 0.1).sum, 1),
          atMost(what + "pauses from a tenth of the time on", counted(run, "pauses", "", 0.1, 1).sum, 0),
          atMost(what + "queue after convergence, bytes, of eight inputs' pause thresholds", counted(run, "queue depth", port, 0.1, 1).most, 8 * pause),
          atMost(what + "queue after convergence, bytes, a quarter over where all is marked", counted(run, "queue depth", port, 0.1, 1).most, 1.25 * static_cast<double>(t->ecnMax)),
          atLeast(what + "marks", static_cast<double>(a.played->outcome.network.marks), 1),
          atLeast(what + "last byte, us", a.played->outcome.flows.fct_max_s * 1e6, 8 * 40e6 / kRate * 1e6)};
}

// Completion times by sender, ps.
std::map<int, std::int64_t> completions(const Simulated& s) {
  std::map<int, std::int64_t> out;
  const Transfers& t = s.run->transfers;
  for (std::size_t i = 0; i < t.size(); ++i) out[t.source[i]] = t.end[i] - t.start[i];
  return out;
}

// Leaves of four hosts, four spines; hosts of leaf l send to leaf l + 1. Sprayed, the flows out of and into leaf 0 are those
// that cross its cable to spine 1: without it they have three quarters of what they had (less even among the four, as their
// packets' paths are drawn: within 4 %), all others what they had to the picosecond. By hash,
// flows one after the other: with half the cable, a flow either crossed it and takes twice as long, or is not touched.
Lines failedLink() {
  Lines out;
  const auto played = [](const char* routing, std::optional<double> capacity, std::int64_t gap_ps) {
    std::vector<Flow> flows;
    for (int h = 0; h < 64; ++h) flows.push_back(flow(h, (h + 4) % 64, 8'000'000, h * gap_ps));
    Scenario s = traffic(64, Topology::LeafSpine, flows);
    s.machine.network.leaves = 16;
    s.machine.network.spines = s.machine.network.hosts_per_leaf = 4;
    s.machine.network.routing = routing;
    if (capacity) s.machine.network.faults = {{"leaf 0", "spine 1", *capacity}};
    return play(s, true);
  };
  const auto touches = [](int from) { return from < 4 || from >= 60; };  // leaf 0 sends, or is sent to
  {
    const Answer whole = played("spray", {}, 0), failed = played("spray", 0.0, 0);
    const std::string what = "leaf-spine, sprayed, failed leaf 0 - spine 1: ";
    if (!whole.played || !failed.played) return {unplayed(what, whole.error + failed.error)};
    auto before = completions(*whole.played), after = completions(*failed.played);
    double least = 1e30, most = 0, others = 0;
    for (const auto& [from, time] : before) {
      const double slower = static_cast<double>(after[from]) / static_cast<double>(time);
      if (touches(from)) least = std::min(least, slower), most = std::max(most, slower);
      else others = std::max(others, std::abs(slower - 1));
    }
    out.push_back(near(what + "flows that crossed it take longer by, least", least, 4.0 / 3, 0.04));
    out.push_back(near(what + "flows that crossed it take longer by, most", most, 4.0 / 3, 0.04));
    out.push_back(atMost(what + "all others change by at most", others, 0));
  }
  {
    const Answer whole = played("ecmp", {}, 2'000'000'000), slow = played("ecmp", 0.5, 2'000'000'000);
    const std::string what = "leaf-spine, by hash, half of leaf 0 - spine 1: ";
    if (!whole.played || !slow.played) {
      out.push_back(unplayed(what, whole.error + slow.error));
      return out;
    }
    auto before = completions(*whole.played), after = completions(*slow.played);
    int crossed = 0, wrong = 0;
    for (const auto& [from, time] : before) {
      if (after[from] == time) continue;
      ++crossed;
      const double slower = static_cast<double>(after[from]) / static_cast<double>(time);
      wrong += touches(from) && std::abs(slower - 2) < 0.02 ? 0 : 1;
    }
    out.push_back(atLeast(what + "flows that crossed it", crossed, 1));
    out.push_back(atMost(what + "flows that crossed it, of eight between leaf 0 and others", crossed, 7));
    out.push_back(atMost(what + "flows that changed otherwise than by crossing it", wrong, 0));
  }
  return out;
}

// Every topology under every routing it can do, buffers of two packets a channel, everything sent at once: all arrives.
Lines noDeadlock() {
  struct Shape {
    const char* name;
    Topology topology;
    int hosts;
    void (*set)(Network&);
  };
  const std::array shapes{
      Shape{"leaf-spine", Topology::LeafSpine, 32, [](Network& n) { n.leaves = 8, n.spines = n.hosts_per_leaf = 4; }},
      Shape{"fat-tree", Topology::FatTree, 54, [](Network& n) { n.radix = 6; }},
      Shape{"dragonfly", Topology::Dragonfly, 72, [](Network& n) { n.hosts_per_router = 2, n.routers_per_group = 4, n.global_links_per_router = 2; }},
      Shape{"dragonfly+", Topology::DragonflyPlus, 72, [](Network& n) { n.leaves = n.spines = n.hosts_per_leaf = n.global_links_per_router = 2, n.groups = 5; }},
      Shape{"torus", Topology::Torus, 64, [](Network& n) { n.dimensions = {4, 4, 4}, n.hosts_per_router = 1; }},
      Shape{"mesh", Topology::Mesh, 25, [](Network& n) { n.dimensions = {5, 5}, n.hosts_per_router = 1; }},
      Shape{"hyperx", Topology::HyperX, 48, [](Network& n) { n.dimensions = {4, 4}, n.hosts_per_router = 3; }},
      Shape{"slim-fly", Topology::SlimFly, 100, [](Network& n) { n.slim_fly_q = 5, n.hosts_per_router = 2; }},
  };
  Lines out;
  for (const Shape& shape : shapes) {
    int pairs = 0;
    for (const char* routing : {"ecmp", "spray", "adaptive", "minimal", "dimension-order", "valiant", "ugal-l", "ugal-g"}) {
      for (const char* pattern : {"all-to-all", "adversarial"}) {
        Scenario s = traffic(shape.hosts, shape.topology);
        shape.set(s.machine.network);
        if (shape.topology == Topology::DragonflyPlus) s.machine.nodes = 20;  // 5 groups of 2 leaves of 2 hosts
        s.machine.network.routing = routing;
        s.machine.network.sw.buffer = Bytes::of(2 * 4096);
        s.workload.pattern = pattern;
        s.workload.size = Bytes::of(pattern[1] == 'l' ? 8'192 : 1 << 18);
        const Answer a = play(s);
        const std::string what = fmt::format("{}, {}, {}: share that arrives", shape.name, routing, pattern);
        if (!a.played) {
          // A routing that this topology cannot do is refused by name; everything else is a failure.
          if (a.where != "machine.network.routing" || a.error.find("is not known") != std::string::npos) out.push_back(unplayed(what, a.error));
          continue;
        }
        ++pairs;
        const NetworkOutcome& n = a.played->outcome.network;
        out.push_back(near(what, static_cast<double>(n.delivered_bytes) / static_cast<double>(n.sent_bytes), 1, 0));
      }
    }
    out.push_back(atLeast(fmt::format("{}: routings and patterns played", shape.name), pairs, 4));
  }
  return out;
}

constexpr std::array kSections{
    Section{"bounds", "lower bounds that no transport beats, on a fat tree of 128 hosts", true, bounds},
    Section{"all-reduce", "a ring of 128 ranks on a fat tree", true, allReduce},
    Section{"closed forms", "collectives behind one switch, where nothing contends: within 1 %", true, closedForms},
    Section{"shapes", "switches, cables and groups of the topologies", true, shapes},
    Section{"taper", "thinned uplinks are shared evenly", true, taper},
    Section{"failed link", "a broken or slow cable touches the flows that crossed it, and no others", true, failedLink},
    Section{"DCQCN", "an incast's queue stays below the pause threshold", true, dcqcnIncast},
    Section{"no deadlock", "every topology and routing with the smallest buffers", true, noDeadlock},
    Section{"dragonfly", "p 4, a 8, h 4: what minimal, Valiant and UGAL accept", false, dragonflyLoads},
};

}  // namespace

bool Line::ok() const {
  if (std::isnan(value)) return false;
  if (relation == ">=") return value >= bound;
  if (relation == "<=") return value <= bound;
  return std::abs(value - bound) <= tolerance * std::abs(bound);
}

std::span<const Section> sections() { return kSections; }

std::string text(const Line& l) {
  if (!l.note.empty()) return fmt::format("{:<84} not played: {}", l.what, l.note);
  const std::string within = l.relation == "~" && l.tolerance > 0 ? fmt::format(" +-{:g} %", 100 * l.tolerance) : "";
  return fmt::format("{:<84} {:>12.6g} {:>2} {:<10.6g}{:<8} {}", l.what, l.value, l.relation, l.bound, within, l.ok() ? "ok" : "FAIL");
}

}  // namespace weir::truth
