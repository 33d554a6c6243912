#include "core/base/offset.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "core/base/text.h"

namespace weir::units {
namespace {

struct Length {
  std::string_view name;
  std::int64_t ps;
};
constexpr std::int64_t kSecond = 1'000'000'000'000;
// The first of a length is the one that is written.
constexpr std::array kUnits{Length{"d", 86400 * kSecond}, Length{"h", 3600 * kSecond}, Length{"min", 60 * kSecond}, Length{"s", kSecond},
                            Length{"ms", kSecond / 1000}, Length{"µs", 1'000'000},     Length{"us", 1'000'000},     Length{"ns", 1000},
                            Length{"ps", 1}};
constexpr std::int64_t kLongest = 100 * 86400 * kSecond;
constexpr std::string_view kMinus = "\u2212";  // as typeset, and as showOffset() may have been copied from a window

}  // namespace

Result<std::int64_t> parseOffset(std::string_view text) {
  constexpr std::string_view kExample = "write it as +5h, -12.3 ms or 0 s";
  std::string_view s = trimmed(text, kSpaces);
  bool negative = false;
  if (s.starts_with('+')) s.remove_prefix(1);
  else if (s.starts_with('-')) negative = true, s.remove_prefix(1);
  else if (s.starts_with(kMinus)) negative = true, s.remove_prefix(kMinus.size());
  s = trimmed(s, kSpaces);
  long double v = 0;
  const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), v);
  if (ec != std::errc{} || !std::isfinite(v) || s.starts_with('-')) return fail(fmt::format("\"{}\" is not a time with a unit", text), {}, std::string(kExample));
  const std::string_view unit = trimmed(s.substr(static_cast<std::size_t>(end - s.data())), kSpaces);
  if (unit.empty()) {
    if (v == 0) return 0;
    return fail(fmt::format("\"{}\" has no unit", text), {}, std::string(kExample));
  }
  for (const Length& u : kUnits) {
    if (unit != u.name) continue;
    const long double ps = v * static_cast<long double>(u.ps);
    if (ps > static_cast<long double>(kLongest)) return fail(fmt::format("\"{}\" is more than 100 days", text), {}, "give at most 100 d");
    const auto whole = static_cast<std::int64_t>(std::llround(ps));
    return negative ? -whole : whole;
  }
  return fail(fmt::format("\"{}\" has an unknown unit \"{}\"", text, unit), {}, "known are d, h, min, s, ms, us, ns, ps");
}

std::string showOffset(std::int64_t ps) {
  if (ps == 0) return "0 s";
  const std::uint64_t abs = ps < 0 ? 0 - static_cast<std::uint64_t>(ps) : static_cast<std::uint64_t>(ps);
  std::string best;
  for (const Length& u : kUnits) {
    const auto unit = static_cast<std::uint64_t>(u.ps);
    if (abs < unit || u.name == "us") continue;
    // Digits behind the point by long division; units of 60 and 24 have no end for most values.
    std::string digits;
    std::uint64_t rest = abs % unit;
    while (rest > 0 && digits.size() < 12) {
      rest *= 10;  // unit < 1e17
      digits += static_cast<char>('0' + rest / unit);
      rest %= unit;
    }
    if (rest > 0) continue;
    const std::string s = fmt::format("{}{}{} {}", abs / unit, digits.empty() ? "" : ".", digits, u.name);
    // Below a second the largest unit whatever its digits ("1.5 ms", not "1500 µs"); hours and days only where they are short.
    if (u.ps > kSecond && digits.size() > 2) continue;
    best = s;
    break;
  }
  if (best.empty()) best = fmt::format("{} ps", abs);
  return (ps < 0 ? "-" : "+") + best;
}

}  // namespace weir::units
