#include "core/model/storage_outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/model/loader_scenario.h"

namespace weir::model {

double storageOutcome(const Scenario& s, const TrainingStep& t, double steps, Outcome& o) {
  DataOutcome& d = o.data;
  const double work = o.step_s - t.data_stall_s - t.checkpoint_s;
  const double startup = s.plan.data.startup.toSeconds();
  const double perEpoch = static_cast<double>(s.workload.dataset.samples) / static_cast<double>(std::max<std::int64_t>(1, s.plan.global_batch));
  d.staging_s = t.staging_s;
  double cold = 0;
  if (t.supply.known) {
    d.au = acceleratorUtilisation(work, work + t.data_stall_s);
    d.hit_rate = t.supply.hit;
    const double more = dataWait(s, t.supply, t.supply.first_epoch_samples_per_s, work) - t.data_stall_s;
    cold = std::max(0.0, more);
    d.first_epoch_s = o.epoch_s + perEpoch * cold;
    d.dlio_au = dlioUtilisation(s, t);
    if (perEpoch >= 2) {
      const LoaderEpoch e = loaderEpoch(loaderRunOf(s, t));
      d.dlio_epoch_s = e.epoch_s;
      d.dlio_samples_per_s = e.samples_per_s;
    }
  }
  const double epochs = perEpoch > 0 ? std::ceil(steps / perEpoch) : 0;
  double training = steps * o.step_s + std::min(steps, perEpoch) * cold;
  if (startup > 0) training += epochs * startup;

  const CheckpointAnswer& c = t.checkpoint;
  CheckpointOutcome& k = o.checkpoint;
  k.restart_s = c.restart_s;
  if (std::isfinite(c.mtbf_s)) {
    k.young_s = c.young_s;
    k.daly_s = c.daly_s;
  }
  double lost = 1;
  if (s.plan.checkpoint.on()) {
    k.interval_s = c.interval_s;
    k.write_s = c.time.write_s;
    k.cost_s = c.cost_s;
    if (std::isfinite(c.mtbf_s)) {
      k.waste = c.waste;
      // Writing is in the step already; what failures cost on top of it.
      lost = expectedSlowdown(c.interval_s, c.cost_s, c.mtbf_s, c.restart_s) / (1 + c.cost_s / c.interval_s);
    }
  } else if (std::isfinite(c.mtbf_s) && training > 0) {
    lost = expectedSlowdown(training, 0, c.mtbf_s, s.plan.checkpoint.restart_s);  // from the beginning each time
  }
  if (!(lost >= 1)) lost = std::isnan(lost) ? lost : 1;
  o.time_to_target_s = training * lost + t.staging_s;
  return lost;
}

void checkpointRemarks(const Scenario& s, const CheckpointAnswer& c, Outcome& o) {
  using units::showSeconds;
  if (!s.plan.checkpoint.on()) {
    if (std::isfinite(c.mtbf_s)) o.remarks.push_back(fmt::format("no checkpoints are written: a failure, every {} on average, loses all work", showSeconds(c.mtbf_s)));
    return;
  }
  if (!c.drains)
    o.remarks.push_back(fmt::format("writing a checkpoint behind training takes {}, longer than the {} between two", showSeconds(c.time.behind_s), showSeconds(c.interval_s)));
  else if (c.cost_s > c.interval_s)
    o.remarks.push_back(fmt::format("a checkpoint takes {}, longer than the {} between two", showSeconds(c.cost_s), showSeconds(c.interval_s)));
  if (std::isfinite(c.mtbf_s) && c.interval_s > c.mtbf_s)
    o.remarks.push_back(fmt::format("nodes fail every {} on average, sooner than the {} between two checkpoints", showSeconds(c.mtbf_s), showSeconds(c.interval_s)));
}

}  // namespace weir::model
