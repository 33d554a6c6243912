// How fast samples can be delivered, and what a step waits for them. Form: DLIO / MLPerf Storage (Devarajan et al.,
// CCGrid 2021): supply = min(workers, tier, metadata, links), stall = batch / supply beyond what the step takes, AU =
// computing / step. Caching of a freshly permuted data set that is never evicted: hits = cached fraction (Mohan et al.,
// CoorDL, VLDB 2021). Pure functions; rates in samples a second over the whole job; infinity = does not limit.
#pragma once

#include "core/scenario/scenario.h"

namespace weir::model {

struct Supply {
  double workers = 0, tier = 0, metadata = 0, link = 0;
  double samples_per_s = 0;        // the least of them
  const char* limit = "none";      // which: "workers", "tier", "metadata", "link"
  double hit = 0;                  // fraction of reads served by the node's cache, from the second epoch on
  double epoch_bytes = 0;          // read from the tier in such an epoch
  double decode_s = 0;             // processor time of a sample
  bool known = false;              // false: no data set or no tier, nothing is read
};
[[nodiscard]] Supply dataSupply(const Scenario& s, double network_bytes_per_s);

// What a step waits: with prefetching only what the rest of the step does not cover, without it all of the loading.
[[nodiscard]] double dataStall(double globalBatch, double samples_per_s, double rest_s, bool prefetch);

// Accelerator utilisation as MLPerf Storage counts it: computing over the step; 1 when nothing is waited for.
[[nodiscard]] double acceleratorUtilisation(double compute_s, double step_s);

// Copying the data set from one tier to another before training: D / min(read, write, links).
[[nodiscard]] double stagingTime(const Scenario& s, double network_bytes_per_s);

}  // namespace weir::model
