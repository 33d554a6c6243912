// What a run holds, in numbers: what `weir-cli info` prints. The JSON has exactly the names of DESIGN's contract; SI units
// are in the names. What the run cannot tell is nullopt here and null in JSON, never 0. Pure, any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/run/run.h"
#include "core/summarize/breakdown.h"
#include "core/summarize/energy.h"
#include "core/summarize/power.h"
#include "core/summarize/stragglers.h"

namespace weir {

struct Info {
  struct Collective {
    std::string operation;
    std::uint64_t count = 0;            // calls, one a rank
    std::uint64_t instances = 0;        // the same, matched across ranks
    std::optional<std::int64_t> bytes;  // sum of the known sizes
    std::uint64_t unknownBytes = 0;     // calls whose size is unknown
    std::optional<double> time_s;       // sum over the calls; none where nothing has a time
  };
  struct Io {
    std::optional<std::int64_t> readBytes, writeBytes;
    std::optional<std::uint64_t> readOps, writeOps;
    std::uint64_t files = 0;
    std::optional<double> read_s, write_s;  // sums over the operations
    bool lowerBounds = false;               // the log is cut off or damaged: what none is known of is unknown
    std::uint64_t unsized = 0;              // reads and writes whose bytes nobody knows: then the bytes are lower bounds too
    std::uint64_t failed = 0;               // reads and writes known to have failed: in no count, but in the times
  };
  struct Rank {
    std::int32_t rank = kUnknownRank;
    std::uint64_t slices = 0;
    RankBreakdown time;
    RankLateness late;
  };

  struct Series {  // a counter
    std::string name, group, unit;
    std::int32_t rank = kUnknownRank;
    std::uint64_t count = 0;
    std::optional<double> min, mean, max;  // over its values; none where it has none
  };

  std::string title, format;
  std::string truth;              // truthWords(): "without times" where nothing has any, and then no time below is known
  bool untimed = false;
  std::vector<std::int32_t> rankList;
  std::optional<std::int32_t> worldSize;
  std::uint64_t tracks = 0, slices = 0, counters = 0, counterSamples = 0, instants = 0, transfers = 0, arrows = 0;
  std::map<std::string, std::uint64_t> categories;
  std::int64_t originNs = 0;
  std::optional<double> span_s;
  std::optional<std::int64_t> communicationBytes;
  std::optional<double> communicationTime_s;  // sum of the durations of all communication, over ranks
  std::vector<Collective> collectives;
  std::optional<Io> io;  // POSIX + STDIO where present: every byte once
  std::map<std::string, Io> ioByLayer;
  std::optional<PowerSummary> power;  // none: no counter of power or energy
  std::optional<EnergyReport> energy;
  std::optional<RankBreakdown> overlap;  // sums over ranks; none when nothing says what it computes or sends
  bool communicates = false;             // anything in the run is communication; else how long it takes is unknown
  std::vector<Rank> byRank;
  std::string unmeasured;  // Breakdown::unmeasured
  std::vector<Series> series;
  std::vector<CollectiveInstance> first;  // of every operation the first that two or more ranks share
  std::vector<Note> notes;
  std::vector<Source> sources;
  std::vector<Fact> facts;
  std::vector<Table> tables;
};

[[nodiscard]] Info describe(const Run& run);
// The parts of a rank's time as JSON members with "_s" names, null where unknown: {"computing_s": 1.2, ...}.
[[nodiscard]] std::string breakdownJson(const RankBreakdown& r);
// `tables`: with all rows of the tables, else their columns and how many rows.
[[nodiscard]] std::string infoToJson(const Info& info, int indent = 2, bool tables = false);
[[nodiscard]] std::string infoToText(const Info& info);  // for a terminal, ends with a newline

}  // namespace weir
