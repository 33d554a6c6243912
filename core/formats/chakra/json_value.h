// One small JSON text at a time, by simdjson, and the looks into it that nodes of execution graphs need.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace weir::chakra {

using JsonElement = simdjson::dom::element;
using JsonObject = simdjson::dom::object;

class JsonText {
 public:
  // `text` is followed by JsonNodes::kPadding readable bytes. Bytes that are no UTF-8 and raw control characters are
  // replaced (`repaired`). The object lives until the next call. Nothing when it is no JSON object.
  [[nodiscard]] std::optional<JsonObject> parse(std::string_view text, bool& repaired);

 private:
  simdjson::dom::parser parser_;
  std::string copy_;
};

// The first of these members that is there.
[[nodiscard]] std::optional<JsonElement> member(const JsonObject& object, std::initializer_list<std::string_view> keys);
// Whole numbers as they are, reals cut, truth as 1 and 0, texts of digits as their number.
[[nodiscard]] std::optional<std::int64_t> integer(const JsonElement& e);
[[nodiscard]] std::optional<std::uint64_t> natural(const JsonElement& e);
[[nodiscard]] std::optional<double> real(const JsonElement& e);
[[nodiscard]] std::string_view words(const JsonElement& e);  // "" when it is no text

template <class Out>
void appendJson(Out& out, const JsonElement& e) {
  const std::string text = simdjson::minify(e);
  out.append(text.data(), text.size());
}

}  // namespace weir::chakra
