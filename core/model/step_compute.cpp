#include "core/model/step_compute.h"

namespace weir::model {

bool measured(const StepCompute& m) { return m.time > Time(); }

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
