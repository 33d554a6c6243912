// Counter-based random numbers: value = f(seed, stream, counter). Two streams never share state, so results do not
// depend on the order in which threads draw. Philox 4x32-10 (Salmon et al., SC11, "Parallel random numbers: as easy
// as 1, 2, 3", section 3.3). Not for cryptography.
#pragma once

#include <array>
#include <cstdint>

namespace weir {

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}

  std::uint64_t next64() {
    if (used_ == 2) refill();
    const std::uint64_t v = (std::uint64_t{block_[2 * used_]} << 32) | block_[2 * used_ + 1];
    ++used_;
    return v;
  }
  // Uniform in [0, n); n > 0. Lemire's multiply-shift; its bias is below 2^-32 for n < 2^32.
  std::uint64_t below(std::uint64_t n) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next64()) * n) >> 64);
  }
  double uniform() { return static_cast<double>(next64() >> 11) * 0x1p-53; }  // [0, 1)

  // One block for a (seed, stream, counter), without an object.
  static std::array<std::uint32_t, 4> philox(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter) {
    std::array<std::uint32_t, 4> c{static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32),
                                   static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)};
    std::uint32_t k0 = static_cast<std::uint32_t>(seed);
    std::uint32_t k1 = static_cast<std::uint32_t>(seed >> 32);
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0];
      const std::uint64_t b = std::uint64_t{0xCD9E8D57} * c[2];
      c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(b),
           static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(a)};
      k0 += 0x9E3779B9;
      k1 += 0xBB67AE85;
    }
    return c;
  }

 private:
  void refill() {
    block_ = philox(seed_, stream_, counter_++);
    used_ = 0;
  }
  std::uint64_t seed_, stream_, counter_ = 0;
  std::array<std::uint32_t, 4> block_{};
  std::uint32_t used_ = 2;
};

// A well-mixed 64-bit hash of two words (for ECMP, names): SplitMix64's finalizer (Steele et al., OOPSLA 2014).
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t z = a + 0x9E3779B97F4A7C15 * (b + 1);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

}  // namespace weir
