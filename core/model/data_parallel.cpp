#include "core/model/data_parallel.h"

#include <algorithm>

#include "core/model/training.h"

namespace weir::model {
namespace {

void add(GroupCost& sum, const GroupCost& c, double times = 1) {
  sum.total.time_s += times * c.total.time_s;
  sum.total.latency_s += times * c.total.latency_s;
  sum.total.sent_bytes += times * c.total.sent_bytes;
  sum.node_sent_bytes += times * c.node_sent_bytes;
  sum.intra_s += times * c.intra_s;
  sum.inter_s += times * c.inter_s;
  if (c.total.time_s > 0) sum.total.algorithm = c.total.algorithm;
}

void scale(GroupCost& c, double times) {
  for (double* v : {&c.total.time_s, &c.total.latency_s, &c.total.sent_bytes, &c.node_sent_bytes, &c.intra_s, &c.inter_s}) *v *= times;
}

// The groups over which one kind of parameters is copied and sharded.
struct Group {
  int ranks = 1;             // copies in all
  GroupLayout shard, again;  // those that share one copy; those that hold the same share (HSDP)
  int shards = 1, copies = 1;
};

class Groups {
 public:
  Groups(const Scenario& s, const TrainingStep& t) : s_(s), t_(t), perNode_(std::min(s.machine.node.accelerators, s.machine.accelerators())) {
    dense_ = of(t.copies, t.tensor);
    // An expert's copies stand one expert-parallel group apart.
    experts_ = of(std::max(1, t.copies / t.expert), t.tensor * t.expert);
  }

  [[nodiscard]] GroupCost gradients(double bytes, double expertBytes) const {
    GroupCost c;
    add(c, gradientsOf(dense_, bytes));
    if (expertBytes > 0) add(c, gradientsOf(experts_, expertBytes));
    return c;
  }
  [[nodiscard]] GroupCost weights(double bytes, double expertBytes) const {
    GroupCost c;
    add(c, weightsOf(dense_, bytes));
    if (expertBytes > 0) add(c, weightsOf(experts_, expertBytes));
    return c;
  }

 private:
  [[nodiscard]] Group of(int ranks, int stride) const {
    Group g;
    g.ranks = ranks;
    const bool hybrid = s_.plan.zero > 0 && s_.plan.shard_group > 0 && s_.plan.shard_group < ranks && ranks % s_.plan.shard_group == 0;
    g.shards = hybrid ? s_.plan.shard_group : ranks;
    g.copies = ranks / g.shards;
    g.shard = groupLayout(g.shards, stride, perNode_);
    g.again = groupLayout(g.copies, stride * g.shards, perNode_);
    return g;
  }
  [[nodiscard]] GroupCost collectiveOf(CollectiveOp op, const GroupLayout& l, double bytes) const {
    return groupCollective(op, s_.plan.allreduce, l, bytes, t_.costs, t_.fabric, s_.plan.library);
  }
  // Every rank draws what the others hold through its own share of the NICs, those of its node not excepted.
  [[nodiscard]] GroupCost flat(const Group& g, double bytes) const {
    GroupCost c;
    const double sent = bytes * (g.shards - 1) / g.shards;
    c.inter_s = c.total.time_s = t_.costs.latency(g.shard.nodes / 2.0, sent) + sent * perNode_ / t_.costs.bytes_per_s;
    c.total.sent_bytes = sent;
    c.node_sent_bytes = sent * perNode_;
    return c;
  }
  [[nodiscard]] bool flatly(const Group& g) const { return s_.plan.zero == 3 && s_.plan.weight_gather == "flat" && g.shard.nodes > 1; }
  [[nodiscard]] GroupCost gradientsOf(const Group& g, double bytes) const {
    if (g.ranks < 2) return {};
    if (s_.plan.zero == 0) {
      const CompressedExchange x = gradientExchange(s_, bytes, t_.gradient_bytes, g.ranks);
      return collectiveOf(x.operation, g.shard, x.collective_bytes);
    }
    GroupCost c = flatly(g) ? flat(g, bytes) : collectiveOf(CollectiveOp::ReduceScatter, g.shard, bytes);
    if (g.copies > 1) add(c, collectiveOf(CollectiveOp::AllReduce, g.again, bytes / g.shards));
    return c;
  }
  [[nodiscard]] GroupCost weightsOf(const Group& g, double bytes) const {
    if (g.shards < 2) return {};
    return flatly(g) ? flat(g, bytes) : collectiveOf(CollectiveOp::AllGather, g.shard, bytes);
  }

