// Networks as lists of operations, per sample and forward. Convolutional and recommendation networks known by name: each
// family's file, networks_<family>.cpp, names its sources and published counts. BERT-large (Devlin et al. 2019): 336 M with
// its pre-training heads. Transformers: transformer.h. A multiply-add is two FLOP.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/plan.h"
#include "core/scenario/workload.h"

namespace weir::model {

struct Op {
  double parameters = 0;
  double flops = 0;           // forward, one sample
  double traffic_bytes = 0;   // to and from memory, forward, one sample, without the weights
  double kept_bytes = 0;      // for backward, one sample
  double backward = 2;        // backward work over forward work
  enum class Kind : unsigned char { Matrix, Attention, Pointwise };
  Kind kind = Kind::Matrix;   // Attention: fused, with an efficiency of its own
  double kernels = 0;         // launched in forward: each costs Accelerator::operation_overhead
};

// What a gradient bucket never splits: a layer, or a transformer block. In forward order.
struct Segment {
  std::size_t firstOp = 0, ops = 0;
  double parameters = 0;         // on this rank, experts included
  double expert_parameters = 0;  // those of them that belong to experts
  int count = 1;                 // so many alike, one after the other: their operations stand in the list once
};

struct OpList {
  std::vector<Op> ops;             // of each segment once
  std::vector<Segment> segments;
  double parameters = 0;        // of the whole model, not split
  double forward_flops = 0;     // of the whole model, one sample
  int blocks = 0;               // transformer blocks in this rank's part; 0 for others
  double sharded_parameters = 0;  // spread over all ranks, never averaged: embedding tables
  double exchanged_bytes = 0;   // one sample's part of an all-to-all, forward; backward sends as much
  double block_bytes = 0;       // one sample's activation at a block's boundary (s h e), this rank's part of the sequence
  double attention_bytes = 0;   // one sample's keys and values of a block on this rank
  double head_bytes = 0;        // one sample's queries, keys, values and results of attention of a block on this rank
  double routed_bytes = 0;      // one sample's activations sent to experts by a block (top_k s h e), before the all-to-all's share
  double recomputed_bytes = 0;  // one sample's activations inside a block, kept only while it is computed again
  int expert_blocks = 0;        // of `blocks`, those with experts

  // Over all segments, each as often as it stands there: bytes kept for backward of one sample, FLOP forward.
  [[nodiscard]] double kept_bytes() const;
  [[nodiscard]] double local_flops() const;
};

// How a rank's part is cut out of the whole: a transformer split `tensor` ways and into `pipeline` stages (the largest).
struct Split {
  int tensor = 1, pipeline = 1;
  bool recomputeFull = false, recomputeSelective = false;
  bool fusedAttention = false;
  bool sequenceParallel = false;
  int context = 1, expert = 1;
  bool narrow = false;           // matrices multiply in fp8 or fp4: their inputs are cast first
};

// Bytes of an activation or weight in a precision: fp32 and tf32 4; bf16 and fp16 2; fp8 and fp4 2, because only the
// operands of matrix products are narrower (Micikevicius et al. 2022; NVIDIA Transformer Engine), and those are counted as casts.
[[nodiscard]] double elementBytes(const std::string& precision);

// The model must be valid (validate.h): known by name, a gpt shape, or with layers.
[[nodiscard]] OpList network(const NetworkModel& m, const std::string& precision, const Split& split);

// As a list a person can read and edit, for names and shapes alike.
[[nodiscard]] std::vector<Layer> layersOf(const NetworkModel& m, const std::string& precision);

}  // namespace weir::model
