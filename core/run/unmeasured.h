// Slices whose duration the file tells in no usable way (below zero, no number, beyond what can be) stand in the run with
// none. The time they took is then nobody's, and what is left over, such as idling, is an upper bound. Pure, any thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/run/run.h"

namespace weir {

// Run::facts of a source that has them: how many.
inline constexpr std::string_view kFactUnmeasured = "slices without a usable duration";

// How many, by the notes that readers make of them.
[[nodiscard]] std::uint64_t unmeasuredIn(const std::vector<Note>& notes);

// Of every source that has them: how many, and on which ranks they may lie (sorted; kUnknownRank where the run knows none).
struct Unmeasured {
  std::uint64_t slices = 0;
  std::vector<std::int32_t> ranks;
};
[[nodiscard]] std::vector<Unmeasured> unmeasuredSlices(const Run& run);

}  // namespace weir
