#include "core/network/finite_field.h"

namespace weir::net {
namespace {

// a x modulo x^n - f, where f's digits in base p are the coefficients of the reduction of x^n.
std::uint32_t timesX(std::uint32_t a, std::uint32_t f, std::uint32_t p, std::uint32_t q) {
  const std::uint32_t top = a / (q / p);
  std::uint32_t shifted = a % (q / p) * p, sum = 0, digit = 1;
  for (std::uint32_t i = 0; digit < q; ++i, digit *= p) sum += (shifted / digit % p + top * (f / digit % p)) % p * digit;
  return sum;
}

}  // namespace

std::optional<FiniteField> FiniteField::of(std::uint32_t q) {
  if (q < 2 || q > 4096) return std::nullopt;
  std::uint32_t p = 2;
  while (q % p != 0) ++p;
  for (std::uint32_t r = q; r > 1; r /= p)
    if (r % p != 0) return std::nullopt;
  // q = p: powers of a candidate c are c^i. Else powers of x modulo a candidate polynomial; either is primitive when its
  // powers come back to 1 after q - 1 steps and no sooner. A polynomial with that property is irreducible.
  for (std::uint32_t candidate = 1; candidate < q; ++candidate) {
    FiniteField f;
    f.q_ = q;
    f.p_ = p;
    f.log_.assign(q, q);
    std::uint32_t v = 1;
    while (v != 0 && f.log_[v] == q) {
      f.log_[v] = static_cast<std::uint32_t>(f.power_.size());
      f.power_.push_back(v);
      v = q == p ? v * candidate % p : timesX(v, candidate, p, q);
    }
    if (f.power_.size() == q - 1 && v == 1) return f;
  }
  return std::nullopt;
}

std::uint32_t FiniteField::add(std::uint32_t a, std::uint32_t b) const {
  std::uint32_t sum = 0;
  for (std::uint32_t digit = 1; digit < q_; digit *= p_) sum += (a / digit % p_ + b / digit % p_) % p_ * digit;
  return sum;
}

}  // namespace weir::net
