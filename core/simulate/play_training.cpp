#include "core/simulate/play_training.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/model/predict.h"
#include "core/scenario/placement.h"
#include "core/simulate/play_training_step.h"
#include "core/simulate/played_step.h"

namespace weir::sim {
namespace {

constexpr unsigned kSetShift = 40;               // of a tag: set above, message below
constexpr std::size_t kMostSlices = 1'000'000;   // over all ranks

double seconds(std::int64_t ps) { return static_cast<double>(ps) * 1e-12; }

// What the closed forms know and no player does: refused, not left out.
Result<void> playable(const Plan& p) {
  const auto refuse = [](const char* what, const char* where, const char* neutral) {
    return fail(fmt::format("{} cannot be simulated yet", what), where, fmt::format("ask for the model, or set it to {}", neutral));
  };
  if (p.context_parallel > 1) return refuse("context parallelism", "plan.context_parallel", "1");
  if (p.expert_parallel > 1) return refuse("expert parallelism", "plan.expert_parallel", "1");
  if (p.virtual_stages > 1) return refuse("an interleaved pipeline", "plan.virtual_stages", "1");
  if (p.shard_group > 0 && p.zero > 0) return refuse("a shard group", "plan.shard_group", "0");
  if (p.zero == 3 && p.weight_gather == "flat") return refuse("a flat gather of weights", "plan.weight_gather", "ring");
  return {};
}

}  // namespace

Result<TrainingPlayer> TrainingPlayer::make(const Scenario& scenario, bool keepMessages) {
  if (auto played = playable(scenario.plan); !played) return tl::make_unexpected(std::move(played.error()));
  auto step = model::trainingStep(scenario);
  if (!step) return tl::make_unexpected(step.error());
  TrainingPlayer p(scenario, keepMessages);
  p.step_ = std::move(*step);
  p.timeline_ = stepTimeline(scenario, p.step_);
  if (p.timeline_.buckets.empty()) return p;
  for (const auto& bucket : p.timeline_.buckets)
    for (const GroupOp& op : bucket)
      if (p.step_.layout.nodes > 1 && !hasMessages(op.operation, op.algorithm, p.step_.layout.nodes))
        return fail(fmt::format("{} by {} has no messages between ranks to play: switches do the work", name(op.operation), name(op.algorithm)), "plan.allreduce",
                    "ask for the model, or take another algorithm");
  // Packed: tensor ranks next to one another, then data, then stages. A tensor group wider than a node spreads the members
  // of a data-parallel group `stride` nodes apart.
  const auto nodes = static_cast<std::uint32_t>(scenario.machine.nodes);
  const auto stride = static_cast<std::uint32_t>(std::max(1, p.step_.tensor / scenario.machine.node.accelerators));
  const auto members = static_cast<std::uint32_t>(p.step_.layout.nodes);
  p.setOfNode_.assign(nodes, 0);
  p.placeOfNode_.assign(nodes, 0);
  for (std::uint32_t base = 0; base + members * stride <= nodes; base += members * stride)
    for (std::uint32_t o = 0; o < stride; ++o) {
      Set s;
      for (std::uint32_t m = 0; m < members; ++m) {
        const std::uint32_t node = base + m * stride + o;
        p.setOfNode_[node] = static_cast<std::uint32_t>(p.sets_.size());
        p.placeOfNode_[node] = m;
        s.hosts.push_back(node);
      }
      s.tag = std::uint64_t{p.sets_.size()} << kSetShift;
      p.sets_.push_back(std::move(s));
    }
  std::int64_t one = 0;
  for (const auto& bucket : p.timeline_.buckets)
    for (const GroupOp& op : bucket) one += networkBytes(op, static_cast<int>(members));
  p.total_ = one * static_cast<std::int64_t>(p.sets_.size());
  return p;
}

void TrainingPlayer::keep(Set& s) {
  Set::Done d{s.play->op(), s.play->start(), s.play->end(), {}};
  for (std::size_t n = 0; n < s.hosts.size(); ++n) d.nodeEnd.push_back(s.play->nodeEnd(n));
  s.free = d.end;
  s.done.push_back(std::move(d));
  s.play.reset();
  if (++s.op == timeline_.buckets[s.bucket].size()) {
    s.op = 0;
    ++s.bucket;
  }
}

void TrainingPlayer::advance(std::size_t set, net::Injector& net) {
  Set& s = sets_[set];
  while (s.bucket < timeline_.buckets.size()) {
    s.play.emplace(timeline_.buckets[s.bucket][s.op], s.hosts, s.tag);
    s.tag += s.play->messages();
    s.play->begin(std::max(timeline_.ready[s.bucket], s.free), net);
    if (!s.play->finished()) return;
    keep(s);  // all within one node
  }
}

void TrainingPlayer::begin(net::Injector& net) {
  for (std::size_t i = 0; i < sets_.size(); ++i) advance(i, net);
}

void TrainingPlayer::delivered(const net::Delivery& d, net::Injector& net) {
  const auto set = static_cast<std::size_t>(d.send.tag >> kSetShift);
  Set& s = sets_[set];
  const int perNode = timeline_.perNode;
  // With one group the k-th collective of a rank is instance k of the Run; with several their numbers are the Run's own.
  const std::uint32_t instance = sets_.size() == 1 ? static_cast<std::uint32_t>(s.done.size()) : kNoInstance;
  transcript_.add({static_cast<std::int32_t>(d.send.from) * perNode, static_cast<std::int32_t>(d.send.to) * perNode, d.send.bytes, d.start,
                   d.end, instance},
                  d.send.ready);
  s.play->delivered(d, net);
  if (!s.play->finished()) return;
  keep(s);
  advance(set, net);
}

bool TrainingPlayer::finished() const {
  return std::all_of(sets_.begin(), sets_.end(), [&](const Set& s) { return s.bucket == timeline_.buckets.size(); });
}

model::TrainingStep TrainingPlayer::measured() const {
  model::TrainingStep t = step_;
  if (!sets_.empty()) {
    std::int64_t last = timeline_.backwardEnd;
    std::int64_t all = 0, gradients = 0;
    for (const Set& s : sets_) {
      std::int64_t mine = 0, reduced = 0;
      for (const Set::Done& d : s.done) {
        last = std::max(last, d.end);
        mine += d.end - d.start;
        if (d.op.operation != CollectiveOp::AllGather) reduced += d.end - d.start;
      }
      all = std::max(all, mine);
      gradients = std::max(gradients, reduced);
    }
    const double outlasts = seconds(last - timeline_.backwardEnd);
    t.gradient_exposed_s = seconds(timeline_.earlierGradients) + outlasts;
    t.gradient.total.time_s = seconds(gradients) * (scenario_.plan.zero == 3 ? t.micro_batches : 1);
    // What the model hides, and what more or less of it there was and showed.
    t.overlapped_s = std::max(0.0, step_.overlapped_s + seconds(all) - step_.overlap.total_s - (t.gradient_exposed_s - step_.gradient_exposed_s));
  }
  settleStep(scenario_, step_, t);
  return t;
}

std::int64_t TrainingPlayer::end() const { return Time::seconds(model::trainingOutcome(scenario_, measured()).step_s).toPs(); }

void TrainingPlayer::fill(Outcome& o) const {
  takeStep(scenario_, measured(), o);
  o.flows = transcript_.flows();
  if (step_.tensor > 1 || step_.stages > 1 || scenario_.plan.zero > 0)
    o.remarks.emplace_back("played message by message: the gradient buckets; tensor-parallel, pipeline and other weight traffic cost their closed forms");
}

void TrainingPlayer::write(RunBuilder& b, std::int64_t now) const {
  const bool done = finished();
  const std::int64_t until = done ? INT64_MAX : now;
  const model::TrainingStep t = measured();
  StepTail tail;
  if (done) {
    tail.checkpoint = Time::seconds(t.checkpoint_s).toPs();
    tail.stall = Time::seconds(t.data_stall_s).toPs();
    if (t.supply.known) tail.loading = Time::seconds(static_cast<double>(scenario_.plan.global_batch) / t.supply.samples_per_s).toPs();
  }
  const std::size_t each = 8 + 4 * static_cast<std::size_t>(std::min(timeline_.micros, 64)) + 4 * timeline_.buckets.size();
  const int shown = std::min(ranks(), std::max(1, static_cast<int>(kMostSlices / each)));
  std::vector<PlayedOp> ops;
  for (std::int32_t r = 0; r < shown; ++r) {
    ops.clear();
    const auto node = static_cast<std::size_t>(r / timeline_.perNode);
    if (!sets_.empty()) {
      const Set& s = sets_[setOfNode_[node]];
      for (const Set::Done& d : s.done) ops.push_back({d.op, d.start, d.nodeEnd[placeOfNode_[node]]});
      if (s.play && s.play->start() < until) ops.push_back({s.play->op(), s.play->start(), until});
    }
    writeStep(b, timeline_, r, ops, tail, until);
  }
  if (shown < ranks()) b.note("ranks not drawn", {}, static_cast<std::uint64_t>(ranks() - shown));
  if (timeline_.perNode > 1 && total_ > 0) b.note("messages between nodes stand for all ranks of a node, on its first rank", {});
}

Result<std::unique_ptr<Player>> makeTrainingPlayer(const Scenario& s, bool keepMessages) {
  if (acceleratorsAreHosts(s.machine)) {
    auto hosts = hostsOf(s, s.ranks());
    if (!hosts) return tl::make_unexpected(hosts.error());
    auto p = StepPlayer::make(s, *hosts, keepMessages);
    if (!p) return tl::make_unexpected(p.error());
    return std::unique_ptr<Player>(std::move(*p));
  }
  auto p = TrainingPlayer::make(s, keepMessages);
  if (!p) return tl::make_unexpected(p.error());
  return std::make_unique<TrainingPlayer>(std::move(*p));
}

}  // namespace weir::sim
