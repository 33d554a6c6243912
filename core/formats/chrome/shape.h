// Programs write their events all alike: the text between two values is the same from event to event. Once an event has
// been parsed member by member, the next one is first compared with its shape, fragment by fragment, which costs a few
// compares instead of looking at every character. Nothing is assumed: a fragment that differs means the ordinary parser.
#pragma once

#include <array>
#include <cstdint>

#include "core/formats/chrome/event.h"
#include "core/formats/chrome/member.h"

namespace weir::chrome {

// Where the values of one event stand, in order.
class Trail {
 public:
  struct Stop {
    Field field;
    const char *begin, *end;
  };
  void add(Field field, const char* begin, const char* end) {
    if (count_ < stops_.size()) stops_[count_] = {field, begin, end};
    ++count_;
  }
  [[nodiscard]] bool complete() const { return count_ > 0 && count_ <= stops_.size(); }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] const Stop& operator[](std::size_t i) const { return stops_[i]; }

 private:
  std::array<Stop, 12> stops_{};
  std::size_t count_ = 0;
};

// Parses events, remembering the shapes of the last few kinds. Results are those of parseEvent.
class ShapedParser {
 public:
  [[nodiscard]] Parsed parse(const char* p, const char* end, RawEvent& event, const char*& next);

 private:
  struct Fragment {
    std::array<char, 32> text{};
    std::uint32_t size = 0;
  };
  enum class Kind : std::uint8_t { String, Number, Token, Container };
  struct Part {
    Fragment before;  // from the value before, or from '{', quotes included
    Field field = Field::Other;
    Kind kind = Kind::Token;
  };
  struct Shape {
    std::array<Part, 12> parts;
    std::size_t count = 0;
    Fragment close;  // up to and with '}'
  };
  static bool matches(const Fragment& f, const char* p);
  static const char* follow(const Shape& shape, const char* p, const char* end, RawEvent& event);
  void learn(const char* p, const char* next, const Trail& trail);

  std::array<Shape, 8> shapes_{};
  std::array<std::size_t, 8> follower_{};  // of each shape: the one that came next, last time
  std::size_t recent_ = 0, oldest_ = 0;
};

}  // namespace weir::chrome
