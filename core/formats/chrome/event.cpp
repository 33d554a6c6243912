#include "core/formats/chrome/event.h"

#include "core/formats/chrome/member.h"
#include "core/formats/chrome/scan.h"
#include "core/formats/chrome/shape.h"

namespace weir::chrome {
namespace {

// How strings and containers end in text that is as it should be.
struct Strict {
  static constexpr bool kTolerant = false;

  // p is after the opening quote; the result is at the closing one.
  Parsed string(const char*& p, const char* end, bool& escaped, bool /*key*/) {
    for (;;) {
      p = findStringStop(p, end);
      if (p == end) return Parsed::Short;
      if (*p == '"') return Parsed::Good;
      if (*p != '\\') return Parsed::Bad;
      escaped = true;
      if (end - p < 2) return Parsed::Short;
      p += 2;
    }
  }
  Parsed container(const char*& p, const char* end, Value& value) {
    const Skip skip = skipContainer(p, end);
    if (skip.control) return Parsed::Bad;
    if (skip.end == nullptr) return Parsed::Short;
    value.high = skip.high;
    value.letters = skip.letters;
    p = skip.end;
    return Parsed::Good;
  }
};

// How they most likely end in text that is not.
struct Tolerant {
  static constexpr bool kTolerant = true;
  Damage& damage;

