#include "core/scenario/traffic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

#include "core/base/random.h"
#include "core/scenario/document.h"
#include "core/scenario/placement.h"
#include "core/scenario/topology_shape.h"

namespace weir {
namespace {

constexpr std::uint64_t kTrafficStream = 0x7472616666696301;  // random numbers of its own
constexpr std::uint64_t kBackgroundStream = 0x6261636b67000000;

// Sattolo's shuffle: one cycle through all hosts, so nobody sends to itself.
std::vector<int> cycle(int hosts, std::uint64_t seed, std::uint64_t stream) {
  std::vector<int> to(static_cast<std::size_t>(hosts));
  std::iota(to.begin(), to.end(), 0);
  Random random(seed, stream);
  for (std::size_t i = to.size(); i-- > 1;) std::swap(to[i], to[random.below(i)]);
  return to;
}

// The host of the job that must be the worst to send to. `whole`: the hosts are all of the machine, in order.
int adversary(const Machine& m, int h, int hosts, bool whole) {
  const Network& n = m.network;
  const int each = acceleratorsAreHosts(m) ? m.node.accelerators : 1;
  const int half = std::max(hosts / 2, 1);
  if ((n.topology == Topology::Torus || n.topology == Topology::Mesh) && whole && !n.dimensions.empty()) {
    std::int64_t routers = 1;
    for (const int d : n.dimensions) routers *= std::max(d, 1);
    const int perRouter = std::max(1, n.hosts_per_router > 0 ? n.hosts_per_router : static_cast<int>((m.nodes + routers - 1) / routers)) * each;
    std::int64_t at = h / perRouter, to = 0, stride = 1;
    for (const int d : n.dimensions) {
      const int k = std::max(d, 1);
      to += (at % k + (k > 2 ? (k + 1) / 2 - 1 : k / 2)) % k * stride;
      at /= k;
      stride *= k;
    }
    const std::int64_t other = to * perRouter + h % perRouter;
    if (other < hosts && other != h) return static_cast<int>(other);
  }
  std::int64_t away = half;
  if (const auto shape = topologyShape(n, m.nodes)) {
    const bool dragonfly = n.topology == Topology::Dragonfly || n.topology == Topology::DragonflyPlus;
    if (dragonfly) {
      away = shape->hosts_per_edge * std::max<std::int64_t>(shape->edges_per_pod, 1) * each;
      if (n.topology == Topology::Dragonfly && n.hosts_per_router > 0 && n.routers_per_group > 0) away = std::int64_t{n.hosts_per_router} * n.routers_per_group * each;
    } else if (n.topology == Topology::FatTree || n.topology == Topology::LeafSpine) {
      away = shape->hosts_per_edge * each;
    }
  }
  if (away <= 0 || away >= hosts) away = half;
  return static_cast<int>((h + away) % hosts);
}

template <class Fn>
void forPairs(const Scenario& s, std::string_view pattern, int hosts, int wanted, std::uint64_t stream, bool whole, const Fn& pair) {
  if (hosts < 2) return;
  if (pattern == "permutation") {
    const std::vector<int> to = cycle(hosts, s.seed, stream);
    for (int h = 0; h < hosts; ++h) pair(h, to[static_cast<std::size_t>(h)]);
  } else if (pattern == "incast") {
    const int sources = wanted > 0 ? std::min(wanted, hosts - 1) : hosts - 1;
    // Spread over all hosts, so that on a tree the senders do not all share host 0's switch.
    for (int i = 0; i < sources; ++i) pair(1 + static_cast<int>(static_cast<std::int64_t>(i) * (hosts - 1) / sources), 0);
  } else if (pattern == "all-to-all") {
    for (int k = 1; k < hosts; ++k)
      for (int h = 0; h < hosts; ++h) pair(h, (h + k) % hosts);
  } else if (pattern == "uniform") {
    Random random(s.seed, stream);
    for (int h = 0; h < hosts; ++h) {
      const int to = static_cast<int>(random.below(static_cast<std::uint64_t>(hosts - 1)));
      pair(h, to < h ? to : to + 1);
    }
  } else if (pattern == "adversarial") {
    for (int h = 0; h < hosts; ++h) pair(h, adversary(s.machine, h, hosts, whole));
  }
}

// By host of the job, the machine's; in order where the scenario does not say anything sensible (validate.h refuses it).
std::vector<int> placedHosts(const Scenario& s) {
  const int hosts = networkHosts(s.machine);
  std::vector<int> host(static_cast<std::size_t>(hosts));
  std::iota(host.begin(), host.end(), 0);
  if (s.plan.placement == "packed") return host;
  if (const auto placed = hostsOf(s, hosts))
    for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<int>((*placed)[i]);
  return host;
}

TrafficSources sourcesOf(const Scenario& s, std::string_view pattern, std::vector<int> host, int wanted, std::uint64_t stream, bool whole) {
  TrafficSources t;
  const int n = static_cast<int>(host.size());
  if (pattern == "uniform" || pattern == "all-to-all") {
    for (const int h : host)
      if (n > 1) t.sources.push_back({h, -1});
  } else {
    forPairs(s, pattern, n, wanted, stream, whole, [&](int from, int to) { t.sources.push_back({host[static_cast<std::size_t>(from)], host[static_cast<std::size_t>(to)]}); });
  }
  std::sort(t.sources.begin(), t.sources.end(), [](const auto& a, const auto& b) { return a.from < b.from; });
  t.hosts = std::move(host);
  return t;
}

}  // namespace

Result<std::vector<Flow>> parseFlows(std::string_view text, std::string_view file) {
  std::vector<Flow> flows;
  std::size_t line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    row = row.substr(0, row.find('#'));
    std::array<std::int64_t, 4> v{};
    std::size_t n = 0;
    bool good = true;
    while (good) {
      const std::size_t begin = row.find_first_not_of(" \t\r,");
      if (begin == std::string_view::npos) break;
      row.remove_prefix(begin);
      std::int64_t x = 0;
      const auto [stop, ec] = std::from_chars(row.data(), row.data() + row.size(), x);
      const auto used = static_cast<std::size_t>(stop - row.data());
      good = ec == std::errc{} && n < 4 && (used == row.size() || std::string_view(" \t\r,").find(row[used]) != std::string_view::npos);
      if (good) v[n++] = x;
      row.remove_prefix(used);
    }
    if (good && n == 0) continue;
    const std::string where = fmt::format("{}, line {}", file, line);
    if (!good || n < 3) return fail("this is no flow", where, "write \"source destination bytes start_ns\", all whole numbers");
    if (v[0] < 0 || v[1] < 0 || v[0] > INT32_MAX || v[1] > INT32_MAX) return fail("a host number is out of range", where, "hosts are numbered from 0");
    if (v[2] <= 0) return fail("a flow carries no bytes", where, "give at least 1 byte");
    if (v[3] < 0 || v[3] > INT64_MAX / 1000) return fail("the start is out of range", where, "give nanoseconds from the beginning");
    flows.push_back({static_cast<int>(v[0]), static_cast<int>(v[1]), Bytes::of(v[2]), Time::ns(v[3])});
  }
  if (flows.empty()) return fail("no flows in this file", std::string(file), "write \"source destination bytes start_ns\", one flow a line");
  return flows;
}

