// One trace event as it stands in the file: views into the text, numbers decoded, nothing interpreted.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/formats/chrome/micros.h"

namespace weir::chrome {

struct RawEvent {
  std::string_view name, category, id, bindId, scope;  // without quotes; escapes not resolved
  std::string_view pid, tid;                           // numbers and strings alike, without quotes; empty = absent
  std::string_view args;                               // the JSON value as it stands; empty = absent
  Micros ts, dur;
  char ph = 0;         // 0 = absent
  char bindPoint = 0;  // of a flow event: 'e' = the slice around it
  bool flowIn = false, flowOut = false;
  enum class Number : std::uint8_t { Absent, Good, Bad };
  Number hasTs = Number::Absent, hasDur = Number::Absent;
  bool nameEscaped = false, categoryEscaped = false;
  bool named = false;  // has a "name" member, even an empty one
  bool argsHigh = false, argsLetters = false;
};

enum class Parsed : std::uint8_t {
  Good,
  Short,  // the bytes end before the event does
  Bad,    // not JSON as it should be: try the tolerant way
};

// The object that opens at p ('{'). Fast and strict about structure; on Good, `next` is after its '}'.
// `trail`, where given, is told where the values stand.
class Trail;
[[nodiscard]] Parsed parseEvent(const char* p, const char* end, RawEvent& event, const char*& next, Trail* trail = nullptr);

// What the tolerant way came across.
struct Damage {
  bool control = false;  // raw control character in a string
  bool quotes = false;   // quote without backslash inside a string
  bool notJson = false;  // bare word, hex number
};

// The same for damaged text, given where the next event starts (`end`): strings end at the quote that looks like an end,
// bare words are values. False when no event can be made of it.
[[nodiscard]] bool salvageEvent(const char* p, const char* end, RawEvent& event, const char*& next, Damage& damage);

// After the damaged container that opens at p; null when it does not close.
[[nodiscard]] const char* skipDamagedContainer(const char* p, const char* end);

// Where at or after p an event object starts ("{" and a member that events have, not as the value of another member);
// `end` when there is none.
[[nodiscard]] const char* findEventStart(const char* p, const char* end, const char* begin);

// True when a value that is no string, number, true, false or null stands in this JSON text (NaN, 0x2a, bare words).
[[nodiscard]] bool hasNonJsonValue(std::string_view json);

// Key is one of those that the events of a trace begin with.
[[nodiscard]] bool isEventKey(std::string_view key);

}  // namespace weir::chrome
