// The numbers of one training step, each where it comes from: what predict sums and explain shows.
// Pipeline: 1F1B, bubble (p-1) x a micro-batch's time (Narayanan et al., SC21, section 2.2). Tensor parallelism: four
// all-reduces of b s h a block and micro-batch, six with full recomputation (Shoeybi et al. 2019, section 3; Korthikanti
// et al. 2022), none of them hidden. Data parallel: buckets under the last micro-batch's backward (overlap.h); ZeRO 1 and
// 2 reduce-scatter the gradients and gather the weights afterwards under forward; ZeRO 3 gathers the weights in forward
// and backward of every micro-batch (Rajbhandari et al., SC20, section 7).
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/model/collectives.h"
#include "core/model/compute.h"
#include "core/model/data_loading.h"
#include "core/model/memory.h"
#include "core/model/overlap.h"
#include "core/scenario/scenario.h"

namespace weir::model {

struct TrainingStep {
  // how the job is cut
  int data = 1, stages = 1, tensor = 1;
  double micro_batch = 0, micro_batches = 0;  // of one rank
  GroupLayout layout;                         // of a data-parallel group
  OpList net;
  double local_parameters = 0;                // of the whole stage and tensor shard
  double gradient_bytes = 0;                  // a parameter
  double frequency_hz = 0;
  NetworkCosts costs;
  FabricCosts fabric;

  // time
  ComputeTime micro;            // one micro-batch
  double compute_s = 0;         // all micro-batches, forward and backward
  double optimizer_s = 0;
  std::vector<Bucket> buckets;  // of the last micro-batch's backward
  Overlap overlap;
  double gradient_exposed_s = 0;  // by buckets, or by gathering weights
  double gather_s = 0, gather_exposed_s = 0;  // ZeRO: weights
  double tensor_s = 0;            // tensor-parallel all-reduces, all exposed
  double pipeline_s = 0;          // sends between stages that nothing hides
  double bubble_s = 0;
  double overlapped_s = 0;
  Supply supply;
  double data_stall_s = 0;
  double checkpoint_bytes = 0, checkpoint_write_s = 0, checkpoint_s = 0;  // one; written; its share of a step
  double staging_s = 0;           // once, before training

  // volume
  GroupCost gradient;             // sums over the buckets; total.algorithm of the largest
  GroupCost gather;
  double tensor_sent_bytes = 0;   // by one rank in a step
  double tensor_payload_bytes = 0;
  double tensor_node_bytes = 0;   // leaving one node
  double pipeline_sent_bytes = 0;
  Memory memory;

  [[nodiscard]] double exposed_s() const { return gradient_exposed_s + gather_exposed_s + tensor_s + pipeline_s; }
};

// The scenario must be valid and of kind training.
[[nodiscard]] Result<TrainingStep> trainingStep(const Scenario& s);

}  // namespace weir::model
