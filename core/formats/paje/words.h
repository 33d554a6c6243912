// What Paje writers' names mean here: states, containers, ranks.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/run/run.h"

namespace weir::paje {

// "PMPI_Allreduce", "action_recv", "computing", "Idle".
[[nodiscard]] Activity activityOf(std::string_view state);
[[nodiscard]] std::optional<Operation> collectiveOf(std::string_view state);
// "rank-3", "MPI Rank 3", "Process 3", StarPU's "3_program"; kUnknownRank else.
[[nodiscard]] std::int32_t rankOf(std::string_view container);
[[nodiscard]] TrackKind kindOf(std::string_view containerType, bool states);
[[nodiscard]] std::optional<Activity> activityFrom(std::string_view text);  // as name(Activity) gives it

}  // namespace weir::paje
