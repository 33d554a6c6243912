#include "core/base/csv.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace weir {
namespace {

constexpr std::string_view kStarts = "=+-@\t\r";

bool isNumber(std::string_view s) {
  if (s.starts_with('+')) s.remove_prefix(1);
  double v = 0;
  const auto r = std::from_chars(s.data(), s.data() + s.size(), v);
  return r.ec == std::errc() && r.ptr == s.data() + s.size();
}

// Behind any apostrophes, so that a text that has one itself comes back with it.
bool likeFormula(std::string_view s) {
  s.remove_prefix(std::min(s.find_first_not_of('\''), s.size()));
  return !s.empty() && kStarts.find(s.front()) != std::string_view::npos;
}

}  // namespace

std::string csvPlain(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos && !text.starts_with(' ') && !text.ends_with(' ')) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

std::string csvText(std::string_view text) {
  std::string s;
  if (likeFormula(text) && !isNumber(text)) s += '\'';
  for (const char c : text) {
    if (c == '\0') s += "\xEF\xBF\xBD";
    else s += c;
  }
  return csvPlain(s);
}

std::string_view csvTextRead(std::string_view cell) {
  if (cell.starts_with('\'') && likeFormula(cell)) cell.remove_prefix(1);
  return cell;
}

}  // namespace weir
