// JSON text taken apart by its brackets alone: members and elements as texts, each to be parsed by itself. Text that breaks
// off gives what is complete. Linear, no recursion; nothing is read outside the text.
#pragma once

#include <string_view>

#include "core/formats/chrome/scan.h"

namespace weir::rocm {

// The value that begins at the text's first character; `whole` is false when it breaks off.
[[nodiscard]] inline std::string_view valueAt(std::string_view text, bool& whole) {
  const char* p = text.data();
  const char* const end = p + text.size();
  whole = true;
  if (p < end && (*p == '{' || *p == '[')) {
    const chrome::Skip skip = chrome::skipContainer(p, end);
    if (skip.end != nullptr) return {p, static_cast<std::size_t>(skip.end - p)};
    whole = false;
    return text;
  }
  if (p < end && *p == '"') {
    for (++p; p < end; ++p) {
      p = chrome::findStringStop(p, end);
      if (p < end && *p == '"') return text.substr(0, static_cast<std::size_t>(p - text.data()) + 1);
      if (p < end && *p == '\\') ++p;
    }
    whole = false;
    return text;
  }
  while (p < end && *p != ',' && *p != '}' && *p != ']') ++p;
  whole = p < end;
  return text.substr(0, static_cast<std::size_t>(p - text.data()));
}

// f(value, whole) for each element of an array, f(key, value, whole) for each member of an object; keys without quotes, escapes
// in place. Values that are containers and break off are given with what is there of them.
template <class F>
void forElements(std::string_view array, F f) {
  if (array.empty() || array.front() != '[') return;
  array.remove_prefix(1);
  for (;;) {
    const char* p = chrome::skipSpace(array.data(), array.data() + array.size());
    array.remove_prefix(static_cast<std::size_t>(p - array.data()));
    if (array.empty() || array.front() == ']' || array.front() == '}') return;
    if (array.front() == ',') {
      array.remove_prefix(1);
      continue;
    }
    bool whole = true;
    const std::string_view value = valueAt(array, whole);
    if (value.empty()) return;
    f(value, whole);
    if (!whole) return;
    array.remove_prefix(value.size());
  }
}

template <class F>
void forMembers(std::string_view object, F f) {
  if (object.empty() || object.front() != '{') return;
  object.remove_prefix(1);
  const auto skip = [&] {
    const char* p = object.data();
    const char* const end = p + object.size();
    while (p < end && (chrome::isSpace(*p) || *p == ',' || *p == ':')) ++p;
    object.remove_prefix(static_cast<std::size_t>(p - object.data()));
  };
  for (;;) {
    skip();
    if (object.empty() || object.front() != '"') return;
    bool whole = true;
    const std::string_view key = valueAt(object, whole);
    if (!whole || key.size() < 2) return;
    object.remove_prefix(key.size());
    skip();
    if (object.empty() || object.front() == '}') return;
    const std::string_view value = valueAt(object, whole);
    if (value.empty()) return;
    f(key.substr(1, key.size() - 2), value, whole);
    if (!whole) return;
    object.remove_prefix(value.size());
  }
}

}  // namespace weir::rocm
