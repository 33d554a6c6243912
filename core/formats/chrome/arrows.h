// Flow events to arrows between slices, and launches that only the correlation ids of the arguments tell. Works on the
// finished Run, where the slices of a track are in order: an end of an arrow costs a search, all other events nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "core/formats/chrome/axis.h"
#include "core/formats/chrome/events.h"
#include "core/run/run.h"

namespace weir::chrome {

// Adds to run.arrows (sorted) and run.notes. `flows` is consumed. trackOf: of each thread of the file, an index into
// run.tracks, or kNoTrack. deviceCategory and hostCategory: of each name id, whether slices of that category stand on an
// accelerator, or are the runtime calls that launch them.
inline constexpr TrackIndex kNoTrack = UINT32_MAX;
struct ArrowInput {
  Column<Flow> flows;
  std::vector<TrackIndex> trackOf;
  std::vector<bool> deviceCategory, hostCategory;
};
void addArrows(Run& run, ArrowInput&& in, const Axis& axis);

// The slice to which an arrow's end at this time binds: the innermost around it, or kNoSlice.
inline constexpr SliceIndex kNoSlice = UINT64_MAX;
[[nodiscard]] SliceIndex sliceAround(const Run& run, TrackIndex track, std::int64_t at);

}  // namespace weir::chrome
