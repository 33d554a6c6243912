// Zeus's traces (NSDI 23): epochs to a fixed quality by batch size, with runs that never got there.
#include "core/calibrate/tables/batch_law.h"
#include "core/calibrate/tables/tables.h"

namespace weir::calibrate {
namespace {

BatchLawTable law() {
  return {"epochs_to_target", "epochs to target", "epochs", {"dataset", "optimizer", "target_metric"}, "batch_size", "epochs_mean", "epochs_std", "n_runs", "n_converged"};
}
Result<std::vector<Validation>> validate(const Table& fit, const Table& test, const TableContext& c) { return validateBatchLaw(law(), fit, test, c); }
Result<std::vector<Validation>> report(const Table& all, const TableContext& c) { return reportBatchLaw(law(), all, c, validate); }

}  // namespace

TableModel epochsToTargetModel() {
  return {"epochs_to_target", "Epochs to a fixed quality against batch size", {"dataset", "batch_size", "epochs_mean"}, validate, report};
}

}  // namespace weir::calibrate
