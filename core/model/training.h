// The numbers of one training step, each where it comes from: what predict sums and explain shows.
// Computing: compute.h. Tensor, context, expert and pipeline parallelism: parallel.h. Gradients and sharded weights:
// data_parallel.h. Memory: memory.h. Pipeline bubble: (p-1)/v of a micro-batch's time on a stage (Narayanan et al., SC21,
// section 2.2). The slowest stage sets the pace: it is taken to hold the most blocks and the head.
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/model/checkpoint.h"
#include "core/model/collectives.h"
#include "core/model/compute.h"
#include "core/model/data_loading.h"
#include "core/model/memory.h"
#include "core/model/overlap.h"
#include "core/model/parallel.h"
#include "core/scenario/scenario.h"

namespace weir::model {

struct TrainingStep {
  // how the job is cut
  int data = 1, stages = 1, tensor = 1, context = 1, expert = 1, virtual_stages = 1;
  int copies = 1;                             // ranks over which gradients are averaged: data x context
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
  double optimizer_parameters = 0;  // whose state this rank holds
  double optimizer_s = 0;
  double overhead_s = 0;        // accelerator.step_overhead
  double compress_s = 0;        // gradients, before and after they are exchanged
  std::vector<Bucket> buckets;  // of the last micro-batch's backward
  Overlap overlap;
  double bucket_backward_s = 0;   // the last backward as the buckets see it: with what is exchanged inside blocks
  double gradient_exposed_s = 0;  // by buckets, or by gathering weights
  double gather_s = 0, gather_exposed_s = 0;  // ZeRO: weights
  Exchange tensor_exchange, context_exchange, expert_exchange, pipeline_exchange;
  double tensor_s = 0;            // tensor-parallel collectives, exposed
  double context_s = 0, expert_s = 0;  // exposed
  double pipeline_s = 0;          // sends between stages that nothing hides
  double bubble_s = 0;
  double overlapped_s = 0;
  Supply supply;
  double data_stall_s = 0;
  double checkpoint_bytes = 0, checkpoint_write_s = 0, checkpoint_s = 0;  // one; written; its share of a step
  CheckpointAnswer checkpoint;
  double staging_s = 0;           // once, before training

  // volume
  GroupCost gradient;             // sums over the buckets; total.algorithm of the largest
  GroupCost gather;
  double tensor_payload_bytes = 0;
  double expert_parameters = 0;   // of local_parameters
  Memory memory;

  // What follows the gradients: the device's passes over them and its state, and the host's work between steps.
  [[nodiscard]] double updating_s() const { return optimizer_s + compress_s; }
  [[nodiscard]] double after_s() const { return optimizer_s + overhead_s + compress_s; }
  // What blocks exchange and wait for.
  [[nodiscard]] double inner_s() const { return tensor_s + context_s + expert_s; }
  [[nodiscard]] double exposed_s() const { return gradient_exposed_s + gather_exposed_s + inner_s() + pipeline_s; }
};

// The scenario must be valid and of kind training.
[[nodiscard]] Result<TrainingStep> trainingStep(const Scenario& s);
// What the step holds in memory, without its time.
[[nodiscard]] Memory trainingMemory(const Scenario& s);

}  // namespace weir::model