  const Scenario& s_;
  const TrainingStep& t_;
  int perNode_;
  Group dense_, experts_;
};

}  // namespace

CompressedExchange gradientExchange(const Scenario& s, double bytes, double elementBytes, int ranks) {
  if (!compresses(s.plan.compression)) return {CollectiveOp::AllReduce, bytes, bytes, 0, 0};
  return exchangeOf(s.plan.compression, bytes / elementBytes, elementBytes, ranks, s.workload.model.gpt ? s.workload.model.gpt->hidden : 0);
}

bool syncsEveryMicroBatch(const Plan& p) { return p.gradient_sync == "micro-batch" || (p.gradient_sync == "auto" && p.zero == 3); }

void dataParallel(const Scenario& s, double perBlock_s, TrainingStep& t) {
  const Plan& p = s.plan;
  BucketFiller filler(t.buckets, p.bucket.toDouble());
  for (std::size_t i = t.net.segments.size(); i-- > 0;) {
    const Segment& g = t.net.segments[i];
    const double backward = t.micro.segments[i].backward_s + (t.net.blocks > 0 && i > 0 ? perBlock_s : 0);
    // With one rank a group experts need no other treatment than the rest.
    const double apart = t.expert > 1 ? g.expert_parameters : 0;
    for (int c = 0; c < g.count; ++c) filler.layer((g.parameters - apart) * t.gradient_bytes, apart * t.gradient_bytes, backward, i == 0 && c + 1 == g.count);
  }
  t.bucket_backward_s = filler.time_s();
  if (t.copies < 2) {
    t.buckets.clear();
    return;
  }
  const Groups groups(s, t);
  const double gatherScale = elementBytes(s.workload.precision) / t.gradient_bytes;
  // Equal buckets, as in a transformer, are priced once.
  double lastBytes = -1, lastExperts = -1, firstUnit = 0;
  GroupCost gradient, weights;
  for (Bucket& b : t.buckets) {
    if (b.bytes != lastBytes || b.expert_bytes != lastExperts) {
      gradient = groups.gradients(b.bytes, b.expert_bytes);
      if (p.zero > 0) weights = groups.weights(b.bytes * gatherScale, b.expert_bytes * gatherScale);
      lastBytes = b.bytes;
      lastExperts = b.expert_bytes;
    }
    // ZeRO 3 gathers the weights again for backward, before the gradients of the bucket leave.
    b.cost_s = gradient.total.time_s + (p.zero == 3 ? weights.total.time_s : 0);
    add(t.gradient, gradient);
    if (p.zero > 0) add(t.gather, weights);
    firstUnit = weights.total.time_s;  // buckets leave from the last to the first: forward begins with the last of them
  }
  t.overlap = overlapBuckets(t.buckets, t.bucket_backward_s);
  const double contention = s.machine.node.accelerator.overlap_contention;
  // max(Tn, Tc + k Tn) less Tc, and what stands alone at one end of the phase.
  const auto exposed = [&](double comm, double compute, double alone) {
    return p.overlap ? std::min(comm, std::max(comm - compute, contention * comm) + alone) : comm;
  };
  const double lastBucket = t.buckets.empty() ? 0 : t.buckets.back().cost_s;
  const double tail = std::min(t.overlap.exposed_s, lastBucket);
  t.gradient_exposed_s = p.overlap ? std::max(t.overlap.exposed_s, std::min(t.overlap.total_s, contention * t.overlap.total_s + tail)) : t.overlap.total_s;
  const double m = t.micro_batches;
  const bool every = syncsEveryMicroBatch(p);
  const double once = t.gradient.total.time_s;
  const double forward = t.micro.forward_s + t.inner_s() / m / 2;
  double gathered = 0;
  if (p.zero == 1 || p.zero == 2) {
    t.gather_s = gathered = t.gather.total.time_s;
    t.gather_exposed_s = exposed(t.gather_s, forward, firstUnit);
  } else if (p.zero == 3) {
    // Forward and backward of each micro-batch; the last backward is in the buckets already.
    const double one = t.gather.total.time_s;
    t.gather_s = (2 * m - 1) * one;
    t.gather_exposed_s = m * exposed(one, forward, firstUnit);
    if (!every) t.gather_exposed_s += (m - 1) * exposed(one, t.bucket_backward_s, 0);
    scale(t.gather, 2 * m);
    gathered = one;
  }
  if (every && m > 1) {
    const double comm = once + (p.zero == 3 ? gathered : 0);
    t.gradient_exposed_s += (m - 1) * exposed(comm, t.bucket_backward_s, lastBucket);
    scale(t.gradient, m);
  }
  const double all = t.gradient.total.time_s + (p.zero == 3 ? t.gather.total.time_s : t.gather_s);
  t.overlapped_s = std::max(0.0, all - t.gradient_exposed_s - t.gather_exposed_s);
  if (p.local_steps > 1) {
    scale(t.gradient, 1.0 / p.local_steps);
    t.gradient_exposed_s = t.gradient.total.time_s;
    t.overlapped_s = 0;
    t.buckets.clear();
  }
}

}  // namespace weir::model
