#include "core/simulate/play_collective.h"

#include <fmt/format.h>

#include <numeric>

namespace weir::sim {
namespace {

Operation operationOf(CollectiveOp op) {
  switch (op) {
    case CollectiveOp::AllReduce: return Operation::AllReduce;
    case CollectiveOp::AllGather: return Operation::AllGather;
    case CollectiveOp::ReduceScatter: return Operation::ReduceScatter;
    case CollectiveOp::AllToAll: return Operation::AllToAll;
    case CollectiveOp::Broadcast: return Operation::Broadcast;
  }
  return Operation::Unknown;
}

}  // namespace

Result<CollectivePlayer> CollectivePlayer::make(const Scenario& scenario, bool keepMessages) {
  const Workload& w = scenario.workload;
  const int nodes = scenario.machine.nodes;
  const int ranks = w.ranks > 0 ? w.ranks : nodes;
  if (w.sizes.empty()) return fail("the collective has no sizes", "workload.sizes", "write them as [\"100MB\"]");
  for (const Bytes b : w.sizes)
    if (b < Bytes()) return fail("a size is negative", "workload.sizes", "give 0B or more");
  if (ranks < 2) return fail(fmt::format("a collective of {} rank moves nothing", ranks), "workload.ranks", "give at least two ranks or nodes");
  if (ranks > std::max(nodes, scenario.machine.accelerators()))
    return fail(fmt::format("{} ranks do not fit {} nodes with {} accelerators each", ranks, nodes, scenario.machine.node.accelerators),
                "workload.ranks", "raise machine.nodes or lower workload.ranks");
  CollectivePlayer p(keepMessages);
  p.sizes_ = w.sizes;
  p.spec_.operation = w.operation;
  p.spec_.algorithm = w.algorithm == Algorithm::Auto ? Algorithm::Ring : w.algorithm;
  const int perNode = ranks <= nodes ? 1 : scenario.machine.node.accelerators;
  for (int r = 0; r < ranks; ++r) p.spec_.hosts.push_back(static_cast<std::uint32_t>(r / perNode));
  for (const Bytes b : w.sizes)
    expandCollective(w.operation, p.spec_.algorithm, ranks, b.count(), 0, [&](const Message& m) {
      if (m.from / perNode != m.to / perNode) p.total_ += m.bytes;
    });
  return p;
}

void CollectivePlayer::next(std::int64_t time, net::Injector& net) {
  start_ = time;
  spec_.bytes = sizes_[played_.size()].count();
  play_.emplace(spec_, tag_);
  tag_ += play_->messages();
  play_->begin(time, net);
}

void CollectivePlayer::begin(net::Injector& net) { next(0, net); }

void CollectivePlayer::delivered(const net::Delivery& d, net::Injector& net) {
  const auto [from, to] = play_->ranksOf(d.send.tag);
  transcript_.add({static_cast<std::int32_t>(from), static_cast<std::int32_t>(to), d.send.bytes, d.start, d.end,
                   static_cast<std::uint32_t>(played_.size())},
                  d.send.ready);
  play_->delivered(d, net);
  if (!play_->finished()) return;
  played_.push_back({spec_.bytes, start_, play_->rankEnds(), play_->end()});
  if (played_.size() < sizes_.size()) next(played_.back().end, net);
}

void CollectivePlayer::fill(Outcome& outcome) const {
  outcome.flows = transcript_.flows();
  outcome.volume.network_step_bytes = static_cast<double>(total_);
  for (const Played& p : played_) {
    CollectiveOutcome c;
    c.operation = spec_.operation;
    c.algorithm = spec_.algorithm;
    c.ranks = ranks();
    c.bytes = static_cast<double>(p.bytes);
    c.time_s = static_cast<double>(p.end - p.start) * 1e-12;
    if (c.time_s > 0) {
      c.algbw = c.bytes / c.time_s;
      c.busbw = c.algbw * busBandwidthFactor(c.operation, c.ranks);
    }
    outcome.collectives.push_back(c);
  }
}

void CollectivePlayer::write(RunBuilder& b, std::int64_t now) const {
  const int n = ranks();
  std::vector<std::int32_t> everyone(static_cast<std::size_t>(n));
  std::iota(everyone.begin(), everyone.end(), 0);
  const std::uint32_t group = b.group(everyone);
  const NameId category = b.intern("collective");
  const NameId algorithm = b.intern(name(spec_.algorithm));
  for (std::int32_t r = 0; r < n; ++r) {
    Track t;
    t.name = b.intern("communication");
    t.process = b.intern(fmt::format("rank {}", r));
    t.kind = TrackKind::Stream;
    t.rank = r;
    t.sort = 10;
    const TrackIndex track = b.track(t);
    const auto add = [&](std::uint32_t instance, std::int64_t bytes, std::int64_t start, std::int64_t end) {
      const SliceIndex s = b.slice({.track = track, .start = start, .duration = end - start, .name = b.intern(name(spec_.operation)),
                                    .category = category, .activity = Activity::Communication,
                                    .args = fmt::format("{{\"bytes\":{},\"algorithm\":\"{}\",\"ranks\":{}}}", bytes, name(spec_.algorithm), n)});
      b.collective({operationOf(spec_.operation), bytes, n, group, instance, r, s, start, end - start, algorithm});
    };
    for (std::uint32_t i = 0; i < played_.size(); ++i)
      add(i, played_[i].bytes, played_[i].start, played_[i].rankEnd[static_cast<std::size_t>(r)]);
    if (played_.size() < sizes_.size() && now > start_) add(static_cast<std::uint32_t>(played_.size()), spec_.bytes, start_, now);
  }
}

}  // namespace weir::sim
