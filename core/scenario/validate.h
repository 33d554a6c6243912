// Whether a Scenario can be answered at all: counts above zero, a topology that carries its hosts, tiers that exist,
// parallel sizes that multiply to the accelerators, quantities that a formula divides by. The first fault is the error:
// what, where (dotted path), what to do. Doubts that do not stop an answer are remarks of the Outcome instead.
#pragma once

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace weir {

[[nodiscard]] Result<void> validate(const Scenario& s);

}  // namespace weir
