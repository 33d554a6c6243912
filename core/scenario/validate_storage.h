// What validate() asks of tiers, data sets, staging and checkpoints. A plan that a tier cannot carry out is refused with the
// nearest that can: another tier, part of the data set, or more nodes.
#pragma once

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace weir {

// The scenario is of kind training and its tiers' names have been checked.
[[nodiscard]] Result<void> validateStorage(const Scenario& s);

}  // namespace weir
