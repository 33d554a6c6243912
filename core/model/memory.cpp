#include "core/model/memory.h"

#include <algorithm>

namespace weir::model {

double activationBytesPerLayer(const ActivationShape& a, Recompute r) {
  const double unit = a.sequence * a.batch * a.hidden, t = a.tensor;
  if (r == Recompute::Full) return 2 * unit / (a.sequenceParallel ? t : 1);
  const double scores = r == Recompute::Selective || a.fused ? 0 : 5 * a.heads * a.sequence / a.hidden;
  return a.sequenceParallel ? unit / t * (34 + scores) : unit * (10 + 24 / t + scores / t);
}

double firstStageLayers(double layers, double stages, double virtualStages) {
  return virtualStages > 1 ? layers * (1 + (stages - 1) / (stages * virtualStages)) : layers;
}

double stateBytesPerParameter(int zero, double ranks, double gradientBytes, bool mixed) {
  const double n = std::max(1.0, ranks);
  return (mixed ? 2 : 4) / (zero >= 3 ? n : 1) + gradientBytes / (zero >= 2 ? n : 1) + (mixed ? 12 : 8) / (zero >= 1 ? n : 1);
}

Memory memoryOf(const OpList& n, const MemoryInput& in, const Plan& p) {
  Memory m;
  const bool mixed = in.element_bytes < 4;
  const double gradients = p.gradient_precision == "fp32" ? 4 : 2;
  const double group = p.shard_group > 0 ? std::min(p.shard_group, in.copies) : in.copies;
  m.states_bytes = (in.parameters - in.expert_parameters) * stateBytesPerParameter(p.zero, group, gradients, mixed) +
                   in.expert_parameters * stateBytesPerParameter(p.zero, group / in.expert, gradients, mixed);
  // Their gradients are as sparse as the batch.
  m.states_bytes += in.spread_parameters * kTableBytes;
  // The ends stand in the first segment of a transformer and hold one micro-batch; blocks hold those under way.
  double blocks = 0, ends = 0, largest = 0;
  for (std::size_t i = 0; i < n.segments.size(); ++i) {
    const Segment& g = n.segments[i];
    double kept = 0;
    for (std::size_t k = 0; k < g.ops; ++k) kept += n.ops[g.firstOp + k].kept_bytes;
    (n.blocks > 0 && i == 0 ? ends : blocks) += kept * g.count;
    largest = std::max(largest, g.parameters);
  }
  const double stages = p.pipeline_parallel;
  const double underWay = n.blocks > 0 ? std::min(firstStageLayers(stages, stages, p.virtual_stages), in.micro_batches) : 1;
  m.activation_bytes = (blocks * underWay + ends) * in.micro_batch;
  if (p.recompute == "full") m.working_bytes += n.recomputed_bytes * in.micro_batch;
  if (p.zero == 3 && n.blocks > 0 && group > 1) m.working_bytes += largest * (2 * in.element_bytes + gradients);
  return m;
}

double checkpointBytes(double parameters, double elementBytes) { return parameters * (elementBytes < 4 ? 14 : 12); }

}  // namespace weir::model
