// Words of a file as keys of a slice's arguments.
#pragma once

#include <algorithm>
#include <string_view>

namespace weir::gpu {

// Whether it can stand between quotes in JSON as it is: ASCII without quotes, backslashes and control characters.
[[nodiscard]] inline bool plainKey(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; });
}

}  // namespace weir::gpu
