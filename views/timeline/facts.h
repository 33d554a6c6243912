// What the inspector and the status line say about a slice. Pure functions of the data.
#pragma once

#include "views/shared/view_state.h"
#include "views/timeline/lanes.h"

namespace weir {

// Name, category, times, place, arguments; for a collective also size, bandwidths and who started last. Its `instance` is the
// collective's, so that another view can ask about it; kNoInstance where the slice is none.
[[nodiscard]] Selection sliceSelection(const TimelineRun& run, SliceIndex slice);
// "gemm · 412 µs · rank 0, stream 7".
[[nodiscard]] QString sliceLine(const TimelineRun& run, SliceIndex slice);
[[nodiscard]] QString trackLine(const Run& run, TrackIndex track);  // "rank 0, stream 7"
// One short line a collective's overlay shows: "rank 2 starts last, rank 1 waits 7.13 ms". Empty with fewer than two calls.
[[nodiscard]] QString waitLine(const Lod& lod, std::uint32_t instance);
[[nodiscard]] QString textOf(std::string_view s);
// A counter's value with its unit; one without a unit has no prefix either ("942 m" would be metres).
[[nodiscard]] QString counterText(double value, const std::string& unit);

}  // namespace weir
