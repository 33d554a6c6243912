// Times of Chrome traces: microseconds as decimal text. Epoch-based nanoseconds have 19 digits and do not fit a double,
// so digits go into integers and no floating point is involved. Nine decimals are kept (femtoseconds): with picoseconds
// alone, start + duration of one slice and the start of the next would differ by a rounding, and slices that touch overlap.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace weir::chrome {

// us + fs * 1e-9 microseconds, 0 <= fs < 1e9.
struct Micros {
  std::int64_t us = 0;
  std::int32_t fs = 0;
};
inline constexpr std::int32_t kFsPerUs = 1'000'000'000;

// Picoseconds after the whole microsecond, rounded half up: 0 to 1'000'000.
[[nodiscard]] inline std::int64_t psOf(std::int64_t fs) { return (fs + 500) / 1000; }

// Eight digits at once (little-endian): true and their value when all eight bytes are digits.
[[nodiscard]] inline bool readEightDigits(const char* p, std::uint64_t& value) {
  std::uint64_t v = 0;
  std::memcpy(&v, p, 8);
  if (((v & 0xF0F0F0F0F0F0F0F0U) | (((v + 0x0606060606060606U) & 0xF0F0F0F0F0F0F0F0U) >> 4)) != 0x3333333333333333U) return false;
  v = (v & 0x0F0F0F0F0F0F0F0FU) * 2561 >> 8;
  v = (v & 0x00FF00FF00FF00FFU) * 6553601 >> 16;
  value = (v & 0x0000FFFF0000FFFFU) * 42949672960001U >> 32;
  return true;
}

// A JSON number without exponent from p on. On success sets `next` after its last digit. False: not that; see parseMicros.
[[nodiscard]] inline bool readMicros(const char* p, const char* end, Micros& value, const char*& next) {
  const bool minus = p < end && *p == '-';
  if (minus) ++p;
  std::uint64_t whole = 0;
  const char* const first = p;
  if constexpr (std::endian::native == std::endian::little) {
    if (end - p >= 8 && readEightDigits(p, whole)) p += 8;
  }
  for (; p < end; ++p) {
    const unsigned d = static_cast<unsigned char>(*p) - unsigned{'0'};
    if (d > 9) break;
    whole = whole * 10 + d;
  }
  if (p == first || p - first > 18) return false;
  std::int32_t fs = 0;
  if (p < end && *p == '.') {
    ++p;
    std::int32_t scale = kFsPerUs / 10;
    const char* const fraction = p;
    // Kineto's three decimals, all at once.
    const auto digit = [p](int i) { return static_cast<unsigned>(static_cast<unsigned char>(p[i])) - unsigned{'0'}; };
    if (end - p >= 4 && digit(0) <= 9 && digit(1) <= 9 && digit(2) <= 9 && digit(3) > 9) {
      fs = static_cast<std::int32_t>(digit(0) * 100 + digit(1) * 10 + digit(2)) * 1'000'000;
      p += 3;
    }
    for (; p < end; ++p) {
      const unsigned d = static_cast<unsigned char>(*p) - unsigned{'0'};
      if (d > 9) break;
      if (scale > 0)
        fs += static_cast<std::int32_t>(d) * scale;
      else if (p == fraction + 9 && d >= 5)
        ++fs;  // rounds half away from zero; may carry into the microsecond
      scale /= 10;
    }
    if (p == fraction) return false;
  }
  if (p < end && (*p == 'e' || *p == 'E')) return false;
  auto us = static_cast<std::int64_t>(whole);
  if (fs >= kFsPerUs) {
    fs -= kFsPerUs;
    ++us;
  }
  if (minus) {
    us = -us;
    if (fs > 0) {
      --us;
      fs = kFsPerUs - fs;
    }
  }
  value = {us, fs};
  next = p;
  return true;
}

// The same for a whole text, exponents and a leading '+' included ("1.7120e15"). False: NaN, words, beyond 18 digits.
[[nodiscard]] bool parseMicros(std::string_view text, Micros& value);

}  // namespace weir::chrome
