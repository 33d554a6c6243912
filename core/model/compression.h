// Compressed gradients: the bytes they take, and what theory promises for the samples. Bounds are from theory, never
// measured, and are labelled so wherever they are shown. d elements, K ranks, e bytes an element.
//   top-k:    the k = ratio d largest elements, each with a 4-byte index; gathered, as every rank keeps other ones (Aji,
//             Heafield 2017; Lin et al., "Deep gradient compression", ICLR 2018).
//   QSGD:     each element one of 2s + 1 levels of its block's norm: ceil(log2(2s + 1)) bits, and 4 bytes a block; gathered
//             (Alistarh et al., NIPS 2017, section 3; dense code without Elias coding, so its bytes are exact).
//   PowerSGD: a gradient of n x m as factors n x r and m x r: r (n + m) of n m elements; summed by all-reduce (Vogels et al.,
//             NeurIPS 2019, section 3). Matrices are taken as square unless their side is known.
// Gathering moves K times one rank's bytes: with many ranks it may move more than the all-reduce that it replaces.
// Pure; any thread.
#pragma once

#include "core/base/collective.h"
#include "core/scenario/plan.h"

namespace weir::model {

[[nodiscard]] inline bool compresses(const Compression& c) { return c.kind != "none"; }

struct CompressedExchange {
  CollectiveOp operation = CollectiveOp::AllReduce;
  double rank_bytes = 0;         // what one rank makes of its gradient
  double collective_bytes = 0;   // as collectives.h takes them: the buffer of an all-reduce, all of an all-gather
  double memory_bytes = 0;       // through one accelerator's memory, to compress and to add up what arrives
  double flops = 0;              // PowerSGD's products: 6 d r
};
// `side`: of the matrices, for PowerSGD; 0 = unknown.
[[nodiscard]] CompressedExchange exchangeOf(const Compression& c, double elements, double elementBytes, int ranks, double side = 0);

// QSGD's variance against the gradient's squared norm: min(d/s^2, sqrt(d)/s), Alistarh et al., lemma 3.1, d = a block.
[[nodiscard]] double qsgdVariance(double levels, double block);

struct SamplesBound {
  bool holds = false;            // a bound is known and its condition is met
  double extra = 0;              // at most so many more samples, as a fraction; NaN = no figure, the same to leading order
  double needed = 0;             // top-k: steps from which it holds; NaN = none needed or no bound known
  const char* source = "";
  const char* condition = "";    // in words
};
// `steps` to the target without compression, `batch` over all ranks, criticalBatch 0 or NaN = unknown.
//   QSGD, unbiased: noise grows by 1 + w at most, and w |G|^2/K comes on top; in the law of McCandlish et al. (S = Smin (1 +
//   noise/signal)) samples grow by ((1 + w) + (B/Bc)(1 + w/K))/(1 + B/Bc) <= 1 + w.
//   top-k with error feedback, delta = k/d: the error is O(1/sqrt(K T)) + O(1/(delta^2 T)) (Stich, Cordonnier, Jaggi 2018;
//   Karimireddy et al. 2019, theorem II): the same to leading order once T >= c/delta^2. Without feedback: no bound.
//   PowerSGD: no bound, as what a low rank loses depends on the gradients.
[[nodiscard]] SamplesBound compressionBound(const Compression& c, double elements, int ranks, double batch, double steps, double criticalBatch, double constant);

}  // namespace weir::model
