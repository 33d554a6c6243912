// How many samples a batch size costs. McCandlish, Kaplan, Amodei et al., "An empirical model of large-batch training"
// (2018), section 2.4: (S/Smin - 1)(E/Emin - 1) = 1, from which E(B) = Emin (1 + B/Bc) and S(B) = Smin (1 + Bc/B) with
// Bc = Emin/Smin. Two additions, both absent by default:
//   an exponent a (1 in that paper), for schedules that bend the law: (B/Bc)^a;
//   a term for small batches, (Bs/B)^p: below Bs gradients are too noisy for the learning rate and runs cost more, until
//   they fail. Proposed for Weir; p = 3 describes two U-shaped workloads of Zeus's traces (NSDI 23) best, 2 to 4 nearly
//   as well.
//   E(B) = Emin (1 + (B/Bc)^a + (Bs/B)^p)
// B, Bc, Bs in samples a step; E in samples (or epochs, if Emin is in epochs). Valid between the batches that the constants
// were fitted on (Target::batch_min to batch_max); guarantee.h refuses outside. Pure; any thread; NaN where Emin or Bc is
// unknown: no target, no promise.
#pragma once

#include "core/scenario/workload.h"

namespace weir::model {

// E(B)/Emin of the law; the part that fits and promises share. critical_batch > 0.
[[nodiscard]] double samplesShape(double batch, double criticalBatch, double exponent, double smallBatch, double smallExponent);

[[nodiscard]] double samplesToTarget(const Target& t, double globalBatch);
[[nodiscard]] double stepsToTarget(const Target& t, double globalBatch);  // E(B)/B
[[nodiscard]] double minimumSteps(const Target& t);                       // Smin = Emin/Bc: no batch needs fewer (a = 1)

// E(B)/E(b0) - 1: how many more samples batch B needs than b0, as a fraction (negative: fewer).
[[nodiscard]] double extraSamples(const Target& t, double globalBatch, double b0);

// The largest batch that needs at most `extra` (0.05 = 5 %) more samples than batch b0 does: Bc ((1+X)(1 + b0/Bc) - 1) where
// a = 1 and no small-batch term; found by halving otherwise. NaN where Bc is unknown.
[[nodiscard]] double largestBatch(const Target& t, double b0, double extra);

// The batch of fewest samples: where both terms balance; 0 without a small-batch term.
[[nodiscard]] double cheapestBatch(const Target& t);

}  // namespace weir::model
