// The closed forms joined: a Scenario to its Outcome at fidelity `model`, in microseconds. Deterministic but for
// wall_s and cpu_s (what the answer itself cost); reads nothing but its argument; any thread. The scenario is validated first: its error is the error.
//
// Training: a step is computing + communication that computing does not hide + waiting for data + pipeline bubble +
// checkpoints, and `breakdown` sums to step_s exactly. Collective: step_s is the sum over the sizes. Traffic: step_s is
// a lower bound, from the load of the hosts and of the switches' uplinks.
#pragma once

#include "core/base/result.h"
#include "core/scenario/outcome.h"
#include "core/scenario/scenario.h"

namespace weir {

// A scenario that cannot be is an error: what is wrong with it, where, and the nearest plan that can be (nearest.h). A
// training job that its accelerators' memory does not hold is one of those.
[[nodiscard]] Result<Outcome> predict(const Scenario& s);
// As predict, but a job that memory does not hold is priced, as if it were: Outcome::memory says so, and a remark. For
// sweeps, which keep such points as infeasible, and for tables of jobs that did run.
[[nodiscard]] Result<Outcome> price(const Scenario& s);

namespace model {
struct TrainingStep;
// What predict makes of a step's numbers (training.h). The simulators put what they measured into them first.
[[nodiscard]] Outcome trainingOutcome(const Scenario& s, const TrainingStep& step);
}  // namespace model

}  // namespace weir
