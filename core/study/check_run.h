// Whether a Run read from a file keeps the promises that run.h makes and that views rely on without looking.
#pragma once

#include "core/base/result.h"
#include "core/run/run.h"

namespace weir {

// O(size). The error names the column.
[[nodiscard]] Result<void> checkRun(const Run& run);

}  // namespace weir
