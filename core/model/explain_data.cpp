#include "core/model/terms.h"

namespace weir::model {
namespace {

using units::showCount;
using units::showSeconds;

constexpr const char* kDlio = "DLIO / MLPerf Storage";

}  // namespace

void explainData(const Scenario& s, const TrainingStep& t, Terms& out) {
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
}

void explainCheckpoint(const Scenario& s, const TrainingStep& t, Terms& out) {
  out.add("checkpoint", "checkpoint", t.checkpoint_bytes, "B", fmt::format("{} parameters x {:.0f} B", showCount(t.net.parameters), t.checkpoint_bytes / t.net.parameters), "MLPerf Storage v2.0");
  if (s.plan.checkpoint.every_s > 0)
    out.add("checkpoint", "its share of a step", t.checkpoint_s, "s", fmt::format("{} to write, every {}", showSeconds(t.checkpoint_write_s), showSeconds(s.plan.checkpoint.every_s)), "amortised");
}

}  // namespace weir::model
