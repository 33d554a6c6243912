// Which node (host) a rank ran on: as the run's files tell it, or by a number of ranks a node. Pure, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/run/run.h"

namespace weir {

struct RankNodes {
  std::vector<std::pair<std::int32_t, std::uint32_t>> of;  // (rank, index into names), by rank; ranks not here are unknown
  std::vector<std::string> names;                          // in order of each node's smallest rank
  std::string from;                                        // how it is known, in words; empty = not at all
  int perNode = 0;                                         // ranks a node where all have as many, numbered together; else 0
  [[nodiscard]] bool known() const { return !of.empty(); }
  [[nodiscard]] int nodeOf(std::int32_t rank) const;  // -1 unknown
};

// From tables that name a rank and a host (Darshan's DXT, nccl-tests, NCCL's log), else facts "host name" of sources that hold
// one rank each. A host named for no rank, or for all of them by one file, tells nothing between nodes and is not used.
[[nodiscard]] RankNodes nodesOf(const Run& run);
// Ranks 0 .. perNode-1 on the first node, and so on. perNode < 1 gives none.
[[nodiscard]] RankNodes nodesBy(const std::vector<std::int32_t>& ranks, int perNode);

}  // namespace weir
