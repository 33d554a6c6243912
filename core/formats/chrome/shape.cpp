#include "core/formats/chrome/shape.h"

#include <algorithm>
#include <cstring>

#include "core/formats/chrome/scan.h"

namespace weir::chrome {

inline bool ShapedParser::matches(const Fragment& f, const char* p) {
#if defined(__SSE2__)
  const auto same = [&](std::size_t at) {
    const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + at));
    const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(f.text.data() + at));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(a, b)));
  };
  if (f.size <= 16) {
    const std::uint32_t want = (1U << f.size) - 1;
    return (same(0) & want) == want;
  }
  const auto want = static_cast<std::uint32_t>((std::uint64_t{1} << f.size) - 1);
  return ((same(0) | same(16) << 16) & want) == want;
#else
  return std::memcmp(f.text.data(), p, f.size) == 0;
#endif
}

// After the event, or null when it has another shape (or ends too near the end of the text to be compared).
inline const char* ShapedParser::follow(const Shape& shape, const char* p, const char* end, RawEvent& event) {
  constexpr std::ptrdiff_t kRoom = sizeof(Fragment::text);
  for (std::size_t i = 0; i < shape.count; ++i) {
    const Part& part = shape.parts[i];
    if (end - p < kRoom || !matches(part.before, p)) return nullptr;
    p += part.before.size;
    switch (part.kind) {
      case Kind::String: {
        const char* const from = p;
        p = findStringStop(p, end);
        if (p == end || *p != '"') return nullptr;  // escapes and damage: the ordinary way
        const std::string_view text(from, static_cast<std::size_t>(p - from));
        switch (part.field) {
          case Field::Name:
            event.name = text;
            event.named = true;
            break;
          case Field::Category:
            event.category = text;
            break;
          default:
            setMember(event, part.field, {.text = text, .string = true});
            break;
        }
        break;
      }
      case Kind::Number: {
        Micros& number = part.field == Field::Ts ? event.ts : event.dur;
        const char* next = nullptr;
        if (!readMicros(p, end, number, next)) return nullptr;
        (part.field == Field::Ts ? event.hasTs : event.hasDur) = RawEvent::Number::Good;
        p = next;
        break;
      }
      case Kind::Token: {
        const char* const from = p;
        while (p < end && *p >= '0' && *p <= '9') ++p;  // mostly that is all
        while (p < end && !endsToken(*p)) {
          if (*p == '"' || *p == '{' || *p == '[' || *p == ':') return nullptr;
          ++p;
        }
        if (p == from) return nullptr;
        const std::string_view text(from, static_cast<std::size_t>(p - from));
        switch (part.field) {
          case Field::Pid:
            event.pid = text;
            break;
          case Field::Tid:
            event.tid = text;
            break;
          default:
            setMember(event, part.field, {.text = text});
            break;
        }
        break;
      }
      case Kind::Container: {
        if (*p != '{' && *p != '[') return nullptr;
        const Skip skip = skipContainer(p, end);
        if (skip.end == nullptr) return nullptr;
        setMember(
            event, part.field,
            {.text = {p, static_cast<std::size_t>(skip.end - p)}, .container = true, .high = skip.high, .letters = skip.letters});
        p = skip.end;
        break;
      }
    }
  }
  if (end - p < kRoom || !matches(shape.close, p)) return nullptr;
  return p + shape.close.size;
}

Parsed ShapedParser::parse(const char* p, const char* end, RawEvent& event, const char*& next) {
  // Kinds of events follow each other by habit (a call, its launch, its arrow): first what came after this one last time.
  const std::size_t likely = follower_[recent_];
  for (std::size_t k = 0; k < shapes_.size(); ++k) {
    const std::size_t at = (likely + k) % shapes_.size();
    if (shapes_[at].count == 0) continue;
    if (const char* after = follow(shapes_[at], p, end, event)) {
      follower_[recent_] = at;
      recent_ = at;
      next = after;
      return Parsed::Good;
    }
    event = {};
  }
  Trail trail;
  const Parsed parsed = parseEvent(p, end, event, next, &trail);
  if (parsed == Parsed::Good && trail.complete()) learn(p, next, trail);
  return parsed;
}

void ShapedParser::learn(const char* p, const char* next, const Trail& trail) {
  Shape shape;
  const auto fragment = [](Fragment& f, const char* from, const char* to) {
    if (to <= from || to - from > static_cast<std::ptrdiff_t>(f.text.size())) return false;
    f.size = static_cast<std::uint32_t>(to - from);
    std::copy(from, to, f.text.begin());
    return true;
  };
  for (std::size_t i = 0; i < trail.size(); ++i) {
    const auto& [field, begin, end] = trail[i];
    Part& part = shape.parts[i];
    const bool number = field == Field::Ts || field == Field::Dur;
    part.field = field;
    part.kind = *begin == '"'                    ? Kind::String
                : *begin == '{' || *begin == '[' ? Kind::Container
                : number                         ? Kind::Number
                                                 : Kind::Token;
    if (number && part.kind != Kind::Number) return;
    const bool quoted = part.kind == Kind::String;
    if (!fragment(part.before, p, begin + (quoted ? 1 : 0))) return;
    p = end - (quoted ? 1 : 0);
  }
  shape.count = trail.size();
  if (!fragment(shape.close, p, next)) return;
  shapes_[oldest_] = shape;
  follower_[recent_] = oldest_;
  follower_[oldest_] = oldest_;
  recent_ = oldest_;
  oldest_ = (oldest_ + 1) % shapes_.size();
}

}  // namespace weir::chrome
