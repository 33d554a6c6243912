#include "core/model/memory.h"

#include <algorithm>

namespace weir::model {

Memory memoryOf(const OpList& n, double localParameters, double elementBytes, const Plan& p, int dataParallel, double microBatch,
                double microBatches) {
  Memory m;
  const bool mixed = elementBytes < 4;
  const double weights = mixed ? 2 : 4;
  const double gradients = p.gradient_precision == "fp32" ? 4 : 2;
  const double optimizer = mixed ? 12 : 8;
  const double d = std::max(1, dataParallel);
  m.states_bytes = localParameters * (weights / (p.zero >= 3 ? d : 1) + gradients / (p.zero >= 2 ? d : 1) + optimizer / (p.zero >= 1 ? d : 1));
  double kept = 0;
  for (const Op& op : n.ops) kept += op.kept_bytes;
  m.activation_bytes = kept * microBatch * std::min<double>(p.pipeline_parallel, microBatches);
  return m;
}

double checkpointBytes(double parameters, double elementBytes) { return parameters * (elementBytes < 4 ? 14 : 12); }

}  // namespace weir::model
