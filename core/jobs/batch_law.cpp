#include "core/jobs/batch_law.h"

#include <algorithm>

#include "core/model/batch_law.h"

namespace weir {

Result<BatchLawPtr> batchLawReport(const Scenario& s) {
  const auto law = model::batchLaw(s);
  if (!law) return tl::make_unexpected(law.error());
  auto out = std::make_shared<BatchLawReport>();
  out->scenario = s.name;
  out->batch = static_cast<double>(s.plan.global_batch);
  const double most = std::max(law->unit * 4096, out->batch * 8);
  for (double b = law->unit; b <= most; b *= 2) out->batches.push_back(b);
  out->batches.push_back(out->batch);
  std::sort(out->batches.begin(), out->batches.end());
  out->batches.erase(std::unique(out->batches.begin(), out->batches.end()), out->batches.end());
  for (const model::BatchLawLevel& level : law->levels) {
    BatchLawLevel& l = out->levels.emplace_back();
    l.name = level.level;
    l.crossover = level.crossover();
    for (const double b : out->batches) {
      l.per_step.push_back(level.step_bytes / b);
      l.per_sample.push_back(level.sample_bytes);
      l.total.push_back(level.perSample(b));
    }
  }
  return out;
}

}  // namespace weir
