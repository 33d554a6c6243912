#include "core/model/loader_scenario.h"

#include <cmath>
#include <limits>

#include "core/scenario/outcome.h"

namespace weir::model {

double dlioUtilisation(const Scenario& s, const TrainingStep& t) {
  if (!t.supply.known) return kUnknown;
  const double stall = dataWait(s, t.supply, t.supply.samples_per_s, t.compute_s);
  return acceleratorUtilisation(t.compute_s, t.compute_s + stall);
}

LoaderRun loaderRunOf(const Scenario& s, const TrainingStep& t) {
  LoaderRun r;
  const Dataset& d = s.workload.dataset;
  r.accelerators = t.data;
  r.batch = static_cast<double>(s.plan.global_batch) / t.data;
  r.steps = std::floor(static_cast<double>(d.samples) / static_cast<double>(s.plan.global_batch));
  r.sample_bytes = d.sample_size.toDouble();
  r.compute_s = t.compute_s;
  r.overhead_s = s.plan.data.step_overhead.toSeconds();
  r.startup_s = s.plan.data.startup.toSeconds();
  r.bytes_per_s = t.supply.known && std::isfinite(t.supply.samples_per_s) ? t.supply.samples_per_s * r.sample_bytes : 0;
  r.sharpness = std::numeric_limits<double>::infinity();
  return r;
}

}  // namespace weir::model
