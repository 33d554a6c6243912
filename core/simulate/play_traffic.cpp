#include "core/simulate/play_traffic.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/model/network_costs.h"
#include "core/scenario/placement.h"
#include "core/scenario/traffic.h"

namespace weir::sim {
namespace {

constexpr std::size_t kMostFlows = 4U << 20;  // about 600 MB of engine state
constexpr double kMostMessages = 200e6;       // of a load

// Bytes of a message that arrive in [from, to), the last of them at d.end: taken to come at the host's rate, so that what
// waits in the network's buffers meanwhile counts for nothing.
std::int64_t within(const net::Delivery& d, std::int64_t from, std::int64_t to, double bytesPerSecond) {
  __extension__ using Wide = __int128;
  const auto fastest = static_cast<std::int64_t>(static_cast<double>(d.send.bytes) / bytesPerSecond * 1e12);
  const std::int64_t length = std::min(d.end - d.start, fastest);
  if (length <= 0) return d.end >= from && d.end < to ? d.send.bytes : 0;
  const std::int64_t part = std::min(d.end, to) - std::max(d.end - length, from);
  return part <= 0 ? 0 : static_cast<std::int64_t>(static_cast<Wide>(d.send.bytes) * part / length);
}

}  // namespace

double jain(const std::vector<double>& x) {
  double sum = 0, squares = 0;
  for (const double v : x) {
    sum += v;
    squares += v * v;
  }
  return squares > 0 ? sum * sum / (static_cast<double>(x.size()) * squares) : kUnknown;
}

Result<std::unique_ptr<TrafficPlayer>> TrafficPlayer::make(const Scenario& s, bool keepMessages) {
  const Workload& w = s.workload;
  const int hosts = networkHosts(s.machine);
  if (!(w.load > 0)) {
    auto flows = trafficFlows(s);
    if (flows.size() > kMostFlows)
      return fail(fmt::format("{} flows at once do not fit in memory; at most {} do", flows.size(), kMostFlows), "machine.nodes",
                  "lower machine.nodes, or ask for a collective all-to-all, which sends step by step");
    return std::make_unique<TrafficPlayer>(std::move(flows), hosts, keepMessages);
  }
  auto costs = model::networkCosts(s.machine);
  if (!costs) return tl::make_unexpected(costs.error());
  const double rate = costs->bytes_per_s / (acceleratorsAreHosts(s.machine) ? s.machine.node.accelerators : 1);
  net::LoadSpec load;
  const TrafficSources t = trafficSources(s);
  for (const auto& x : t.sources)
    load.sources.push_back({static_cast<std::uint32_t>(x.from), x.to < 0 ? net::LoadSpec::kAny : static_cast<std::uint32_t>(x.to)});
  load.hosts.assign(t.hosts.begin(), t.hosts.end());
  load.bytes = w.size.count();
  load.gap = net::loadGap(load.bytes, w.load, rate);
  load.until = w.duration.toPs();
  load.seed = s.seed;
  load.stream = 0x6c6f616400000001;
  const double messages = static_cast<double>(load.sources.size()) * static_cast<double>(load.until) / static_cast<double>(load.gap);
  if (messages > kMostMessages)
    return fail(fmt::format("a load of {:.2g} messages is too long", messages), "workload.duration", "shorten it, or make the messages larger");
  return std::make_unique<TrafficPlayer>(std::move(load), rate, hosts, keepMessages);
}

TrafficPlayer::TrafficPlayer(std::vector<Flow> flows, int hosts, bool keepMessages)
    : Player(keepMessages), flows_(std::move(flows)), driver_(flows_), hosts_(hosts), rate_(flows_.size()) {
  for (const Flow& f : flows_) total_ += f.bytes.count();
}

TrafficPlayer::TrafficPlayer(net::LoadSpec load, double bytesPerSecond, int hosts, bool keepMessages)
    : Player(keepMessages), driver_(flows_), bytesPerSecond_(bytesPerSecond), hosts_(hosts), accepted_(load.sources.size()) {
  const double messages = static_cast<double>(load.sources.size()) * static_cast<double>(load.until) / static_cast<double>(load.gap);
  total_ = static_cast<std::int64_t>(messages * static_cast<double>(load.bytes));
  feeder_.emplace(std::move(load));
}

void TrafficPlayer::begin(net::Injector& net) {
  if (feeder_) feeder_->begin(net);
  else driver_.begin(net);
}

void TrafficPlayer::delivered(const net::Delivery& d, net::Injector& net) {
  std::int64_t ready = d.send.ready;
  if (feeder_) {
    const net::LoadFeeder::Message m = feeder_->delivered(d, net);
    ready = m.arrival;
    const std::int64_t until = feeder_->spec().until;
    accepted_[m.source] += within(d, until / 2, until, bytesPerSecond_);
  } else {
    rate_[d.send.tag] = static_cast<double>(d.send.bytes) / static_cast<double>(std::max<std::int64_t>(d.end - ready, 1));
  }
  transcript_.add({static_cast<std::int32_t>(d.send.from), static_cast<std::int32_t>(d.send.to), d.send.bytes, d.start, d.end, kNoInstance}, ready);
}

void TrafficPlayer::fill(Outcome& o) const {
  o.flows = transcript_.flows();
  if (!feeder_) {
    o.network.fairness = jain(rate_);
    return;
  }
  const net::LoadSpec& load = feeder_->spec();
  const double half_s = static_cast<double>(load.until - load.until / 2) * 1e-12;
  std::int64_t sum = 0;
  std::vector<double> each;
  for (const std::int64_t a : accepted_) {
    sum += a;
    each.push_back(static_cast<double>(a));
  }
  o.network.throughput = static_cast<double>(sum) / (static_cast<double>(accepted_.size()) * bytesPerSecond_ * half_s);
  o.network.fairness = jain(each);
  if (transcript_.flows().count == 0) o.remarks.push_back("no message came in the duration: the load or the duration is too small");
  // Some are always on their way at the end; a network that is full leaves many.
  if (const std::uint64_t left = feeder_->waiting(); static_cast<double>(left) > 0.01 * static_cast<double>(std::max<std::uint64_t>(transcript_.flows().count, 1)) + 2)
    o.remarks.push_back(fmt::format("{} messages of the load had not been sent when it ended: the network accepts less than is offered", left));
}

void TrafficPlayer::write(RunBuilder&, std::int64_t) const {}

}  // namespace weir::sim
