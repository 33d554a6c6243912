#include "core/model/predict.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/base/units.h"
#include "core/model/data_loading.h"
#include "core/model/data_parallel.h"
#include "core/model/energy.h"
#include "core/model/guarantee.h"
#include "core/model/storage_outcome.h"
#include "core/model/nearest.h"
#include "core/model/step_compute.h"
#include "core/model/traffic_bound.h"
#include "core/model/training.h"
#include "core/scenario/placement.h"
#include "core/scenario/validate.h"

namespace weir {
namespace {

using namespace model;

CollectiveOutcome outcomeOf(CollectiveOp op, Algorithm a, int ranks, double bytes, double time_s) {
  CollectiveOutcome c{op, a, ranks, bytes, time_s, kUnknown, kUnknown};
  if (time_s > 0) {
    c.algbw = bytes / time_s;
    c.busbw = busBandwidthFactor(op, ranks) * c.algbw;
  }
  return c;
}

void unverified(const Scenario& s, Outcome& o) {
  std::size_t n = 0;
  for (const auto& [path, source] : s.provenance) n += source.starts_with("unverified") ? 1U : 0U;
  if (n > 0) o.remarks.push_back(fmt::format("{} groups of values are unverified; see their provenance", n));
}

void putEnergy(const Scenario& s, const Spans& spans, double switchesUsed, Outcome& o) {
  EnergyAnswer e = energyOf(s, spans, switchesUsed);
  o.energy = e.by;
  o.energy_phase = e.phase;
  o.energy_step_j = e.total_j;
  o.carbon_step_g = e.carbon_g;
  if (!e.unknown.empty())
    o.remarks.push_back(fmt::format("no power is given for {}: {}", fmt::join(e.unknown, ", "),
                                    std::isnan(e.total_j) ? "energy is unknown" : "the energy is without it"));
}

std::string overflow(const MemoryOutcome& m) {
  return fmt::format("does not fit: {} of {} a rank ({} model states, {} activations), {} too much", units::showBytes(m.needed_bytes), units::showBytes(m.capacity_bytes),
                     units::showBytes(m.states_bytes), units::showBytes(m.activation_bytes + m.working_bytes), units::showBytes(-m.headroom_bytes));
}

MemoryOutcome memoryOutcome(const Scenario& s, const Memory& m) {
  MemoryOutcome o{m.states_bytes, m.activation_bytes, m.working_bytes, m.total(), kUnknown, kUnknown, true};
  const double room = s.machine.node.accelerator.memory.toDouble();
  if (room > 0) {
    o.capacity_bytes = room;
    o.headroom_bytes = room - m.total();
    o.fits = o.headroom_bytes >= 0;
  }
  return o;
}

void trainingRemarks(const Scenario& s, const TrainingStep& t, Outcome& o) {
  if (!o.memory.fits) o.remarks.push_back(overflow(o.memory));
  if (t.fabric.assumed) o.remarks.emplace_back("no fabric is given between a node's accelerators: its memory, or its NICs if that is unknown too, are taken to join them");
  if (!t.supply.known) o.remarks.emplace_back("no data set or no storage is given: data never stalls a step");
  if (t.data_stall_s > s.plan.data.step_overhead.toSeconds() + 1e-6 * o.step_s) o.remarks.push_back(fmt::format("data arrive too slowly: {} is the limit", t.supply.limit));
  const double capacity = s.workload.dataset.sample_size.toDouble() * static_cast<double>(s.workload.dataset.samples);
  const StorageTier* tier = dataTier(s);
  if (tier && tier->capacity.count() > 0 && capacity > tier->capacity.toDouble())
    o.remarks.push_back(fmt::format("the data set does not fit tier {}: {} of {}", tier->name, units::showBytes(capacity), units::show(tier->capacity)));
  if (s.plan.data.cache > s.machine.node.memory && s.machine.node.memory.count() > 0)
    o.remarks.push_back(fmt::format("the cache exceeds a node's memory: {} of {}", units::show(s.plan.data.cache), units::show(s.machine.node.memory)));
  checkpointRemarks(s, t.checkpoint, o);
  if (const char* caution = unfittedComputing(s.workload.step_compute, t.net); *caution) o.remarks.emplace_back(caution);
  if (s.plan.recompute != "none" && t.net.blocks == 0) o.remarks.emplace_back("recomputation is modelled for transformers only: no effect here");
}

Outcome training(const Scenario& s, const TrainingStep& t) {
  Outcome o;
  StepBreakdown& b = o.breakdown;
  // The optimizer's pass and compressing run on the device, as kernels of a measured step: they are computing in both.
  b.compute_s = t.compute_s + t.updating_s();
  b.exposed_communication_s = t.exposed_s();
  b.data_stall_s = t.data_stall_s;
  b.bubble_s = t.bubble_s;
  b.checkpoint_s = t.checkpoint_s;
  b.other_s = t.overhead_s;
  o.step_s = b.compute_s + b.exposed_communication_s + b.data_stall_s + b.bubble_s + b.checkpoint_s + b.other_s;
  o.overlapped_communication_s = t.overlapped_s;
  o.memory = memoryOutcome(s, t.memory);

  const auto batch = static_cast<double>(s.plan.global_batch);
  const Dataset& d = s.workload.dataset;
  o.samples_per_s = batch / o.step_s;
  // Whole batches only: the rest of an epoch is dropped, as loaders do.
  if (d.samples > 0) o.epoch_s = static_cast<double>(d.samples) / batch * o.step_s + s.plan.data.startup.toSeconds();
  const TargetAnswer target = targetAnswer(s, t.local_parameters);
  o.guarantee = target.guarantee;
  o.samples_to_target = target.samples;
  const double steps = o.steps_to_target = target.samples / batch;
  const double lost = storageOutcome(s, t, steps, o);

  const auto nodes = static_cast<double>(s.machine.nodes);
  Volume& v = o.volume;
  v.rank_sent_step_bytes = t.gradient.total.sent_bytes + t.gather.total.sent_bytes;
  v.node_step_bytes = t.gradient.node_sent_bytes + t.gather.node_sent_bytes;
  for (const Exchange* x : {&t.tensor_exchange, &t.context_exchange, &t.expert_exchange, &t.pipeline_exchange}) {
    v.rank_sent_step_bytes += x->sent_bytes;
    v.node_step_bytes += x->node_bytes;
  }
  o.volume.network_step_bytes = nodes * o.volume.node_step_bytes;
  o.network_to_target_bytes = steps * o.volume.network_step_bytes;
  if (t.supply.known) o.volume.storage_epoch_bytes = t.supply.epoch_bytes;
  o.volume.checkpoint_bytes = t.checkpoint_bytes;

  if (t.copies > 1) {
    const CompressedExchange x = gradientExchange(s, t.local_parameters * t.gradient_bytes, t.gradient_bytes, t.copies);
    const double times = syncsEveryMicroBatch(s.plan) ? t.micro_batches : 1;
    o.collectives.push_back(outcomeOf(s.plan.zero > 0 ? CollectiveOp::ReduceScatter : x.operation, t.gradient.total.algorithm, t.copies,
                                      x.collective_bytes * times, t.gradient.total.time_s * s.plan.local_steps));
    if (s.plan.zero > 0)
      o.collectives.push_back(outcomeOf(CollectiveOp::AllGather, t.gather.total.algorithm, t.copies,
                                        t.local_parameters * elementBytes(s.workload.precision) * (s.plan.zero == 3 ? 2 * t.micro_batches : 1), t.gather.total.time_s));
  }
  if (t.tensor > 1)
    o.collectives.push_back(outcomeOf(CollectiveOp::AllReduce, Algorithm::Ring, t.tensor, t.tensor_payload_bytes, t.tensor_s));

  Spans e;
  e.compute_s = b.compute_s + b.other_s;
  e.memory_bound_s = t.optimizer_s;
  e.host_s = t.overhead_s;
  e.wait_s = b.exposed_communication_s + b.bubble_s;
  e.bubble_s = b.bubble_s;
  e.network_bytes = o.volume.network_step_bytes;
  e.idle_s = b.data_stall_s + b.checkpoint_s;
  e.frequency_hz = t.frequency_hz;
  e.cpu_busy_s = batch * t.supply.decode_s;
  // A sample is read, decoded and copied to the accelerator: written and read at least twice.
  e.memory_bytes = 4 * batch * d.sample_size.toDouble();
  e.tier = t.supply.known ? dataTier(s) : nullptr;
  if (e.tier) e.storage_use = o.samples_per_s / t.supply.tier;
  putEnergy(s, e, t.costs.shape.switches_used, o);
  o.energy_to_target_j = steps * o.energy_step_j * lost;
  o.carbon_to_target_g = steps * o.carbon_step_g * lost;
  trainingRemarks(s, t, o);
  return o;
}

Result<Outcome> collectives(const Scenario& s) {
  auto costs = networkCosts(s);
  if (!costs) return tl::make_unexpected(std::move(costs.error()));
  const Workload& w = s.workload;
  const FabricCosts fabric = fabricCosts(s.machine.node);
  const int all = w.ranks > 0 ? w.ranks : networkHosts(s.machine);
  const int ranks = all / w.communicators;  // of a group; groups are taken not to meet
  GroupLayout layout;
  layout.inNode = all > s.machine.nodes || acceleratorsAreHosts(s.machine) ? std::min(ranks, s.machine.node.accelerators) : 1;
  layout.nodes = (ranks + layout.inNode - 1) / layout.inNode;
  // Everybody waits for the slowest; jitter is not in it.
  const double think_s = w.think.toSeconds() * (w.stragglers > 0 ? w.straggler_slowdown : 1);
  Outcome o;
  o.step_s = 0;
  Volume& v = o.volume;
  v.network_step_bytes = v.rank_sent_step_bytes = v.node_step_bytes = 0;
  for (const Bytes size : w.sizes) {
    const GroupCost c = groupCollective(w.operation, w.algorithm, layout, size.toDouble(), *costs, fabric, collectiveLibrary(s));
    o.collectives.push_back(outcomeOf(w.operation, c.total.algorithm, ranks, size.toDouble(), c.total.time_s));
    o.step_s += w.iterations * c.total.time_s;
    v.rank_sent_step_bytes += w.iterations * c.total.sent_bytes;
    v.node_step_bytes += w.iterations * c.node_sent_bytes;
    v.network_step_bytes += w.iterations * c.node_sent_bytes * layout.nodes * w.communicators;
  }
  const double computing_s = w.iterations * static_cast<double>(w.sizes.size()) * think_s;
  Spans e;
  e.compute_s = computing_s;
  e.wait_s = o.step_s;
  o.step_s += computing_s;
  o.breakdown = {computing_s, o.step_s - computing_s, 0, 0, 0, 0};
  o.overlapped_communication_s = 0;
  e.frequency_hz = runningFrequency(s.machine.node.accelerator, s.plan.frequency, s.plan.power_cap);
  putEnergy(s, e, costs->shape.switches_used, o);
  if (fabric.assumed && layout.inNode > 1) o.remarks.emplace_back("no fabric is given between a node's accelerators: its memory, or its NICs if that is unknown too, are taken to join them");
  if (w.step_latency) o.remarks.push_back(fmt::format("every step costs {}, whatever the network would give", units::show(*w.step_latency)));
  return o;
}

Result<Outcome> traffic(const Scenario& s) {
  auto costs = networkCosts(s.machine);
  if (!costs) return tl::make_unexpected(std::move(costs.error()));
  const TrafficBound b = trafficBound(s, *costs);
  Outcome o;
  o.step_s = b.time_s;
  o.breakdown = {0, o.step_s, 0, 0, 0, 0};
  o.overlapped_communication_s = 0;
  o.flows = b.flows;
  o.volume.network_step_bytes = b.sent_bytes;
  o.volume.rank_sent_step_bytes = o.volume.node_step_bytes = b.most_sent_bytes;
  Spans e;
  e.wait_s = o.step_s;
  putEnergy(s, e, costs->shape.switches_used, o);
  o.remarks.push_back(fmt::format("a lower bound{}{}: queues and collisions on the way are not in it; flow and packet fidelity play them",
                                  *b.limit ? ", set by " : "", *b.limit ? (std::string(b.limit) == "uplinks" ? "an edge switch's uplinks" : std::string(b.limit) == "global links" ? "a group's global links" : fmt::format("the busiest {}", b.limit)) : ""));
  if (s.workload.load > 0) o.remarks.emplace_back("of one message each: what a load does to the network is for simulation to say");
  return o;
}

}  // namespace

Outcome model::trainingOutcome(const Scenario& s, const TrainingStep& step) {
  Outcome o = training(s, step);
  unverified(s, o);
  return o;
}

Result<Outcome> price(const Scenario& s) {
  const auto begin = std::chrono::steady_clock::now();
  if (auto valid = validate(s); !valid) return tl::make_unexpected(std::move(valid.error()));
  Result<Outcome> o = [&] {
    switch (s.workload.kind) {
      case Workload::Kind::Collective: return collectives(s);
      case Workload::Kind::Traffic: return traffic(s);
      case Workload::Kind::Replay: return Result<Outcome>(fail("a replay has no closed form", "workload.kind", "simulate it"));
      case Workload::Kind::Training: break;
    }
    return trainingStep(s).map([&](const TrainingStep& t) { return training(s, t); });
  }();
  if (!o) return o;
  o->fidelity = Fidelity::Model;
  unverified(s, *o);
  o->wall_s = o->cpu_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return o;
}

Result<Outcome> predict(const Scenario& s) {
  Result<Outcome> o = price(s);
  if (o && o->memory.fits) return o;
  Error e = o ? Error{Error::Kind::Input, overflow(o->memory), "plan", {}} : std::move(o.error());
  // Only where another plan may help.
  if (!e.where.starts_with("plan")) return tl::make_unexpected(std::move(e));
  const bool ownWords = e.where.starts_with("plan.data") || e.where.starts_with("plan.checkpoint") || e.where.starts_with("plan.frequency") || e.where.starts_with("plan.power_cap");
  if (ownWords) return tl::make_unexpected(std::move(e));
  if (const std::optional<NearPlan> near = nearestPlan(s); near && !near->changes.empty())
    e.todo += fmt::format("{}nearest plan that can be: {}, {} a step", e.todo.empty() ? "" : "; ", near->changes, units::showSeconds(near->step_s));
  else if (e.todo.empty())
    e.todo = "split the model further, or give the accelerators more memory";
  return tl::make_unexpected(std::move(e));
}

}  // namespace weir
