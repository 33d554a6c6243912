// Gradients and sharded weights among the copies of a model, d ranks (data x context), P parameters of a rank, e bytes each:
//   ZeRO 0     all-reduce of the gradients, 2 (d-1)/d P e sent
//   ZeRO 1, 2  reduce-scatter, and all-gather of the weights after the optimizer, under the next forward: the same bytes
//   ZeRO 3     (FSDP) weights gathered in forward and backward of every micro-batch, gradients scattered in each (or in the
//              last one, plan.gradient_sync): with g micro-batches 2g all-gathers and g reduce-scatters
// (Rajbhandari et al., SC20, section 7; Zhao et al., VLDB 2023). A shard group of k ranks (HSDP) does so within itself and
// all-reduces its shares of P/k over the d/k copies. Experts are copied d/E times only.
// Overlap: buckets leave in reverse order under backward (overlap.h); gathers under the computing of their phase, the first
// unit's exposed. Communication beside computing slows it: a phase of Tc computing and Tn communication takes
// max(Tn, Tc + k Tn), k = accelerator.overlap_contention (form: Calculon's processor_usage, Isaev et al., SC23).
// plan.compression: each bucket is exchanged as compression.h says, and compressing stands alone after backward.
// plan.local_steps H: the weights are averaged once every H steps, under nothing; times and volumes are a step's share.
// plan.weight_gather "flat": no use of the node's fabric, every rank draws all bytes through its own share of the NICs.
#pragma once

#include "core/model/collectives.h"
#include "core/model/compression.h"
#include "core/model/compute.h"
#include "core/model/overlap.h"
#include "core/scenario/scenario.h"

namespace weir::model {

struct TrainingStep;

// Fills the step's buckets, gradient and gather times and volumes. `perBlock_s`: communication inside a block, forward and
// backward alike, of one micro-batch, that stretches backward.
void dataParallel(const Scenario& s, double perBlock_s, TrainingStep& t);

// What one rank of `ranks` makes of `bytes` of its gradient: the bytes themselves, or what plan.compression leaves of them.
[[nodiscard]] CompressedExchange gradientExchange(const Scenario& s, double bytes, double elementBytes, int ranks);

// Whether gradients are averaged in every micro-batch.
[[nodiscard]] bool syncsEveryMicroBatch(const Plan& p);

}  // namespace weir::model
