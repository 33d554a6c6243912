// Plays a Scenario into a Run, at the fidelity asked for:
//   packet  every packet of the traffic, collective or training step, by core/network's packet engine;
//   hybrid  packets, but what repeats is looked up instead of played again (hybrid_engine.h); Outcome::network says how much;
//   flow    the same messages as max-min fair fluid flows;
//   model   the closed forms of core/model, and the timeline they imply (Truth::Predicted).
// Deterministic: equal scenario, seed and fidelity give an equal Run and Outcome, except wall_s and cpu_s, whatever runs
// beside it. Blocking; call from any thread, as often at once as you like.
#pragma once

#include <functional>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"
#include "core/scenario/outcome.h"
#include "core/scenario/scenario.h"

namespace weir {

struct SimulateOptions {
  unsigned threads = 1;      // of one simulation; changes how long it takes, nothing else
  bool keepMessages = true;  // every message as a transfer (up to a bound, beyond which a note says so); else none
  // Called from the simulating thread about every partialEvery_s (less often where building one is slow) with an
  // immutable Run of what has happened until now: the latest messages, the busiest links. May be empty.
  std::function<void(RunPtr)> onPartial;
  double partialEvery_s = 0.25;
  // Stop early, and answer for what has happened until then, with a remark: simulated seconds, packet-hops; 0 = no budget.
  double budget_s = 0;
  std::uint64_t budgetHops = 0;
  std::uint64_t memory = 0;  // bytes that the network's state may take; 0 = three quarters of the machine's
  RunPtr replay = {};        // workload.kind replay: what workload.run names, where that is no Chakra execution trace
};

struct Simulated {
  Outcome outcome;
  RunPtr run;  // never null
};

// Errors: a scenario that cannot be played (names the field), stopped (Error::stopped()).
// Progress: bytes delivered of bytes to deliver.
[[nodiscard]] Result<Simulated> simulate(const Scenario& scenario, Fidelity fidelity, const SimulateOptions& options, const Job& job);

}  // namespace weir
