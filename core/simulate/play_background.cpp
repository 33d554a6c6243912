#include "core/simulate/play_background.h"

#include <fmt/format.h>

#include "core/model/network_costs.h"
#include "core/scenario/placement.h"
#include "core/scenario/traffic.h"

namespace weir::sim {
namespace {
constexpr unsigned kJobShift = 52;  // tags of a job: 2^52 of them; 64 jobs stay below what a message protocol adds
}  // namespace

Result<std::unique_ptr<Player>> BackgroundPlayer::around(std::unique_ptr<Player> inner, const Scenario& s, bool keepMessages) {
  auto costs = model::networkCosts(s.machine);
  if (!costs) return tl::make_unexpected(costs.error());
  const double rate = costs->bytes_per_s / (acceleratorsAreHosts(s.machine) ? s.machine.node.accelerators : 1);
  auto p = std::unique_ptr<BackgroundPlayer>(new BackgroundPlayer(std::move(inner), keepMessages));
  for (const BackgroundJob& job : s.workload.background) {
    const TrafficSources t = backgroundSources(s, job);
    net::LoadSpec load;
    for (const auto& x : t.sources)
      load.sources.push_back({static_cast<std::uint32_t>(x.from), x.to < 0 ? net::LoadSpec::kAny : static_cast<std::uint32_t>(x.to)});
    load.hosts.assign(t.hosts.begin(), t.hosts.end());
    load.bytes = job.size.count();
    load.gap = net::loadGap(load.bytes, job.load, rate);
    load.seed = s.seed;
    load.stream = 0x6261636b00000000 + 2 * p->jobs_.size();
    load.firstTag = kBackgroundTags + (std::uint64_t{p->jobs_.size()} << kJobShift);
    p->jobs_.emplace_back(std::move(load));
  }
  return std::unique_ptr<Player>(std::move(p));
}

void BackgroundPlayer::begin(net::Injector& net) {
  inner_->begin(net);
  if (inner_->finished()) return;
  for (net::LoadFeeder& f : jobs_) f.begin(net);
}

void BackgroundPlayer::delivered(const net::Delivery& d, net::Injector& net) {
  if (d.send.tag < kBackgroundTags) {
    inner_->delivered(d, net);
    return;
  }
  net::LoadFeeder& job = jobs_[(d.send.tag - kBackgroundTags) >> kJobShift];
  const net::LoadFeeder::Message m = job.delivered(d, net, !inner_->finished());
  bytes_ += d.send.bytes;
  transcript_.add({static_cast<std::int32_t>(d.send.from), static_cast<std::int32_t>(d.send.to), d.send.bytes, d.start, d.end, kNoInstance}, m.arrival);
}

void BackgroundPlayer::fill(Outcome& o) const {
  inner_->fill(o);
  o.remarks.push_back(fmt::format("beside it, {} jobs sent {} messages ({:.4g} bytes), which count in the network's totals and in no completion time",
                                  jobs_.size(), transcript_.count(), static_cast<double>(bytes_)));
}

void BackgroundPlayer::write(RunBuilder& b, std::int64_t now) const {
  inner_->write(b, now);
  transcript_.write(b, TrackKind::Other, Transcript::kMostMessages, "background");
}

}  // namespace weir::sim
