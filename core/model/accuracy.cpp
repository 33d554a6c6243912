#include "core/model/accuracy.h"

#include "core/scenario/outcome.h"

namespace weir::model {

double samplesToTarget(const Target& t, double globalBatch) {
  if (t.samples_min <= 0 || t.critical_batch <= 0) return kUnknown;
  return t.samples_min * (1 + globalBatch / t.critical_batch);
}
double stepsToTarget(const Target& t, double globalBatch) {
  return globalBatch > 0 ? samplesToTarget(t, globalBatch) / globalBatch : kUnknown;
}
double largestBatch(const Target& t, double b0, double extra) {
  if (t.critical_batch <= 0) return kUnknown;
  return t.critical_batch * ((1 + extra) * (1 + b0 / t.critical_batch) - 1);
}

}  // namespace weir::model
