#include "core/model/guarantee.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "core/model/accuracy.h"
#include "core/model/local_sgd.h"
#include "core/scenario/outcome.h"

namespace weir::model {
namespace {

constexpr double kConfidence = 0.95;

// Ends of a field's interval; the value itself twice where it has none.
std::array<double, 2> ends(const Scenario& s, const char* path, double value, bool& stated) {
  const auto it = s.intervals.find(path);
  stated = it != s.intervals.end();
  if (!stated) return {value, value};
  const std::array<double, 2> e{std::strtod(it->second.low.c_str(), nullptr), std::strtod(it->second.high.c_str(), nullptr)};
  return {e[0] > 0 ? e[0] : value, e[1] > 0 ? e[1] : value};
}

}  // namespace

double referenceBatch(const Target& t) { return t.reference_batch > 0 ? t.reference_batch : t.batch_min; }

double extraSamplesUpper(const Scenario& s, double batch, double b0) {
  const Target& t = s.workload.target;
  bool stated = false, ignored = false;
  const auto critical = ends(s, "workload.target.critical_batch", t.critical_batch, stated);
  if (!stated) return kUnknown;
  const auto small = ends(s, "workload.target.small_batch", t.small_batch, ignored);
  const auto exponent = ends(s, "workload.target.batch_exponent", t.batch_exponent, ignored);
  if (batch == b0) return 0;
  Target x = t;
  double most = -1;
  for (const double c : critical)
    for (const double b : small)
      for (const double a : exponent) {
        x.critical_batch = c;
        x.small_batch = t.small_batch > 0 ? b : 0;
        x.batch_exponent = a;
        most = std::max(most, extraSamples(x, batch, b0));
      }
  return most;
}

double guaranteedBatch(const Scenario& s, double b0, double extra) {
  const Target& t = s.workload.target;
  if (!(t.critical_batch > 0) || !(t.batch_max > 0) || b0 < t.batch_min || b0 > t.batch_max || std::isnan(extraSamplesUpper(s, b0, b0))) return kUnknown;
  if (extraSamplesUpper(s, t.batch_max, b0) <= extra) return t.batch_max;
  // From b0 on: what lies below it may cost more again, and nobody asks for it.
  double low = b0, high = t.batch_max;
  while (high - low > 1e-6 * high) {
    const double middle = (low + high) / 2;
    (extraSamplesUpper(s, middle, b0) <= extra ? low : high) = middle;
  }
  return low;
}

TargetAnswer targetAnswer(const Scenario& s, double elements) {
  using Kind = Guarantee::Kind;
  using Why = Guarantee::Why;
  const Target& t = s.workload.target;
  TargetAnswer a;
  Guarantee& g = a.guarantee;
  const auto batch = static_cast<double>(s.plan.global_batch);
  a.samples = samplesToTarget(t, batch);
  g.batch = batch;
  g.batch_min = t.batch_min;
  g.batch_max = t.batch_max;
  g.reference_batch = referenceBatch(t);
  g.runs = static_cast<double>(t.runs);
  g.failed_runs = static_cast<double>(t.failed_runs);
  g.scatter = t.scatter;
  g.steps = a.samples / batch;

  const auto refuse = [&](Why why) {
    g.kind = Kind::None;
    g.why = why;
    g.extra_samples = g.confidence = kUnknown;
  };
  if (std::isnan(a.samples)) refuse(Why::NoTarget);
  else if (!(t.batch_max > 0)) refuse(Why::NotMeasured);
  else if (batch < t.batch_min || batch > t.batch_max || g.reference_batch < t.batch_min || g.reference_batch > t.batch_max) refuse(Why::Outside);
  else if (g.extra_samples = extraSamplesUpper(s, batch, g.reference_batch); std::isnan(g.extra_samples)) refuse(Why::NoInterval);
  else {
    g.kind = Kind::Measured;
    g.why = Why::Holds;
    g.confidence = kConfidence;
  }

  const bool smaller = compresses(s.plan.compression), local = s.plan.local_steps > 1;
  if (!smaller && !local) return a;
  const int ranks = s.dataParallel();
  const SamplesBound b = smaller ? compressionBound(s.plan.compression, elements, ranks, batch, g.steps, t.critical_batch, t.compression_constant)
                                 : localStepsBound(s.plan.local_steps, g.steps, batch, t.local_sgd_constant);
  g.source = b.source;
  g.condition = b.condition;
  g.limit = b.needed;
  if (!b.holds) {
    refuse(local ? Why::TooManyLocalSteps : std::isnan(b.needed) ? Why::NoBound : Why::TooFewSteps);
    return a;
  }
  if (!std::isnan(b.extra)) a.samples *= 1 + b.extra;
  // A bound stands on the promise below it; without one it compares with the same batch, uncompressed.
  const bool measured = g.kind == Kind::Measured;
  g.extra_samples = measured ? (1 + g.extra_samples) * (1 + b.extra) - 1 : b.extra;
  if (!measured) g.reference_batch = 0;
  g.kind = Kind::Bound;
  g.why = Why::Holds;
  g.confidence = kUnknown;
  return a;
}

}  // namespace weir::model
