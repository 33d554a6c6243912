#include "core/base/plain_text.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace weir {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// Bytes of the character at i that must not be shown as it is; 0 = it may.
std::size_t harmful(std::string_view s, std::size_t i) {
  const auto at = [&](std::size_t k) { return k < s.size() ? static_cast<unsigned char>(s[k]) : 0U; };
  if (at(i) == 0xC2 && at(i + 1) >= 0x80 && at(i + 1) <= 0x9F) return 2;
  if (at(i) != 0xE2) return 0;
  const unsigned b = at(i + 1), c = at(i + 2);
  if (b == 0x80 && (c == 0x8E || c == 0x8F || (c >= 0xAA && c <= 0xAE))) return 3;
  return b == 0x81 && c >= 0xA6 && c <= 0xA9 ? 3 : 0;
}

// One character of UTF-8 and its bytes; what is none is one byte.
std::pair<std::uint32_t, std::size_t> characterAt(std::string_view s, std::size_t i) {
  const auto lead = static_cast<unsigned char>(s[i]);
  const std::size_t n = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  if (n == 1 || i + n > s.size()) return {lead, 1};
  std::uint32_t c = lead & (0xFFU >> (n + 1));
  for (std::size_t k = 1; k < n; ++k) {
    const auto b = static_cast<unsigned char>(s[i + k]);
    if ((b & 0xC0U) != 0x80U) return {lead, 1};
    c = c << 6U | (b & 0x3FU);
  }
  return {c, n};
}

struct Block {
  std::uint32_t from, to;
};
constexpr Block kWide[] = {{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF}, {0xA960, 0xA97C}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF},
                           {0xFE30, 0xFE6F}, {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
constexpr Block kCombining[] = {{0x0300, 0x036F}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};

bool in(std::uint32_t c, std::span<const Block> blocks) {
  return std::any_of(blocks.begin(), blocks.end(), [&](const Block& b) { return c >= b.from && c <= b.to; });
}

std::size_t columnsOf(std::uint32_t c) { return c < 0x300 ? 1 : in(c, kWide) ? 2 : in(c, kCombining) ? 0 : 1; }

}  // namespace

std::string plainText(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (const std::size_t n = harmful(text, i); n > 0) {
      out += kReplacement;
      i += n;
    } else {
      out += c < 0x20 || c == 0x7F ? ' ' : text[i];
      ++i;
    }
  }
  return out;
}

std::size_t terminalColumns(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto [c, n] = characterAt(text, i);
    columns += columnsOf(c);
    i += n;
  }
  return columns;
}

std::string shortened(std::string_view text, std::size_t most) {
  std::size_t left = terminalColumns(text);
  if (left <= most) return std::string(text);
  const std::size_t head = (most - 1) * 2 / 3, tail = most - 1 - head;
  std::size_t at = 0, taken = 0;
  for (; at < text.size(); left -= columnsOf(characterAt(text, at).first), at += characterAt(text, at).second) {
    const std::size_t own = columnsOf(characterAt(text, at).first);
    if (taken + own > head) break;
    taken += own;
  }
  std::string out(text.substr(0, at));
  for (; at < text.size() && left > tail; at += characterAt(text, at).second) left -= columnsOf(characterAt(text, at).first);
  return out + "…" + std::string(text.substr(at));
}

}  // namespace weir
