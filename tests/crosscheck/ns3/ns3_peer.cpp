#include "tests/crosscheck/ns3/ns3_peer.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>

#include "core/network/flow_driver.h"
#include "core/network/transport.h"

namespace weir::crosscheck {
namespace {

constexpr double kNever = std::numeric_limits<double>::quiet_NaN();

std::vector<net::NodeId> nodesOf(const net::Graph& graph, const net::Router& router, std::uint32_t from, std::uint32_t to, std::uint64_t flow) {
  std::array<net::Hop, net::kMaxHops> hops{};
  const std::uint32_t n = router.route({from, to, flow, 0}, net::NoLoad(), hops.data());
  std::vector<net::NodeId> nodes{from};
  for (std::uint32_t i = 0; i < n; ++i) nodes.push_back(graph.link(net::linkOf(hops[i])).to);
  return nodes;
}

double childrenCpu_s() {
  rusage u{};
  getrusage(RUSAGE_CHILDREN, &u);
  return static_cast<double>(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + static_cast<double>(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

double processCpu_s() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

class Kept final : public net::Driver {
 public:
  explicit Kept(const std::vector<Flow>& f) : us(f.size(), kNever), driver_(f) {}
  void begin(net::Injector& net) override { driver_.begin(net); }
  void delivered(const net::Delivery& d, net::Injector&) override { us.at(d.send.tag) = static_cast<double>(d.end - d.send.ready) * 1e-6; }
  std::vector<double> us;

 private:
  net::FlowDriver driver_;
};

}  // namespace

std::vector<double> playNs3(const std::string& program, const net::Graph& graph, const net::Router& router, const std::vector<Flow>& flows, const DctcpSettings& settings, double& cpu_s) {
  const auto file = std::filesystem::temp_directory_path() / fmt::format("weir_ns3_{}.txt", ::getpid());
  {
    std::ofstream in(file);
    in << fmt::format("settings {} {} {} {} {}\nnodes {}\n", kPayload, settings.window, settings.mark, settings.limit, settings.timeout_us, graph.nodes());
    for (net::LinkId l = 0; l < graph.links().size(); l += 2) {
      const net::GraphLink& k = graph.link(l);
      in << fmt::format("cable {} {} {:.0f} {}\n", k.from, k.to, k.bandwidth.toBytesPerSecond() * 8, k.latency.toPs());
    }
    for (std::size_t i = 0; i < flows.size(); ++i) {
      const auto from = static_cast<std::uint32_t>(flows[i].from), to = static_cast<std::uint32_t>(flows[i].to);
      in << fmt::format("flow {} {} {}", from, to, flows[i].bytes.count());
      for (const auto& way : {nodesOf(graph, router, from, to, i), nodesOf(graph, router, to, from, i)}) {
        for (const net::NodeId n : way) in << ' ' << n;
        in << " /";
      }
      in << '\n';
    }
  }
  const double before = childrenCpu_s();
  std::vector<double> us(flows.size(), kNever);
  FILE* out = ::popen(fmt::format("'{}' < '{}'", program, file.string()).c_str(), "r");
  std::size_t index = 0;
  double value = 0;
  while (out != nullptr && std::fscanf(out, "fct %zu %lf\n", &index, &value) == 2)
    if (value >= 0) us.at(index) = value;
  const bool failed = out == nullptr || ::pclose(out) != 0;
  std::filesystem::remove(file);
  cpu_s += childrenCpu_s() - before;
  return failed ? std::vector<double>() : us;
}

std::vector<double> playOurs(const net::Graph& graph, const net::Router& router, const std::vector<Flow>& flows, const DctcpSettings& settings, double& cpu_s) {
  std::vector<Flow> framed = flows;
  for (Flow& f : framed) {
    const std::int64_t rest = f.bytes.count() % kPayload;
    f.bytes = Bytes::of(f.bytes.count() / kPayload * kWire + (rest > 0 ? rest + kWire - kPayload : 0));
  }
  Kept driver(framed);
  net::PacketOptions o;
  o.router = &router;
  o.transport = net::transportNamed("dctcp");
  o.mtu = kWire;
  o.buffer = settings.limit * kWire;
  o.pfc = false;
  o.ecn = {Bytes::of(settings.mark * kWire), Bytes::of(settings.mark * kWire), 1};
  o.settings.window = Bytes::of(settings.window * kWire);
  o.settings.gain = 1.0 / 16;
  o.settings.timeout = Time::us(settings.timeout_us);
  const double before = processCpu_s();
  net::PacketEngine engine(graph, o, driver);
  const auto played = engine.run({});
  cpu_s += processCpu_s() - before;
  return played ? driver.us : std::vector<double>();
}

Summary summary(std::vector<double> us) {
  if (us.empty() || std::any_of(us.begin(), us.end(), [](double v) { return std::isnan(v); })) return {kNever, kNever, kNever};
  std::sort(us.begin(), us.end());
  const auto n = static_cast<double>(us.size());
  return {std::accumulate(us.begin(), us.end(), 0.0) / n, us[static_cast<std::size_t>(std::ceil(0.99 * n)) - 1], us.back()};
}

}  // namespace weir::crosscheck
