// Marks of packets in a window that slides over a message: N sets of sequence numbers, of which any `span` consecutive ones
// can be held at a time. Memory is N x span bits, whatever the message's size; up to 64 packets need no allocation.
// Who slides the window clears what leaves it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>

namespace weir::net {

template <unsigned N>
class BitPlanes {
 public:
  explicit BitPlanes(std::uint32_t span) : mask_(span - 1) {  // a power of two, at least 64
    if (span > 64) heap_ = std::make_unique<std::uint64_t[]>(std::size_t{N} * (span / 64));
    words_ = heap_ ? heap_.get() : small_.data();
  }
  BitPlanes(const BitPlanes&) = delete;
  BitPlanes& operator=(const BitPlanes&) = delete;

  [[nodiscard]] std::uint32_t span() const { return mask_ + 1; }
  [[nodiscard]] bool test(unsigned plane, std::uint32_t s) const { return (word(plane, s) >> (s & 63)) & 1; }
  void set(unsigned plane, std::uint32_t s) { word(plane, s) |= std::uint64_t{1} << (s & 63); }
  void clear(unsigned plane, std::uint32_t s) { word(plane, s) &= ~(std::uint64_t{1} << (s & 63)); }
  // The 64 marks that hold s; mark s is bit s % 64.
  [[nodiscard]] std::uint64_t& word(unsigned plane, std::uint32_t s) { return words_[((s & mask_) >> 6) * N + plane]; }
  [[nodiscard]] std::uint64_t word(unsigned plane, std::uint32_t s) const { return words_[((s & mask_) >> 6) * N + plane]; }

 private:
  std::uint64_t* words_;
  std::uint32_t mask_;
  std::array<std::uint64_t, N> small_{};
  std::unique_ptr<std::uint64_t[]> heap_;
};

// The bits of a word that holds `s` which belong to [from, to), for `s` a multiple of 64.
[[nodiscard]] constexpr std::uint64_t bitsWithin(std::uint32_t s, std::uint32_t from, std::uint32_t to) {
  std::uint64_t m = ~std::uint64_t{0};
  if (from > s) m &= from - s >= 64 ? 0 : m << (from - s);
  if (to < s + 64) m &= to <= s ? 0 : ~std::uint64_t{0} >> (64 - (to - s));
  return m;
}

}  // namespace weir::net
