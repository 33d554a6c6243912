// A single operation that is too long to be played whole. A ring goes round after round: its first rounds are played until
// the time of a round is steady (two successive windows agree), the others take as long. Messages that are still too long
// are played at two smaller sizes, and time is drawn out in a straight line; a third size shows how straight it is.
#pragma once

#include "core/simulate/memo.h"

namespace weir::sim {

struct LongOperation {
  const Stage& stage;
  const Operation& op;
  const std::vector<net::LinkId>& links;
  std::uint64_t hops;    // packets x links of the whole
  std::uint64_t budget;  // of them that may be played at once
};

// `error`, if given: the largest relative difference found on the way.
[[nodiscard]] Result<IslandResult> playLong(const LongOperation& what, const std::function<bool()>& poll, double* error = nullptr);

}  // namespace weir::sim
