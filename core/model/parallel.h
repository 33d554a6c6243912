// What the parts of a split model send one another inside a step, per rank: tensor, sequence, context, expert and pipeline
// parallelism. b: samples of a micro-batch, s, h, e: sequence, hidden size, bytes of an element; t, c, E, p: the sizes of
// the groups; v: virtual stages. A size of 1 costs nothing.
//   tensor    4 all-reduces of b s h e a block and micro-batch (2 forward, 2 backward), 6 with full recomputation, each
//             2 (t-1)/t b s h e sent (Shoeybi et al. 2019, section 3). With sequence parallelism each is a reduce-scatter and
//             an all-gather of the same bytes; backward gathers two inputs again, beside the weights' gradient (Korthikanti et
//             al. 2022, section 4.2.2). In pieces beside the products (plan.tensor_overlap): the first of t pieces is exposed,
//             the others cost contention (Wang et al., ASPLOS 2023).
//   context   ring: keys and values travel c-1 times, once forward and twice backward, beside attention (Liu et al. 2023);
//             all-to-all: queries, keys, values and results once each way, exposed (Jacobs et al. 2023, "Ulysses")
//   expert    2 all-to-alls forward, 2 backward, 2 more with full recomputation, each top_k b s h e (E-1)/E (Lepikhin et al. 2020)
//             embedding tables spread over all ranks (Naumov et al. 2019): one all-to-all of the rows looked up, each way
//   pipeline  b s h e / t a boundary, each way, v times (scatter-gather: Narayanan et al., SC21, section 4.1). A stage sends and
//             receives twice a micro-batch and piece; beside computing (plan.overlap) only contention and filling remain.
// Ranks are packed: tensor next to one another, then context, then data (experts within), then stages.
#pragma once

#include "core/model/collectives.h"
#include "core/model/compute.h"
#include "core/scenario/scenario.h"

namespace weir::model {

// One kind of traffic inside the blocks, of a whole step.
struct Exchange {
  double exposed_s = 0, hidden_s = 0;
  double payload_bytes = 0;  // of the collectives' buffers
  double sent_bytes = 0;     // by one rank
  double node_bytes = 0;     // leaving one node
};

// A group of `size` ranks that stand `stride` apart, on nodes of `perNode` accelerators.
[[nodiscard]] GroupLayout groupLayout(int size, int stride, int perNode);

struct ParallelInput {
  const Scenario* scenario = nullptr;
  const OpList* net = nullptr;
  const NetworkCosts* costs = nullptr;
  const FabricCosts* fabric = nullptr;
  int data = 1;
  double micro_batch = 1, micro_batches = 1;
  double attention_s = 0;  // forward, one block and micro-batch, where attention is fused
  int perNode = 1;
};
[[nodiscard]] Exchange tensorExchange(const ParallelInput& in);
[[nodiscard]] Exchange contextExchange(const ParallelInput& in);
[[nodiscard]] Exchange expertExchange(const ParallelInput& in);
[[nodiscard]] Exchange pipelineExchange(const ParallelInput& in);

// Idle time of a stage over its work: (p-1)/m, interleaved (p-1)/(v m) (Narayanan et al., SC21, section 2.2).
[[nodiscard]] double bubbleFraction(double stages, double virtualStages, double microBatches);

}  // namespace weir::model
