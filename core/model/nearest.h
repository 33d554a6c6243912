// The plan nearest to one that cannot be: same machine, same workload, least changed. Changes are counted in doublings of a
// size (tensor, pipeline, context and expert parallelism, micro-batch, global batch) and one a switch of ZeRO's stage or of
// recomputation; among plans that are equally near the quickest is taken. A small search, for messages: milliseconds.
#pragma once

#include <optional>
#include <string>

#include "core/scenario/scenario.h"

namespace weir::model {

struct NearPlan {
  Plan plan;
  std::string changes;  // "plan.tensor_parallel=8, plan.zero=1"
  double step_s = 0;
};
// nullopt: none was found, or the scenario is no training, or what is wrong with it is not the plan.
[[nodiscard]] std::optional<NearPlan> nearestPlan(const Scenario& s);

}  // namespace weir::model
