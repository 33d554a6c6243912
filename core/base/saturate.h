// Sums of what a file says, which may be anything: they stay at the largest number rather than turn around. Pure, any thread.
#pragma once

#include <cstdint>
#include <limits>

namespace weir {

[[nodiscard]] inline std::int64_t saturatedSum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

[[nodiscard]] inline std::int64_t saturatedGap(std::int64_t from, std::int64_t to) {
  std::int64_t gap = 0;
  if (!__builtin_sub_overflow(to, from, &gap)) return gap;
  return to < from ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

}  // namespace weir
