// Unknown figures in JSON. Pure, any thread.
#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/summarize/seconds.h"

namespace weir {

inline nlohmann::ordered_json orNull(double v) { return std::isfinite(v) ? nlohmann::ordered_json(v) : nlohmann::ordered_json(nullptr); }
template <class T>
nlohmann::ordered_json orNull(const std::optional<T>& v) {
  return v ? nlohmann::ordered_json(*v) : nlohmann::ordered_json(nullptr);
}
inline nlohmann::ordered_json secondsOrNull(const std::optional<std::int64_t>& ps) {
  return ps ? nlohmann::ordered_json(seconds(*ps)) : nlohmann::ordered_json(nullptr);
}

}  // namespace weir
