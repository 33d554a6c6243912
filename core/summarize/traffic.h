// Who sends how much to whom: rank x rank. From the run's messages where it holds any; its collectives that have none are
// expanded into messages by an algorithm (core/base/collective.h) among the members of their group, where their sizes are
// known; where nothing has a size, the time two ranks spent inside the same collective at once, which needs no assumption.
// What was assumed or left out is said in `assumption`, to stand under the plot.
//
// Volumes are the algorithms' own (Thakur, Rabenseifner, Gropp 2005; nccl-tests, PERFORMANCE.md): of a buffer of B bytes on n
// ranks, a ring all-reduce makes every rank send about 2 B (n-1)/n, an all-gather or reduce-scatter B (n-1)/n, a broadcast in
// a chain B from all but the last. All-to-all: what the split sizes say ("In split size", "Out split size"), else equal parts;
// what a rank keeps for itself is no traffic. Roots ("Rank") and peers ("Src Rank", "Dst Rank") as the trace names them.
//
// Pure functions, any thread; cost grows with messages + calls + sizes x members (x members for all-to-all and for common
// time, whose result is that large), so big runs belong in a worker. An empty run gives a matrix without bins, source None.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/collective.h"
#include "core/base/progress.h"
#include "core/run/call_match.h"
#include "core/run/run.h"
#include "core/summarize/intervals.h"
#include "core/summarize/rank_nodes.h"
#include "core/summarize/steps.h"

namespace weir {

enum class TrafficMeasure : std::uint8_t { Bytes, Messages, Time };
enum class TrafficSource : std::uint8_t { None, Transfers, ExpandedCollectives, SharedTime, Both };  // Both: messages, and the rest expanded
[[nodiscard]] std::string_view name(TrafficMeasure m);  // "bytes", "messages", "time"
[[nodiscard]] std::string_view unit(TrafficMeasure m);  // "B", "messages", "s"

struct TrafficOptions {
  TrafficMeasure measure = TrafficMeasure::Bytes;
  // Auto: as the trace names it, a ring where it names none (all-to-all: pairwise). Else by this one, whatever the trace says.
  Algorithm algorithm = Algorithm::Auto;
  std::optional<TimeRange> range = std::nullopt;  // bytes count by the share of their time within it; none = the whole run
  int maxBins = 1024;                             // more ranks than this are binned, neighbours together
  std::vector<Operation> operations = {};         // only these; empty = all. A message without a collective is SendRecv
  std::vector<std::uint32_t> groups = {};         // only collectives of these groups (Run::groups; 0 = unknown); empty = all
  // One step: a range for each rank, of which the first is taken. A collective belongs to it when the first of its calls
  // whose rank has a range starts in it; a message by its sender, else its receiver. Counted whole. Empty = all steps.
  std::vector<RankSteps> step = {};
  RankNodes nodes = {};  // ranks of a node stand together; empty = by rank alone
  std::optional<std::uint32_t> call = std::nullopt;     // only the collective (or message) of this call: index into Run::collectives
  std::shared_ptr<const CallMatch> match = nullptr;  // of the run, where it is known already
};

// Collectives or messages of one kind: what a cell is made of.
struct TrafficKind {
  Operation operation = Operation::Unknown;
  std::optional<Algorithm> algorithm;  // it was expanded as; none: messages as recorded, or common time
  std::uint32_t group = 0;             // index into Run::groups; 0 unknown
  int ranks = 0;                       // of the group; 0 unknown
  std::uint64_t count = 0;             // collectives, or messages where `algorithm` is none and they were recorded
  double total = 0;                    // over all cells
  bool messages = false;               // recorded messages
};

struct TrafficNode {
  std::string name;
  int ranks = 0;
  double inside = 0, sent = 0, received = 0;  // within the node; to and from other nodes
};

struct TrafficMatrix {
  TrafficMeasure measure = TrafficMeasure::Bytes;  // what `value` holds: Time when Bytes was asked for but is unknown
  TrafficSource source = TrafficSource::None;
  std::vector<std::int32_t> ranks;  // all ranks, by node and rank; bin i holds ranks[i * perBin .. (i + 1) * perBin)
  int perBin = 1;
  int bins = 0;
  std::vector<double> value;            // bins x bins, row = sender; bytes, messages or seconds; NaN = unknown
  std::vector<double> rowSum, columnSum;  // sent, received; NaN cells are left out
  double sum = 0;
  std::string assumption;         // what was assumed or left out, in a sentence or two; empty = nothing

