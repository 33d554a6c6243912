#include "core/formats/chakra/json_value.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "core/formats/chakra/json_nodes.h"
#include "core/formats/chrome/text.h"

namespace weir::chakra {

static_assert(JsonNodes::kPadding >= simdjson::SIMDJSON_PADDING);

std::optional<JsonObject> JsonText::parse(std::string_view text, bool& repaired) {
  repaired = false;
  JsonObject object;
  auto parsed = parser_.parse(text.data(), text.size(), false);
  if (parsed.error() == simdjson::SUCCESS) {
    if (parsed.get_object().get(object) == simdjson::SUCCESS) return object;
    return std::nullopt;
  }
  if (parsed.error() != simdjson::UTF8_ERROR && parsed.error() != simdjson::UNESCAPED_CHARS) return std::nullopt;
  repaired = true;
  copy_.clear();
  chrome::appendUtf8(copy_, text);
  std::replace_if(copy_.begin(), copy_.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  const std::size_t size = copy_.size();
  copy_.append(JsonNodes::kPadding, ' ');
  if (parser_.parse(copy_.data(), size, false).get_object().get(object) == simdjson::SUCCESS) return object;
  return std::nullopt;
}

std::optional<JsonElement> member(const JsonObject& object, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    JsonElement e;
    if (object.at_key(key).get(e) == simdjson::SUCCESS) return e;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> natural(const JsonElement& e) {
  std::uint64_t u = 0;
  if (e.get_uint64().get(u) == simdjson::SUCCESS) return u;
  const std::string_view text = words(e);
  if (!text.empty() && text.size() < 20 && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return std::strtoull(std::string(text).c_str(), nullptr, 10);
  const auto i = integer(e);
  return i && *i >= 0 ? std::optional<std::uint64_t>(static_cast<std::uint64_t>(*i)) : std::nullopt;
}

std::optional<std::int64_t> integer(const JsonElement& e) {
  std::int64_t i = 0;
  if (e.get_int64().get(i) == simdjson::SUCCESS) return i;
  bool truth = false;
  if (e.get_bool().get(truth) == simdjson::SUCCESS) return truth ? 1 : 0;
  std::uint64_t u = 0;
  if (e.get_uint64().get(u) == simdjson::SUCCESS) return std::numeric_limits<std::int64_t>::max();
  const auto d = real(e);
  if (d && *d > -9e18 && *d < 9e18) return static_cast<std::int64_t>(*d);
  return std::nullopt;
}

std::optional<double> real(const JsonElement& e) {
  double d = 0;
  if (e.is_number() && e.get_double().get(d) == simdjson::SUCCESS) return d;
  const std::string_view text = words(e);
  if (text.empty() || text.size() > 40) return std::nullopt;
  const std::string copy(text);
  char* end = nullptr;
  d = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size()) return std::nullopt;
  return d;
}

std::string_view words(const JsonElement& e) {
  std::string_view text;
  if (e.get_string().get(text) != simdjson::SUCCESS) return {};
  return text;
}

}  // namespace weir::chakra
