// Energy of a span by component. An accelerator draws idle + (max - idle) u (f/fmax)^3: dynamic power a C V^2 f with V
// proportional to f in the range used (Mudge, IEEE Computer 2001, "Power: a first-class architectural design
// constraint"); u is 1 while computing, kWaitUse while a communication kernel spins, 0 while it waits for data. NICs,
// switches and drives draw their power for as long as the job holds them. Facility: (PUE - 1) x the rest.
#pragma once

#include <string>
#include <vector>

#include "core/scenario/outcome.h"
#include "core/scenario/scenario.h"

namespace weir::model {

// Unverified: two MLPerf Training v4.0 jobs on 8xH100 nodes, one node against eight, suggest 0.2 and 0.5.
inline constexpr double kWaitUse = 0.3;
// Unverified: 15 to 20 pJ a bit for DDR4/DDR5.
inline constexpr double kMemoryJoulesPerByte = 17.5e-12 * 8;

[[nodiscard]] double acceleratorPower(const PowerRange& p, double frequencyRatio, double use);

// Frequency (Hz) at which an accelerator runs: the plan's or its highest, lowered until computing draws no more than the
// cap, not below its lowest. 0 where the machine gives none.
[[nodiscard]] double runningFrequency(const Accelerator& a, Frequency wanted, Power cap);

struct Spans {
  double compute_s = 0;   // all accelerators compute
  double wait_s = 0;      // communicate or wait for one another
  double idle_s = 0;      // wait for data or a checkpoint
  double frequency_hz = 0;
  double cpu_busy_s = 0;        // core-seconds over all nodes
  double memory_bytes = 0;      // through the nodes' memories
  double storage_use = 0;       // of the tier's bandwidth, 0..1
  const StorageTier* tier = nullptr;
};
struct EnergyAnswer {
  EnergyBreakdown by;
  double total_j = kUnknown;
  std::vector<std::string> unknown;  // components whose power nobody gave
};
[[nodiscard]] EnergyAnswer energyOf(const Scenario& s, const Spans& spans, double switchesUsed);

}  // namespace weir::model
