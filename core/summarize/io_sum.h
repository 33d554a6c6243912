// Sums of what a log says, which may be anything: they stay at the largest number rather than turn around. Times of many ranks
// are summed as doubles instead (IoTime). Pure, any thread.
#pragma once

#include <cstdint>
#include <limits>

#include "core/run/run.h"

namespace weir {

[[nodiscard]] inline std::int64_t ioSum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}
[[nodiscard]] inline std::int64_t ioGap(std::int64_t from, std::int64_t to) {
  std::int64_t gap = 0;
  if (!__builtin_sub_overflow(to, from, &gap)) return gap;
  return to < from ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}
// Where the i-th of equal bins begins.
[[nodiscard]] inline std::int64_t ioBin(const Counter& c, std::size_t i) {
  std::int64_t from = 0;
  return __builtin_mul_overflow(c.step, static_cast<std::int64_t>(i), &from) ? std::numeric_limits<std::int64_t>::max() : ioSum(c.start, from);
}
[[nodiscard]] inline std::int64_t ioEnd(const IoOperation& op) { return ioSum(op.start, op.duration); }

}  // namespace weir
