// Arithmetic of the finite field of q elements, q a power of a prime; elements are 0 .. q-1, the digits of a number in base
// p being the coefficients of a polynomial over the integers modulo p. For q = p that is arithmetic modulo p.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace weir::net {

class FiniteField {
 public:
  // Empty where q is no power of a prime, or above 4096. Takes the first primitive element in order of its number.
  [[nodiscard]] static std::optional<FiniteField> of(std::uint32_t q);

  [[nodiscard]] std::uint32_t size() const { return q_; }
  [[nodiscard]] std::uint32_t add(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] std::uint32_t multiply(std::uint32_t a, std::uint32_t b) const {
    return a == 0 || b == 0 ? 0 : power_[(log_[a] + log_[b]) % (q_ - 1)];
  }
  // The primitive element to the i-th: every element but 0 is one of the first q - 1.
  [[nodiscard]] std::uint32_t power(std::uint32_t i) const { return power_[i % (q_ - 1)]; }

 private:
  std::uint32_t q_ = 0, p_ = 0;
  std::vector<std::uint32_t> power_, log_;
};

}  // namespace weir::net
