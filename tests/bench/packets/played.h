// One simulation of the packet bench: a scenario, played and measured.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/scenario/outcome.h"
#include "core/scenario/scenario.h"

namespace weir::bench {

// Three-level fat tree of that radix, 100 Gb/s and 1 us a cable, 4 KiB packets, `hosts` of its hosts.
[[nodiscard]] Scenario tree(int radix, int hosts);
[[nodiscard]] Scenario tree(int radix, int hosts, std::vector<Flow> flows);
[[nodiscard]] std::vector<Flow> permutation(int hosts, std::int64_t bytes);

struct Played {
  std::string error;              // empty = it was played
  Outcome outcome;
  double cpu_s = 0, wall_s = 0;   // of simulate() as a whole, all threads: network built, played, Run built
  std::int64_t memoryBytes = 0;   // most at once
};

// The least CPU time of `repetitions`; the rest of the last one.
[[nodiscard]] Played play(const Scenario& s, Fidelity f, int repetitions, unsigned threads = 1);

// Equal in everything that does not depend on the clock.
[[nodiscard]] bool equal(const Played& a, const Played& b);

}  // namespace weir::bench
