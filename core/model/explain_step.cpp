#include "core/model/terms.h"
#include "core/model/network_costs.h"

namespace weir::model {
namespace {

using units::showCount;
using units::showSeconds;

constexpr const char* kRoofline = "roofline by operation: Williams et al., CACM 2009; efficiency by size: Isaev et al., SC23";
constexpr const char* kBuckets = "Li et al., VLDB 2020, section 3.2";
constexpr const char* kCollectives = "Thakur, Rabenseifner, Gropp, IJHPCA 2005; Sanders, Speck, Traff 2009";
constexpr const char* kZero = "Rajbhandari et al., SC20";
constexpr const char* kPipeline = "Narayanan et al., SC21, section 2.2";

}  // namespace

void explainComputing(const Scenario& s, const TrainingStep& t, Terms& out) {
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

void explainCommunication(const Scenario& s, const TrainingStep& t, Terms& out) {
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

void explainMemory(const Scenario& s, const TrainingStep& t, Terms& out) {
  out.add("memory", "model states", t.memory.states_bytes, "B", fmt::format("ZeRO {} over {} ranks", s.plan.zero, t.data), kZero);
  out.add("memory", "activations", t.memory.activation_bytes, "B", fmt::format("recompute {}", s.plan.recompute), "Korthikanti et al. 2022, section 4");
}

}  // namespace weir::model
