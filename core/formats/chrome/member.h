// The members of an event object: which key is which field, and where a value goes. Shared by the parsers.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/formats/chrome/event.h"
#include "core/formats/chrome/scan.h"

namespace weir::chrome {

enum class Field : std::uint8_t { Ph, Ts, Dur, Pid, Tid, Name, Category, Args, Id, Id2, BindId, BindPoint, FlowIn, FlowOut, Scope, Other };

constexpr std::uint32_t packedKey(std::string_view key) {
  std::uint32_t v = 0;
  for (const char c : key) v = v << 8 | static_cast<unsigned char>(c);
  return v;
}

[[nodiscard]] inline Field fieldOf(std::string_view key) {
  if (key.size() > 4) {
    if (key == "bind_id") return Field::BindId;
    if (key == "flow_in") return Field::FlowIn;
    return key == "flow_out" ? Field::FlowOut : Field::Other;
  }
  switch (packedKey(key)) {
    case packedKey("ph"):
      return Field::Ph;
    case packedKey("ts"):
      return Field::Ts;
    case packedKey("dur"):
      return Field::Dur;
    case packedKey("pid"):
      return Field::Pid;
    case packedKey("tid"):
      return Field::Tid;
    case packedKey("name"):
      return Field::Name;
    case packedKey("cat"):
      return Field::Category;
    case packedKey("args"):
      return Field::Args;
    case packedKey("id"):
      return Field::Id;
    case packedKey("id2"):
      return Field::Id2;
    case packedKey("bp"):
      return Field::BindPoint;
    case packedKey("s"):
      return Field::Scope;
    default:
      return Field::Other;
  }
}

[[nodiscard]] inline bool endsToken(char c) { return c == ',' || c == '}' || c == ']' || isSpace(c); }

struct Value {
  std::string_view text;  // strings without quotes
  bool string = false, container = false, escaped = false;
  bool high = false, letters = false;
};

inline void setMember(RawEvent& event, Field field, const Value& value) {
  switch (field) {
    case Field::Ph:
      event.ph = value.text.empty() ? '\0' : value.text[0];
      break;
    case Field::Name:
      event.name = value.text;
      event.nameEscaped = value.escaped;
      event.named = true;
      break;
    case Field::Category:
      event.category = value.text;
      event.categoryEscaped = value.escaped;
      break;
    case Field::Pid:
      event.pid = value.text;
      break;
    case Field::Tid:
      event.tid = value.text;
      break;
    case Field::Id:
    case Field::Id2:
      event.id = value.text;
      break;
    case Field::BindPoint:
      event.bindPoint = value.text.empty() ? '\0' : value.text[0];
      break;
    case Field::FlowIn:
      event.flowIn = value.text == "true";
      break;
    case Field::FlowOut:
      event.flowOut = value.text == "true";
      break;
    case Field::BindId:
      event.bindId = value.text;
      break;
    case Field::Scope:
      event.scope = value.text;
      break;
    case Field::Args:
      if (!value.container) break;
      event.args = value.text;
      event.argsHigh = value.high;
      event.argsLetters = value.letters;
      break;
    default:
      break;
  }
}

}  // namespace weir::chrome
