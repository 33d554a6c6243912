#include "core/model/terms.h"
#include "core/model/accuracy.h"

namespace weir::model {
namespace {

using units::showCount;

}  // namespace

void explainAccuracy(const Scenario& s, const Outcome& o, const TrainingStep&, Terms& out) {
  out.add("accuracy", "samples to target", o.samples_to_target, "", fmt::format("Emin {} x (1 + {} / Bc {})", showCount(s.workload.target.samples_min), s.plan.global_batch, showCount(s.workload.target.critical_batch)),
          "McCandlish et al. 2018, section 2.4", {"workload.target"});
}

}  // namespace weir::model
