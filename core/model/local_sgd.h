// Local SGD: each of K replicas takes H steps alone, then all average their weights: 1/H of the exchanges. What it costs in
// samples is a bound from theory, never measured: Stich, "Local SGD converges fast and communicates little", ICLR 2019,
// section 2: on convex problems the speed-up stays linear in K b while H = O(sqrt(T/(K b))), T steps of a replica with
// batches of b. The factor that O() hides depends on the problem: Target::local_sgd_constant. Pure; any thread.
#pragma once

#include "core/model/compression.h"

namespace weir::model {

// Largest H of the bound: c sqrt(T/(K b)) = c sqrt(T/B), at least 1. NaN where T or B is unknown.
[[nodiscard]] double largestLocalSteps(double steps, double globalBatch, double constant);
// `needed` is the largest H here.
[[nodiscard]] SamplesBound localStepsBound(int localSteps, double steps, double globalBatch, double constant);

}  // namespace weir::model
