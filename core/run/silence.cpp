#include "core/run/silence.h"

#include <algorithm>

namespace weir {

bool communicationMissing(const Run& run) {
  if ((run.ranks.size() < 2 && run.worldSize < 2) || !run.collectives.empty() || run.transfers.size() > 0) return false;
  const auto any = [&](auto... kinds) {
    return std::any_of(run.slices.activity.begin(), run.slices.activity.end(), [&](Activity a) { return ((a == kinds) || ...); });
  };
  return any(Activity::Compute, Activity::Host) && !any(Activity::Communication);
}

}  // namespace weir
