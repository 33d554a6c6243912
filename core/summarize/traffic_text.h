// A traffic matrix in words: JSON for scripts, text for a terminal. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/summarize/traffic.h"

namespace weir {

// "all-reduce, ring, 8 ranks (0-7)"; `run` names the members.
[[nodiscard]] std::string kindText(const Run& run, const TrafficKind& kind);
// "ranks 0-7", "ranks 0, 4, 8, 12", "ranks 0, 1, 2 and 61 more", "unknown group".
[[nodiscard]] std::string membersText(const Run& run, std::uint32_t group);

struct TrafficTextOptions {
  std::size_t pairs = 32;                    // the largest, and of more than 16 ranks as many of the largest senders
  std::optional<std::int32_t> rank = std::nullopt;  // its row alone, whole; one that the matrix has
  Algorithm asked = Algorithm::Auto;         // as TrafficOptions::algorithm: where something else stands in for it, that is said
  int perNode = 0;                           // as RankNodes::perNode
};
// Which collectives were expanded by something else than was asked for, and why: a sentence each.
[[nodiscard]] std::vector<std::string> algorithmsReplaced(const TrafficMatrix& matrix, const TrafficTextOptions& options);

// All cells that are not 0, with what made them; "bytes", "messages" or "time_s" as the measure is. Unknown cells are null.
[[nodiscard]] std::string trafficToJson(const Run& run, const TrafficMatrix& matrix, const TrafficTextOptions& options = {}, int indent = 2);
// Up to 16 bins as a matrix, more as the sums of the largest senders, then the largest pairs; sums by node. Or one rank's row.
[[nodiscard]] std::string trafficToText(const Run& run, const TrafficMatrix& matrix, const TrafficTextOptions& options = {});

}  // namespace weir
