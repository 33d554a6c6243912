#include <cmath>

#include "core/model/staging.h"
#include "core/model/terms.h"

namespace weir::model {
namespace {

using units::showBytes;
using units::showCount;
using units::showSeconds;

constexpr const char* kDlio = "DLIO / MLPerf Storage";

// What a step takes apart from waiting for data and writing checkpoints.
double workOf(const TrainingStep& t, const Outcome& o) { return o.step_s - t.data_stall_s - t.checkpoint_s; }

}  // namespace

void explainData(const Scenario& s, const Outcome& o, const TrainingStep& t, Terms& out) {
  const Supply& u = t.supply;
  if (!u.known) return;
  const DataPlan& p = s.plan.data;
  const auto rate = [&](const char* what, double v, const char* formula, std::initializer_list<const char*> rests) {
    if (std::isfinite(v)) out.add("data", what, v, "samples/s", formula, kDlio, rests);
  };
  const std::string tier = "machine.storage." + (p.tier.empty() ? s.machine.storage.front().name : p.tier);
  const std::string read = tier + ".read", open = tier + ".open", metadata = tier + ".metadata_rate", iops = tier + ".iops", source = "machine.storage." + p.stage + ".read";
  rate("supply by workers", u.workers, "threads / (open + latency + transfer + preprocessing), at most cores / preprocessing", {open.c_str(), "workload.dataset.preprocess"});
  rate("supply by the tier", u.tier, "read bandwidth, less what other jobs take, at most clients x per_client / bytes of a sample read there", {read.c_str()});
  rate("supply by the tier behind", u.behind, "what was not staged comes from there", {source.c_str()});
  rate("supply by requests", u.requests, "IOPS / requests of a sample", {iops.c_str()});
  rate("supply by metadata", u.metadata, "opens a second x samples a file", {metadata.c_str()});
  rate("supply by links", u.link, "nodes x bandwidth / bytes of a sample that cross them", {});
  if (u.hit > 0) {
    const char* law = p.shuffle == "none" && p.cache_policy != "pinned" ? "same order each epoch: LRU 0, random eviction e^-a" : p.cache_policy == "lru" ? "c + (1 - c) ln(1 - c)" : p.cache_policy == "random" ? "((1 - e^-a) / a)^2, a = (1 - h) / c" : "c: nothing is evicted";
    out.add("data", "cache hits, this node", 100 * u.sources.cache, "%", fmt::format("{}; c = {} of the {} read", law, units::show(p.cache), p.shuffle == "global" ? "data set" : "node's share"), "see model/caching.h");
    if (p.peer_cache) out.add("data", "cache hits, other nodes", 100 * u.sources.peers, "%", fmt::format("{} caches hold different samples", s.machine.nodes), "Dryden et al., SC21");
  }
  out.add("data", "read from tiers in an epoch", u.epoch_bytes, "B", "data set x (1 - hits)", "see model/caching.h");
  out.add("data", "waiting for data", t.data_stall_s, "s",
          p.prefetch == 0 ? "batch / supply: no prefetching"
          : u.jitter > 0  ? fmt::format("mean of max(0, batch / supply - rest of the step), loading scatters by {:.1f} %; {} limits", 100 * u.jitter, u.limit)
                          : fmt::format("max(0, batch / supply - rest of the step); {} limits", u.limit),
          kDlio, {"workload.dataset.sample_size_sd", "plan.data.step_overhead"});
  out.add("data", "accelerator utilisation", 100 * o.data.au, "%", "step without checkpoints: all but waiting for data / all", kDlio);
  out.add("data", "utilisation as DLIO counts it", 100 * o.data.dlio_au, "%", "computing / (computing + waiting for data), of all steps but the first; gradients are not averaged", "MLPerf Storage, statscounter.py");
  if (o.data.first_epoch_s > o.epoch_s) out.add("data", "first epoch", o.data.first_epoch_s, "s", fmt::format("caches are empty: {} samples/s", showCount(u.first_epoch_samples_per_s)), kDlio);
  if (p.stage == "none") return;
  const double staged = stagedFractionOf(s);
  if (staged < 1) out.add("data", "staged part", 100 * staged, "%", "min(1, room / data set)", "machine.storage");
  if (t.staging_s > 0) out.add("data", "staging, once", t.staging_s, "s", "data set / min(read, write, links, opens), and set-up", "part of the time to target", {"plan.data.stage_overlap"});
  // The same job reading the source all the time.
  Scenario unstaged = s;
  unstaged.plan.data.tier = p.stage;
  unstaged.plan.data.stage = "none";
  const Supply from = dataSupply(unstaged, t.costs.link_bytes_per_s);
  const double batch = static_cast<double>(s.plan.global_batch), steps = static_cast<double>(s.workload.dataset.samples) / batch;
  const double there = steps * (workOf(t, o) + dataStall(batch, from.samples_per_s, workOf(t, o), p.prefetch > 0, from.jitter, from.loaders));
  const double here = steps * (workOf(t, o) + t.data_stall_s);
  const double even = breakEvenEpochs(t.staging_s, there, here);
  if (std::isfinite(even)) out.add("data", "staging pays after", even, "", fmt::format("epochs: staging / (epoch from the source {} - staged {})", showSeconds(there), showSeconds(here)), "see model/staging.h");
}

void explainCheckpoint(const Scenario& s, const TrainingStep& t, Terms& out) {
  const CheckpointAnswer& c = t.checkpoint;
  const CheckpointPlan& p = s.plan.checkpoint;
  out.add("checkpoint", "checkpoint", t.checkpoint_bytes, "B", fmt::format("{} parameters x {:.0f} B", showCount(t.net.parameters), t.checkpoint_bytes / t.net.parameters), "MLPerf Storage v2.0");
  const bool fails = std::isfinite(c.mtbf_s);
  if (fails) out.add("checkpoint", "mean time between failures", c.mtbf_s, "s", fmt::format("{} of a node / {} nodes", showSeconds(s.machine.node.mtbf_s), s.machine.nodes), "failures are independent", {"machine.node.mtbf"});
  if (!p.on()) return;
  out.add("checkpoint", "writing it", c.time.write_s, "s", fmt::format("bytes / min(write bandwidth, links){}", p.sharded || s.plan.zero > 0 ? "; all nodes write their part" : "; one copy of the model writes"), "see model/checkpoint.h");
  if (c.time.drain_s > 0) out.add("checkpoint", "draining it", c.time.drain_s, "s", fmt::format("to {}, behind training", p.drain), "see model/checkpoint.h");
  out.add("checkpoint", "waiting for it", c.cost_s, "s", c.drains ? (p.mode == "asynchronous" ? "the copy into the nodes' memories" : "until the tier holds it") : "and for what the interval does not cover of writing and draining behind training", "see model/checkpoint.h");
  out.add("checkpoint", "interval", c.interval_s, "s", p.rule == "young" ? "sqrt(2 C M)" : p.rule == "daly" ? "sqrt(2 C M) (1 + sqrt(C / 2M) / 3 + C / 18M) - C" : "given", p.rule == "young" ? "Young, CACM 1974" : p.rule == "daly" ? "Daly, FGCS 2006" : "plan.checkpoint.every");
  out.add("checkpoint", "its share of a step", t.checkpoint_s, "s", fmt::format("{} waited for, every {}", showSeconds(c.cost_s), showSeconds(c.interval_s)), "amortised");
  if (!fails) return;
  if (p.rule != "young") out.add("checkpoint", "interval by Young", c.young_s, "s", "sqrt(2 C M)", "Young, CACM 1974");
  if (p.rule != "daly") out.add("checkpoint", "interval by Daly", c.daly_s, "s", "sqrt(2 C M) (1 + sqrt(C / 2M) / 3 + C / 18M) - C", "Daly, FGCS 2006");
  out.add("checkpoint", "expected waste", 100 * c.waste, "%", fmt::format("C / tau + tau / 2M + R / M, restart {}", showSeconds(c.restart_s)), "Daly, FGCS 2006, first order", {"machine.node.mtbf", "plan.checkpoint.restart"});
}

}  // namespace weir::model
