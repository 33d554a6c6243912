// JSON as Python's json.dump leaves it: NaN and Infinity become null; a text that breaks off is closed behind its last whole
// value. Small files only: a document is held whole.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace weir::dlio {

using Json = nlohmann::ordered_json;
inline constexpr int kDeepest = 64;

struct Parsed {
  Json document;
  bool repaired = false;         // broke off
  std::uint64_t notNumbers = 0;  // NaN, Infinity
};
// Errors: no JSON, nested more than kDeepest deep; with the byte.
[[nodiscard]] Result<Parsed> parse(std::string_view text);

}  // namespace weir::dlio
