// Networks as lists of operations, per sample and forward. Convolutional and recommendation networks known by name: each
// family's file, networks_<family>.cpp, names its sources and published counts. BERT-large (Devlin et al. 2019): 336 M with its pre-training heads. GPT: operations
// of Narayanan et al., SC21, section 5.1 (24 s h^2 + 4 s^2 h a layer, 2 s h V for the head, forward), parameters
// l (12 h^2 + 13 h) + (V + s) h, activations of Korthikanti et al. 2022, section 4; fused attention moves and keeps no
// scores and computes them again in backward, 2.5 x forward (Dao, FlashAttention-2, 2023, section 4.1). A multiply-add is two FLOP.
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
};

// What a gradient bucket never splits: a layer, or a transformer block. In forward order.
struct Segment {
  std::size_t firstOp = 0, ops = 0;
  double parameters = 0;
};

struct OpList {
  std::vector<Op> ops;
  std::vector<Segment> segments;
  double parameters = 0;        // of the whole model, not split
  double forward_flops = 0;     // of the whole model, one sample
  int blocks = 0;               // transformer blocks in this rank's part; 0 for others
  double sharded_parameters = 0;  // spread over all ranks, never averaged: embedding tables
  double exchanged_bytes = 0;   // one sample's part of an all-to-all, forward; backward sends as much
  double block_bytes = 0;       // one sample's activation at a block's boundary (s h e)
};

// How a rank's part is cut out of the whole: a transformer split `tensor` ways and into `pipeline` stages (the largest).
struct Split {
  int tensor = 1, pipeline = 1;
  bool recomputeFull = false, recomputeSelective = false;
  bool fusedAttention = false;
};

// Bytes of an activation or weight in a precision: fp32 and tf32 4, bf16 and fp16 2, fp8 1.
[[nodiscard]] double elementBytes(const std::string& precision);

// The model must be valid (validate.h): known by name, a gpt shape, or with layers.
[[nodiscard]] OpList network(const NetworkModel& m, const std::string& precision, const Split& split);

// As a list a person can read and edit, for names and shapes alike.
[[nodiscard]] std::vector<Layer> layersOf(const NetworkModel& m, const std::string& precision);

}  // namespace weir::model
