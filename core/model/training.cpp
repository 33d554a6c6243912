#include "core/model/training.h"

#include <algorithm>
#include <cmath>

#include "core/model/energy.h"

namespace weir::model {
namespace {

void cut(const Scenario& s, TrainingStep& t) {
  const Plan& p = s.plan;
  t.data = s.dataParallel();
  t.stages = p.pipeline_parallel;
  t.tensor = p.tensor_parallel;
  // The rank with most samples sets the pace.
  const double local = std::ceil(static_cast<double>(p.global_batch) / t.data);
  const double wanted = p.micro_batch > 0 ? std::min<double>(static_cast<double>(p.micro_batch), local) : local;
  t.micro_batches = std::ceil(local / wanted);
  t.micro_batch = local / t.micro_batches;
  // Packed: tensor ranks next to one another, then data, then stages.
  const int perNode = s.machine.node.accelerators;
  t.layout.inNode = std::clamp(perNode / t.tensor, 1, t.data);
  t.layout.nodes = (t.data + t.layout.inNode - 1) / t.layout.inNode;
  t.layout.groups = std::max(1, std::min(perNode, s.machine.accelerators()) / t.layout.inNode);
  t.net = network(s.workload.model, s.workload.precision,
                  {t.tensor, t.stages, p.recompute == "full", p.recompute == "selective", p.fused_attention});
  t.gradient_bytes = elementBytes(p.gradient_precision);
  for (const Segment& g : t.net.segments) t.local_parameters += g.parameters;
}

// One collective of the data-parallel group. Its bytes by rank and node are added to `sum`.
double groupTime(const Scenario& s, const TrainingStep& t, CollectiveOp op, double bytes, GroupCost& sum) {
  const GroupCost c = groupCollective(op, s.plan.allreduce, t.layout, bytes, t.costs, t.fabric, s.plan.library);
  sum.total.time_s += c.total.time_s;
  sum.total.sent_bytes += c.total.sent_bytes;
  sum.node_sent_bytes += c.node_sent_bytes;
  sum.intra_s += c.intra_s;
  sum.inter_s += c.inter_s;
  sum.total.algorithm = c.total.algorithm;
  return c.total.time_s;
}

void tensorAndPipeline(const Scenario& s, TrainingStep& t) {
  const double e = elementBytes(s.workload.precision);
  const double boundary = t.micro_batch * t.net.block_bytes;
  if (t.tensor > 1) {
    const int perNode = s.machine.node.accelerators;
    GroupLayout g;
    g.inNode = std::min(t.tensor, perNode);
    g.nodes = (t.tensor + g.inNode - 1) / g.inNode;
    g.groups = std::max(1, perNode / g.inNode);
    const GroupCost one = groupCollective(CollectiveOp::AllReduce, s.plan.allreduce, g, boundary, t.costs, t.fabric, s.plan.library);
    const double count = (s.plan.recompute == "full" ? 6 : 4) * t.net.blocks * t.micro_batches;
    t.tensor_s = count * one.total.time_s;
    t.tensor_payload_bytes = count * boundary;
    t.tensor_sent_bytes = count * one.total.sent_bytes;
    t.tensor_node_bytes = count * one.node_sent_bytes;
  }
  if (t.stages > 1) {
    // A stage's neighbour lies data x tensor ranks away: in the node only where both fit.
    const bool inside = t.stages * t.data * t.tensor <= s.machine.node.accelerators;
    const double share = boundary / t.tensor;
    const double one = inside ? t.fabric.latency_s + share / t.fabric.bytes_per_s
                              : t.costs.latency(1, share) + share * std::min(s.machine.node.accelerators, t.data * t.tensor) / t.costs.bytes_per_s;
    // Filling and draining: the rest runs beside computing.
    t.pipeline_s = 2 * (t.stages - 1) * one;
    t.pipeline_sent_bytes = 2 * t.micro_batches * share * (t.stages - 1) / t.stages;
  }
  (void)e;
}

void gradients(const Scenario& s, TrainingStep& t) {
  if (t.data < 2) return;
  const Plan& p = s.plan;
  std::vector<double> parameters, backward;
  parameters.reserve(t.net.segments.size());
  backward.reserve(t.net.segments.size());
  const double tensorBackward = t.net.blocks > 0 && t.micro_batches > 0 ? t.tensor_s / t.micro_batches / t.net.blocks / 2 : 0;
  double backward_s = 0;
  for (std::size_t i = 0; i < t.net.segments.size(); ++i) {
    parameters.push_back(t.net.segments[i].parameters);
    backward.push_back(t.micro.segments[i].backward_s + (t.net.blocks > 0 && i > 0 ? tensorBackward : 0));
    backward_s += backward.back();
  }
  t.buckets = fillBuckets(parameters, backward, t.gradient_bytes, p.bucket.toDouble());
  const CollectiveOp op = p.zero > 0 ? CollectiveOp::ReduceScatter : CollectiveOp::AllReduce;
  const double gatherScale = elementBytes(s.workload.precision) / t.gradient_bytes;
  double gatherBackward = 0;
  // Equal buckets, as in a transformer, are priced once.
  double lastBytes = -1, lastCost = 0;
  GroupCost lastSum;
  for (Bucket& b : t.buckets) {
    GroupCost sum;
    if (b.bytes == lastBytes) {
      sum = lastSum;
    } else {
      lastCost = groupTime(s, t, op, b.bytes, sum);
      lastSum = sum;
      lastBytes = b.bytes;
    }
    b.cost_s = lastCost;
    t.gradient.total.time_s += sum.total.time_s;
    t.gradient.total.sent_bytes += sum.total.sent_bytes;
    t.gradient.node_sent_bytes += sum.node_sent_bytes;
    t.gradient.intra_s += sum.intra_s;
    t.gradient.inter_s += sum.inter_s;
    t.gradient.total.algorithm = sum.total.algorithm;
    if (p.zero > 0) {
      const double one = groupTime(s, t, CollectiveOp::AllGather, b.bytes * gatherScale, t.gather);
      if (p.zero == 3) {
        // Weights are gathered again for backward, before the gradients of the bucket leave.
        b.cost_s += one;
        gatherBackward += one;
      }
    }
  }
  t.overlap = overlapBuckets(t.buckets, backward_s);
  t.gradient_exposed_s = p.overlap ? t.overlap.exposed_s : t.overlap.total_s;
  if (p.zero > 0) {
    const double forward = t.micro.forward_s;
    const auto exposed = [&](double cost, double cover) { return p.overlap ? std::max(0.0, cost - cover) : cost; };
    const double one = t.gather.total.time_s;
    if (p.zero < 3) {
      t.gather_s = one;
      t.gather_exposed_s = exposed(one, forward);
    } else {
      // Forward and backward of each micro-batch; the last backward is in the buckets already.
      const double m = t.micro_batches;
      t.gather_s = (2 * m - 1) * one;
      t.gather_exposed_s = m * exposed(one, forward) + (m - 1) * exposed(one, t.micro.backward_s);
      for (double* v : {&t.gather.total.time_s, &t.gather.total.sent_bytes, &t.gather.node_sent_bytes, &t.gather.intra_s, &t.gather.inter_s}) *v *= 2 * m;
      // Gradients are scattered in every micro-batch, as FSDP does without no_sync.
      for (double* v : {&t.gradient.total.sent_bytes, &t.gradient.node_sent_bytes}) *v *= m;
      t.gradient_exposed_s += (m - 1) * (p.overlap ? std::max(0.0, t.gradient.total.time_s - t.micro.backward_s) : t.gradient.total.time_s);
      t.gradient.total.time_s *= m;
    }
  }
  (void)gatherBackward;
  const double all = t.overlap.total_s + t.gather_s;
  t.overlapped_s = std::max(0.0, all - t.gradient_exposed_s - t.gather_exposed_s);
}

void checkpoints(const Scenario& s, TrainingStep& t, double rest_s) {
  const CheckpointPlan& c = s.plan.checkpoint;
  t.checkpoint_bytes = checkpointBytes(t.net.parameters, elementBytes(s.workload.precision));
  if (c.every_s <= 0) return;
  const Machine& m = s.machine;
  const StorageTier* tier = c.tier.empty() ? &m.storage.back() : m.tier(c.tier);
  // The ranks that hold different parts write: one data-parallel copy, spread over its nodes; all of them with ZeRO.
  const double holders = s.plan.zero > 0 ? s.machine.accelerators() : static_cast<double>(t.tensor) * t.stages;
  const double nodes = std::clamp(std::ceil(holders / m.node.accelerators), 1.0, static_cast<double>(m.nodes));
  double rate = tier->write.toBytesPerSecond() * (tier->shared ? 1 : nodes);
  if (tier->shared) rate = std::min(rate, nodes * t.costs.bytes_per_s);
  if (!(rate > 0)) return;
  t.checkpoint_write_s = t.checkpoint_bytes / rate;
  double cost = t.checkpoint_write_s;
  // Asynchronous: training waits only for the copy into the nodes' memories.
  if (c.mode == "asynchronous" && m.node.memory_bandwidth > Bandwidth{})
    cost = std::min(cost, t.checkpoint_bytes / nodes / m.node.memory_bandwidth.toBytesPerSecond());
  t.checkpoint_s = cost * rest_s / c.every_s;
}

}  // namespace

Result<TrainingStep> trainingStep(const Scenario& s) {
  TrainingStep t;
  auto costs = networkCosts(s.machine);
  if (!costs) return tl::make_unexpected(std::move(costs.error()));
  t.costs = *costs;
  t.fabric = fabricCosts(s.machine.node);
  cut(s, t);
  t.frequency_hz = runningFrequency(s.machine.node.accelerator, s.plan.frequency, s.plan.power_cap);
  const Rates rates = ratesOf(s.machine.node.accelerator, s.workload.precision, t.frequency_hz);
  t.micro = computeTime(t.net, t.micro_batch, rates);
  t.compute_s = t.micro_batches * (t.micro.forward_s + t.micro.backward_s);
  t.optimizer_s = optimizerTime(t.local_parameters / (s.plan.zero > 0 ? t.data : 1), rates);
  tensorAndPipeline(s, t);
  gradients(s, t);
  t.bubble_s = (t.stages - 1) * (t.micro.forward_s + t.micro.backward_s + t.tensor_s / t.micro_batches);
  const double work = t.compute_s + t.exposed_s() + t.bubble_s + t.optimizer_s;
  t.supply = dataSupply(s, t.costs.bytes_per_s);
  if (t.supply.known)
    t.data_stall_s = dataStall(static_cast<double>(s.plan.global_batch), t.supply.samples_per_s, work, s.plan.data.prefetch > 0);
  t.staging_s = stagingTime(s, t.costs.bytes_per_s);
  checkpoints(s, t, work + t.data_stall_s);
  t.memory = memoryOf(t.net, t.local_parameters, elementBytes(s.workload.precision), s.plan, t.data, t.micro_batch, t.micro_batches);
  return t;
}

}  // namespace weir::model
