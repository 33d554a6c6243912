// The few shapes that rank tracks of simulated and predicted Runs are made of.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/run/builder.h"
#include "core/simulate/group_play.h"

namespace weir::sim {

// A device stream of a rank; smaller `sort` is higher.
TrackIndex rankTrack(RunBuilder& b, std::int32_t rank, std::string_view name, std::int64_t sort);
// Nothing for an empty span.
void addSlice(RunBuilder& b, TrackIndex track, std::string_view name, std::string_view category, Activity activity, std::int64_t start,
              std::int64_t end);
// The slice of one rank's part in a collective, and the call that points to it.
void addCollective(RunBuilder& b, TrackIndex track, std::int32_t rank, std::uint32_t group, int groupSize, const GroupOp& op,
                   std::int64_t start, std::int64_t end);

}  // namespace weir::sim
