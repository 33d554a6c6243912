// Threads of a trace to tracks of a Run: what they are called, what they stand for, which rank they belong to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/formats/chrome/events.h"
#include "core/run/builder.h"

namespace weir::chrome {

struct TrackPlan {
  std::vector<bool> used, device;  // of each thread
  std::vector<std::int32_t> rank;  // of each thread; kUnknownRank where nothing tells
  bool told = false;               // kinds, order and names by Weir's own writer
  bool numbered = false;           // ranks were numbered from names such as "DP rank 1"
};

// Ranks that stand in the names of processes and threads, for files that hold several ranks. Empty when they do not.
// `numbered` ones were made of coordinates such as "DP rank 1", "PP rank 0": then `coordinates` is a table "ranks" with a
// column "rank" and one a word ("dp", "pp"). `below0`: names that tell a rank below 0; what is called so belongs to no rank.
[[nodiscard]] std::vector<std::int32_t> ranksFromNames(const Events& events, const std::vector<bool>& used, bool& numbered, Table& coordinates, std::vector<std::string>& below0);

// Adds a track for each used thread; the result maps threads to tracks.
[[nodiscard]] std::vector<TrackIndex> addTracks(const Events& events, const TrackPlan& plan, RunBuilder& builder);

}  // namespace weir::chrome
