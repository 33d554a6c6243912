// Whether a run shows computing of several ranks and no communication: then its communication was not recognised. An I/O log,
// which shows neither, is not meant. O(slices), any thread.
#pragma once

#include "core/run/run.h"

namespace weir {
[[nodiscard]] bool communicationMissing(const Run& run);
}  // namespace weir
