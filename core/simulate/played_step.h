// What every player of a training step does with the step it has played: the rest of the step around it, and the answer.
#pragma once

#include "core/model/training.h"
#include "core/scenario/outcome.h"
#include "core/scenario/scenario.h"

namespace weir::sim {

// Waiting for data and the checkpoint's share, of a step whose computing and communication were played instead of `planned`.
void settleStep(const Scenario& scenario, const model::TrainingStep& planned, model::TrainingStep& played);

// The outcome of that step in place of the model's; fidelity and remarks stay, new remarks are added.
void takeStep(const Scenario& scenario, const model::TrainingStep& played, Outcome& outcome);

}  // namespace weir::sim
