// Bandwidth of a collective as nccl-tests defines it (doc/PERFORMANCE.md): algbw = size / time, busbw = algbw x a factor of the
// operation and the number of ranks. One place for the window's facts, the tables and what-if. Pure, any thread.
#pragma once

#include <optional>

#include "core/base/collective.h"
#include "core/run/run.h"

namespace weir {

// The schedule's name of an operation; none for Unknown.
[[nodiscard]] std::optional<CollectiveOp> collectiveOpOf(Operation op);

// Size as nccl-tests counts it: the whole buffer of all-gather and gather, else the input of a rank. None: unknown.
[[nodiscard]] std::optional<double> ncclSize(const CollectiveCall& call);

struct CollectiveBandwidth {
  double algbw = 0, busbw = 0;  // bytes/s; busbw NaN where the number of ranks is unknown
};
// None: a barrier, an unknown size, or no time.
[[nodiscard]] std::optional<CollectiveBandwidth> bandwidthOf(const CollectiveCall& call, double seconds);

}  // namespace weir
