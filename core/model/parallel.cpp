#include "core/model/parallel.h"

#include <algorithm>

namespace weir::model {
namespace {

double contention(const ParallelInput& in) { return in.scenario->machine.node.accelerator.overlap_contention; }

bool fullRecompute(const ParallelInput& in) { return in.scenario->plan.recompute == "full"; }

GroupCost cost(const ParallelInput& in, CollectiveOp op, const GroupLayout& layout, double bytes) {
  const Plan& p = in.scenario->plan;
  return groupCollective(op, op == CollectiveOp::AllReduce ? p.allreduce : Algorithm::Auto, layout, bytes, *in.costs, *in.fabric, p.library);
}

void add(Exchange& x, const GroupCost& one, double times, double payload) {
  x.payload_bytes += times * payload;
  x.sent_bytes += times * one.total.sent_bytes;
  x.node_bytes += times * one.node_sent_bytes;
}

// A message to the neighbour in a group of this layout, while all ranks of a node send theirs.
double hop(const ParallelInput& in, bool inside, double bytes) {
  if (inside) return in.fabric->latency_s + bytes / in.fabric->bytes_per_s;
  return in.costs->latency(1, bytes) + bytes * in.perNode / in.costs->bytes_per_s;
}

}  // namespace

GroupLayout groupLayout(int size, int stride, int perNode) {
  GroupLayout g;
  g.inNode = std::clamp(perNode / std::max(1, stride), 1, size);
  g.nodes = (size + g.inNode - 1) / g.inNode;
  g.groups = std::max(1, perNode / g.inNode);
  return g;
}

Exchange tensorExchange(const ParallelInput& in) {
  Exchange x;
  const Plan& p = in.scenario->plan;
  const int t = p.tensor_parallel;
  if (t < 2 || in.net->blocks == 0) return x;
  const GroupLayout g = groupLayout(t, 1, in.perNode);
  const double boundary = in.micro_batch * in.net->block_bytes;
  const double blocks = in.net->blocks * in.micro_batches, count = (fullRecompute(in) ? 6 : 4) * blocks;
  const GroupCost one = cost(in, CollectiveOp::AllReduce, g, boundary);
  const double total = count * one.total.time_s;
  x.exposed_s = p.tensor_overlap ? total * (1.0 / t + contention(in) * (1 - 1.0 / t)) : total;
  x.hidden_s = std::max(0.0, total - x.exposed_s);
  add(x, one, count, boundary);
  if (p.sequence_parallel) {
    const GroupCost again = cost(in, CollectiveOp::AllGather, g, boundary);
    const double extra = 2 * blocks * again.total.time_s;
    x.exposed_s += contention(in) * extra;
    x.hidden_s += std::max(0.0, 1 - contention(in)) * extra;
    add(x, again, 2 * blocks, boundary);
  }
  return x;
}

Exchange contextExchange(const ParallelInput& in) {
  Exchange x;
  const Plan& p = in.scenario->plan;
  const int c = p.context_parallel;
  if (c < 2 || in.net->blocks == 0) return x;
  const GroupLayout g = groupLayout(c, p.tensor_parallel, in.perNode);
  const double blocks = in.net->blocks * in.micro_batches;
  const double forwards = fullRecompute(in) ? 2 : 1;
  if (p.context_exchange == "all-to-all") {
    const double bytes = in.micro_batch * in.net->head_bytes, count = (forwards + 1) * blocks;
    const GroupCost one = cost(in, CollectiveOp::AllToAll, g, bytes);
    x.exposed_s = count * one.total.time_s;
    add(x, one, count, bytes);
    return x;
  }
  const double bytes = in.micro_batch * in.net->attention_bytes;
  const double around = (c - 1) * hop(in, g.nodes == 1, bytes);
  // Twice as many bytes backward, beside 2.5 times the arithmetic.
  const auto exposed = [&](double comm, double compute) { return std::max(comm - compute, contention(in) * comm); };
  x.exposed_s = blocks * (forwards * exposed(around, in.attention_s) + exposed(2 * around, 2.5 * in.attention_s));
  x.hidden_s = std::max(0.0, blocks * (forwards + 2) * around - x.exposed_s);
  x.payload_bytes = blocks * (forwards + 2) * bytes * c;
  x.sent_bytes = blocks * (forwards + 2) * bytes * (c - 1);
  // Of a ring over several nodes, one member of each node sends out of it.
  if (g.nodes > 1) x.node_bytes = x.sent_bytes * in.perNode / g.inNode;
  return x;
}

Exchange expertExchange(const ParallelInput& in) {
  Exchange x;
  const Plan& p = in.scenario->plan;
  const int n = p.expert_parallel;
  if (in.net->exchanged_bytes > 0 && in.data > 1) {
    // Tables spread over all ranks: looked-up rows go out and their gradients come back.
    const double bytes = in.micro_batch * in.net->exchanged_bytes, count = 2 * in.micro_batches;
    const GroupCost one = cost(in, CollectiveOp::AllToAll, groupLayout(in.data, 1, in.perNode), bytes);
    x.exposed_s = count * one.total.time_s;
    add(x, one, count, bytes);
    return x;
  }
  if (n < 2 || in.net->expert_blocks == 0) return x;
  const GroupLayout g = groupLayout(n, p.tensor_parallel * p.context_parallel, in.perNode);
  const double bytes = in.micro_batch * in.net->routed_bytes / (p.sequence_parallel ? p.tensor_parallel : 1);
  const double count = (fullRecompute(in) ? 6 : 4) * in.net->expert_blocks * in.micro_batches;
  const GroupCost one = cost(in, CollectiveOp::AllToAll, g, bytes);
  x.exposed_s = count * one.total.time_s;
  add(x, one, count, bytes);
  return x;
}

Exchange pipelineExchange(const ParallelInput& in) {
  Exchange x;
  const Plan& p = in.scenario->plan;
  const int stages = p.pipeline_parallel;
  if (stages < 2) return x;
  // A stage's neighbour lies data x context x tensor ranks away: in the node only where both fit.
  const bool inside = stages * in.data * p.context_parallel * p.tensor_parallel <= in.perNode;
  const double share = in.micro_batch * in.net->block_bytes / p.tensor_parallel;
  const double one = hop(in, inside, share);
  const double steady = 2 * p.virtual_stages * in.micro_batches * one, fill = 2 * (stages - 1) * one;
  x.exposed_s = fill + (p.overlap ? contention(in) * steady : steady);
  x.hidden_s = p.overlap ? std::max(0.0, 1 - contention(in)) * steady : 0;
  // Each of the p v - 1 boundaries between pieces, both ways; the mean over the stages.
  const double boundaries = static_cast<double>(stages * p.virtual_stages - 1) / stages;
  x.payload_bytes = x.sent_bytes = 2 * in.micro_batches * share * boundaries;
  if (!inside) x.node_bytes = x.sent_bytes * in.perNode;
  return x;
}

double bubbleFraction(double stages, double virtualStages, double microBatches) { return (stages - 1) / (virtualStages * microBatches); }

}  // namespace weir::model
