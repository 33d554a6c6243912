// Decimal text to whole picoseconds, exactly: "4.080732" of seconds, "1e-3" of milliseconds.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace weir::paje {

inline constexpr int kSeconds = 12, kMilliseconds = 9, kMicroseconds = 6, kNanoseconds = 3;  // powers of ten of a ps

// Whether `text` is a number and its picoseconds fit (106 days); `unit` is the power of ten of a picosecond. Digits below a
// picosecond are cut off.
inline bool picoseconds(std::string_view text, int unit, std::int64_t& ps) {
  std::size_t i = 0;
  const auto digit = [&] { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  bool minus = false;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) minus = text[i++] == '-';
  std::uint64_t value = 0;
  int scale = unit;
  bool any = false;
  const auto take = [&](bool fraction) {
    any = true;
    const auto d = static_cast<std::uint64_t>(text[i] - '0');
    if (value > (std::numeric_limits<std::uint64_t>::max() - 9) / 10) {
      if (!fraction && scale < 1000) ++scale;  // too many digits: the last ones do not matter, or it does not fit anyway
    } else {
      value = value * 10 + d;
      if (fraction) --scale;
    }
    ++i;
  };
  while (digit()) take(false);
  if (i < text.size() && text[i] == '.') {
    ++i;
    while (digit()) take(true);
  }
  if (!any) return false;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    bool down = false;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) down = text[i++] == '-';
    if (!digit()) return false;
    int e = 0;
    for (; digit(); ++i)
      if (e < 10000) e = e * 10 + (text[i] - '0');
    scale += down ? -e : e;
  }
  if (i != text.size()) return false;
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  for (; scale > 0 && value > 0; --scale) {
    if (value > most / 10) return false;
    value *= 10;
  }
  for (; scale < 0 && value > 0; ++scale) value /= 10;
  if (value > most) return false;
  ps = minus ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
  return true;
}

}  // namespace weir::paje
