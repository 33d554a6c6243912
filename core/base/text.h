// Small things about texts that many readers need. Pure, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace weir {

// ASCII letters in lower case, all other bytes as they are.
[[nodiscard]] constexpr char lowerAscii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
[[nodiscard]] inline std::string lowerAscii(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lowerAscii(c);
  return out;
}

// Without what is blank at either end; always a part of s: of a blank text its empty beginning, never a null pointer.
inline constexpr std::string_view kSpaces = " \t", kSpacesAndLineEnds = " \t\r\n";
[[nodiscard]] constexpr std::string_view trimmed(std::string_view s, std::string_view blank = kSpacesAndLineEnds) {
  const std::size_t from = s.find_first_not_of(blank);
  return from == std::string_view::npos ? s.substr(0, 0) : s.substr(from, s.find_last_not_of(blank) + 1 - from);
}

}  // namespace weir
