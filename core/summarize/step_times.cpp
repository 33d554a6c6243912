#include "core/summarize/step_times.h"

#include <algorithm>

#include "core/summarize/difference.h"
#include "core/summarize/energy.h"
#include "core/summarize/seconds.h"

namespace weir {

std::vector<double> stepSeconds(const std::vector<RankSteps>& steps, const std::vector<std::int32_t>& ranks) {
  const std::vector<TimeRange> job = jobSteps(steps);
  std::vector<const RankSteps*> own;
  if (ranks.empty())
    for (const RankSteps& r : steps) own.push_back(&r);
  for (const std::int32_t rank : ranks) {
    const auto it = std::find_if(steps.begin(), steps.end(), [&](const RankSteps& r) { return r.rank == rank; });
    own.push_back(it == steps.end() ? nullptr : &*it);
  }
  std::vector<double> out;
  for (std::size_t k = 0; k < job.size(); ++k) {
    double sum = 0;
    for (const RankSteps* r : own) sum += seconds(stepOfRank(r, job, k).length());
    out.push_back(sum / static_cast<double>(own.size()));
  }
  return out;
}

std::optional<double> predictionError(double predicted_s, const std::vector<double>& measured_s) {
  const double median = quantile(measured_s, 0.5);
  if (!(predicted_s > 0) || !(median > 0)) return std::nullopt;
  return predicted_s / median - 1;
}

}  // namespace weir
