// Several lanes in one: at each time the most telling activity of them. The inside of Lod; not for views.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/progress.h"
#include "core/run/crew.h"
#include "core/summarize/lod_pyramid.h"

namespace weir::lod {

[[nodiscard]] inline Items itemsOf(const LodLane& l) { return {l.start.data(), l.duration.data(), l.activity.data(), l.start.size()}; }

// Computing before communication before checkpoint, data, copy, host, waiting, other; neighbours of one activity join. A
// slice of length 0 stays where nothing lasts at its time. Annotations are left out unless `annotations`. Two by two, so a
// slice is looked at log2(lanes) times at most, and mostly less: what is joined gets short. False when stopped.
[[nodiscard]] bool merge(std::vector<Items> lanes, bool annotations, LodLane& out, const Job& job, Crew* crew = nullptr);

}  // namespace weir::lod
