#include "core/simulate/play_collective.h"

#include <fmt/format.h>

#include <numeric>

#include "core/simulate/rank_tracks.h"

namespace weir::sim {

Result<CollectivePlayer> CollectivePlayer::make(const Scenario& scenario, bool keepMessages) {
  const Workload& w = scenario.workload;
  auto costs = model::networkCosts(scenario);
  if (!costs) return tl::make_unexpected(costs.error());
  const model::FabricCosts fabric = model::fabricCosts(scenario.machine.node);
  CollectivePlayer p(keepMessages);
  p.ranks_ = w.ranks > 0 ? w.ranks : scenario.machine.nodes;
  p.perNode_ = p.ranks_ > scenario.machine.nodes ? scenario.machine.node.accelerators : 1;
  const model::GroupLayout layout{p.perNode_, p.ranks_ / p.perNode_, 1};
  p.hosts_.resize(static_cast<std::size_t>(layout.nodes));
  std::iota(p.hosts_.begin(), p.hosts_.end(), 0U);
  for (const Bytes size : w.sizes) {
    p.ops_.push_back(groupOp(w.operation, w.algorithm, layout, size.toDouble(), *costs, fabric, model::collectiveLibrary(scenario)));
    if (layout.nodes > 1 && !hasMessages(w.operation, p.ops_.back().algorithm, layout.nodes))
      return fail(fmt::format("{} by {} has no messages between ranks to play: switches do the work", name(w.operation), name(w.algorithm)), "workload.algorithm",
                  "ask for fidelity model, or take another algorithm");
    p.total_ += networkBytes(p.ops_.back(), layout.nodes);
  }
  return p;
}

void CollectivePlayer::keep() {
  Played p{play_->op(), play_->start(), play_->end(), {}};
  for (std::size_t n = 0; n < hosts_.size(); ++n) p.nodeEnd.push_back(play_->nodeEnd(n));
  played_.push_back(std::move(p));
}

void CollectivePlayer::next(std::int64_t time, net::Injector& net) {
  while (played_.size() < ops_.size()) {
    play_.emplace(ops_[played_.size()], hosts_, tag_);
    tag_ += play_->messages();
    play_->begin(time, net);
    if (!play_->finished()) return;
    keep();  // all within one node
    time = played_.back().end;
  }
}

void CollectivePlayer::delivered(const net::Delivery& d, net::Injector& net) {
  const auto [from, to] = play_->nodesOf(d.send.tag);
  transcript_.add({static_cast<std::int32_t>(from) * perNode_, static_cast<std::int32_t>(to) * perNode_, d.send.bytes, d.start, d.end,
                   static_cast<std::uint32_t>(played_.size())},
                  d.send.ready);
  play_->delivered(d, net);
  if (!play_->finished()) return;
  keep();
  next(played_.back().end, net);
}

void CollectivePlayer::fill(Outcome& o) const {
  o.flows = transcript_.flows();
  for (std::size_t i = 0; i < played_.size() && i < o.collectives.size(); ++i) {
    CollectiveOutcome& c = o.collectives[i];
    c.algorithm = played_[i].op.algorithm;
    c.time_s = static_cast<double>(played_[i].end - played_[i].start) * 1e-12;
    c.algbw = c.time_s > 0 ? c.bytes / c.time_s : kUnknown;
    c.busbw = c.algbw * busBandwidthFactor(c.operation, c.ranks);
  }
}

void CollectivePlayer::write(RunBuilder& b, std::int64_t now) const {
  std::vector<std::int32_t> everyone(static_cast<std::size_t>(ranks_));
  std::iota(everyone.begin(), everyone.end(), 0);
  const std::uint32_t group = b.group(everyone);
  for (std::int32_t r = 0; r < ranks_; ++r) {
    const TrackIndex track = rankTrack(b, r, "communication", 10);
    for (const Played& p : played_)
      addCollective(b, track, r, group, ranks_, p.op, p.start, p.nodeEnd[static_cast<std::size_t>(r / perNode_)]);
    if (played_.size() < ops_.size() && play_ && now > play_->start()) addCollective(b, track, r, group, ranks_, play_->op(), play_->start(), now);
  }
  if (perNode_ > 1) b.note("messages between nodes stand for all ranks of a node, on its first rank", {});
}

}  // namespace weir::sim
