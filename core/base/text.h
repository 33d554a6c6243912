// Small things about texts that many readers need. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

namespace weir {

// ASCII letters in lower case, all other bytes as they are.
[[nodiscard]] inline std::string lowerAscii(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return out;
}

}  // namespace weir
