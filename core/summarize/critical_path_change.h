// What-if: a change to a run, as it is written and as it is replayed.
//
//   collective all-reduce x2        calls of one operation move their data twice as fast ("collective all x2": of any)
//   collective #17 x2               one instance, as `info` and the table of collectives number it
//   collective group 3 x1.5         one communicator
//   kernel NAME x2                  work on the device whose name contains NAME (case ignored; quote it where it has blanks)
//   slice NAME x2                   the same, on threads too ("slice exactly NAME x2": of that name alone, case counts)
//   computing x2                    an activity: computing, communication, copy, data loading, checkpoint, host
//   rank 2 x2                       all that rank 2 does itself
//   rank 2 not late                 between two collectives rank 2 takes no longer than the median of the other members
//   rank 2 late 50%                 it is half as late as it was: of what it takes beyond that median, half is left
//   longest collective x2           the one that moves data longest, on the path or not
//   slowest rank not late           the rank that the others wait longest for, in sum; also: slowest rank x2, slowest rank late 50%
//   network at 400Gb/s [from 200Gb/s] [latency 5us]        messages and collectives
//   link 0-1 at 400Gb/s [from ...] [latency ...]           the same, only where none but these two ranks take part
//   network link NAME x2            a link that the run has the utilisation of: of every transfer the part in which it was busy
//   no data stall, no launch delay, no gaps
//   launch delay x2                 a kind of delay, also: gaps, waits, messages, dependencies, hand-overs
// Instead of a factor "free": takes no time. "on rank N" at the end confines any of them to a rank.
// Factors from x0.001 to x1000000, rates from 1kb/s to 1Pb/s, latencies up to 1s.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/run/run.h"

namespace weir {

struct PathChange {
  enum class What : std::uint8_t { Operation, Instance, Group, Kernel, Slice, Named, Activity, Rank, NotLate, Network, NetworkLink, Waits, Launch, Gaps, Message, Dependency, HandOver, Start };
  // Given: by its number. The others are Instance, Rank and NotLate of what critical_path_pick.h finds in the graph.
  enum class Pick : std::uint8_t { Given, LongestCollective, SlowestRank };
  What what = What::Slice;
  Pick pick = Pick::Given;
  double factor = 1;                          // of the time: 0.5 = twice as fast, 0 = takes none; NotLate: of the lateness
  std::optional<std::int32_t> rank;           // Rank, NotLate: which; else confined to it
  std::optional<Operation> operation;         // Operation: none = any
  std::uint32_t number = 0;                   // Instance, Group
  std::string text;                           // Kernel, Slice: part of the name, lower case; NetworkLink: its name
  bool exactly = false;                       // Slice: `text` is the whole name, as it is written
  NameId name = 0;                            // Named: exactly
  weir::Activity activity = weir::Activity::Other;  // Activity; Waits: of the slices
  bool namedWaits = false;                    // Waits: only those called `name`
  // Network, bits per second and ps. Without `from`: the highest bus bandwidth a call of the run reached.
  double at = 0;
  std::optional<double> from;
  std::optional<std::int64_t> latency;
  std::optional<std::pair<std::int32_t, std::int32_t>> link;
  bool operator==(const PathChange&) const = default;
};

// Errors say which word was not understood, and what may stand there.
[[nodiscard]] Result<PathChange> parseChange(std::string_view text);
// Why a change can mean nothing in this run: it names a rank, collective, communicator or name that the run does not have
// (the error says which there are), or a network that nothing goes over. What is there but off the path is no error.
[[nodiscard]] std::optional<Error> notThere(const PathChange& change, const Run& run);
[[nodiscard]] std::string changeText(const PathChange& change, const Run& run);  // parses back, but for exact names with quotes
// What the answer rests on, in a sentence or two.
[[nodiscard]] std::vector<std::string> assumptionsOf(const PathChange& change);  // a sentence each
[[nodiscard]] std::string assumptionOf(const PathChange& change);                // all of them
[[nodiscard]] std::string_view changeHelp();  // the lines above

}  // namespace weir
