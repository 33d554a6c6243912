// Which calls belong together, where the run says more than matchCollectives() (run.h) could use, and between whom a message goes.
//
// Sends and receives: by the peer each names ("Dst Rank", "Src Rank"), or the other member of a group of two where a name says
// which way the call goes ("nccl:send"); the k-th send from a to b in a group meets the k-th receipt of it. Timelines of pipelined steps
// ("forward-send", "params-all-gather", ...): by step, number and stage, as pipeline_model.h has it; of a step that does not fit
// that model no two calls are matched.
//
// Pure, any thread; O(calls + slices) where there is something to find, else O(calls).
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/progress.h"
#include "core/run/run.h"

namespace weir {

struct TrafficMatch {
  enum class How : std::uint8_t {
    Run,        // as the run has it
    Known,      // all that took part have this instance
    Elsewhere,  // the others were not recorded, or there are none
    Unmatched   // nothing tells who they are
  };
  struct Ends {
    std::int32_t from = -1, to = -1;
  };
  // By call of the run; all empty = as the run has it.
  std::vector<std::uint32_t> instance;
  std::vector<How> how;
  std::vector<Ends> ends;  // of sends and receives; -1 unknown
  bool pipeline = false;   // some by step, number and stage

  [[nodiscard]] bool empty() const { return instance.empty(); }
  [[nodiscard]] std::uint32_t instanceOf(const Run& run, std::size_t call) const { return empty() ? run.collectives[call].instance : instance[call]; }
  [[nodiscard]] How howOf(std::size_t call) const { return empty() ? How::Run : how[call]; }
  [[nodiscard]] Ends endsOf(std::size_t call) const { return empty() ? Ends{} : ends[call]; }
};

// Stopped by the job: empty.
[[nodiscard]] TrafficMatch matchTraffic(const Run& run, const Job& job = {});

// The run's calls with the instances of `match`, and nothing else of it: for what asks who came last.
[[nodiscard]] Run callsAlone(const Run& run, const TrafficMatch& match);

}  // namespace weir
