#include "core/model/training.h"

#include <algorithm>
#include <cmath>

#include "core/model/data_parallel.h"
#include "core/model/energy.h"
#include "core/model/step_compute.h"

namespace weir::model {
namespace {

void cut(const Scenario& s, TrainingStep& t) {
  const Plan& p = s.plan;
  t.data = s.dataParallel();
  t.stages = p.pipeline_parallel;
  t.tensor = p.tensor_parallel;
  t.context = p.context_parallel;
  t.expert = p.expert_parallel;
  t.virtual_stages = p.virtual_stages;
  t.copies = t.data * t.context;
  // The rank with most samples sets the pace.
  const double local = std::ceil(static_cast<double>(p.global_batch) / t.data);
  const double wanted = p.micro_batch > 0 ? std::min<double>(static_cast<double>(p.micro_batch), local) : local;
  t.micro_batches = std::ceil(local / wanted);
  t.micro_batch = local / t.micro_batches;
  // Packed: tensor ranks next to one another, then context, then data, then stages.
  const int perNode = std::min(s.machine.node.accelerators, s.machine.accelerators());
  t.layout = groupLayout(t.copies, t.tensor, perNode);
  const std::string& precision = s.workload.precision;
  Split split{t.tensor, t.stages, p.recompute == "full", p.recompute == "selective", p.fused_attention};
  split.sequenceParallel = p.sequence_parallel && t.tensor > 1;
  split.context = t.context;
  split.expert = t.expert;
  split.narrow = precision == "fp8" || precision == "fp4";
  t.net = network(s.workload.model, precision, split);
  t.gradient_bytes = elementBytes(p.gradient_precision);
  for (const Segment& g : t.net.segments) {
    t.local_parameters += g.parameters * g.count;
    t.expert_parameters += g.expert_parameters * g.count;
  }
}

// Forward time of fused attention in one block.
double attentionTime(const TrainingStep& t, const Rates& r) {
  if (t.net.blocks == 0) return 0;
  for (const Op& op : t.net.ops)
    if (op.kind == Op::Kind::Attention) return opTime(op, t.micro_batch, r);
  return 0;
}

void insideBlocks(const Scenario& s, const Rates& rates, TrainingStep& t) {
  ParallelInput in{&s, &t.net, &t.costs, &t.fabric, t.data, t.micro_batch, t.micro_batches, 0, std::min(s.machine.node.accelerators, s.machine.accelerators())};
  if (t.context > 1) in.attention_s = attentionTime(t, rates);
  t.tensor_exchange = tensorExchange(in);
  t.context_exchange = contextExchange(in);
  t.expert_exchange = expertExchange(in);
  t.pipeline_exchange = pipelineExchange(in);
  t.tensor_s = t.tensor_exchange.exposed_s;
  t.tensor_payload_bytes = t.tensor_exchange.payload_bytes;
  t.context_s = t.context_exchange.exposed_s;
  t.expert_s = t.expert_exchange.exposed_s;
  t.pipeline_s = t.pipeline_exchange.exposed_s;
}

// Parameters whose optimizer state this rank holds: experts are spread over fewer ranks.
double sharded(const Scenario& s, const TrainingStep& t) {
  if (s.plan.zero == 0) return t.local_parameters;
  const double group = s.plan.shard_group > 0 ? std::min(s.plan.shard_group, t.copies) : t.copies;
  return (t.local_parameters - t.expert_parameters) / group + t.expert_parameters / std::max(1.0, group / t.expert);
}

void checkpoints(const Scenario& s, TrainingStep& t, double rest_s) {
  t.checkpoint_bytes = checkpointBytes(t.net.parameters, elementBytes(s.workload.precision));
  // The ranks that hold different parts write: one data-parallel copy, spread over its nodes; all of them with ZeRO.
  const double parts = s.plan.zero > 0 ? s.machine.accelerators() : static_cast<double>(t.tensor) * t.stages;
  t.checkpoint = checkpointOf(s, t.checkpoint_bytes, parts, t.costs.link_bytes_per_s);
  if (!s.plan.checkpoint.on()) return;
  t.checkpoint_write_s = t.checkpoint.time.write_s;
  t.checkpoint_s = t.checkpoint.share * rest_s;
}

Memory memory(const Scenario& s, const TrainingStep& t) {
  Memory m = memoryOf(t.net, {t.local_parameters, t.expert_parameters, t.net.sharded_parameters / t.copies, elementBytes(s.workload.precision), t.copies, t.expert, t.micro_batch, t.micro_batches}, s.plan);
  if (compresses(s.plan.compression) && s.plan.compression.error_feedback) m.states_bytes += t.local_parameters * t.gradient_bytes;
  return m;
}

}  // namespace

Memory trainingMemory(const Scenario& s) {
  TrainingStep t;
  cut(s, t);
  return memory(s, t);
}

Result<TrainingStep> trainingStep(const Scenario& s) {
  TrainingStep t;
  auto costs = networkCosts(s);
  if (!costs) return tl::make_unexpected(std::move(costs.error()));
  t.costs = *costs;
  t.fabric = fabricCosts(s.machine.node);
  cut(s, t);
  t.frequency_hz = runningFrequency(s.machine.node.accelerator, s.plan.frequency, s.plan.power_cap);
  const Rates rates = ratesOf(s.machine.node.accelerator, s.workload.precision, t.frequency_hz);
  t.micro = computeTime(t.net, t.micro_batch, rates);
  const bool given = measured(s.workload.step_compute);
  if (given) scaleToMeasured(s.workload.step_compute, t.net, t.micro_batch, rates, t.micro);
  t.compute_s = t.micro_batches * (t.micro.forward_s + t.micro.backward_s);
  t.optimizer_parameters = sharded(s, t);
  t.optimizer_s = given ? 0 : optimizerTime(t.optimizer_parameters, rates);
  t.overhead_s = s.machine.node.accelerator.step_overhead.toSeconds();
  insideBlocks(s, rates, t);
  const double perBlock = t.net.blocks > 0 ? t.inner_s() / t.micro_batches / t.net.blocks / 2 : 0;
  dataParallel(s, perBlock, t);
  const CompressedExchange gradient = gradientExchange(s, t.local_parameters * t.gradient_bytes, t.gradient_bytes, t.copies);
  if (t.copies > 1 && compresses(s.plan.compression))
    t.compress_s = (syncsEveryMicroBatch(s.plan) ? t.micro_batches : 1) * (gradient.memory_bytes / rates.memory + gradient.flops / rates.flops * rates.stretch);
  for (const Exchange* x : {&t.tensor_exchange, &t.context_exchange, &t.expert_exchange, &t.pipeline_exchange}) t.overlapped_s += x->hidden_s;
  t.bubble_s = bubbleFraction(t.stages, t.virtual_stages, t.micro_batches) * (t.compute_s + t.inner_s());
  const double work = t.compute_s + t.exposed_s() + t.bubble_s + t.after_s();
  t.supply = dataSupply(s, t.costs.link_bytes_per_s);
  if (t.supply.known)
    t.data_stall_s = dataWait(s, t.supply, t.supply.samples_per_s, work);
  t.staging_s = stagingTime(s, t.costs.link_bytes_per_s);
  checkpoints(s, t, work + t.data_stall_s);
  t.memory = memory(s, t);
  return t;
}

}  // namespace weir::model
