#include <cmath>

#include "core/model/accuracy.h"
#include "core/model/data_parallel.h"
#include "core/model/guarantee.h"
#include "core/model/learning_rate.h"
#include "core/model/local_sgd.h"
#include "core/model/terms.h"

namespace weir::model {
namespace {

using units::showCount;

constexpr const char* kCritical = "McCandlish et al. 2018, section 2.4";

std::string lawText(const Target& t, double batch) {
  std::string f = fmt::format("Emin {} x (1 + ", showCount(t.samples_min));
  f += t.batch_exponent == 1 ? fmt::format("{} / Bc {}", batch, showCount(t.critical_batch)) : fmt::format("({} / Bc {})^{}", batch, showCount(t.critical_batch), t.batch_exponent);
  if (t.small_batch > 0) f += fmt::format(" + (Bs {} / {})^{}", showCount(t.small_batch), batch, t.small_exponent);
  return f + ")";
}

void guaranteeTerms(const Scenario& s, const Guarantee& g, Terms& out) {
  const Target& t = s.workload.target;
  const char* source = g.kind == Guarantee::Kind::Bound ? g.source : "worst ends of the 95 % intervals of Bc, Bs and the exponent";
  out.add("accuracy", "more samples than the reference batch", g.extra_samples, "", guaranteeText(g), source, {"workload.target"});
  const double b0 = referenceBatch(t);
  if (!(t.batch_max > 0)) return;
  for (const double extra : {0.05, 0.10, 0.20})
    if (const double b = guaranteedBatch(s, b0, extra); !std::isnan(b))
      out.add("accuracy", fmt::format("largest batch for {:.0f} % more samples", 100 * extra), b, "", fmt::format("E(B)/E(b0) - 1 at the worst ends of the intervals, b0 = {:.6g}, up to {:.6g} measured", b0, t.batch_max), kCritical, {"workload.target"});
}

void rateTerms(const Target& t, double batch, Terms& out) {
  const double b0 = referenceBatch(t);
  if (!(b0 > 0) || b0 == batch) return;
  out.add("accuracy", "learning rate, linear rule", linearRate(1, b0, batch), "", fmt::format("{} / {:.6g}, times that of batch {:.6g}", batch, b0, b0), "Goyal et al. 2017, section 2.1", {"workload.target"});
  out.add("accuracy", "learning rate, square-root rule", squareRootRate(1, b0, batch), "", "square root of the same", "Hoffer et al. 2017, section 4", {"workload.target"});
  if (t.critical_batch > 0 && t.batch_exponent == 1)
    out.add("accuracy", "learning rate, AdaScale gain", adaScaleGainAt(t.critical_batch, b0, batch), "", "(1 + Bc/b0) / (1 + Bc/B)", "Johnson et al. 2020, section 3", {"workload.target"});
}

}  // namespace

void explainAccuracy(const Scenario& s, const Outcome& o, const TrainingStep& step, Terms& out) {
  if (const Compression& c = s.plan.compression; compresses(c)) {
    const CompressedExchange x = gradientExchange(s, step.local_parameters * step.gradient_bytes, step.gradient_bytes, step.copies);
    out.add("accuracy", "compressed gradient of a rank", x.rank_bytes, "B", fmt::format("{} of {}; exchanged by {}", c.kind, units::showBytes(step.local_parameters * step.gradient_bytes), name(x.operation)), "core/model/compression.h");
    out.add("accuracy", "compressing, beside the optimizer", step.compress_s, "s", fmt::format("{} through memory, {} passes over the gradient (unverified) and what arrives", units::showBytes(x.memory_bytes), c.memory_passes), "core/model/compression.h",
            {"plan.compression.memory_passes"});
  }
  const Target& t = s.workload.target;
  const auto batch = static_cast<double>(s.plan.global_batch);
  const double law = samplesToTarget(t, batch);
  out.add("accuracy", "samples to target", o.samples_to_target, "",
          std::isnan(law) ? std::string("the workload states no target") : lawText(t, batch) + (o.samples_to_target > law ? fmt::format(" x {:.4g} for compression", o.samples_to_target / law) : ""), kCritical,
          {"workload.target"});
  if (std::isnan(law)) return;
  out.add("accuracy", "steps to target", o.steps_to_target, "", fmt::format("samples / {}", batch), kCritical, {"workload.target"});
  out.add("accuracy", "network bytes to target", o.network_to_target_bytes, "B", "steps x bytes a step", "sum", {"workload.target"});
  guaranteeTerms(s, o.guarantee, out);
  if (const double b = cheapestBatch(t); b > 0) out.add("accuracy", "batch of fewest samples", b, "", "where a (B/Bc)^a = p (Bs/B)^p", "derivative of the law", {"workload.target"});
  rateTerms(t, batch, out);
  if (s.plan.local_steps > 1)
    out.add("accuracy", "most local steps, bound from theory", largestLocalSteps(law / batch, batch, t.local_sgd_constant), "", fmt::format("c sqrt(T / B), T = {} steps, c = {}", showCount(law / batch), t.local_sgd_constant),
            "Stich, ICLR 2019, section 2", {"workload.target.local_sgd_constant"});
}

}  // namespace weir::model