Result<std::vector<Flow>> loadFlows(const std::string& path) {
  return readTextFile(path, std::size_t{1} << 30).and_then([&](const std::string& text) { return parseFlows(text, path); });
}

std::vector<Flow> trafficFlows(const Scenario& s) {
  const Workload& w = s.workload;
  if (w.kind != Workload::Kind::Traffic) return {};
  if (w.pattern.empty()) return w.flows;
  const std::vector<int> host = placedHosts(s);
  std::vector<Flow> flows;
  forPairs(s, w.pattern, static_cast<int>(host.size()), w.sources, kTrafficStream, true, [&](int from, int to) {
    flows.push_back({host[static_cast<std::size_t>(from)], host[static_cast<std::size_t>(to)], w.size, Time()});
  });
  return flows;
}

TrafficSources trafficSources(const Scenario& s) {
  const Workload& w = s.workload;
  if (w.kind != Workload::Kind::Traffic || w.pattern.empty()) return {};
  return sourcesOf(s, w.pattern, placedHosts(s), w.sources, kTrafficStream, true);
}

TrafficSources backgroundSources(const Scenario& s, const BackgroundJob& job) {
  const int all = networkHosts(s.machine);
  const int first = std::clamp(job.first_host, 0, all);
  const int n = job.hosts > 0 ? std::min(job.hosts, all - first) : all - first;
  std::vector<int> host(static_cast<std::size_t>(n));
  std::iota(host.begin(), host.end(), first);
  return sourcesOf(s, job.pattern, std::move(host), job.sources, kBackgroundStream + static_cast<std::uint64_t>(first), n == all);
}

}  // namespace weir
