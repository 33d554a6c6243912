#include "core/model/traffic_bound.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/scenario/traffic.h"

namespace weir::model {

TrafficBound trafficBound(const Scenario& s, const NetworkCosts& net) {
  TrafficBound b;
  const std::vector<Flow> flows = trafficFlows(s);
  if (flows.empty()) return b;
  const auto hosts = static_cast<std::size_t>(s.machine.nodes);
  const auto perEdge = static_cast<std::size_t>(net.shape.hosts_per_edge);
  const std::size_t edges = (hosts + perEdge - 1) / perEdge;
  std::vector<double> out(hosts), in(hosts), up(edges), down(edges);
  for (const Flow& f : flows) {
    const auto from = static_cast<std::size_t>(f.from), to = static_cast<std::size_t>(f.to);
    const double bytes = f.bytes.toDouble();
    out[from] += bytes;
    in[to] += bytes;
    if (from / perEdge != to / perEdge) {
      up[from / perEdge] += bytes;
      down[to / perEdge] += bytes;
    }
    b.sent_bytes += bytes;
  }
  b.most_sent_bytes = *std::max_element(out.begin(), out.end());
  const double uplinks = net.bytes_per_s * static_cast<double>(perEdge) / net.shape.uplink_ratio;
  std::vector<double> times;
  times.reserve(flows.size());
  double first = 1e300, end = 0, sum = 0;
  for (const Flow& f : flows) {
    const auto from = static_cast<std::size_t>(f.from), to = static_cast<std::size_t>(f.to);
    const std::size_t a = from / perEdge, c = to / perEdge;
    const double latency = net.latency(std::abs(f.from - f.to), f.bytes.toDouble());
    double busy = std::max(out[from], in[to]) / net.bytes_per_s;
    if (a != c) busy = std::max(busy, std::max(up[a], down[c]) / uplinks);
    times.push_back(busy + latency);
    sum += times.back();
    first = std::min(first, f.start.toSeconds());
    // Each flow by itself is a bound that holds whenever the others start.
    end = std::max(end, f.start.toSeconds() + latency + f.bytes.toDouble() / net.bytes_per_s);
  }
  const auto place = [&](const std::vector<double>& load, double rate, const char* name) {
    const double t = first + *std::max_element(load.begin(), load.end()) / rate + net.latency(0, net.packet_bytes);
    if (t > end) {
      end = t;
      b.limit = name;
    }
  };
  place(out, net.bytes_per_s, "sender");
  place(in, net.bytes_per_s, "receiver");
  place(up, uplinks, "uplinks");
  place(down, uplinks, "uplinks");
  b.time_s = end;
  std::sort(times.begin(), times.end());
  const auto quantile = [&](double q) { return times[static_cast<std::size_t>(std::ceil(q * static_cast<double>(times.size()))) - 1]; };
  b.flows.count = flows.size();
  b.flows.fct_mean_s = sum / static_cast<double>(flows.size());
  b.flows.fct_p50_s = quantile(0.5);
  b.flows.fct_p99_s = quantile(0.99);
  b.flows.fct_max_s = times.back();
  return b;
}

}  // namespace weir::model
