#include "core/formats/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/text.h"

namespace weir {

Result<void> LineReader::feed(ByteSpan chunk, bool last, const Job& job) {
  std::string_view text = text::view(chunk);
  std::uint64_t handled = 0;
  while (!text.empty()) {
    if ((++handled & 0xfff) == 0 && job.stopped()) return stoppedByUser();
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      if (rest_.size() + text.size() <= kLongestLine) {
        rest_ += text;
      } else if (!skipping_) {
        skipping_ = true;
        rest_ += text.substr(0, kLongestLine - std::min(kLongestLine, rest_.size()));
      }
      break;
    }
    if (rest_.empty() && !skipping_ && end <= kLongestLine) {
      take(text.substr(0, end), false);
    } else {
      if (rest_.size() < kLongestLine) rest_ += text.substr(0, std::min(end, kLongestLine - rest_.size()));
      if (skipping_ || rest_.size() >= kLongestLine) note("line too long, the end left out", number_ + 1);
      skipping_ = false;
      take(rest_, false);
      rest_.clear();
    }
    text.remove_prefix(end + 1);
  }
  if (job.stopped()) return stoppedByUser();
  if (last && !rest_.empty()) {
    take(rest_, true);
    rest_.clear();
  }
  return {};
}

void LineReader::take(std::string_view text, bool cut) {
  if (++number_ == 1 && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.ends_with('\r')) text.remove_suffix(1);
  line(text, number_, cut);
}

void LineReader::note(std::string_view kind, std::uint64_t number, std::uint64_t count) {
  out_.note(kind, fmt::format("line {}", number), count);
}

namespace text {

std::string_view view(ByteSpan head) { return {reinterpret_cast<const char*>(head.data()), head.size()}; }
bool contains(ByteSpan head, std::string_view what) { return view(head).find(what) != std::string_view::npos; }

std::vector<std::string_view> words(std::string_view s) {
  std::vector<std::string_view> out;
  for (std::size_t at = s.find_first_not_of(" \t\r"); at != std::string_view::npos;) {
    const std::size_t end = std::min(s.find_first_of(" \t\r", at), s.size());
    out.push_back(s.substr(at, end - at));
    at = s.find_first_not_of(" \t\r", end);
  }
  return out;
}

std::string lower(std::string_view s) { return lowerAscii(s); }

double number(std::string_view s) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  s = trimmed(s);
  if (s.starts_with('+')) s.remove_prefix(1);
  double v = 0;
  const auto [end, bad] = std::from_chars(s.data(), s.data() + s.size(), v);
  return bad == std::errc{} && end == s.data() + s.size() && std::isfinite(v) ? v : kNone;
}

std::optional<std::int64_t> whole(std::string_view s) {
  s = trimmed(s);
  std::int64_t v = 0;
  const auto [end, bad] = std::from_chars(s.data(), s.data() + s.size(), v);
  if (s.empty() || bad != std::errc{} || end != s.data() + s.size()) return std::nullopt;
  return v;
}

