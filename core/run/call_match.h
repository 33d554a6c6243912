// Which calls are one collective or message where the run says more than the order of calls: matchCollectives() (run.h) counts
// by it, so that every view and command speaks of the same instance; and between whom a message goes, for who needs that.
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

struct CallMatch {
  enum class How : std::uint8_t {
    Run,        // by order
    Known,      // all that took part have this instance
    Elsewhere,  // the others were not recorded, or there are none
    Unmatched   // nothing tells who they are
  };
  struct Ends {
    std::int32_t from = -1, to = -1;
  };
  // By call of the run; all empty = nothing but the order is known. A number that the run gives stays with those that begin
  // first, so that of a run counted by this match nothing changes.
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
[[nodiscard]] CallMatch matchCalls(const Run& run, const Job& job = {});

// Gives the calls the numbers of matchCalls(), in order of their first start; what was counted so stays as it is. Which calls are
// told apart by more than their order, by call; empty: none. A run with messages is left alone: they are of numbers already.
std::vector<bool> countByMatch(Run& run);

}  // namespace weir
