// What the network is asked to carry: repeated and split collectives, loads, background jobs, jitter, placement. Part of
// validate.h, for scenarios whose machine and kind of workload are already found valid.
#pragma once

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace weir {

[[nodiscard]] Result<void> validateTraffic(const Scenario& s);

}  // namespace weir
