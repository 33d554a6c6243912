#include <string>
#include <utility>

#include "core/formats/dlio/shapes.h"

namespace weir::dlio {
namespace {

// Days since 1970 of a date of the Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
std::int64_t daysFromCivil(std::int64_t y, unsigned m, unsigned d) {
  y -= m <= 2 ? 1 : 0;
  const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
  const auto yoe = static_cast<unsigned>(y - era * 400);
  const unsigned doy = (153 * (m > 2 ? m - 3 : m + 9) + 2) / 5 + d - 1;
  const unsigned doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
  return era * 146097 + static_cast<std::int64_t>(doe) - 719468;
}

// The number at `at`, of exactly n digits.
bool digits(std::string_view s, std::size_t& at, std::size_t n, int& out) {
  if (at + n > s.size()) return false;
  out = 0;
  for (std::size_t i = 0; i < n; ++i, ++at) {
    if (s[at] < '0' || s[at] > '9') return false;
    out = out * 10 + (s[at] - '0');
  }
  return true;
}
bool mark(std::string_view s, std::size_t& at, std::string_view any) {
  if (at >= s.size() || any.find(s[at]) == std::string_view::npos) return false;
  ++at;
  return true;
}

// "16:33:42.960068+02:00" at `at`.
bool clock(std::string_view s, std::size_t& at, std::int64_t days, Stamp& out) {
  int h = 0;
  int m = 0;
  int sec = 0;
  if (!digits(s, at, 2, h) || !mark(s, at, ":") || !digits(s, at, 2, m) || !mark(s, at, ":") || !digits(s, at, 2, sec)) return false;
  if (h > 24 || m > 59 || sec > 60) return false;
  std::int64_t ns = 0;
  if (mark(s, at, ".,"))
    for (std::int64_t scale = 100'000'000; at < s.size() && s[at] >= '0' && s[at] <= '9'; ++at, scale /= 10) ns += (s[at] - '0') * scale;
  std::int64_t zone = 0;
  if (mark(s, at, "Z")) {
    out.zoned = true;
  } else if (at < s.size() && (s[at] == '+' || s[at] == '-')) {
    const int sign = s[at++] == '-' ? -1 : 1;
    int zh = 0;
    int zm = 0;
    if (!digits(s, at, 2, zh)) return false;
    (void)mark(s, at, ":");
    (void)digits(s, at, 2, zm);
    zone = sign * (zh * 3600 + zm * 60);
    out.zoned = true;
  }
  out.ns = (days * 86400 + h * 3600 + m * 60 + sec - zone) * 1'000'000'000 + ns;
  return at == s.size();
}

}  // namespace

std::optional<Stamp> stampOf(std::string_view s) {
  std::size_t at = 0;
  int y = 0;
  int mo = 0;
  int d = 0;
  Stamp out;
  if (!digits(s, at, 4, y) || !mark(s, at, "-") || !digits(s, at, 2, mo) || !mark(s, at, "-") || !digits(s, at, 2, d) || !mark(s, at, "T ")) return std::nullopt;
  if (y < 1970 || y > 2200 || mo < 1 || mo > 12 || d < 1 || d > 31) return std::nullopt;
  if (!clock(s, at, daysFromCivil(y, static_cast<unsigned>(mo), static_cast<unsigned>(d)), out)) return std::nullopt;
  return out;
}

std::optional<Stamp> shortStampOf(std::string_view s) {
  std::size_t at = 0;
  int mo = 0;
  int d = 0;
  int y = 0;
  Stamp out;
  if (!digits(s, at, 2, mo) || !mark(s, at, "/") || !digits(s, at, 2, d) || !mark(s, at, "/")) return stampOf(s);
  std::size_t four = at;
  if (digits(s, four, 4, y)) at = four;
  else if (digits(s, at, 2, y)) y += 2000;
  else return std::nullopt;
  if (mo > 12) std::swap(mo, d);
  if (!mark(s, at, " ") || y < 1970 || y > 2200 || mo < 1 || mo > 12 || d < 1 || d > 31) return std::nullopt;
  if (!clock(s, at, daysFromCivil(y, static_cast<unsigned>(mo), static_cast<unsigned>(d)), out)) {
    // "04:33:43 PM" of American locales.
    const bool pm = s.ends_with(" PM");
    if (!pm && !s.ends_with(" AM")) return std::nullopt;
    std::string without(s.substr(0, s.size() - 3));
    auto morning = shortStampOf(without);
    if (!morning) return std::nullopt;
    const std::int64_t hour = morning->ns / 3'600'000'000'000 % 24;
    if (pm && hour < 12) morning->ns += 12 * 3'600'000'000'000;
    if (!pm && hour == 12) morning->ns -= 12 * 3'600'000'000'000;
    return morning;
  }
  return out;
}

}  // namespace weir::dlio
