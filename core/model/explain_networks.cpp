// What a network has beyond layers: tables spread over the ranks, computing that was measured.
#include "core/model/loader_scenario.h"
#include "core/model/step_compute.h"
#include "core/model/terms.h"

namespace weir::model {

void explainNetworks(const Scenario& s, const TrainingStep& t, Terms& out) {
  if (measured(s.workload.step_compute))
    out.add("computing", "measured computing", t.compute_s, "s",
            fmt::format("workload.step_compute: {} for {} samples; the roofline only spreads it over the layers", units::show(s.workload.step_compute.time), s.workload.step_compute.samples), "scenario",
            {"workload.step_compute"});
  if (measured(s.workload.step_compute) && t.supply.known)
    out.add("data", "accelerator utilisation as DLIO counts it", dlioUtilisation(s, t), "", "computing / (computing + waiting for data), steady steps; without gradients", "dlio_benchmark, utils/statscounter.py");
  if (t.net.sharded_parameters > 0) {
    out.add("memory", "embedding tables", kTableBytes * t.net.sharded_parameters / t.copies, "B",
            fmt::format("{} parameters of {:.0f} B, weights and Adagrad's sums, over {} ranks", units::showCount(t.net.sharded_parameters), kTableBytes, t.copies), "Naumov et al. 2019, section 3");
    out.add("communication", "embedding rows and their gradients", t.expert_exchange.exposed_s, "s",
            fmt::format("2 all-to-alls a micro-batch, {} a rank each, none hidden", units::showBytes(t.micro_batch * t.net.exchanged_bytes)), "Naumov et al. 2019, section 3",
            {"machine.network.link.latency"});
  }
}

}  // namespace weir::model
