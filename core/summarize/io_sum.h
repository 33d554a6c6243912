// When operations and bins end, saturated. Times of many ranks are summed as doubles instead (IoTime). Pure, any thread.
#pragma once

#include <cstdint>
#include <limits>

#include "core/base/saturate.h"
#include "core/run/run.h"

namespace weir {

// Where the i-th of equal bins begins.
[[nodiscard]] inline std::int64_t ioBin(const Counter& c, std::size_t i) {
  std::int64_t from = 0;
  return __builtin_mul_overflow(c.step, static_cast<std::int64_t>(i), &from) ? std::numeric_limits<std::int64_t>::max() : saturatedSum(c.start, from);
}
[[nodiscard]] inline std::int64_t ioEnd(const IoOperation& op) { return saturatedSum(op.start, op.duration); }

}  // namespace weir
