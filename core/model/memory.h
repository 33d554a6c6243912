// What a training rank holds in its accelerator's memory. Model states: Rajbhandari et al., "ZeRO", SC20, section 3.1 and
// figure 1: 16 B a parameter in mixed precision (2 weights, 2 gradients, 12 optimizer), of which stage 1 shards the
// optimizer, stage 2 the gradients too, stage 3 all. All-fp32 holds 4 + 4 + 8. Gradients averaged in fp32 hold 4.
// Activations: Korthikanti et al. 2022; a pipeline's first stage holds as many micro-batches as there are stages.
#pragma once

#include "core/model/networks.h"
#include "core/scenario/plan.h"

namespace weir::model {

struct Memory {
  double states_bytes = 0;
  double activation_bytes = 0;
  [[nodiscard]] double total() const { return states_bytes + activation_bytes; }
};
[[nodiscard]] Memory memoryOf(const OpList& n, double localParameters, double elementBytes, const Plan& p, int dataParallel,
                              double microBatch, double microBatches);

// A checkpoint holds the weights as trained and the optimizer's state in fp32: 14 B a parameter in mixed precision (MLPerf
// Storage v2.0's llama checkpoints), 12 B in fp32.
[[nodiscard]] double checkpointBytes(double parameters, double elementBytes);

}  // namespace weir::model
