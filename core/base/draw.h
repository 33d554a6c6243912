// Random quantities that are the same bits on every machine: only comparisons, sums and one multiplication, no logarithm
// or cosine of a C library (whose last bit depends on the processor).
#pragma once

#include <cmath>
#include <cstdint>

#include "core/base/random.h"

namespace weir {

// Exponentially distributed with mean 1, in units of 2^-32. Von Neumann's comparison method ("Various techniques used in
// connection with random digits", 1951): the length of a falling run of uniform numbers is odd with probability e^-u.
inline std::uint64_t exponential32(Random& random) {
  for (std::uint64_t whole = 0;; ++whole) {
    const std::uint64_t first = random.next64();
    std::uint64_t last = first;
    bool odd = true;
    for (std::uint64_t next = random.next64(); next < last; next = random.next64()) {
      last = next;
      odd = !odd;
    }
    if (odd) return (whole << 32) | (first >> 32);
  }
}

// Exponential with this mean, rounded down.
inline std::int64_t exponential(Random& random, std::int64_t mean) {
  __extension__ using Wide = unsigned __int128;
  const Wide v = static_cast<Wide>(exponential32(random)) * static_cast<std::uint64_t>(mean < 0 ? 0 : mean);
  return static_cast<std::int64_t>(v >> 32);
}

// Normal with mean 0 and deviation 1, as the sum of twelve uniform numbers (Irwin-Hall): within +-6.
inline double normal(Random& random) {
  std::int64_t sum = 0;
  for (int i = 0; i < 6; ++i) {
    const std::uint64_t two = random.next64();
    sum += static_cast<std::int64_t>(two >> 32) + static_cast<std::int64_t>(two & 0xFFFFFFFF);
  }
  return static_cast<double>(sum - 6 * (std::int64_t{1} << 32)) * 0x1p-32;
}

// `mean` with a relative standard deviation, never below 0; the same whatever else is drawn: it depends on the two
// numbers (which stream, which piece) alone.
inline std::int64_t jittered(std::int64_t mean, double deviation, std::uint64_t seed, std::uint64_t stream, std::uint64_t piece) {
  if (!(deviation > 0) || mean <= 0) return mean;
  Random random(mix(seed, piece), stream);
  const std::int64_t extra = std::llround(static_cast<double>(mean) * (deviation * normal(random)));
  return extra > -mean ? mean + extra : 0;
}

}  // namespace weir
