// What option values may be, in words a person can read: CLI11's own checks print type limits with 309 digits and enums as
// numbers. A value that cannot be is wrong usage, said before any file is opened.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace weir::cli {

// "7". Without limits only that it is a whole number.
[[nodiscard]] inline CLI::Validator wholeNumber(std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                                                std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  return CLI::Validator(
      [least, most](std::string& s) -> std::string {
        std::int64_t v = 0;
        const char* const begin = s.data() + (s.starts_with('+') ? 1 : 0);
        const auto r = std::from_chars(begin, s.data() + s.size(), v);
        const bool whole = r.ec == std::errc() && r.ptr == s.data() + s.size();
        if (whole && v >= least && v <= most) return {};
        std::string range = least == std::numeric_limits<std::int64_t>::min() ? "" : fmt::format(" from {}", least);
        if (most != std::numeric_limits<std::int64_t>::max()) range += fmt::format(" to {}", most);
        return fmt::format("\"{}\" is no whole number{}", s, range);
      },
      "");
}

// "2.5": finite, at least 0, or above 0.
[[nodiscard]] inline CLI::Validator finiteNumber(bool zero) {
  return CLI::Validator(
      [zero](std::string& s) -> std::string {
        double v = 0;
        const char* const begin = s.data() + (s.starts_with('+') ? 1 : 0);
        const auto r = std::from_chars(begin, s.data() + s.size(), v);
        const bool number = r.ec == std::errc() && r.ptr == s.data() + s.size() && std::isfinite(v);
        if (number && (zero ? v >= 0 : v > 0)) return {};
        return fmt::format("\"{}\" is no number {}", s, zero ? "from 0 on" : "above 0");
      },
      "");
}

// One of some names, whatever their case; to give to transform().
template <class Enum>
[[nodiscard]] CLI::Validator oneOf(std::vector<std::pair<std::string, Enum>> names) {
  return CLI::Validator(
      [names = std::move(names)](std::string& s) -> std::string {
        const std::string low = CLI::detail::to_lower(s);
        std::string all;
        for (const auto& [name, value] : names) {
          if (low == name) {
            s = std::to_string(static_cast<int>(value));
            return {};
          }
          all += (all.empty() ? "" : ", ") + name;
        }
        return fmt::format("\"{}\" is none of {}", s, all);
      },
      "");
}

}  // namespace weir::cli
