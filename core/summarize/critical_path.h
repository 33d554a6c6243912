// The critical path of a run: the chain of work, launches, messages and waits that its length hangs on, over all ranks. Walked
// back from the last end along what was waited for (critical_path_graph.h), so every picosecond of the makespan belongs to
// exactly one segment: the lengths of the segments add up to the makespan. And the same graph played again with changes
// ("this collective twice as fast"): how long the run would be then, and which path it would hang on.
// A replay keeps what the trace shows: the order on every thread and stream, who waits for whom, every delay nothing
// explains. It does not know limits that were not reached (a full network, a queue's depth). Any thread; immutable results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"
#include "core/summarize/critical_path_change.h"
#include "core/summarize/critical_path_graph.h"

namespace weir {

enum class PathKind : std::uint8_t {
  Work,        // the innermost slice under way, whatever it does
  Wait,        // a slice that waits, and nothing says for what
  Launch,      // from the host's call to the start on the device, which was idle
  Message,     // from the send to what it led to
  Dependency,  // from the end of what was needed to the start
  HandOver,    // the same where it was assumed
  Gap,         // nothing was recorded, and nothing explains it
  Start,       // before the first event of the thread or stream where the path begins
};
inline constexpr int kPathKinds = 8;
[[nodiscard]] std::string_view name(PathKind k);        // "work", "wait", "launch delay", "message under way", ...
[[nodiscard]] std::string_view definition(PathKind k);  // in a sentence

struct PathSegment {
  std::int64_t from = 0, to = 0;  // ps; of a replay: in its own time, which begins as the run does
  std::int32_t rank = kUnknownRank;
  TrackIndex track = 0;
  PathKind kind = PathKind::Work;
  std::uint32_t slice = PathGraph::kNone;  // of Work and Wait
  std::int32_t cause = kUnknownRank;       // rank it came from, of Launch, Message, Dependency, HandOver
  Activity activity = Activity::Other;     // of Work and Wait: as what it counts (PathGraph::activityOf)
  std::uint32_t call = PathGraph::kNone;   // of the collective it is part of: index into Run::collectives
  [[nodiscard]] std::int64_t length() const { return to - from; }
};

struct CriticalPath {
  TimeRange span;                     // ps
  std::vector<PathSegment> segments;  // by time, without gaps: first.from == span.from, last.to == span.to; none is empty
  [[nodiscard]] std::int64_t makespan() const { return span.length(); }
};

// The path as it was measured, or as it would be with these changes. Errors: stopped.
[[nodiscard]] Result<CriticalPath> criticalPath(const PathGraph& graph, const Job& job);
[[nodiscard]] Result<CriticalPath> criticalPath(const PathGraph& graph, const std::vector<PathChange>& changes, const Job& job);

// By what the time on the path is summed up.
enum class PathBy : std::uint8_t { Name, Activity, Rank, Collective };  // Collective: what is none, by activity
struct PathRow {
  PathKind kind = PathKind::Work;
  NameId name = 0;                         // by name, of Work and Wait
  Activity activity = Activity::Other;     // by name and by activity, of Work and Wait
  std::int32_t rank = kUnknownRank;        // by rank
  std::uint32_t call = PathGraph::kNone;   // by collective: one of its calls, index into Run::collectives
  std::int64_t time = 0;                   // on the path, ps
  std::uint64_t segments = 0;              // of the path
  std::optional<std::int64_t> gain, half;  // the makespan shrinks by, if all of it took no time; half its time. None = not worked out
  std::optional<PathSegment> longest;
};
// The rows by time on the path, longest first; their times add up to the makespan. The gains of the first `gains` rows are
// replayed, not subtracted: another path may be nearly as long.
[[nodiscard]] Result<std::vector<PathRow>> pathTable(const PathGraph& graph, const CriticalPath& path, PathBy by, std::size_t gains, const Job& job);
// What a row is about, as a change to all of it, taking `factor` of its time.
[[nodiscard]] PathChange changeOf(const Run& run, const PathRow& row, PathBy by, double factor);
[[nodiscard]] std::string rowName(const Run& run, const PathRow& row, PathBy by);

}  // namespace weir
