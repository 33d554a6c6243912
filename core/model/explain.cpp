#include "core/model/explain.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/units.h"
#include "core/model/accuracy.h"
#include "core/model/energy.h"
#include "core/model/predict.h"
#include "core/model/traffic_bound.h"
#include "core/model/training.h"
#include "core/scenario/json.h"

namespace weir {
namespace {

using namespace model;
using units::showBytes;
using units::showBytesPerSecond;
using units::showCount;
using units::showJoules;
using units::showSeconds;

constexpr const char* kRoofline = "roofline by operation: Williams et al., CACM 2009; efficiency by size: Isaev et al., SC23";
constexpr const char* kBuckets = "Li et al., VLDB 2020, section 3.2";
constexpr const char* kCollectives = "Thakur, Rabenseifner, Gropp, IJHPCA 2005; Sanders, Speck, Traff 2009";
constexpr const char* kZero = "Rajbhandari et al., SC20";
constexpr const char* kPipeline = "Narayanan et al., SC21, section 2.2";
constexpr const char* kDlio = "DLIO / MLPerf Storage";
constexpr const char* kPower = "P = idle + (max - idle) u (f/fmax)^3";

class Terms {
 public:
  explicit Terms(const Scenario& s) : s_(s) {}

  // `rests`: paths of the scenario that the value rests on most.
  void add(const char* group, std::string name, double value, const char* unit, std::string formula, const char* source,
           std::initializer_list<const char*> rests = {}) {
    Term t{group, std::move(name), value, unit, std::move(formula), source, false};
    for (const char* path : rests) t.unverified = t.unverified || provenanceOf(s_, path).starts_with("unverified");
    list.push_back(std::move(t));
  }
  std::vector<Term> list;

