// How many samples a batch size costs. McCandlish, Kaplan, Amodei et al., "An empirical model of large-batch training"
// (2018), section 2.4: (S/Smin - 1)(E/Emin - 1) = 1, from which E(B) = Emin (1 + B/Bc) and S(B) = Smin (1 + Bc/B) with
// Bc = Emin/Smin. NaN where Emin or Bc is unknown: no target, no promise.
#pragma once

#include "core/scenario/workload.h"

namespace weir::model {

[[nodiscard]] double samplesToTarget(const Target& t, double globalBatch);
[[nodiscard]] double stepsToTarget(const Target& t, double globalBatch);

// The largest batch that needs at most `extra` (0.05 = 5 %) more samples than batch b0 does: Bc ((1+X)(1 + b0/Bc) - 1).
[[nodiscard]] double largestBatch(const Target& t, double b0, double extra);

}  // namespace weir::model
