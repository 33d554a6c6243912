#include "core/formats/paje/own.h"

#include <fmt/format.h>

#include <charconv>

namespace weir::paje::own {

std::string encoded(std::string_view text) {
  std::string s;
  for (const char c : text) {
    if (c == '"' || c == '%' || static_cast<unsigned char>(c) < 0x20) s += fmt::format("%{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else s += c;
  }
  return s;
}

std::string decoded(std::string_view text) {
  std::string s;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    if (text[i] == '%' && i + 2 < text.size() && std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16).ptr == text.data() + i + 3) {
      s += static_cast<char>(value);
      i += 2;
    } else {
      s += text[i];
    }
  }
  return s;
}

std::vector<std::int32_t> members(std::string_view text) {
  std::vector<std::int32_t> v;
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end) {
    std::int32_t n = 0;
    const auto r = std::from_chars(at, end, n);
    if (r.ec != std::errc()) break;
    v.push_back(n);
    at = r.ptr < end && *r.ptr == ',' ? r.ptr + 1 : end;
  }
  return v;
}

}  // namespace weir::paje::own
