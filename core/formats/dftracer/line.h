// One line of a .pfw file: a flat JSON object and its "args". Views into the line, no allocation. Pure functions.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/formats/chrome/scan.h"

namespace weir::dftracer {

struct Member {
  std::string_view key, value;  // strings without their quotes, escapes in place; containers and numbers as they stand
  bool string = false, container = false;
};

// Walks the members of an object. `p` stands behind its '{'; next() is false at its end or at damage (`good` tells which).
class Members {
 public:
  Members(const char* p, const char* end) : p_(p), end_(end) {}
  [[nodiscard]] bool next(Member& m) {
    skip();
    if (first_) {
      first_ = false;
      if (p_ < end_ && *p_ == '}') return finish();
    } else {
      if (p_ < end_ && *p_ == '}') return finish();
      if (p_ == end_ || *p_ != ',') return damage();
      ++p_;
      skip();
    }
    if (!string(m.key)) return damage();
    skip();
    if (p_ == end_ || *p_ != ':') return damage();
    ++p_;
    skip();
    if (p_ == end_) return damage();
    m.string = m.container = false;
    if (*p_ == '"') {
      m.string = true;
      return string(m.value) || damage();
    }
    const char* const from = p_;
    if (*p_ == '{' || *p_ == '[') {
      const chrome::Skip s = chrome::skipContainer(p_, end_);
      if (s.end == nullptr) return damage();
      p_ = s.end;
      m.container = true;
    } else {
      while (p_ < end_ && *p_ != ',' && *p_ != '}' && !chrome::isSpace(*p_)) ++p_;
      if (p_ == from) return damage();
    }
    m.value = {from, static_cast<std::size_t>(p_ - from)};
    return true;
  }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] const char* end() const { return p_; }  // behind the '}', when good

 private:
  void skip() {
    while (p_ < end_ && chrome::isSpace(*p_)) ++p_;
  }
  bool finish() {
    ++p_;
    return false;
  }
  bool damage() {
    good_ = false;
    return false;
  }
  bool string(std::string_view& out) {
    if (p_ == end_ || *p_ != '"') return false;
    const char* const from = ++p_;
    for (;;) {
      p_ = chrome::findStringStop(p_, end_);
      if (p_ == end_) return false;
      if (*p_ == '"') break;
      p_ += *p_ == '\\' ? 2 : 1;
      if (p_ >= end_) return false;
    }
    out = {from, static_cast<std::size_t>(p_ - from)};
    ++p_;
    return true;
  }
  const char* p_;
  const char* end_;
  bool first_ = true, good_ = true;
};

enum class Phase : std::uint8_t { None, Complete, Counter, Aggregated, Metadata, Other };

struct Line {
  std::string_view name, category, args;  // args with its braces; empty when there are none
  std::string_view pid, tid, ts, dur;
  Phase phase = Phase::None;
};

// The letters of Chrome's format, and the numbers that replaced them in 2026.
[[nodiscard]] inline Phase phaseOf(std::string_view v) {
  if (v.size() != 1) return v.empty() ? Phase::None : Phase::Other;
  switch (v[0]) {
    case 'X':
    case '1':
      return Phase::Complete;
    case 'C':
    case '2':
      return Phase::Counter;
    case 'A':
    case '3':
      return Phase::Aggregated;
    case 'M':
    case '4':
      return Phase::Metadata;
    default:
      return Phase::Other;
  }
}

// False when the line is no whole object.
[[nodiscard]] inline bool parseLine(const char* p, const char* end, Line& line) {
  Members members(p + 1, end);
  Member m;
  line = {};
  while (members.next(m)) {
    const std::string_view k = m.key;
    if (k.size() == 2) {
      if (k == "ts") line.ts = m.value;
      else if (k == "ph") line.phase = phaseOf(m.value);
    } else if (k.size() == 3) {
      if (k == "cat") line.category = m.value;
      else if (k == "pid") line.pid = m.value;
      else if (k == "tid") line.tid = m.value;
      else if (k == "dur") line.dur = m.value;
    } else if (k.size() == 4) {
      if (k == "name") line.name = m.value;
      else if (k == "args" && m.container && m.value[0] == '{') line.args = m.value;
    }
  }
  return members.good();
}

// Microseconds, whole or with a fraction, to nanoseconds. False when it is no number or too large.
[[nodiscard]] inline bool toNs(std::string_view v, std::int64_t& ns) {
  const bool minus = !v.empty() && v[0] == '-';
  std::size_t i = minus ? 1 : 0;
  const std::size_t digits = i;
  std::int64_t whole = 0;
  for (; i < v.size() && v[i] >= '0' && v[i] <= '9'; ++i) {
    if (i - digits > 15) return false;  // sixteen digits reach the year 2286
    whole = whole * 10 + (v[i] - '0');
  }
  if (i == digits) return false;
  if (whole > 9'000'000'000'000'000) return false;
  ns = whole * 1000;
  if (i < v.size() && v[i] == '.') {
    std::int64_t scale = 100;
    for (++i; i < v.size() && v[i] >= '0' && v[i] <= '9'; ++i, scale /= 10) ns += (v[i] - '0') * scale;
  }
  if (i != v.size()) return false;
  if (minus) ns = -ns;
  return true;
}

[[nodiscard]] inline bool toInteger(std::string_view v, std::int64_t& out) {
  const bool minus = !v.empty() && v[0] == '-';
  std::size_t i = minus ? 1 : 0;
  if (i == v.size() || v.size() - i > 18) return false;
  std::int64_t n = 0;
  for (; i < v.size(); ++i) {
    if (v[i] < '0' || v[i] > '9') return false;
    n = n * 10 + (v[i] - '0');
  }
  out = minus ? -n : n;
  return true;
}

}  // namespace weir::dftracer
