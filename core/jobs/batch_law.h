// The law of batch size for a scenario, as rows: bytes a sample moves at each level of the machine against the global
// batch, bytes/sample = V_DP/B + V_activation. The part that is paid once a step (gradients, parameters) falls with the
// batch, the part that every sample brings does not. Blocking; milliseconds; any thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace weir {

struct BatchLawLevel {
  std::string name;  // "memory", "fabric", "network", "storage": core/model/batch_law.h
  // The batch from which on what comes with every sample is the larger part; infinity where nothing does.
  double crossover = 0;
  // Bytes a sample, one for each of BatchLawReport::batches; NaN = unknown. total = per_step + per_sample.
  std::vector<double> total, per_step, per_sample;
};

struct BatchLawReport {
  std::string scenario;         // its name
  std::vector<double> batches;  // global, ascending; the scenario's own is one of them
  double batch = 0;             // the scenario's own
  std::vector<BatchLawLevel> levels;
};
using BatchLawPtr = std::shared_ptr<const BatchLawReport>;

// Doublings of the smallest even batch until well past the scenario's own, which stands among them. Errors: the scenario
// is not valid, or no training.
[[nodiscard]] Result<BatchLawPtr> batchLawReport(const Scenario& s);

}  // namespace weir
