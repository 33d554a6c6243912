// When to write a checkpoint, what that costs, and what failures cost.
//
// C seconds that training waits for one checkpoint, M mean time between failures of the job's nodes, R seconds to restart
// (read the checkpoint back and what stands before it), tau seconds of work between two checkpoints.
//   Young, CACM 17(9), 1974:                tau = sqrt(2 C M)
//   Daly, FGCS 22(3), 2006:                 tau = sqrt(2 C M) (1 + sqrt(C / 2M) / 3 + C / 18M) - C for C < 2M, else M
//   waste, first order:                     C / tau + tau / 2M + R / M        valid for C, R, tau well below M
//   Daly, without approximation:            wall / work = M e^(R/M) (e^((tau + C) / M) - 1) / tau
//   failures are independent and exponential: M of n nodes = M of one / n
// Writing: sharded over `writers` nodes; each takes bytes / writers to its own tier at that tier's rate, all together no more
// than a shared tier takes. Asynchronous: training waits for the copy to memory alone; with a drain, the first tier is
// emptied into a second one behind training's back. Copy and drain must end before the next checkpoint: if they do not, the
// rest is waited for. SI; NaN = unknown; pure functions.
#pragma once

#include "core/scenario/scenario.h"

namespace weir::model {

// 365 days, as operators count.
inline constexpr double kSecondsPerYear = 365.0 * 86400;

[[nodiscard]] double systemMtbf(double node_mtbf_s, double nodes);   // 0 or unknown MTBF: infinity
[[nodiscard]] double youngInterval(double cost_s, double mtbf_s);
[[nodiscard]] double dalyInterval(double cost_s, double mtbf_s);
[[nodiscard]] double checkpointWaste(double interval_s, double cost_s, double mtbf_s, double restart_s = 0);
[[nodiscard]] double expectedSlowdown(double interval_s, double cost_s, double mtbf_s, double restart_s = 0);  // wall / work, >= 1

// Bytes a parameter on disk: the weights in the training precision, and fp32 weights and Adam's two moments. 14 in mixed
// precision (MLPerf Storage v2.0: 8B 105, 70B 912, 405B 5290, 1T 18,000 GB), 12 in fp32, whose weights are the fp32 ones.
[[nodiscard]] double checkpointBytesPerParameter(double element_bytes);

struct CheckpointWriting {
  double bytes = 0;
  double writers = 1;                  // nodes that write at the same time
  double tier_bytes_per_s = 0;         // into the first tier, all writers together
  double memory_bytes_per_s = 0;       // of one node; 0 = unknown, asynchronous then waits for the write
  double drain_bytes_per_s = 0;        // from the first tier into the second; 0 = no drain
  bool asynchronous = false;
  double setup_s = 0;                  // per checkpoint: files created, ranks gathered
};
struct CheckpointTime {
  double write_s = 0;                  // until the first tier holds it
  double drain_s = 0;                  // until the second one does, after that; 0 = no drain
  double blocks_s = 0;                 // what training waits when the interval is long enough
  double behind_s = 0;                 // runs beside training; an interval must not be shorter
};
[[nodiscard]] CheckpointTime checkpointTime(const CheckpointWriting& w);  // no rate: NaN
// What training waits a checkpoint at this interval: blocks_s, and what of behind_s the interval does not cover.
[[nodiscard]] double checkpointCost(const CheckpointTime& t, double interval_s);

// Of a whole scenario.
struct CheckpointAnswer {
  CheckpointTime time;
  double interval_s = 0;               // as planned: given, Young's or Daly's; 0 = no checkpoints
  double cost_s = 0;                   // waited for, a checkpoint
  double share = 0;                    // of the time between two: cost / interval; what a step pays
  double mtbf_s = 0;                   // of the job's nodes; infinity = no failures are given
  double restart_s = 0;                // reading it back, and plan.checkpoint.restart
  double waste = 0;                    // expected, failures included
  double young_s = 0, daly_s = 0;      // what the two would choose
  bool drains = true;                  // false: what runs behind training is not done by the next checkpoint
};
// `bytes` of the whole checkpoint, `parts` ranks that hold different parts of it, `link_bytes_per_s` of one node.
[[nodiscard]] CheckpointAnswer checkpointOf(const Scenario& s, double bytes, double parts, double link_bytes_per_s);

}  // namespace weir::model
