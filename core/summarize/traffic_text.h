// A traffic matrix in words: JSON for scripts, text for a terminal. Pure, any thread.
#pragma once

#include <string>

#include "core/summarize/traffic.h"

namespace weir {

// "all-reduce, ring, 8 ranks (0-7)"; `run` names the members.
[[nodiscard]] std::string kindText(const Run& run, const TrafficKind& kind);
// "ranks 0-7", "ranks 0, 4, 8, 12", "ranks 0, 1, 2 and 61 more", "unknown group".
[[nodiscard]] std::string membersText(const Run& run, std::uint32_t group);

// All cells that are not 0, with what made them; "bytes", "messages" or "time_s" as the measure is. Unknown cells are null.
[[nodiscard]] std::string trafficToJson(const Run& run, const TrafficMatrix& matrix, int indent = 2);
// Up to 16 bins as a matrix, then the largest pairs; sums by rank and by node.
[[nodiscard]] std::string trafficToText(const Run& run, const TrafficMatrix& matrix, std::size_t mostPairs = 32);

}  // namespace weir
