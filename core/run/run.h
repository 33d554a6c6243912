// A Run is what happened: tracks, slices, transfers, I/O operations, counters. A measured trace and a simulated job are
// the same type, so every view shows either. Immutable once built (RunBuilder); share it as shared_ptr<const Run> and
// read it from any thread. All times are picoseconds since `originNs`; an empty Run has no rows and span() == {0, 0}.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/quantity.h"
#include "core/run/column.h"
#include "core/run/facts.h"
#include "core/run/io_record.h"
#include "core/run/names.h"
#include "core/run/source.h"

namespace weir {

enum class Truth : std::uint8_t { Measured, Simulated, Predicted };
enum class TrackKind : std::uint8_t { Thread, Stream, Link, Tier, Device, Other };

// What a slice does, which decides its colour and in which analyses it counts. Set by the reader or the simulator.
enum class Activity : std::uint8_t {
  Compute,        // accelerator kernel, or the CPU's arithmetic where that is the accelerator
  Communication,  // collective or point-to-point kernel, or message
  Copy,           // memcpy, memset between host and device
  DataLoad,       // reading and preparing samples
  Checkpoint,
  Host,           // CPU operator, runtime call
  Wait,           // synchronisation, idle inside a call: never counts as computing
  Annotation,     // user marks, profiler steps: spans other work, never counts
  Other,
};
inline constexpr int kActivities = 9;
[[nodiscard]] std::string_view name(Activity a);   // "computing", "communication", ...
[[nodiscard]] std::string_view name(Truth t);      // "measured", "simulated", "predicted"
[[nodiscard]] std::string_view name(TrackKind k);

using SliceIndex = std::uint64_t;
using TrackIndex = std::uint32_t;
inline constexpr int kUnknownRank = -1;
inline constexpr std::int64_t kUnknownBytes = -1;

struct Track {
  NameId name = 0;
  NameId process = 0;          // name of the process, or of the group it belongs to ("links")
  TrackKind kind = TrackKind::Other;
  std::int32_t rank = kUnknownRank;
  std::int64_t sort = 0;       // smaller is higher within its rank
  std::uint32_t firstRow = 0;  // rows[firstRow, firstRow + rowCount)
  std::uint32_t rowCount = 0;
  std::uint32_t source = 0;    // index into Run::sources
};

// A row holds slices of one track and one nesting depth: sorted by start, no two overlapping. Depth 0 is outermost;
// a slice that overlaps another without nesting stands on the first free deeper row (an overflow lane).
struct Row {
  TrackIndex track = 0;
  std::uint32_t depth = 0;
  SliceIndex begin = 0, end = 0;
};

// One column each; index = SliceIndex; ordered by (track, depth, start).
struct Slices {
  Column<std::int64_t> start;     // ps
  Column<std::int64_t> duration;  // ps, >= 0
  Column<NameId> name;
  Column<NameId> category;
  Column<Activity> activity;
  Column<std::uint64_t> args;  // offset into Run::argsText; argsText[args[i] .. args[i] + argsSize[i])
  Column<std::uint32_t> argsSize;
  [[nodiscard]] std::size_t size() const { return start.size(); }
  [[nodiscard]] std::int64_t endOf(SliceIndex i) const { return start[i] + duration[i]; }
};

// One slice leads to another: the launch of a kernel, forward to backward, a send to its receive, a dependency. One column
// each, ordered by (from, to).
struct Arrows {
  Column<SliceIndex> from, to;
  Column<NameId> kind;  // the names in kArrow..., or as the trace calls it
  [[nodiscard]] std::size_t size() const { return from.size(); }
};
inline constexpr std::string_view kArrowLaunch = "launch";          // host call to what it started on the device
inline constexpr std::string_view kArrowMessage = "message";        // send to receive
inline constexpr std::string_view kArrowDependency = "dependency";  // `to` had to wait for `from` (its data)
inline constexpr std::string_view kArrowControl = "control";        // the same, by control flow alone

enum class Operation : std::uint8_t {
  AllReduce, AllGather, ReduceScatter, AllToAll, Broadcast, Reduce, Gather, Scatter, SendRecv, Barrier, Unknown
};
[[nodiscard]] std::string_view name(Operation op);  // "all-reduce", ...
[[nodiscard]] std::optional<Operation> operationFrom(std::string_view text);  // "all-reduce", "allreduce", "AllReduce", "all_reduce"

// One rank's part in a collective.
struct CollectiveCall {
  Operation operation = Operation::Unknown;
  std::int64_t bytes = kUnknownBytes;   // size of the input on this rank, as nccl-tests counts it (see README)
  std::int32_t groupSize = -1;          // -1 unknown
  std::uint32_t group = 0;              // index into Run::groups; 0 = unknown group
  std::uint32_t instance = 0;           // equal on all ranks of one collective; numbered by start time
  std::int32_t rank = kUnknownRank;
  SliceIndex slice = 0;
  std::int64_t start = 0, duration = 0;  // ps
  NameId algorithm = 0;                  // empty = unknown
};

// A message: who sent how much to whom. Ordered by start.
struct Transfers {
  Column<std::int32_t> source, destination;  // ranks
  Column<std::int64_t> bytes, start, end;    // ps
  Column<std::uint32_t> instance;            // collective instance, or kNoInstance
  Column<std::uint32_t> file;                     // index into Run::sources
  [[nodiscard]] std::size_t size() const { return bytes.size(); }
};
inline constexpr std::uint32_t kNoInstance = std::numeric_limits<std::uint32_t>::max();

struct IoOperation {
  enum class Kind : std::uint8_t { Read, Write, Open, Close, Stat, Sync, Other };
  Kind kind = Kind::Other;
  std::int32_t rank = kUnknownRank;
  NameId file = 0;
  NameId layer = 0;  // "POSIX", "STDIO", "MPI-IO", ...
  std::int64_t bytes = kUnknownBytes, offset = -1;
  std::int64_t start = 0, duration = 0;  // ps
  std::uint32_t source = 0;              // index into Run::sources
};

// A series. Regular when step > 0 (value i covers [start + i step, start + (i+1) step)), else `time` holds one per value.
struct Counter {
  NameId name = 0;
  NameId group = 0;   // "link utilisation", "queue depth", "power"
  std::string unit;   // "", "B", "W", "1" for a fraction
  std::int32_t rank = kUnknownRank;
  std::int64_t start = 0, step = 0;
  std::vector<std::int64_t> time;
  std::vector<float> value;
  std::uint32_t source = 0;  // index into Run::sources
};

struct Instant {
  TrackIndex track = 0;
  NameId name = 0;
  std::int64_t time = 0;
};

struct Run {
  std::string title;
  std::string format;  // "kineto", "chrome-json", "weir-packet", ...
  Truth truth = Truth::Measured;
  std::int64_t originNs = 0;  // nanoseconds since the epoch (or of the source's clock) at time 0
  Names names;                // id 0 is ""
  std::vector<Source> sources;
  std::vector<std::int32_t> ranks;  // sorted, distinct
  std::int32_t worldSize = -1;      // ranks the job had; -1 unknown
  std::vector<Track> tracks;        // sorted by (rank, kind, sort, name)
  std::vector<Row> rows;            // by (track, depth)
  Slices slices;
  TextColumn argsText;              // JSON objects, one after the other
  Arrows arrows;
  std::vector<Instant> instants;    // by time
  std::vector<std::vector<std::int32_t>> groups;  // members of a communicator; groups[0] is empty = unknown
  std::vector<CollectiveCall> collectives;        // by (start, rank)
  Transfers transfers;
  std::vector<IoOperation> io;  // by start; the operations one by one, where the trace has them
  std::vector<IoRecord> ioRecords;  // sums a file, rank and layer, where it has those
  std::vector<Counter> counters;
  std::vector<Note> notes;
  std::vector<Fact> facts;
  std::vector<Table> tables;
  std::string scenario;  // the Scenario that made it, as JSON; empty for a measured run

