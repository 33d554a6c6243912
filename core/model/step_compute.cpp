#include "core/model/step_compute.h"

namespace weir::model {

bool measured(const StepCompute& m) { return m.time > Time(); }

const char* unfittedComputing(const StepCompute& m, const OpList& n) {
  if (measured(m) || n.blocks > 0) return "";
  return "computing is a roofline that no measurement of such networks has fitted: runs of 3-D convolutions took 3 to 7 times as long; "
         "give workload.step_compute where it is known";
}

void scaleToMeasured(const StepCompute& m, const OpList& n, double samples, const Rates& rates, ComputeTime& t) {
  const double wanted = m.time.toSeconds() * samples / static_cast<double>(m.samples);
  Rates fullSpeed = rates;
  fullSpeed.stretch = 1;
  const ComputeTime full = rates.stretch == 1 ? t : computeTime(n, samples, fullSpeed);
  const double modelled = full.forward_s + full.backward_s;
  if (!(modelled > 0)) {
    t.forward_s = wanted / 3;
    t.backward_s = 2 * t.forward_s;
    return;
  }
  const double scale = wanted / modelled;
  t.forward_s *= scale;
  t.backward_s *= scale;
  for (SegmentTime& s : t.segments) {
    s.forward_s *= scale;
    s.backward_s *= scale;
  }
}

}  // namespace weir::model
