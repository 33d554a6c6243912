// What samples_to_target and epochs_to_target share: rows of runs by workload and batch size to the law of
// core/model/accuracy_fit.h, a law a workload, and each tested row predicted by its workload's.
#pragma once

#include <string_view>
#include <vector>

#include "core/calibrate/validation.h"

namespace weir::calibrate {

struct BatchLawTable {
  std::string_view table, quantity, unit;         // "samples_to_target", "samples to target", "samples"
  std::vector<std::string_view> workload;         // columns that together name one
  std::string_view batch, mean, spread, runs;     // columns
  std::string_view converged{};                   // empty = all runs did
};

// Quantities: all predicted rows (primary); of these those inside and those outside the fitted batches, those of workloads
// with and without a small-batch term; apart from all that, rows of workloads with one fitted batch size, where the priors
// alone say how samples change with the batch. Set aside: rows without a batch or a result, batch sizes where most runs
// failed, workloads that the fitted rows do not have.
[[nodiscard]] Result<std::vector<Validation>> validateBatchLaw(const BatchLawTable& t, const Table& fit, const Table& test, const TableContext& c);

// Leave one batch size of one workload out; constants are those of all rows.
[[nodiscard]] Result<std::vector<Validation>> reportBatchLaw(const BatchLawTable& t, const Table& all, const TableContext& c,
                                                             Result<std::vector<Validation>> (*validate)(const Table&, const Table&, const TableContext&));

}  // namespace weir::calibrate