namespace {

// Days since 1970 of a date of the Gregorian calendar, counting years from March (H. Hinnant, chrono-compatible date algorithms).
std::int64_t daysOf(std::int64_t y, std::int64_t m, std::int64_t d) {
  y -= m <= 2 ? 1 : 0;
  const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
  const std::int64_t yoe = y - era * 400, doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
  return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

// Takes digits from the front, at least one and at most `most`.
std::optional<std::int64_t> digits(std::string_view& s, std::size_t most) {
  std::size_t n = 0;
  std::int64_t v = 0;
  while (n < s.size() && n < most && s[n] >= '0' && s[n] <= '9') v = v * 10 + (s[n++] - '0');
  if (n == 0) return std::nullopt;
  s.remove_prefix(n);
  return v;
}
bool skip(std::string_view& s, std::string_view any) {
  if (s.empty() || any.find(s.front()) == std::string_view::npos) return false;
  s.remove_prefix(1);
  return true;
}

// "15:26[:46[.543]]" as nanoseconds.
std::optional<std::int64_t> clock(std::string_view& s) {
  const auto h = digits(s, 2);
  if (!h || *h > 24 || !skip(s, ":")) return std::nullopt;
  const auto m = digits(s, 2);
  if (!m || *m > 59) return std::nullopt;
  std::int64_t seconds = 0, fraction = 0;
  if (skip(s, ":")) {
    const auto sec = digits(s, 2);
    if (!sec || *sec > 60) return std::nullopt;
    seconds = *sec;
    if (skip(s, ".,")) {
      std::int64_t unit = 100'000'000;
      if (s.empty() || s.front() < '0' || s.front() > '9') return std::nullopt;
      for (; !s.empty() && s.front() >= '0' && s.front() <= '9'; s.remove_prefix(1), unit /= 10) fraction += (s.front() - '0') * unit;
    }
  }
  return ((*h * 60 + *m) * 60 + seconds) * 1'000'000'000 + fraction;
}

constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

std::optional<std::int64_t> monthOf(std::string_view s) {
  for (std::size_t i = 0; i < kMonths.size(); ++i)
    if (s.starts_with(kMonths[i])) return static_cast<std::int64_t>(i + 1);
  return std::nullopt;
}

std::optional<WallTime> made(std::int64_t y, std::int64_t m, std::int64_t d, std::int64_t ns) {
  if (y < 1970 || y > 2200 || m < 1 || m > 12 || d < 1 || d > 31) return std::nullopt;
  return WallTime{daysOf(y, m, d) * 86'400'000'000'000 + ns, false};
}

// "Mon Jul 15 10:11:12 2024".
std::optional<WallTime> ctime(std::string_view s) {
  const auto w = words(s);
  if (w.size() < 4) return std::nullopt;
  const std::size_t at = monthOf(w[0]) ? 0 : 1;
  const auto m = monthOf(w[at]);
  std::string_view day = w[at + 1];
  const auto d = digits(day, 2);
  std::string_view time = w[at + 2];
  const auto ns = clock(time);
  const auto y = whole(w.back());
  if (!m || !d || !ns || !y) return std::nullopt;
  return made(*y, *m, *d, *ns);
}

}  // namespace

std::optional<WallTime> wallTime(std::string_view s) {
  s = trimmed(s);
  if (!s.empty() && !(s.front() >= '0' && s.front() <= '9')) return ctime(s);
  std::string_view rest = s;
  std::size_t width = 0;
  while (width < rest.size() && rest[width] >= '0' && rest[width] <= '9') ++width;
  std::int64_t y = 0, m = 0, d = 0;
  if (width == 8) {
    const auto all = digits(rest, 8);
    y = *all / 10000, m = *all / 100 % 100, d = *all % 100;
  } else if (width == 4 || width == 2 || width == 1) {
    const auto a = digits(rest, 4);
    if (!skip(rest, "-/")) return std::nullopt;
    const auto b = digits(rest, 2);
    if (!b || !skip(rest, "-/")) return std::nullopt;
    const auto c = digits(rest, 4);
    if (!a || !c) return std::nullopt;
    if (width == 4) y = *a, m = *b, d = *c;
    else m = *a, d = *b, y = *c;
    if (width != 4 && m > 12) std::swap(m, d);
  } else {
    return std::nullopt;
  }
  std::int64_t ns = 0;
  if (!rest.empty()) {
    if (!skip(rest, "T _,-")) return std::nullopt;
    rest = trimmed(rest);
    const auto time = clock(rest);
    if (!time) return std::nullopt;
    ns = *time;
  }
  auto out = made(y, m, d, ns);
  rest = trimmed(rest);
  if (!out || rest.empty()) return out;
  if (rest == "Z" || rest == "UTC" || rest == "GMT") {
    out->zoned = true;
    return out;
  }
  if (rest == "PM" || rest == "AM") {  // 12-hour clocks
    const std::int64_t hour = ns / 3'600'000'000'000;
    if (hour > 12) return std::nullopt;
    if (rest == "PM" && hour < 12) out->ns += 12 * 3'600'000'000'000;
    if (rest == "AM" && hour == 12) out->ns -= 12 * 3'600'000'000'000;
    return out;
  }
  const bool minus = rest.front() == '-';
  if (!skip(rest, "+-")) return std::nullopt;
  const auto h = digits(rest, 2);
  skip(rest, ":");
  const auto min = rest.empty() ? std::optional<std::int64_t>(0) : digits(rest, 2);
  if (!h || !min || !rest.empty()) return std::nullopt;
  out->ns += (minus ? 1 : -1) * (*h * 60 + *min) * 60'000'000'000;
  out->zoned = true;
  return out;
}

std::string stem(std::string_view name) {
  if (const std::size_t slash = name.rfind('/'); slash != std::string_view::npos) name.remove_prefix(slash + 1);
  if (const std::size_t dot = name.rfind('.'); dot != std::string_view::npos && dot > 0) name = name.substr(0, dot);
  return std::string(name);
}

}  // namespace text
}  // namespace weir