  // A quote ends a string when what follows is what follows strings.
  static bool endsString(const char* quote, const char* end, bool key, bool value) {
    const char* r = skipSpace(quote + 1, end);
    if (r == end) return true;
    if (*r == ':') return key;
    if (!value) return false;
    if (*r == '}' || *r == ']') return true;
    if (*r != ',') return false;
    r = skipSpace(r + 1, end);
    return r == end || *r == '"' || *r == '}' || *r == ']' || *r == '{' || *r == '[' || *r == '-' || (*r >= '0' && *r <= '9') ||
           *r == 't' || *r == 'f' || *r == 'n' || *r == 'N' || *r == 'I';
  }
  Parsed find(const char*& p, const char* end, bool& escaped, bool key, bool value) {
    for (; p < end; ++p) {
      if (*p == '\\') {
        escaped = true;
        if (++p == end) return Parsed::Short;
      } else if (*p == '"') {
        if (endsString(p, end, key, value)) return Parsed::Good;
        damage.quotes = true;
      } else if (static_cast<unsigned char>(*p) < 0x20) {
        damage.control = true;
      }
    }
    return Parsed::Short;
  }
  Parsed string(const char*& p, const char* end, bool& escaped, bool key) { return find(p, end, escaped, key, !key); }
  Parsed container(const char*& p, const char* end, Value& value) {
    std::int64_t depth = 0;
    for (; p < end; ++p) {
      const auto c = static_cast<unsigned char>(*p);
      if (c >= 0x80) value.high = true;
      if (c == '"') {
        const char* const from = ++p;
        bool escaped = false;
        if (find(p, end, escaped, true, true) != Parsed::Good) return Parsed::Short;
        for (const char* q = from; q < p; ++q) value.high |= static_cast<unsigned char>(*q) >= 0x80;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if (c == '}' || c == ']') {
        if (--depth == 0) {
          ++p;
          value.letters = true;  // let the caller look
          return Parsed::Good;
        }
      }
    }
    return Parsed::Short;
  }
};

template <class Style>
Parsed readValue(Style& style, const char*& p, const char* end, Value& value) {
  if (*p == '"') {
    const char* const from = ++p;
    value.string = true;
    const Parsed r = style.string(p, end, value.escaped, false);
    if (r != Parsed::Good) return r;
    value.text = {from, static_cast<std::size_t>(p - from)};
    ++p;
    return Parsed::Good;
  }
  if (*p == '{' || *p == '[') {
    const char* const from = p;
    value.container = true;
    const Parsed r = style.container(p, end, value);
    if (r != Parsed::Good) return r;
    value.text = {from, static_cast<std::size_t>(p - from)};
    return Parsed::Good;
  }
  const char* const from = p;
  while (p < end && !endsToken(*p)) {
    if (*p == '"' || *p == '{' || *p == '[' || *p == ':') return Parsed::Bad;
    ++p;
  }
  if (p == end) return Parsed::Short;
  if (p == from) return Parsed::Bad;
  value.text = {from, static_cast<std::size_t>(p - from)};
  return Parsed::Good;
}

template <class Style>
Parsed readNumber(Style& style, const char*& p, const char* end, Micros& number, RawEvent::Number& has) {
  const char* next = nullptr;
  if (readMicros(p, end, number, next) && next < end && endsToken(*next)) {
    p = next;
    has = RawEvent::Number::Good;
    return Parsed::Good;
  }
  Value value;
  const Parsed r = readValue(style, p, end, value);
  if (r != Parsed::Good) return r;
  has = !value.container && parseMicros(value.text, number) ? RawEvent::Number::Good : RawEvent::Number::Bad;
  return Parsed::Good;
}

template <class Style>
Parsed readMember(Style& style, Field field, const char*& p, const char* end, RawEvent& event) {
  if (field == Field::Ts) return readNumber(style, p, end, event.ts, event.hasTs);
  if (field == Field::Dur) return readNumber(style, p, end, event.dur, event.hasDur);
  Value value;
  const Parsed r = readValue(style, p, end, value);
  if (r != Parsed::Good) return r;
  setMember(event, field, value);
  return Parsed::Good;
}

template <class Style>
Parsed readEvent(Style style, const char* p, const char* end, RawEvent& event, const char*& next, Trail* trail = nullptr) {
  p = skipSpace(p + 1, end);
  if (p == end) return Parsed::Short;
  if (*p == '}') {
    next = p + 1;
    return Parsed::Good;
  }
  for (;;) {
    if (*p != '"') return Parsed::Bad;
    const char* const key = ++p;
    bool escaped = false;
    if constexpr (Style::kTolerant) {
      if (const Parsed r = style.string(p, end, escaped, true); r != Parsed::Good) return r;
    } else {
      while (p < end && *p != '"' && static_cast<unsigned char>(*p) >= 0x20) ++p;  // keys have 2 to 4 letters
      if (p == end) return Parsed::Short;
      if (*p != '"') return Parsed::Bad;
    }
    const Field field = fieldOf({key, static_cast<std::size_t>(p - key)});
    p = skipSpace(p + 1, end);
    if (p == end) return Parsed::Short;
    if (*p != ':') return Parsed::Bad;
    p = skipSpace(p + 1, end);
    if (p == end) return Parsed::Short;
    const char* const value = p;
    if (const Parsed r = readMember(style, field, p, end, event); r != Parsed::Good) return r;
    if (trail) trail->add(field, value, p);
    p = skipSpace(p, end);
    if (p == end) return Parsed::Short;
    if (*p == ',') {
      p = skipSpace(p + 1, end);
      if (p == end) return Parsed::Short;
      if (*p != '}') continue;
    }
    if (*p != '}') return Parsed::Bad;
    next = p + 1;
    return Parsed::Good;
  }
}

}  // namespace

Parsed parseEvent(const char* p, const char* end, RawEvent& event, const char*& next, Trail* trail) {
  return readEvent(Strict{}, p, end, event, next, trail);
}

bool salvageEvent(const char* p, const char* end, RawEvent& event, const char*& next, Damage& damage) {
  return readEvent(Tolerant{damage}, p, end, event, next) == Parsed::Good;
}

const char* skipDamagedContainer(const char* p, const char* end) {
  Damage damage;
  Value value;
  return Tolerant{damage}.container(p, end, value) == Parsed::Good ? p : nullptr;
}

bool isEventKey(std::string_view key) {
  const Field f = fieldOf(key);
  switch (f) {
    case Field::Other:
    case Field::Scope:
    case Field::Id2:
    case Field::BindId:
    case Field::BindPoint:
    case Field::FlowIn:
    case Field::FlowOut:
    case Field::Args:
      return false;
    default:
      return true;
  }
}

const char* findEventStart(const char* p, const char* end, const char* begin) {
  for (; p < end; ++p) {
    p = static_cast<const char*>(std::memchr(p, '{', static_cast<std::size_t>(end - p)));
    if (p == nullptr) return end;
    const char* q = skipSpace(p + 1, end);
    if (q == end || *q != '"') continue;
    const char* const key = ++q;
    while (q < end && q - key < 8 && *q != '"') ++q;
    if (q == end || *q != '"' || !isEventKey({key, static_cast<std::size_t>(q - key)})) continue;
    q = skipSpace(q + 1, end);
    if (q == end || *q != ':') continue;
    const char* before = p;
    while (before > begin && isSpace(before[-1])) --before;
    if (before == begin || before[-1] != ':') return p;  // not the value of a member, as in "args": {"name": ...}
  }
  return end;
}

bool hasNonJsonValue(std::string_view json) {
  const char* p = json.data();
  const char* const end = p + json.size();
  while (p < end) {
    if (*p == '"') {
      for (++p; p < end && *p != '"'; ++p)
        if (*p == '\\' && p + 1 < end) ++p;
      if (p < end) ++p;
    } else if (endsToken(*p) || *p == '{' || *p == '[' || *p == ':') {
      ++p;
    } else {
      const char* const from = p;
      while (p < end && !endsToken(*p) && *p != ':' && *p != '"' && *p != '{' && *p != '[') ++p;
      const std::string_view token(from, static_cast<std::size_t>(p - from));
      if (token == "true" || token == "false" || token == "null") continue;
      if (token.find_first_not_of("0123456789+-.eE") != std::string_view::npos) return true;
    }
  }
  return false;
}

}  // namespace weir::chrome
