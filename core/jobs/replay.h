// simulate(), with what a replay names read first: a trace that core/formats knows, or the newest run of a study. Chakra
// execution traces are read by the simulation itself.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/scenario/scenario.h"
#include "core/simulate/simulate.h"

namespace weir {

// Errors: those of simulate(); at workload.run, of the reader. Blocking, any thread.
[[nodiscard]] Result<Simulated> simulateAny(const Scenario& s, Fidelity fidelity, SimulateOptions options, const Job& job);

}  // namespace weir
