#include <algorithm>

#include "core/model/data_parallel.h"
#include "core/model/network_costs.h"
#include "core/model/terms.h"

namespace weir::model {
namespace {

using units::showCount;
using units::showSeconds;

constexpr const char* kRoofline = "roofline by operation: Williams et al., CACM 2009; efficiency by size: Isaev et al., SC23; a fixed time a kernel";
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
  if (t.overhead_s > 0) out.add("step", "host work between steps", t.overhead_s, "s", "part of what follows the gradients", "machine.node.accelerator.step_overhead", {"machine.node.accelerator.step_overhead"});
  if (t.frequency_hz > 0)
    out.add("computing", "frequency", t.frequency_hz, "Hz",
            s.plan.power_cap > Power{} ? fmt::format("the highest at which computing stays under {}", units::show(s.plan.power_cap)) : "of the plan, or the highest", "t = t_mem + t_core f0/f",
            {"machine.node.accelerator.frequency"});
}

void explainCommunication(const Scenario& s, const TrainingStep& t, Terms& out) {
  const NetworkCosts& c = t.costs;
  const double switches = c.meanSwitches(1), wires = c.wires(1, switches);
  const std::string links = wires == (switches + 1) * c.link_s ? fmt::format(" x {}", showSeconds(c.link_s)) : fmt::format(" of {} in all", showSeconds(wires));
  out.add("communication", "bandwidth of a node", c.bytes_per_s, "B/s",
          c.shape.least_host > Bandwidth{} ? std::string("the cables of the graph's slowest host") : fmt::format("{} NICs x min(NIC, link)", s.machine.node.nics), "scenario",
          {"machine.network.link.bandwidth"});
  out.add("communication", "latency of a step between neighbours", c.latency(1, c.packet_bytes), "s",
          fmt::format("overhead and NICs {} + {:.2f} links{} + {:.2f} switches x ({} + packet)", showSeconds(c.base_s), switches + 1, links, switches, showSeconds(c.switch_s)),
          "packed placement, store and forward", {"machine.node.nic.latency", "machine.network.link.latency"});
  if (t.copies > 1) {
    out.add("communication", "gradient of this rank", t.local_parameters * t.gradient_bytes, "B", fmt::format("{} x {} B", showCount(t.local_parameters), t.gradient_bytes), "plan.gradient_precision");
    out.add("communication", "buckets", static_cast<double>(t.buckets.size()), "", fmt::format("filled to {} in reverse layer order", units::show(s.plan.bucket)), kBuckets);
    out.add("communication", fmt::format("{} of all buckets ({})", s.plan.zero > 0 ? "reduce-scatter" : "all-reduce", name(t.gradient.total.algorithm)), t.gradient.total.time_s, "s",
            fmt::format("{} ranks{}: {} inside nodes of {}, {} among {} nodes", t.copies, s.plan.shard_group > 0 && s.plan.zero > 0 ? fmt::format(" in shard groups of {}", s.plan.shard_group) : std::string(), showSeconds(t.gradient.intra_s), t.layout.inNode, showSeconds(t.gradient.inter_s), t.layout.nodes), kCollectives);
    const double contention = s.machine.node.accelerator.overlap_contention;
    out.add("communication", "gradient, exposed", t.gradient_exposed_s, "s",
            s.plan.overlap ? fmt::format("max(end of the last bucket {} - backward {}, {:.2g} x {} of communication + the last bucket){}", showSeconds(t.overlap.end_s), showSeconds(t.bucket_backward_s), contention,
                                         showSeconds(t.overlap.total_s), syncsEveryMicroBatch(s.plan) && t.micro_batches > 1 ? fmt::format(", in each of {} micro-batches", showCount(t.micro_batches)) : "")
                           : "all of it: overlap is off",
            kBuckets, {"machine.node.accelerator.overlap_contention"});
    if (s.plan.zero > 0) out.add("communication", "weights gathered, exposed", t.gather_exposed_s, "s", fmt::format("{} in all, less what forward covers", showSeconds(t.gather_s)), kZero);
  }
  const auto hidden = [](const Exchange& x) { return x.hidden_s > 0 ? fmt::format(", {} more hidden", showSeconds(x.hidden_s)) : std::string(", none hidden"); };
  if (t.tensor > 1)
    out.add("communication", "tensor-parallel all-reduces", t.tensor_s, "s",
            fmt::format("{} a block and micro-batch{}, {} blocks{}", s.plan.recompute == "full" ? 6 : 4, s.plan.sequence_parallel ? ", each a reduce-scatter and an all-gather" : "", t.net.blocks, hidden(t.tensor_exchange)),
            "Shoeybi et al. 2019, section 3; Korthikanti et al. 2022, section 4.2.2", {"machine.node.fabric.latency", "machine.node.fabric.attained"});
  if (t.context > 1)
    out.add("communication", "context-parallel exchange", t.context_s, "s",
            s.plan.context_exchange == "ring" ? fmt::format("{} hops of keys and values a block, once forward and twice backward{}", t.context - 1, hidden(t.context_exchange)) : "all-to-all of queries, keys, values and results, each way",
            s.plan.context_exchange == "ring" ? "Liu et al. 2023" : "Jacobs et al. 2023", {"machine.node.fabric.attained"});
  if (t.expert_exchange.payload_bytes > 0)
    out.add("communication", t.expert > 1 ? "experts' all-to-alls" : "embedding rows' all-to-alls", t.expert_s, "s",
            t.expert > 1 ? fmt::format("{} a block with experts and micro-batch, groups of {}", s.plan.recompute == "full" ? 6 : 4, t.expert) : "one each way a micro-batch", "Lepikhin et al. 2020", {"machine.node.fabric.attained"});
  if (t.stages > 1) {
    out.add("communication", "sends between stages", t.pipeline_s, "s", fmt::format("filling and draining, and 2 x {} exchanges a micro-batch{}", t.virtual_stages, hidden(t.pipeline_exchange)), kPipeline);
    out.add("step", "pipeline bubble", t.bubble_s, "s", fmt::format("({} - 1) / {} of a stage's micro-batch", t.stages, t.virtual_stages), kPipeline);
  }
}

void explainMemory(const Scenario& s, const TrainingStep& t, Terms& out) {
  out.add("memory", "model states", t.memory.states_bytes, "B", fmt::format("ZeRO {} over {} ranks", s.plan.zero, t.copies), kZero);
  out.add("memory", "activations", t.memory.activation_bytes, "B", fmt::format("recompute {}; a first stage holds {} micro-batches", s.plan.recompute, showCount(std::min(firstStageLayers(t.stages, t.stages, t.virtual_stages), t.micro_batches))),
          "Korthikanti et al. 2022, sections 4 and 4.2.3");
  if (t.memory.working_bytes > 0) out.add("memory", "for a while only", t.memory.working_bytes, "B", "a block computed again; with ZeRO 3 two gathered blocks and one's gradients", "Zhao et al., VLDB 2023, section 3");
  const double room = s.machine.node.accelerator.memory.toDouble();
  out.add("memory", "left", room > 0 ? room - t.memory.total() : kUnknown, "B", "memory of an accelerator less the above; below 0: what is missing", "scenario");
}

}  // namespace weir::model
