// Which collective or rank a change means that says "longest collective" or "slowest rank". Pure, any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/summarize/critical_path.h"

namespace weir {

struct MovingCollective {
  std::uint32_t call = 0;  // index into Run::collectives
  std::int64_t time = 0;   // from its last member's start, on the member that takes longest, ps
};
// The collective that moves data longest, of those that `counts` by their instance; the first of equals.
[[nodiscard]] std::optional<MovingCollective> longestCollective(const PathGraph& graph, const std::function<bool(std::uint32_t)>& counts);
[[nodiscard]] std::optional<MovingCollective> longestOffPath(const PathGraph& graph, const CriticalPath& path);

struct PickedChange {
  PathChange change;  // of what is named by its number
  std::string text;   // which one it is and why, in a sentence; empty: nothing was to be picked
};
// Errors: there is none.
[[nodiscard]] Result<PickedChange> pickedChange(const PathGraph& graph, const PathChange& change);

}  // namespace weir
