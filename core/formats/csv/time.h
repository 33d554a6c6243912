// Times in tables: decimals in a unit, ISO 8601 and its relatives. Exact: no floating point.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace weir::csv {

// seconds + ps * 1e-12, 0 <= ps < 1e12.
struct Moment {
  std::int64_t seconds = 0, ps = 0;
};

enum class Unit : std::uint8_t { Unknown, Ns, Us, Ms, S, Minutes };
// "ns", "us", "µs", "usec", "milliseconds", "s", ...
[[nodiscard]] Unit unitFrom(std::string_view text);

// A decimal number of units, with an exponent perhaps. Nothing for what is no number or beyond 10^15 seconds.
[[nodiscard]] std::optional<Moment> momentFrom(std::string_view number, Unit unit);

struct Dated {
  Moment at;
  bool zoned = false;
};
// "2024-05-22T17:15:22.123Z", "2024/05/22 17:15:22.123", "2024-05-22 17:15:22,123 +02:00". Seconds since 1970; without a
// zone as if in UTC.
[[nodiscard]] std::optional<Dated> dateFrom(std::string_view text);

// b - a in ps; nothing beyond 100 days.
[[nodiscard]] std::optional<std::int64_t> between(const Moment& a, const Moment& b);

// The unit in which this number is a date of our days, counted from 1970; Unknown when in none.
[[nodiscard]] Unit epochUnit(std::string_view number);

}  // namespace weir::csv
