#include "core/formats/csv/time.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string>

namespace weir::csv {
namespace {

constexpr std::int64_t kPs = 1'000'000'000'000;
constexpr std::int64_t kMostSeconds = 1'000'000'000'000'000;

int decimalsOf(Unit u) {
  switch (u) {
    case Unit::Ns: return 9;
    case Unit::Us: return 6;
    case Unit::Ms: return 3;
    default: return 0;
  }
}

}  // namespace

Unit unitFrom(std::string_view text) {
  std::string s;
  for (const char c : text) s += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  const auto is = [&](std::initializer_list<std::string_view> words) { return std::find(words.begin(), words.end(), s) != words.end(); };
  if (is({"ns", "nsec", "nanoseconds", "nanosecond", "nanosec"})) return Unit::Ns;
  if (is({"us", "usec", "microseconds", "microsecond", "micros", "\xc2\xb5s", "\xce\xbcs"})) return Unit::Us;
  if (is({"ms", "msec", "milliseconds", "millisecond", "millis"})) return Unit::Ms;
  if (is({"s", "sec", "secs", "seconds", "second"})) return Unit::S;
  if (is({"min", "minutes", "minute"})) return Unit::Minutes;
  return Unit::Unknown;
}

std::optional<Moment> momentFrom(std::string_view text, Unit unit) {
  const bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) text.remove_prefix(1);
  std::array<char, 64> digits{};
  std::size_t count = 0;
  int point = -1;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    if (text[i] >= '0' && text[i] <= '9') {
      if (count == digits.size()) return std::nullopt;
      digits[count++] = text[i];
    } else if (text[i] == '.' && point < 0) {
      point = static_cast<int>(count);
    } else {
      break;
    }
  }
  if (count == 0) return std::nullopt;
  if (point < 0) point = static_cast<int>(count);
  if (i < text.size()) {
    if (text[i] != 'e' && text[i] != 'E') return std::nullopt;
    ++i;
    if (i < text.size() && text[i] == '+') ++i;
    int exponent = 0;
    const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), exponent);
    if (error != std::errc() || end != text.data() + text.size() || exponent > 60 || exponent < -60) return std::nullopt;
    point += exponent;
  }
  point -= decimalsOf(unit);
  // Digits before the point are seconds (or minutes), twelve after it picoseconds; one more rounds.
  const auto digit = [&](int k) { return k >= 0 && k < static_cast<int>(count) ? digits[static_cast<std::size_t>(k)] - '0' : 0; };
  Moment m;
  for (int k = 0; k < point; ++k) {
    if (m.seconds > kMostSeconds / 10) return std::nullopt;
    m.seconds = m.seconds * 10 + digit(k);
  }
  for (int k = point; k < point + 12; ++k) m.ps = m.ps * 10 + digit(k);
  if (digit(point + 12) >= 5) ++m.ps;
  if (unit == Unit::Minutes) {
    if (m.seconds > kMostSeconds / 60) return std::nullopt;
    m.ps *= 60;
    m.seconds = m.seconds * 60;
  }
  m.seconds += m.ps / kPs;
  m.ps %= kPs;
  if (minus) {
    m.seconds = -m.seconds;
    if (m.ps > 0) {
      --m.seconds;
      m.ps = kPs - m.ps;
    }
  }
  return m;
}

std::optional<Dated> dateFrom(std::string_view text) {
  std::size_t at = 0;
  const auto number = [&](std::size_t width, int& to) {
    if (text.size() < at + width) return false;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + width, to);
    if (error != std::errc() || end != text.data() + at + width || to < 0) return false;
    at += width;
    return true;
  };
  const auto one = [&](std::string_view of) {
    if (at >= text.size() || of.find(text[at]) == std::string_view::npos) return false;
    ++at;
    return true;
  };
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  if (!number(4, year) || !one("-/") || !number(2, month) || !one("-/") || !number(2, day)) return std::nullopt;
  if (!one("T ") || !number(2, hour) || !one(":") || !number(2, minute)) return std::nullopt;
  if (one(":") && !number(2, second)) return std::nullopt;
  Dated d;
  if (one(".,")) {
    std::int64_t scale = kPs;
    const std::size_t from = at;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
      if (scale > 1) d.at.ps += (text[at] - '0') * (scale /= 10);
    if (at == from) return std::nullopt;
  }
  using namespace std::chrono;
  const year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)), std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok() || hour > 24 || minute > 59 || second > 60) return std::nullopt;
  d.at.seconds = sys_days(date).time_since_epoch().count() * std::int64_t{86'400} + hour * 3600 + minute * 60 + second;
  while (at < text.size() && text[at] == ' ') ++at;
  if (one("Zz")) {
    d.zoned = true;
  } else if (text.substr(at) == "UTC" || text.substr(at) == "GMT") {
    at = text.size();
    d.zoned = true;
  } else if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
    const int sign = text[at++] == '-' ? 1 : -1;
    int hours = 0;
    int minutes = 0;
    if (!number(2, hours)) return std::nullopt;
    (void)one(":");
    if (at < text.size() && !number(2, minutes)) return std::nullopt;
    d.at.seconds += sign * (hours * 3600 + minutes * 60);
    d.zoned = true;
  }
  if (at != text.size()) return std::nullopt;
  return d;
}

std::optional<std::int64_t> between(const Moment& a, const Moment& b) {
  constexpr std::int64_t kMost = std::int64_t{100} * 86'400;
  const std::int64_t seconds = b.seconds - a.seconds;  // both within 10^15
  if (seconds > kMost || seconds < -kMost) return std::nullopt;
  return seconds * kPs + (b.ps - a.ps);
}

Unit epochUnit(std::string_view number) {
  for (const Unit u : {Unit::S, Unit::Ms, Unit::Us, Unit::Ns}) {
    const auto m = momentFrom(number, u);
    if (m && m->seconds >= 946'684'800 && m->seconds < 4'102'444'800) return u;  // 2000 to 2100
  }
  return Unit::Unknown;
}

}  // namespace weir::csv
