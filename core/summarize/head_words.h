// What stands at the head of what is told of a run, the same wherever it is told: its ranks, and whether its times were
// measured at all. Pure, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/run/run.h"

namespace weir {

// Ranks with something in the run, of the job's: "4", "4 of 8", "none of 16 told apart", "unknown". worldSize < 0 = unknown.
[[nodiscard]] std::string ranksWords(std::size_t here, std::int32_t worldSize);

// Nothing has a time, or the times are the reader's layout of what stands in order alone (its notes say so).
[[nodiscard]] bool withoutTimes(const Run& run);
// name(truth), or "without times".
[[nodiscard]] std::string truthWords(const Run& run);

}  // namespace weir
