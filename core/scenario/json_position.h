// Where things stand in a JSON text, for messages. Internal to this room.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace weir {

struct Position {
  std::size_t line = 1, column = 1;  // both from 1
};
[[nodiscard]] Position positionAt(std::string_view text, std::size_t byte);

// Line of the value reached by keys and, for arrays, "#0", "#1", ... in a text that is valid JSON; 0 where it is absent.
[[nodiscard]] std::size_t lineOf(std::string_view text, std::span<const std::string> path);

// Refuses what a parser would accept but no scenario needs: nesting deeper than `limit`, and a key twice in one object
// (of which a parser would silently drop one). The text need not be valid JSON otherwise.
[[nodiscard]] Result<void> checkShape(std::string_view text, std::string_view file, std::size_t limit);

}  // namespace weir
