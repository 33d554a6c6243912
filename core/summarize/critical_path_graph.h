// What had to wait for what, over all ranks of a run: the graph that the critical path is walked on and replayed on.
//
// Every thread and stream is a lane: a chain of pieces of time, each the innermost slice under way, or a gap. Annotations
// and network links are no lanes. Links go from a boundary between pieces to one of another lane, never back in time:
//   launch       host call to what it started on the device (CPU queue to kernel start; from the call's end, or from its
//                start where the kernel was faster than the call)
//   collective   start of every member to the moment in each from which data can move; what a member spent before the last
//                one's start is waiting. (HTA stops at one rank; for MPI: Boehme et al., "Identifying the root causes of wait
//                states in large-scale parallel applications", ACM TOPC 2016.) Who ends before the last starts did not wait.
//   message      send to receive; a receive that began before its send waited ("late sender"). Senders wait for nobody.
//   dependency   arrows that say so (Chakra, workflows, forward to backward), from end to start
//   sync         end of device work to the host call that waited for it: ...Synchronize, blocking copies
//   assumed      a lane that was idle for long and began shortly after something else of its rank ended began because of it: device
//                streams (event waits that the trace does not hold) and threads of one rank (the backward thread). Never
//                where the file has dependencies of its own.
//   pipeline     where operations of a pipelined step are named (pipeline_model.h): sends meet their receives, and what the
//                schedule makes wait is a dependency
// As in HTA's "Lightweight critical path analysis" and Daydream (Zhu et al., ATC 2020), extended over ranks.
//
// At a boundary the link that came last is the one that was waited for; what lies between its source and the boundary is
// its lag and is kept as it is. All other links allow the boundary any time after their source. So a replay with nothing
// changed gives the measured times exactly, and a changed one never begins anything before what it needs.
// O(n log n); about 13 B a piece (2 pieces a slice), 8 B a slice while it is built, 40 B a link. Immutable; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"
#include "core/summarize/intervals.h"

namespace weir {

enum class PathLink : std::uint8_t { Launch, Collective, Message, Dependency, Sync, Assumed };
inline constexpr int kPathLinks = 6;
[[nodiscard]] std::string_view name(PathLink l);  // "launch", "collective", ...

struct PathOptions {
  std::optional<TimeRange> range = std::nullopt;  // ps; what happens in it is followed, links from before it are cut
  std::optional<std::int32_t> endRank = std::nullopt;  // where several ranks are busy at the range's end, the path ends here
  bool endOnHost = false;                              // ... and on a thread rather than on a stream
  bool assume = true;                                  // "assumed" links, see above
};

struct PathGraph {
  enum Kind : std::uint8_t { Work = 0, Gap = 1, Wait = 2, kKindMask = 3, Elastic = 8 };  // Elastic: explained by a link, lag 0
  static constexpr int kActivityShift = 4;
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Lane {
    TrackIndex track = 0;
    std::int32_t rank = kUnknownRank;
    bool device = false;
    bool meeting = false;  // of a collective's members: one piece of no length, on no track
    std::uint32_t begin = 0, end = 0;              // pieces; the last has no length and stands for the lane's end
    std::uint32_t firstAnchor = 0, endAnchor = 0;  // anchors of its first piece .. one past that of its last
  };
  struct Edge {
    std::uint32_t from = kNone;  // anchor; kNone = left out, it closed a circle
    PathLink link = PathLink::Dependency;
    std::int64_t lag = 0;  // ps
  };
  // The part of a collective in which data move, on one rank.
  struct Moving {
    std::uint32_t call = 0;            // index into Run::collectives
    std::uint32_t begin = 0, end = 0;  // pieces
    std::uint32_t lane = 0;
  };

  RunPtr run;
  PathOptions options;
  TimeRange span;  // ps; span.length() is the makespan
  std::vector<Lane> lanes;
  Column<std::int64_t> start;    // of a piece; it ends where the next begins
  Column<std::uint32_t> slice;   // innermost, kNone = gap
  Column<std::uint8_t> kind;     // Kind | Elastic | activity << kActivityShift
  Column<std::uint32_t> anchor;  // pieces at whose begin links end or start, and first and last of every lane; sorted
  Column<std::int64_t> chain;    // lag from the anchor before on the same lane, ps
  Column<std::uint32_t> firstEdge;  // anchors + 1; edges that lead to it
  std::vector<Edge> edges;
  Column<std::uint32_t> order;   // of the anchors: what leads to one comes before it
  std::vector<Moving> moving;    // by piece
  std::uint32_t endAnchor = kNone;  // where the path ends

  std::array<std::uint64_t, kPathLinks> links{};  // how many of each kind
  std::uint64_t backwards = 0;                    // arrows and collectives that contradict the clocks, left out
  std::uint64_t circles = 0;                      // links left out as they closed a circle
  std::uint64_t calls = 0, alone = 0;             // collective calls and sends followed; those whose other members are not known
  std::uint64_t unlinkedSteps = 0;                // of a pipelined job, by DP rank: steps that lack operations

  [[nodiscard]] std::int64_t length(std::uint32_t piece) const { return start[piece + 1] - start[piece]; }
  [[nodiscard]] Kind kindOf(std::uint32_t piece) const { return static_cast<Kind>(kind[piece] & kKindMask); }
  // What it counts as. On a rank with device streams that is what its slice does. A rank without is its host threads: what
  // runs within computing computes, and the rest as breakdown.h has it, so that both say the same. Of a gap: other.
  [[nodiscard]] Activity activityOf(std::uint32_t piece) const { return static_cast<Activity>(kind[piece] >> kActivityShift); }
  [[nodiscard]] std::int64_t timeOf(std::uint32_t a) const { return start[anchor[a]]; }
  // The lag of a piece as measured, ps.
  [[nodiscard]] std::int64_t lagOf(std::uint32_t piece) const { return (kind[piece] & Elastic) != 0 ? 0 : length(piece); }
  [[nodiscard]] std::uint32_t laneOf(std::uint32_t a) const;  // of an anchor; O(log lanes)
  [[nodiscard]] std::size_t pieces() const { return slice.size(); }
};

// Errors: nothing in the range, more slices than 2^31, stopped.
[[nodiscard]] Result<PathGraph> pathGraph(RunPtr run, const PathOptions& options, const Job& job);

}  // namespace weir
