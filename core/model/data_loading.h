// How fast samples can be delivered, and what a step waits for them. Form: DLIO / MLPerf Storage (Devarajan et al.,
// CCGrid 2021): supply = min(workers, tier, requests, metadata, links), stall = batch / supply beyond what the step takes.
// Sources of a sample: this node's cache, other nodes' caches (caching.h), the tier it was staged to (staging.h), and the
// tier behind that. Rates in samples a second over the whole job; infinity = does not limit. Pure functions.
#pragma once

#include "core/model/caching.h"
#include "core/scenario/scenario.h"

namespace weir::model {

// The tier that samples are read from: the plan's, or the first; nullptr where the machine has none.
[[nodiscard]] const StorageTier* dataTier(const Scenario& s);

// Where the reads of an epoch go; the four add up to 1.
struct Sources {
  double cache = 0, peers = 0;
  double tier = 0;      // plan.data.tier
  double behind = 0;    // plan.data.stage, where the data set was staged in part
};

struct Supply {
  double workers = 0, tier = 0, metadata = 0, link = 0;
  double requests = 0;             // of the tiers: IOPS
  double behind = 0;               // the tier from which a part that was not staged is read
  double samples_per_s = 0;        // the least of them
  const char* limit = "none";      // which: "workers", "tier", "requests", "metadata", "link", "source tier"
  double hit = 0;                  // fraction of reads served by caches, from the second epoch on
  Sources sources;                 // from the second epoch on
  double epoch_bytes = 0;          // read from tiers in such an epoch
  double decode_s = 0;             // processor time of a sample
  double jitter = 0;               // standard deviation of a batch's loading time over its mean, prefetching counted
  double loaders = 1;              // that scatter independently: ranks where their workers are the limit, else 1
  double first_epoch_samples_per_s = 0;  // caches empty; with staging "during", from the source
  bool known = false;              // false: no data set or no tier, nothing is read
};
[[nodiscard]] Supply dataSupply(const Scenario& s, double network_bytes_per_s);

// What a step waits: with prefetching only what the rest of the step does not cover, without it all of the loading.
// `jitter` > 0: loading times scatter (sd / mean), and the mean of max(0, load - rest) is waited for; for a normal load
// sd (phi(u) + u Phi(u)), u = (load - rest) / sd (Clark, Operations Research 9(2), 1961). A step waits for the slowest of
// `loaders` that scatter on their own: their load is the mean of the largest of so many (Blom 1958: the normal quantile at
// (n - 3/8) / (n + 1/4)). More jitter never waits less.
[[nodiscard]] double dataStall(double globalBatch, double samples_per_s, double rest_s, bool prefetch, double jitter = 0, double loaders = 1);

// Of a scenario's step, at a rate that `supply` can deliver: dataStall with its scatter, and the hand-over of a batch.
[[nodiscard]] double dataWait(const Scenario& s, const Supply& supply, double samples_per_s, double rest_s);

// Accelerator utilisation as MLPerf Storage counts it: computing over the step; 1 when nothing is waited for.
[[nodiscard]] double acceleratorUtilisation(double compute_s, double step_s);

// Copying the data set from one tier to another before training: D / min(read, write, links), and set-up. 0 with
// plan.data.stage_when "during": then the first epoch pays.
[[nodiscard]] double stagingTime(const Scenario& s, double network_bytes_per_s);
// Fraction of the data set that plan.data.tier holds when it is staged there; 1 when it is not staged.
[[nodiscard]] double stagedFractionOf(const Scenario& s);

// The benchmark DLIO plays: computing is a sleep, each step ends in a barrier, each epoch starts with empty queues.
//   first batch   startup + fill x A b r / B + t        `fill` batches of every accelerator load at once before the first is
//                                                       whole: read_threads with PyTorch's workers, 1 with TensorFlow
//   free run      first batch + (N - 1) (t + overhead)
//   storage       N A b r / B                           the epoch's bytes at the bandwidth all get together
//   epoch         (free run^k + storage^k)^(1/k)        k = sharpness; infinity = the larger of the two
// Steps N = samples / (A b), whole. AU = (N - 1) t / (epoch - first batch): DLIO leaves the first step out
// (utils/statscounter.py of MLPerf Storage v1.0); throughput = N A b / epoch (v1.0), with the first step. v2.0 counts both
// without it: (N - 2) A b / (epoch - first batch). Left out: an epoch's last batches, at most `fill` of them, may arrive
// together and then take a step each.
struct LoaderRun {
  double accelerators = 1, batch = 1, steps = 1;
  double sample_bytes = 0;
  double compute_s = 0;            // t, a step's sleep
  double overhead_s = 0;           // a step's, that nothing hides
  double startup_s = 0;            // an epoch's, before the first read
  double fill_batches = 1;
  double bytes_per_s = 0;          // B; 0 or infinite = storage does not limit
  double sharpness = 12;
};
struct LoaderEpoch {
  double epoch_s = 0, first_batch_s = 0, step_s = 0;
  double utilisation = 0;          // AU, a fraction; 1 step: NaN
  double samples_per_s = 0, bytes_per_s = 0;          // as v1.0 reports them
  double steady_samples_per_s = 0;                    // as v2.0 does
};
[[nodiscard]] LoaderEpoch loaderEpoch(const LoaderRun& r);
// B at which the run reaches a throughput (v1.0's); NaN where it cannot, free run being slower. Inverse of loaderEpoch.
[[nodiscard]] double bandwidthFor(const LoaderRun& r, double bytes_per_s);

}  // namespace weir::model