  // [first start, last end) over slices, transfers, I/O and counters, ps.
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> span() const { return span_; }
  [[nodiscard]] const Row& rowOf(SliceIndex i) const;  // i < slices.size()
  [[nodiscard]] std::string_view argsOf(SliceIndex i) const {
    return std::string_view(argsText).substr(slices.args[i], slices.argsSize[i]);
  }
  // First slice of the row that ends after t; row.end when there is none. O(log n).
  [[nodiscard]] SliceIndex firstEndingAfter(const Row& row, std::int64_t t) const;
  // First slice of the row that starts at or after t; row.end when there is none. O(log n).
  [[nodiscard]] SliceIndex firstStartingAt(const Row& row, std::int64_t t) const;

  std::pair<std::int64_t, std::int64_t> span_{0, 0};  // set by the builder
};

using RunPtr = std::shared_ptr<const Run>;

// Several runs of one job (one a rank, and its I/O, power and other logs) as one Run on one time axis: names are interned
// anew, clocks aligned by their origins, colliding or unknown ranks numbered (with a note), collectives matched across
// ranks. Sources whose clocks have nothing in common with the others' (Source::clock), or that lie more than a day away,
// are aligned at their first event, with a note. Empty input gives an empty Run.
[[nodiscard]] Run mergeRuns(std::vector<Run> parts);

// The same run with sources moved: offsets[i] (ps) is added to all that came from sources[i], on top of Source::offset.
// Missing offsets are 0. The zero of the axis and originNs stay.
[[nodiscard]] Run shifted(const Run& run, const std::vector<std::int64_t>& offsets);

// Numbers CollectiveCall::instance: the k-th call of one operation in one group is the same collective on all ranks, but
// for calls of unknown groups that were never under way at once: those stay alone, with a note.
void matchCollectives(Run& run);

}  // namespace weir
