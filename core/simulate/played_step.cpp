#include "core/simulate/played_step.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/model/predict.h"
#include "core/model/data_loading.h"

namespace weir::sim {

void settleStep(const Scenario& scenario, const model::TrainingStep& planned, model::TrainingStep& t) {
  const auto work = [](const model::TrainingStep& x) { return x.compute_s + x.exposed_s() + x.bubble_s + x.after_s(); };
  if (t.supply.known) t.data_stall_s = model::dataWait(scenario, t.supply, t.supply.samples_per_s, work(t));
  // A checkpoint every so many seconds: its share grows with the step.
  if (const double before = work(planned) + planned.data_stall_s; before > 0) t.checkpoint_s = planned.checkpoint_s * (work(t) + t.data_stall_s) / before;
}

void takeStep(const Scenario& scenario, const model::TrainingStep& played, Outcome& o) {
  Outcome m = model::trainingOutcome(scenario, played);
  m.fidelity = o.fidelity;
  std::vector<std::string> remarks = std::move(o.remarks);
  for (std::string& r : m.remarks)
    if (std::find(remarks.begin(), remarks.end(), r) == remarks.end()) remarks.push_back(std::move(r));
  o = std::move(m);
  o.remarks = std::move(remarks);
}

}  // namespace weir::sim
