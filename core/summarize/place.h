// Where in a Run something a reader noted is: which source, when, which slice; and when each source begins and ends. Pure,
// any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/run/run.h"

namespace weir {

// The source a note's place speaks of, as mergeRuns() writes it ("rank-2.json: line 17"); the only one where there is but
// one; none where that stays open.
[[nodiscard]] std::optional<std::uint32_t> sourceOfPlace(const Run& run, std::string_view place);

// The slice of that source (of any, without one) that begins at `time`, the shortest of several; else the shortest one that
// `time` lies in. None where there is none. O(rows x log slices).
[[nodiscard]] std::optional<SliceIndex> sliceOfPlace(const Run& run, std::optional<std::uint32_t> source, std::int64_t time);

// [first, last] of all that came from each source, ps; none where it brought nothing with a time. O(rows + operations).
[[nodiscard]] std::vector<std::optional<std::pair<std::int64_t, std::int64_t>>> sourceSpans(const Run& run);

// By how much each chosen source must move (ps, on top of where it is) so that its first event falls on the first event of
// the sources that are not chosen; of all sources, where all are chosen. 0 where it has no time.
[[nodiscard]] std::vector<std::int64_t> toFirstEvent(const Run& run, const std::vector<bool>& chosen);

}  // namespace weir
