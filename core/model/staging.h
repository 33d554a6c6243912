// Copying a data set from one tier to another before or while training reads it.
//
//   source   reads x D / bandwidth of the source           (a byte that several instances want is read `reads` times)
//   target   bytes a node takes / what it can write
//   links    bytes a node takes / what its network carries
//   names    files x reads / metadata rate of the source
// Pipelined copies run at the slowest of these; file by file they add up. `overlap` in [0, 1] lies between: the slowest part
// + (1 - overlap) x the others. A node takes D / nodes of its instance (sharded) or all of D. What does not fit stays at
// the source: fraction f = min(1, n C / D). Truth: MLPerf HPC's staging times (core/calibrate/tables/hpc_runs.cpp).
// Break-even: E* = staging / (epoch from the source - epoch from the target) epochs. SI; pure functions.
#pragma once

#include <limits>

#include "core/scenario/scenario.h"

namespace weir::model {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();  // a rate or a time that limits nothing

struct StagingWork {
  double data_bytes = 0;
  double nodes = 1;                     // that share one copy (of one instance)
  double instances = 1;                 // that train beside one another, each with its copy
  double reads = 1;                     // times that each byte leaves the source; at most `instances`
  bool every_node_all = false;          // each node takes all of D
  double source_bytes_per_s = 0;        // the whole source, for this job
  double target_bytes_per_s = 0;        // one node
  double link_bytes_per_s = 0;          // one node; 0 = does not limit
  double files = 0, metadata_per_s = 0; // 0 = does not limit
  double overlap = 1;
  double setup_s = 0;
};
struct Staging {
  double time_s = 0;
  double source_s = 0, target_s = 0, link_s = 0, names_s = 0;
  const char* limit = "none";           // "source", "target", "links", "metadata"
  double node_bytes = 0;
};
[[nodiscard]] Staging staging(const StagingWork& w);

// Fraction of a data set that `nodes` tiers of `capacity` each (or one shared one) hold; 1 where the capacity is unknown (0).
[[nodiscard]] double stagedFraction(double data_bytes, double capacity_bytes, double nodes);

// Epochs after which staging has paid; infinity where it gains nothing.
[[nodiscard]] double breakEvenEpochs(double staging_s, double epoch_source_s, double epoch_target_s);
// `epochs` epochs: all from the source; staged first; the first from the source and kept on the way (a cache, or staging
// while training).
[[nodiscard]] double epochsFromSource(double epochs, double epoch_source_s);
[[nodiscard]] double epochsStagedBefore(double epochs, double staging_s, double epoch_target_s);
[[nodiscard]] double epochsStagedDuring(double epochs, double epoch_source_s, double epoch_target_s);

}  // namespace weir::model
