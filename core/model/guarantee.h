// Samples to target of a plan with what may be promised about them. Measured: the batch and the reference lie in the range
// in which every run reached the target, and the critical batch has an interval: the most that E(B)/E(b0) can be with Bc,
// Bs and the exponent at any end of their 95 % intervals, so that it is exceeded in fewer than 5 of 100 cases. Compression and local steps
// turn a promise into a bound from theory, or into none. Refuses otherwise, and says why. Pure; any thread; below a
// microsecond.
#pragma once

#include "core/scenario/guarantee.h"
#include "core/scenario/scenario.h"

namespace weir::model {

struct TargetAnswer {
  double samples = 0;  // to the target, with what a bound adds; NaN = unknown
  Guarantee guarantee;
};
// `elements`: gradient elements that a rank compresses.
[[nodiscard]] TargetAnswer targetAnswer(const Scenario& s, double elements);

// The most that extraSamples can be within the intervals; NaN where the critical batch has none.
[[nodiscard]] double extraSamplesUpper(const Scenario& s, double batch, double b0);
// The largest batch in the measured range of which "at most `extra` more samples than b0" holds so; NaN = none.
[[nodiscard]] double guaranteedBatch(const Scenario& s, double b0, double extra);
// Target::reference_batch, or the smallest measured.
[[nodiscard]] double referenceBatch(const Target& t);

}  // namespace weir::model
