// Once a rank comes less late to its collectives, another may come last: who, to what, and how long that one is waited for. So
// that a gain that is less than the lateness is understood. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/summarize/critical_path.h"

namespace weir {

struct ThenLast {
  std::int32_t rank = kUnknownRank;  // who came last
  // The collective in which the first member waited longest for it.
  std::uint32_t call = 0;            // one of its calls, index into Run::collectives
  std::int64_t waited = 0;           // by its first member, as measured, ps
  std::int32_t then = kUnknownRank;  // who comes last with the changes; unknown: all at once
  std::int64_t waitsThen = 0;        // by its first member, with the changes, ps
  // Of all it came last to.
  std::size_t collectives = 0;
  std::int32_t mostly = kUnknownRank;  // who then comes last to most of them; of equals the lowest
  std::size_t times = 0;               // to so many
};

// None: the rank came last to nothing that is followed. Costs a replay. Errors: those of criticalPath().
[[nodiscard]] Result<std::optional<ThenLast>> thenLast(const PathGraph& graph, const std::vector<PathChange>& changes, std::int32_t rank, const Job& job);
// In a sentence or two; none where the rank comes as it did.
[[nodiscard]] std::vector<std::string> thenLastSentences(const Run& run, const ThenLast& then);

}  // namespace weir
