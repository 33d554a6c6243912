// The answer to a Scenario at one fidelity: what `predict` and `simulate` print and the panels show. SI units, in the
// names. NaN means unknown (null in JSON), never 0.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/scenario/guarantee.h"
#include "core/scenario/scenario.h"

namespace weir {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// "model", "flow", "packet", "hybrid": packets, but phases that repeat or are steady are advanced without them.
enum class Fidelity { Model, Flow, Packet, Hybrid };

struct EnergyBreakdown {  // joules a step
  double accelerator = kUnknown, cpu = kUnknown, memory = kUnknown, nic = kUnknown, network = kUnknown, storage = kUnknown,
         facility = kUnknown;  // facility = (PUE - 1) x the rest
};

struct EnergyByPhase {  // joules a step by what the accelerators did meanwhile, all components and the facility; sum to energy_step_j
  double compute = kUnknown, communication = kUnknown, bubble = kUnknown, data = kUnknown;  // data: stalls and checkpoints
};

struct StepBreakdown {  // seconds; sum to step_s
  double compute_s = kUnknown, exposed_communication_s = kUnknown, data_stall_s = kUnknown, bubble_s = kUnknown,
         checkpoint_s = kUnknown, other_s = kUnknown;
};

struct Volume {  // bytes
  double network_step_bytes = kUnknown;    // injected by all hosts in a step
  double rank_sent_step_bytes = kUnknown;
  double node_step_bytes = kUnknown;       // leaving one node
  double storage_epoch_bytes = kUnknown;
  double checkpoint_bytes = kUnknown;
};

struct DataOutcome {
  double au = kUnknown;               // computing and communicating over that and waiting for data; checkpoints aside
  double hit_rate = kUnknown;         // of reads, by caches, from the second epoch on
  double staging_s = kUnknown;        // before training
  double first_epoch_s = kUnknown;    // with cold caches
  double dlio_au = kUnknown, dlio_epoch_s = kUnknown, dlio_samples_per_s = kUnknown;  // as DLIO counts an epoch
};

struct CheckpointOutcome {
  double interval_s = kUnknown;       // between two; unknown = none are written
  double write_s = kUnknown, cost_s = kUnknown, restart_s = kUnknown;  // until stored; waited for; after a failure
  double waste = kUnknown;            // expected, of the time: writing, work lost, restarts; unknown without an MTBF
  double young_s = kUnknown, daly_s = kUnknown;
};

struct CollectiveOutcome {
  CollectiveOp operation = CollectiveOp::AllReduce;
  Algorithm algorithm = Algorithm::Ring;
  int ranks = 0;
  double bytes = kUnknown, time_s = kUnknown;
  double algbw = kUnknown, busbw = kUnknown;  // bytes/s, as nccl-tests defines them
};

struct FlowOutcome {
  std::uint64_t count = 0;
  double fct_mean_s = kUnknown, fct_p50_s = kUnknown, fct_p99_s = kUnknown, fct_max_s = kUnknown;
};

struct NetworkOutcome {
  std::uint64_t packets = 0, packet_hops = 0, drops = 0, marks = 0, pauses = 0, max_queue_bytes = 0;
  std::uint64_t sent_bytes = 0, delivered_bytes = 0;
  std::uint64_t trims = 0, retransmissions = 0, control_packets = 0;
  double fairness = kUnknown;             // Jain's index over the flows' throughputs
  double throughput = kUnknown;           // accepted, as a fraction of the hosts' bandwidth; workloads with a load
  double links_j = kUnknown, switches_j = kUnknown;
  struct HotLink {
    std::string name;
    double utilization = 0, max_queue_bytes = 0, energy_j = kUnknown;
  };
  std::vector<HotLink> hot_links;         // the busiest, at most 16
  double advanced_share = kUnknown;       // hybrid: of the bytes, without packets
  double advanced_error = kUnknown;       // hybrid: relative, the largest seen where a phase was also played in full
};

// 95 %, from the intervals of the constants; NaN = not worked out.
struct Range {
  double low = kUnknown, high = kUnknown;
};

// A constant that the answer rests on: by how much its interval alone moves the answer, as fractions of it.
struct Influence {
  std::string path, value, low, high, source;
  double step_low = 0, step_high = 0;      // change of step_s at the interval's low and high end
  double energy_low = 0, energy_high = 0;  // of energy_step_j
};

struct Uncertainty {
  Range step_s, epoch_s, samples_per_s, time_to_target_s, samples_to_target, energy_step_j, energy_to_target_j;
  std::vector<Influence> rests_on;  // most influential first
};

// Of one rank's accelerator. fits: whether what is needed is there; true where nobody gave the capacity.
struct MemoryOutcome {
  double states_bytes = kUnknown, activation_bytes = kUnknown, working_bytes = kUnknown;
  double needed_bytes = kUnknown, capacity_bytes = kUnknown;
  double headroom_bytes = kUnknown;  // capacity - needed: negative is what is missing
  bool fits = true;
};

struct Outcome {
  Fidelity fidelity = Fidelity::Model;
  double step_s = kUnknown, epoch_s = kUnknown, samples_per_s = kUnknown;
  double time_to_target_s = kUnknown, samples_to_target = kUnknown;
  double energy_step_j = kUnknown, energy_to_target_j = kUnknown;
  double steps_to_target = kUnknown, network_to_target_bytes = kUnknown;
  Guarantee guarantee;  // about samples_to_target
  EnergyBreakdown energy;
  EnergyByPhase energy_phase;
  double carbon_step_g = kUnknown, carbon_to_target_g = kUnknown;  // CO2 equivalent; unknown without machine.facility.carbon
  Volume volume;
  StepBreakdown breakdown;
  MemoryOutcome memory;
  DataOutcome data;
  CheckpointOutcome checkpoint;
  double overlapped_communication_s = kUnknown;  // hidden under compute, in a step
  std::vector<CollectiveOutcome> collectives;
  FlowOutcome flows;      // flow and packet fidelity
  NetworkOutcome network; // packet fidelity
  std::optional<Uncertainty> uncertainty;        // where it was asked for; see core/model/uncertainty.h
  double wall_s = kUnknown, cpu_s = kUnknown;    // what the answer itself cost
  std::vector<std::string> remarks;              // "does not fit: 91 GB of 80 GB", assumptions worth reading
};

}  // namespace weir
