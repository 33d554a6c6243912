#include "core/scenario/guarantee.h"

#include <fmt/format.h>

#include <cmath>

namespace weir {

std::string_view name(Guarantee::Kind k) {
  switch (k) {
    case Guarantee::Kind::None: return "none";
    case Guarantee::Kind::Measured: return "measured";
    case Guarantee::Kind::Bound: return "bound";
  }
  return "";
}

std::string guaranteeText(const Guarantee& g) {
  using Why = Guarantee::Why;
  switch (g.why) {
    case Why::NoTarget: return "no guarantee: the workload states no target";
    case Why::NotMeasured: return "no guarantee: no range of batch sizes is given in which every run reached the target";
    case Why::NoInterval: return "no guarantee: the critical batch has no interval";
    case Why::Outside: {
      const bool batch = g.batch < g.batch_min || g.batch > g.batch_max;
      return fmt::format("no guarantee: {} {:.6g} lies outside what was measured, {:.6g} to {:.6g}{}", batch ? "batch" : "the reference batch", batch ? g.batch : g.reference_batch,
                         g.batch_min, g.batch_max, g.failed_runs > 0 ? fmt::format(" ({:.0f} of {:.0f} runs failed)", g.failed_runs, g.runs) : "");
    }
    case Why::NoBound: return fmt::format("no guarantee: {} [{}]", g.condition, g.source);
    case Why::TooFewSteps:
      return std::isnan(g.steps) ? fmt::format("no guarantee: the bound from theory needs {:.0f} steps, and the steps to the target are unknown", g.limit)
                                 : fmt::format("no guarantee: the bound from theory needs {:.0f} steps, the target takes {:.0f} [{}]", g.limit, g.steps, g.source);
    case Why::TooManyLocalSteps:
      return std::isnan(g.limit) ? "no guarantee: the bound from theory rests on the steps to the target, which are unknown"
                                 : fmt::format("no guarantee: the bound from theory allows {:.1f} local steps [{}]", g.limit, g.source);
    case Why::Holds: break;
  }
  if (g.kind == Guarantee::Kind::Bound) {
    if (std::isnan(g.extra_samples)) return fmt::format("bound from theory, not measured: {} [{}]", g.condition, g.source);
    return fmt::format("bound from theory, not measured: at most {:.2g} % more samples than {} [{}]", 100 * g.extra_samples,
                       g.reference_batch > 0 ? fmt::format("batch {:.6g} without it", g.reference_batch) : "without it", g.source);
  }
  const std::string ground = fmt::format("with {:.0f} %; law fitted to runs at batch {:.6g} to {:.6g}{}", 100 * g.confidence, g.batch_min, g.batch_max,
                                         g.scatter > 0 ? fmt::format(", which scatter by {:.2g} % around it", 100 * g.scatter) : "");
  if (g.extra_samples <= 0) return fmt::format("no more samples than batch {:.6g} ({})", g.reference_batch, ground);
  return fmt::format("at most {:.2g} % more samples than batch {:.6g} ({})", 100 * g.extra_samples, g.reference_batch, ground);
}

}  // namespace weir