 private:
  const Scenario& s_;
};

void computing(const Scenario& s, const TrainingStep& t, Terms& out) {
  const auto n = [](double v) { return showCount(v); };
  out.add("computing", "parameters", t.net.parameters, "", fmt::format("{} on this rank of {} tensor x {} pipeline", n(t.local_parameters), t.tensor, t.stages), "layers of the model");
  out.add("computing", "forward, one sample", t.net.forward_flops, "FLOP", "sum over layers; a multiply-add is two", "layers of the model");
  const std::string batch = fmt::format("{} x {} samples a rank", n(t.micro_batches), n(t.micro_batch));
  out.add("computing", "forward", t.micro_batches * t.micro.forward_s, "s", batch, kRoofline,
          {"machine.node.accelerator.efficiency", "machine.node.accelerator.memory_efficiency"});
  out.add("computing", "backward", t.micro_batches * t.micro.backward_s, "s", batch, kRoofline,
          {"machine.node.accelerator.efficiency", "machine.node.accelerator.memory_efficiency"});
  if (t.frequency_hz > 0)
    out.add("computing", "frequency", t.frequency_hz, "Hz",
            s.plan.power_cap > Power{} ? fmt::format("the highest at which computing stays under {}", units::show(s.plan.power_cap)) : "of the plan, or the highest", "t = t_mem + t_core f0/f",
            {"machine.node.accelerator.frequency"});
}

void communication(const Scenario& s, const TrainingStep& t, Terms& out) {
  const NetworkCosts& c = t.costs;
  out.add("communication", "bandwidth of a node", c.bytes_per_s, "B/s", fmt::format("{} NICs x min(NIC, link)", s.machine.node.nics), "scenario", {"machine.network.link.bandwidth"});
  out.add("communication", "latency of a step between neighbours", c.latency(1, c.packet_bytes), "s",
          fmt::format("overhead and NICs {} + {:.2f} links x {} + {:.2f} switches x ({} + packet)", showSeconds(c.base_s), c.meanSwitches(1) + 1, showSeconds(c.link_s), c.meanSwitches(1), showSeconds(c.switch_s)),
          "packed placement, store and forward", {"machine.node.nic.latency", "machine.network.link.latency"});
  if (t.data > 1) {
    out.add("communication", "gradient of this rank", t.local_parameters * t.gradient_bytes, "B", fmt::format("{} x {} B", showCount(t.local_parameters), t.gradient_bytes), "plan.gradient_precision");
    out.add("communication", "buckets", static_cast<double>(t.buckets.size()), "", fmt::format("filled to {} in reverse layer order", units::show(s.plan.bucket)), kBuckets);
    out.add("communication", fmt::format("{} of all buckets ({})", s.plan.zero > 0 ? "reduce-scatter" : "all-reduce", name(t.gradient.total.algorithm)), t.gradient.total.time_s, "s",
            fmt::format("{} ranks: {} inside nodes of {}, {} among {} nodes", t.data, showSeconds(t.gradient.intra_s), t.layout.inNode, showSeconds(t.gradient.inter_s), t.layout.nodes), kCollectives);
    double backward = 0;
    for (const SegmentTime& x : t.micro.segments) backward += x.backward_s;
    out.add("communication", "gradient, exposed", t.gradient_exposed_s, "s",
            s.plan.overlap ? fmt::format("max(0, end of the last bucket {} - backward {})", showSeconds(t.overlap.end_s), showSeconds(backward)) : "all of it: overlap is off", kBuckets);
    if (s.plan.zero > 0) out.add("communication", "weights gathered, exposed", t.gather_exposed_s, "s", fmt::format("{} in all, less what forward covers", showSeconds(t.gather_s)), kZero);
  }
  if (t.tensor > 1)
    out.add("communication", "tensor-parallel all-reduces", t.tensor_s, "s", fmt::format("{} a block and micro-batch, {} blocks, none hidden", s.plan.recompute == "full" ? 6 : 4, t.net.blocks),
            "Shoeybi et al. 2019, section 3", {"machine.node.fabric.latency"});
  if (t.stages > 1) {
    out.add("communication", "sends between stages", t.pipeline_s, "s", "filling and draining", kPipeline);
    out.add("step", "pipeline bubble", t.bubble_s, "s", fmt::format("({} - 1) stages x one micro-batch", t.stages), kPipeline);
  }
}

void data(const Scenario& s, const TrainingStep& t, Terms& out) {
  if (t.supply.known) {
    const auto rate = [&](const char* what, double v, const char* formula, std::initializer_list<const char*> rests) {
      if (std::isfinite(v)) out.add("data", what, v, "samples/s", formula, kDlio, rests);
    };
    const std::string tier = "machine.storage." + (s.plan.data.tier.empty() ? s.machine.storage.front().name : s.plan.data.tier);
    const std::string read = tier + ".read", open = tier + ".open", metadata = tier + ".metadata_rate";
    rate("supply by workers", t.supply.workers, "threads / (open + latency + transfer + preprocessing), at most cores / preprocessing", {open.c_str(), "workload.dataset.preprocess"});
    rate("supply by the tier", t.supply.tier, "read bandwidth / bytes of a sample not cached", {read.c_str()});
    rate("supply by metadata", t.supply.metadata, "opens a second x samples a file", {metadata.c_str()});
    rate("supply by links", t.supply.link, "nodes x bandwidth / bytes of a sample", {});
    if (t.supply.hit > 0) out.add("data", "cache hits", t.supply.hit, "", "cache of a node / data set; nothing is evicted", "Mohan et al., VLDB 2021");
    out.add("data", "waiting for data", t.data_stall_s, "s", s.plan.data.prefetch > 0 ? fmt::format("max(0, batch / supply - rest of the step); {} limits", t.supply.limit) : "batch / supply: no prefetching", kDlio);
    if (t.staging_s > 0) out.add("data", "staging, once", t.staging_s, "s", "data set / min(read, write, links)", "part of the time to target");
  }
  out.add("checkpoint", "checkpoint", t.checkpoint_bytes, "B", fmt::format("{} parameters x {:.0f} B", showCount(t.net.parameters), t.checkpoint_bytes / t.net.parameters), "MLPerf Storage v2.0");
  if (s.plan.checkpoint.every_s > 0)
    out.add("checkpoint", "its share of a step", t.checkpoint_s, "s", fmt::format("{} to write, every {}", showSeconds(t.checkpoint_write_s), showSeconds(s.plan.checkpoint.every_s)), "amortised");
  out.add("memory", "model states", t.memory.states_bytes, "B", fmt::format("ZeRO {} over {} ranks", s.plan.zero, t.data), kZero);
  out.add("memory", "activations", t.memory.activation_bytes, "B", fmt::format("recompute {}", s.plan.recompute), "Korthikanti et al. 2022, section 4");
}

void energy(const Outcome& o, Terms& out) {
  const auto joules = [&](const char* what, double v, const char* formula, std::initializer_list<const char*> rests) { out.add("energy", what, v, "J", formula, kPower, rests); };
  joules("accelerators", o.energy.accelerator, "u = 1 computing, 0.3 communicating (unverified), 0 waiting for data", {"machine.node.accelerator.power.idle", "machine.node.accelerator.power.max"});
  joules("processors", o.energy.cpu, "idle + (max - idle) x busy cores, less the memory", {"machine.node.power"});
  joules("memory", o.energy.memory, "17.5 pJ a bit (unverified)", {"machine.node.power"});
  joules("NICs", o.energy.nic, "constant while the job holds them", {"machine.node.nic.power"});
  joules("network", o.energy.network, "switches by the share of ports", {"machine.network.switch.power"});
  joules("storage", o.energy.storage, "of the tier that data come from, by use", {"machine.storage"});
  joules("facility", o.energy.facility, "(PUE - 1) x the rest", {"machine.facility.pue"});
}

void training(const Scenario& s, const Outcome& o, const TrainingStep& t, Terms& out) {
  const StepBreakdown& b = o.breakdown;
  out.add("step", "step", o.step_s, "s", fmt::format("computing {} + exposed communication {} + data {} + bubble {} + checkpoint {} + optimizer {}", showSeconds(b.compute_s), showSeconds(b.exposed_communication_s),
                                                     showSeconds(b.data_stall_s), showSeconds(b.bubble_s), showSeconds(b.checkpoint_s), showSeconds(b.other_s)), "sum");
  out.add("step", "optimizer", b.other_s, "s", "Adam's state through memory", "28 to 30 B a parameter", {"machine.node.accelerator.memory_efficiency"});
  out.add("step", "hidden communication", o.overlapped_communication_s, "s", "runs under computing", kBuckets);
  computing(s, t, out);
  communication(s, t, out);
  data(s, t, out);
  energy(o, out);
  out.add("accuracy", "samples to target", o.samples_to_target, "", fmt::format("Emin {} x (1 + {} / Bc {})", showCount(s.workload.target.samples_min), s.plan.global_batch, showCount(s.workload.target.critical_batch)),
          "McCandlish et al. 2018, section 2.4", {"workload.target"});
}

}  // namespace

Result<std::vector<Term>> explain(const Scenario& s) {
  const Result<Outcome> o = predict(s);
  if (!o) return tl::make_unexpected(o.error());
  Terms out(s);
  if (s.workload.kind == Workload::Kind::Training) {
    const Result<TrainingStep> t = trainingStep(s);
    if (!t) return tl::make_unexpected(t.error());
    training(s, *o, *t, out);
    return std::move(out.list);
  }
  const Result<NetworkCosts> c = networkCosts(s.machine);
  if (!c) return tl::make_unexpected(c.error());
  out.add("step", "time", o->step_s, "s", s.workload.kind == Workload::Kind::Collective ? "sum over the sizes" : "lower bound: the most loaded host or uplink, and one way's latency", "");
  out.add("communication", "bandwidth of a node", c->bytes_per_s, "B/s", fmt::format("{} NICs x min(NIC, link)", s.machine.node.nics), "scenario", {"machine.network.link.bandwidth"});
  out.add("communication", "latency of a step", s.workload.step_latency ? s.workload.step_latency->toSeconds() : c->latency(1, c->packet_bytes), "s",
          s.workload.step_latency ? "given: workload.step_latency" : "between neighbours", "packed placement, store and forward");
  for (const CollectiveOutcome& x : o->collectives)
    out.add("communication", fmt::format("{} of {} ({})", name(x.operation), showBytes(x.bytes), name(x.algorithm)), x.time_s, "s", fmt::format("{} ranks, busbw {}", x.ranks, showBytesPerSecond(x.busbw)), kCollectives);
  energy(*o, out);
  return std::move(out.list);
}

std::string termsToText(const std::vector<Term>& terms) {
  std::string text;
  std::string_view group;
  for (const Term& t : terms) {
    if (t.group != group) {
      text += (text.empty() ? "" : "\n") + t.group + "\n";
      group = t.group;
    }
    const std::string value = t.unit == "s" ? showSeconds(t.value) : t.unit == "B" ? showBytes(t.value) : t.unit == "B/s" ? showBytesPerSecond(t.value) : t.unit == "J" ? showJoules(t.value) : t.unit.empty() ? showCount(t.value) : units::showSi(t.value, t.unit);
    text += fmt::format("  {:<48} {:>14}{}  {}{}\n", t.name, value, t.unverified ? "?" : " ", t.formula, t.source.empty() ? "" : "  [" + t.source + "]");
  }
  if (text.find("?  ") != std::string::npos) text += "\n?  rests on a value that nobody checked\n";
  return text;
}

}  // namespace weir