  // Calls of collectives (and sends and receives, where no messages were recorded) that were asked for; matched: with a call of
  // another rank. `alone` of the rest: whose others were not recorded or who moved nothing; the others are unmatched though the
  // ranks they may have been with are there. leftOut: of the unmatched, those that no cell holds.
  std::uint64_t calls = 0, matched = 0, alone = 0, leftOut = 0;
  std::string missing;            // about leftOut: how many, why, what would help; empty = none
  [[nodiscard]] std::uint64_t unmatched() const { return calls - matched - alone; }
  bool algorithmMatters = false;  // another algorithm would give another matrix
  bool measureDiffers = false;    // not the measure asked for, and `assumption` says why

  std::vector<TrafficKind> kinds;
  struct Part {
    std::uint64_t cell = 0;  // from * bins + to
    std::uint32_t kind = 0;  // index into kinds
    std::uint64_t count = 0;
    double value = 0;
  };
  std::vector<Part> parts;  // by cell; what each cell is made of
  bool partsKept = true;    // false: too many to keep

  // Nodes in the order of `ranks`; empty when they are not known. Ranks of unknown nodes come last and count as between.
  std::vector<TrafficNode> nodes;
  double insideNodes = 0, betweenNodes = 0;

  [[nodiscard]] double at(int from, int to) const {
    return value[static_cast<std::size_t>(from) * static_cast<std::size_t>(bins) + static_cast<std::size_t>(to)];
  }
  [[nodiscard]] double sent(int from) const { return rowSum[static_cast<std::size_t>(from)]; }
  [[nodiscard]] double received(int to) const { return columnSum[static_cast<std::size_t>(to)]; }
  [[nodiscard]] double total() const { return sum; }
  [[nodiscard]] double largest() const;              // NaN when no cell is known
  [[nodiscard]] std::string binName(int bin) const;  // "rank 3", "ranks 8-15"
  [[nodiscard]] int binOf(std::int32_t rank) const;  // -1: not there
  // What made this cell, the largest first. O(log parts + parts of the cell).
  [[nodiscard]] std::vector<Part> partsOf(int from, int to) const;
};

// Stopped by the job: what it has so far, to be thrown away.
[[nodiscard]] TrafficMatrix trafficMatrix(const Run& run, const TrafficOptions& options, const Job& job = {});

// What there is to choose from. Linear in calls and messages.
struct TrafficChoices {
  struct Of {
    std::uint64_t collectives = 0;  // or messages that belong to none
    std::int64_t bytes = 0;         // inputs of all calls whose size is known
  };
  std::vector<std::pair<Operation, Of>> operations;
  std::vector<std::pair<std::uint32_t, Of>> groups;  // the most used first; members in Run::groups
};
[[nodiscard]] TrafficChoices trafficChoices(const Run& run, const CallMatch& match = {});

// The step of this number (stepNumbers in breakdown.h) of every rank that has it, for TrafficOptions::step. Empty when none has.
[[nodiscard]] std::vector<RankSteps> stepOf(const Steps& steps, std::int64_t number);

// The collectives one by one (a message's two ends are one), by their first start: what TrafficOptions::call names.
struct TrafficCollective {
  std::uint32_t call = 0;  // its first
  Operation operation = Operation::Unknown;
  std::uint32_t group = 0;
  std::uint32_t calls = 0;             // of how many ranks
  std::int64_t bytes = kUnknownBytes;  // the largest input
  std::int64_t start = 0;
};
[[nodiscard]] std::vector<TrafficCollective> trafficCollectives(const Run& run, const CallMatch& match);

}  // namespace weir
