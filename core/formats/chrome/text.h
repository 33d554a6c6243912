// JSON text to plain text, and single members of small JSON objects. Pure functions; damaged input gives what can be had.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weir::chrome {

[[nodiscard]] inline bool has(std::string_view text, std::string_view what) { return text.find(what) != std::string_view::npos; }
[[nodiscard]] bool validUtf8(std::string_view text);
// Appends text with every byte that is not UTF-8 replaced by U+FFFD.
void appendUtf8(std::string& out, std::string_view text);
// The text of a JSON string without its quotes: escapes resolved, always valid UTF-8.
[[nodiscard]] std::string unescaped(std::string_view raw);

struct Member {
  std::string_view key, value;  // strings without quotes, escapes in place
  bool string = false;
};
// The direct members of an object; those before the first damage.
[[nodiscard]] std::vector<Member> membersOf(std::string_view object);
[[nodiscard]] std::optional<std::string_view> memberOf(std::string_view object, std::string_view key);

[[nodiscard]] std::optional<std::int64_t> integerOf(std::string_view text);
[[nodiscard]] std::optional<double> numberOf(std::string_view text);
// All integers of a text like "[0, 1, 2]", in order; `cut` is set when it says there are more ("...").
[[nodiscard]] std::vector<std::int32_t> integersOf(std::string_view text, bool& cut);

}  // namespace weir::chrome
