// What tiers, caches, staging, checkpoints and failures make of a predicted step: Outcome's `data` and `checkpoint`, and the
// time to target. Internal to this room. Pure.
#pragma once

#include "core/model/training.h"
#include "core/scenario/outcome.h"

namespace weir::model {

// Needs step_s and epoch_s. Sets time_to_target_s: staging, a first epoch from cold caches, start-up of each epoch, and,
// where the nodes' MTBF is given, work that failures lose. Gives the factor by which failures stretch the work (>= 1).
[[nodiscard]] double storageOutcome(const Scenario& s, const TrainingStep& t, double steps, Outcome& o);
void checkpointRemarks(const Scenario& s, const CheckpointAnswer& c, Outcome& o);

}  // namespace weir::model
