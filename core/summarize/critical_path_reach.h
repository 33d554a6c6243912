// What a change reaches of a run's graph: whether there is any of it, whether it lies on the critical path, and how far from it
// where not. So that "0 s less" comes with its reason. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/summarize/critical_path.h"

namespace weir {

struct PathReach {
  enum class Found : std::uint8_t {
    Nothing,  // the run, or the part of it that is followed, has none of it
    InTime,   // of "not late": the rank comes no later than the median of the other members
    OffPath,  // it is there, and the path does not lead through it
    OnPath
  };
  Found found = Found::Nothing;
  std::optional<std::int64_t> slack;  // OffPath: by so much, ps, the nearest of it could take longer before the run does
};

// One change. As graph: O(pieces). Errors: those of criticalPath().
[[nodiscard]] Result<PathReach> reachOf(const PathGraph& graph, const PathChange& change, const Job& job);
// The time, ps, by which these changes shorten the measured path itself: no more than this can be gained, and less where another
// path is nearly as long.
[[nodiscard]] Result<std::int64_t> shortenedBy(const PathGraph& graph, const std::vector<PathChange>& changes, const Job& job);

// Where there is nothing to change: an error that says what there is instead.
[[nodiscard]] std::optional<Error> reachesNothing(const PathGraph& graph, const PathChange& change, const PathReach& reach);
// Why a change gains nothing, in a sentence; empty: it lies on the path.
[[nodiscard]] std::string whyNot(const PathChange& change, const PathReach& reach);
// What makes an answer doubtful, in a sentence: a rank that is recorded too late to tell whether it came late. Empty: nothing known.
[[nodiscard]] std::string doubtOf(const PathGraph& graph, const PathChange& change);
// Why what was gained is less than what the changes took off the path; empty: it is not.
[[nodiscard]] std::string whyLess(std::int64_t shortened, std::int64_t gained);

}  // namespace weir
