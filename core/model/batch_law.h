// The law of batch size: what a sample costs in moved bytes is
//
//   bytes / sample = V_DP / B + V_activation            B = global batch
//
// per level, over the whole job. V_DP moves once a step, whatever the batch: gradients and sharded weights (network,
// fabric), the optimizer's state and weights that are read once (memory). V_activation moves with every sample: what
// tensor, context, expert and pipeline parallelism and embedding tables exchange, what operations read and write, what is
// loaded; with a fixed micro-batch also what every micro-batch moves anew, as ZeRO 3's weights. Derived from the volumes of
// Shoeybi et al. 2019, Rajbhandari et al. 2020 and Korthikanti et al. 2022 as the step model counts them, not fitted: two
// steps of the model fix both numbers, and all others lie on the line exactly where the batch divides evenly among ranks and
// micro-batches. Levels: "memory" (the accelerators' own), "fabric" (between accelerators of a node), "network" (leaving
// nodes), "storage" (read from tiers). Bytes; NaN = unknown. Pure; any thread.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/networks.h"
#include "core/scenario/scenario.h"

namespace weir::model {

struct BatchLawLevel {
  std::string level;
  double step_bytes = 0;    // V_DP: of the whole job, a step
  double sample_bytes = 0;  // V_activation

  [[nodiscard]] double perSample(double batch) const { return step_bytes / batch + sample_bytes; }
  // The batch from which on activations are the larger part; infinity where there are none.
  [[nodiscard]] double crossover() const;
};

struct BatchLaw {
  std::vector<BatchLawLevel> levels;
  double unit = 1;  // batches are even in multiples of this: data-parallel ranks x micro-batch
};
// An error for scenarios that are not valid, or of another kind than training.
[[nodiscard]] Result<BatchLaw> batchLaw(const Scenario& s);

struct BatchLawRow {
  double batch = 0;
  std::string level;
  double bytes_per_sample = 0, step_part = 0, sample_part = 0;
};
// One row a batch and level, by batch; without batches: doublings of `unit` to 2^12 of it.
[[nodiscard]] std::vector<BatchLawRow> batchLawRows(const BatchLaw& law, std::span<const double> batches = {});
[[nodiscard]] std::string batchLawText(const BatchLaw& law, std::span<const BatchLawRow> rows);

// Bytes between an accelerator and its memory for one micro-batch of `samples`, forward and backward, as compute.h prices
// them: what operations move, and their weights.
[[nodiscard]] double memoryTraffic(const OpList& n, double samples, double elementBytes);

}  // namespace weir::model
