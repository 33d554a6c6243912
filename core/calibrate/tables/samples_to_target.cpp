// MLPerf Training: samples to a fixed quality by global batch size (means over the runs of all submitters).
#include "core/calibrate/tables/batch_law.h"
#include "core/calibrate/tables/tables.h"

namespace weir::calibrate {
namespace {

BatchLawTable law() { return {"samples_to_target", "samples to target", "samples", {"benchmark"}, "global_batch_size", "samples_mean", "samples_std", "n_runs"}; }
Result<std::vector<Validation>> validate(const Table& fit, const Table& test, const TableContext& c) { return validateBatchLaw(law(), fit, test, c); }
Result<std::vector<Validation>> report(const Table& all, const TableContext& c) { return reportBatchLaw(law(), all, c, validate); }

}  // namespace

TableModel samplesToTargetModel() {
  return {"samples_to_target", "Samples to a fixed quality against batch size", {"benchmark", "global_batch_size", "samples_mean"}, validate, report};
}

}  // namespace weir::calibrate
