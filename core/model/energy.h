// Energy of a span by component and by what the accelerators did meanwhile.
//
// Accelerator: idle + (max - idle) u x V(x)^2 at clock x = f / fmax (power_limit.h; the cube law where a scenario gives no
// voltage floor). u = 1 while kernels bound by the core run, power.memory_bound while memory binds them, power.waiting while a
// communication kernel spins, 0 while it waits for data.
// A node computes for the share s of a step and waits for the rest: P = waiting + s (computing - waiting). Fitted on MLPerf
// Training v4.0 power runs of 8 x H100 nodes (node_power.csv): waiting = 0.21 to 0.36 of computing - idle, 0.28 over all.
// Host: idle + (max - idle) x busy cores / cores; its memory's traffic (pJ a bit) is part of it. NICs, transceivers, switches
// and drives draw their power for as long as the job holds them (networks are nearly constant: Abts et al., ISCA 2010), links
// add pJ a bit. Facility: (PUE - 1) x the rest. Carbon: energy x g/kWh. Units in the names; unknown is NaN. Pure.
#pragma once

#include <string>
#include <vector>

#include "core/model/power_limit.h"
#include "core/scenario/outcome.h"
#include "core/scenario/scenario.h"

namespace weir::model {

// The voltage law of the scenario's accelerator.
[[nodiscard]] ClockPower clockPowerOf(const AcceleratorPower& p);
// u: share of max - idle at the highest clock.
[[nodiscard]] double acceleratorPower(const AcceleratorPower& p, double frequencyRatio, double use);

// Frequency (Hz) at which an accelerator runs: the plan's or its highest, lowered until computing draws no more than the
// cap, not below its lowest. 0 where the machine gives none.
[[nodiscard]] double runningFrequency(const Accelerator& a, Frequency wanted, Power cap);

// Mean power of a node whose accelerators compute for a share of the time (0..1) and wait for one another for the rest.
[[nodiscard]] double nodePower(double computing_w, double waiting_w, double computeShare);
// Share of the time that a job computes, from its speed against a run that hardly waits: the same work took `reference`
// node-seconds there and takes `spent` here. At most 1.
[[nodiscard]] double computeShare(double reference_node_s, double spent_node_s);

struct Spans {
  double compute_s = 0;       // all accelerators compute
  double memory_bound_s = 0;  // of that: bound by memory
  double host_s = 0;          // of that: the host works between steps, accelerators idle
  double wait_s = 0;          // communicate or wait for one another
  double bubble_s = 0;        // of that: pipeline stages wait
  double idle_s = 0;          // wait for data or a checkpoint
  double frequency_hz = 0;
  double cpu_busy_s = 0;      // core-seconds over all nodes
  double memory_bytes = 0;    // through the nodes' memories
  double network_bytes = 0;   // injected by all nodes
  double storage_use = 0;     // of the tier's bandwidth, 0..1
  const StorageTier* tier = nullptr;
};
struct EnergyAnswer {
  EnergyBreakdown by;
  EnergyByPhase phase;
  double total_j = kUnknown;
  double carbon_g = kUnknown;
  std::vector<std::string> unknown;  // components whose power nobody gave
};
[[nodiscard]] EnergyAnswer energyOf(const Scenario& s, const Spans& spans, double switchesUsed);

// Grams of CO2 equivalent; NaN for an unknown intensity.
[[nodiscard]] double carbonOf(const Facility& f, double energy_j);

}  // namespace weir::model
