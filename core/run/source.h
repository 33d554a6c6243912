// Where a Run comes from, and what was doubtful about it.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

enum class ClockKind : std::uint8_t {
  Epoch,  // nanoseconds since 1970, UTC: comparable with every other such source
  Local,  // wall clock of unknown time zone: off by whole quarter hours, perhaps
  Own,    // begins anywhere (start of the session, boot, a simulator's 0)
};
[[nodiscard]] std::string_view name(ClockKind c);  // "epoch", "local time", "own"

struct Source {
  std::string file;           // as the user gave it
  std::string format;         // the reader's name
  std::int32_t rank = -1;     // kUnknownRank
  std::int64_t originNs = 0;  // the source's own clock at time 0 of its own run
  std::int64_t offset = 0;    // ps added to align it with the others, the user's included
  std::uint64_t slices = 0;
  ClockKind clock = ClockKind::Epoch;
  std::string aligned;        // how: "" alone or as its clock says, "first event", "by hand"
};

// A kind of damage or doubt, how often, and the first places it was seen (at most kNotePlaces).
struct Note {
  std::string kind;  // "partial overlap", "no communication found", ...
  std::uint64_t count = 0;
  std::vector<std::string> first;
  std::vector<std::int64_t> at;  // ps on the run's axis, of each of `first`; kNoTime where it has no time. May be shorter
};
inline constexpr std::size_t kNotePlaces = 5;
inline constexpr std::int64_t kNoTime = std::numeric_limits<std::int64_t>::min();

}  // namespace weir
