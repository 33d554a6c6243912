// Who comes last to a collective, and how long the others wait for it. A collective cannot end before its last rank has
// started, so a rank that starts `wait` before the last one holds its accelerator for that long without moving a byte.
// Pure functions, any thread; a run without collectives gives nothing.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/run/run.h"

namespace weir {

struct CollectiveArrival {
  std::int32_t rank = kUnknownRank;
  std::int64_t start = 0, end = 0;  // ps, in the run's time
  std::int64_t wait = 0;            // start of the last rank - own start, ps
};

struct CollectiveInstance {
  static constexpr std::int64_t kAlways = INT64_MIN;
  std::uint32_t instance = 0;
  Operation operation = Operation::Unknown;
  std::int32_t groupSize = -1;  // -1 unknown; may exceed arrivals.size() where ranks are missing
  std::uint32_t group = 0;
  std::int64_t bytes = kUnknownBytes;       // the largest input of a rank
  std::vector<CollectiveArrival> arrivals;  // by rank
  std::int32_t lastRank = kUnknownRank;     // who starts last; unknown with fewer than two ranks, nobody where all start at once
  std::int64_t lastStart = 0, end = 0;      // ps
  std::int64_t waited = 0;                  // sum of wait over the ranks, ps
  std::int64_t recorded = kAlways;          // when the recording of the last rank begins, ps; it may be that which is late
  std::int64_t spread() const;              // last start - first start, ps
  // Of `spread` and of `waited` the part before that.
  std::int64_t unrecorded() const;
  std::int64_t waitedUnrecorded() const;
  bool together() const { return arrivals.size() > 1 && spread() == 0; }  // nobody waits, so nobody came last
};

// Where the recording of each rank begins, by rank: its first slice, ps. Empty: a run without slices.
[[nodiscard]] std::map<std::int32_t, std::int64_t> recordedFrom(const Run& run);

// All instances, by the start of their first rank.
[[nodiscard]] std::vector<CollectiveInstance> collectiveInstances(const Run& run);

// Of one whose last rank is recorded too late to tell whether it came late: a sentence. Empty: it is not.
[[nodiscard]] std::string lateRecordingText(const CollectiveInstance& i);

struct RankLateness {
  std::int32_t rank = kUnknownRank;
  std::uint64_t collectives = 0, last = 0;  // took part in; came last to
  std::int64_t waited = 0;                  // waited for others, ps
  std::int64_t madeWait = 0;                // the others waited for it, sum over them, ps
  std::int64_t unrecorded = 0;              // of that, while it was not recorded yet, ps
};

// By rank, over the instances that at least two ranks of the run took part in. Where all start at once nobody is last.
[[nodiscard]] std::vector<RankLateness> lateness(const std::vector<CollectiveInstance>& instances);

// Whom a rank waits for.
struct WaitedFor {
  std::int32_t rank = kUnknownRank;
  std::uint64_t times = 0;  // collectives it came last to
  std::int64_t waited = 0;  // for it, ps
};
struct RankWaiting {
  std::int32_t rank = kUnknownRank;
  std::uint64_t collectives = 0, waits = 0;  // took part in; waited in
  std::int64_t waited = 0;                   // for others, ps
  std::vector<WaitedFor> on;                 // by rank
  [[nodiscard]] const WaitedFor* mostly() const;  // who came last most often, of equals who was waited for longer; null: nobody
};
// By rank, who waits longest first; over the instances that at least two ranks of the run took part in.
[[nodiscard]] std::vector<RankWaiting> waiting(const std::vector<CollectiveInstance>& instances);

}  // namespace weir
