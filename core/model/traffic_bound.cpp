#include "core/model/traffic_bound.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/scenario/placement.h"
#include "core/scenario/traffic.h"

namespace weir::model {
namespace {

// What carries flows side by side: bytes through each of its kind, and how fast one is.
struct Places {
  std::vector<double> bytes;
  double rate = 0;  // bytes a second
  const char* name = "";
  [[nodiscard]] double busy(std::size_t i) const { return rate > 0 ? bytes[i] / rate : 0; }
  [[nodiscard]] double longest() const { return bytes.empty() || !(rate > 0) ? 0 : *std::max_element(bytes.begin(), bytes.end()) / rate; }
};

bool tree(Topology t) { return t == Topology::SingleSwitch || t == Topology::LeafSpine || t == Topology::FatTree || t == Topology::Rail; }

// Of all cables that leave an edge switch, or router, for others.
double uplinks(const NetworkCosts& net) {
  const TopologyShape& s = net.shape;
  const auto perEdge = static_cast<double>(s.hosts_per_edge);
  if (tree(s.topology) || s.topology == Topology::Graph) return net.bytes_per_s * perEdge / s.uplink_ratio;
  const double global = s.topology == Topology::Dragonfly && s.groups > 1 ? static_cast<double>(s.global_links) : 0;
  return net.link_bytes_per_s * (static_cast<double>(s.uplinks) / s.fabric_ratio + global / s.global_ratio);
}

}  // namespace

TrafficBound trafficBound(const Scenario& s, const NetworkCosts& net) {
  TrafficBound b;
  const std::vector<Flow> flows = trafficFlows(s);
  if (flows.empty()) return b;
  const Node& n = s.machine.node;
  const TopologyShape& shape = net.shape;
  const bool accelerators = acceleratorsAreHosts(s.machine);
  const std::size_t each = accelerators ? static_cast<std::size_t>(n.accelerators) : 1;
  const auto nodes = static_cast<std::size_t>(s.machine.nodes), perEdge = static_cast<std::size_t>(shape.hosts_per_edge);
  const std::size_t edges = (nodes + perEdge - 1) / perEdge;
  const bool grouped = (shape.topology == Topology::Dragonfly || shape.topology == Topology::DragonflyPlus) && shape.groups > 1;
  const std::size_t perGroup = grouped ? perEdge * static_cast<std::size_t>(shape.edges_per_pod) : nodes;
  const std::size_t groups = (nodes + perGroup - 1) / perGroup;

  // A graph's hosts may differ: the fastest bounds them all.
  const double rate = shape.most_host > Bandwidth{} ? shape.most_host.toBytesPerSecond() : net.bytes_per_s;
  Places out{std::vector<double>(nodes), rate, "sender"}, in{out.bytes, rate, "receiver"};
  const double up = uplinks(net);
  Places rise{std::vector<double>(edges), up, "uplinks"}, fall{rise.bytes, up, "uplinks"};
  const double ports = shape.topology == Topology::Dragonfly ? static_cast<double>(shape.edges_per_pod) : static_cast<double>(shape.spines);
  const double global = grouped ? net.link_bytes_per_s * ports * static_cast<double>(shape.global_links) / shape.global_ratio : 0;
  Places leave{std::vector<double>(groups), global, "global links"}, enter{leave.bytes, global, "global links"};
  // Of an accelerator: the NICs that serve it, and its part of the fabric.
  const double nics = std::max(1, n.nics), share = accelerators ? std::min(1.0, std::max(1.0, std::ceil(nics / static_cast<double>(each))) / nics) : 1;
  const FabricCosts fabric = fabricCosts(n);
  Places port{std::vector<double>(accelerators ? nodes * each : 0), rate * share, "sender"}, portIn{port.bytes, rate * share, "receiver"};
  const double inside = std::max(fabric.bytes_per_s, n.fabric.bandwidth.toBytesPerSecond());
  Places link{port.bytes, inside, "sender"}, linkIn{port.bytes, inside, "receiver"};

  std::vector<double> sent(nodes * each);
  const auto places = [&](const Flow& f, auto&& visit) {
    const auto from = static_cast<std::size_t>(f.from), to = static_cast<std::size_t>(f.to), a = from / each, c = to / each;
    if (a == c) {
      visit(link, from), visit(linkIn, to);
      return;
    }
    visit(out, a), visit(in, c);
    if (accelerators) visit(port, from), visit(portIn, to);
    if (a / perEdge != c / perEdge) visit(rise, a / perEdge), visit(fall, c / perEdge);
    if (grouped && a / perGroup != c / perGroup) visit(leave, a / perGroup), visit(enter, c / perGroup);
  };
  for (const Flow& f : flows) {
    const double bytes = f.bytes.toDouble();
    sent[static_cast<std::size_t>(f.from)] += bytes;
    b.sent_bytes += bytes;
    places(f, [&](Places& p, std::size_t i) { p.bytes[i] += bytes; });
  }
  b.most_sent_bytes = *std::max_element(sent.begin(), sent.end());
  const bool even = tree(shape.topology);
  std::vector<double> times;
  times.reserve(flows.size());
  double first = 1e300, end = 0, sum = 0;
  for (const Flow& f : flows) {
    const double bytes = f.bytes.toDouble();
    const int a = f.from / static_cast<int>(each), c = f.to / static_cast<int>(each);
    const double mean = a == c ? fabric.latency_s : net.latency(std::abs(a - c), bytes);
    // On a tree the mean is every pair's, nearly; elsewhere two hosts may lie nearer than others as far apart in order.
    const double least = a == c || even ? mean : net.base_s;
    double busy = 0;
    places(f, [&](const Places& p, std::size_t i) { busy = std::max(busy, p.busy(i)); });
    times.push_back(busy + mean);
    sum += times.back();
    first = std::min(first, f.start.toSeconds());
    // Each flow by itself is a bound that holds whenever the others start.
    const double alone = a == c ? inside : rate * share;
    end = std::max(end, f.start.toSeconds() + least + (alone > 0 ? bytes / alone : 0));
  }
  const double least = even ? net.latency(0, net.packet_bytes) : net.base_s;
  for (const Places* p : {&out, &in, &port, &portIn, &link, &linkIn, &rise, &fall, &leave, &enter}) {
    const double t = first + p->longest() + (p == &link || p == &linkIn ? fabric.latency_s : least);
    if (p->longest() > 0 && t > end) {
      end = t;
      b.limit = p->name;
    }
  }
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
