// What a training rank holds in its accelerator's memory.
//   Model states  Rajbhandari et al., "ZeRO", SC20, section 3.1 and figure 1: 16 B a parameter in mixed precision (2 weights,
//                 2 gradients, 12 optimizer), of which stage 1 shards the optimizer, stage 2 the gradients too, stage 3 all.
//                 Gradients averaged in fp32 hold 4: 18 B. All-fp32 holds 4 + 4 + 8.
//   Activations   Korthikanti et al. 2022 (arXiv 2205.05198), section 4 and equations 1 to 6, 2-byte elements, a layer:
//                   s b h (10 + 24/t + 5 a s / (h t))   tensor parallel
//                   s b h / t (34 + 5 a s / h)          with sequence parallelism
//                   34 s b h / t                        with selective recomputation, or fused attention
//                   2 s b h                             full recomputation (its inputs; /t with sequence parallelism)
//                 A pipeline's first stage holds p micro-batches of its L/p layers, L in all; interleaved
//                 L (1 + (p-1)/(p v)) (section 4.2.3). With fewer micro-batches than that, as many as there are.
//   Working       what is there for a while only: one layer's activations while it is computed again; with ZeRO 3 two
//                 gathered units and a unit's gradients (Zhao et al., VLDB 2023, section 3).
// Pure functions; bytes. Caches of allocators and what libraries hold are not in it.
#pragma once

#include "core/model/networks.h"
#include "core/scenario/plan.h"

namespace weir::model {

// s, b, h, a, t of the formulas above. `fused`: attention whose scores never reach memory.
struct ActivationShape {
  double sequence = 0, batch = 1, hidden = 0, heads = 0, tensor = 1;
  bool sequenceParallel = false, fused = false;
};
enum class Recompute { None, Selective, Full };
[[nodiscard]] double activationBytesPerLayer(const ActivationShape& a, Recompute r);
// Layers whose activations a pipeline's first stage holds, of L in all; p stages, v pieces a stage.
[[nodiscard]] double firstStageLayers(double layers, double stages, double virtualStages);
// Bytes a parameter of this rank takes with ZeRO stage 0 to 3 over N ranks; gradients of 2 or 4 bytes.
[[nodiscard]] double stateBytesPerParameter(int zero, double ranks, double gradientBytes, bool mixed = true);

struct Memory {
  double states_bytes = 0;
  double activation_bytes = 0;
  double working_bytes = 0;
  [[nodiscard]] double total() const { return states_bytes + activation_bytes + working_bytes; }
};
// Of a parameter of an embedding table: an fp32 weight and Adagrad's sum (github:mlcommons/training, recommendation_v2).
inline constexpr double kTableBytes = 8;

struct MemoryInput {
  double parameters = 0, expert_parameters = 0;  // of this rank; the latter are part of the former
  double spread_parameters = 0;                  // beside them: of embedding tables, this rank's part
  double element_bytes = 2;
  int copies = 1, expert = 1;                    // ranks that share or hold the same parameters; of an expert-parallel group
  double micro_batch = 1, micro_batches = 1;
};
[[nodiscard]] Memory memoryOf(const OpList& n, const MemoryInput& in, const Plan& p);

// A checkpoint holds the weights as trained and the optimizer's state in fp32: 14 B a parameter in mixed precision (MLPerf
// Storage v2.0's llama checkpoints), 12 B in fp32.
[[nodiscard]] double checkpointBytes(double parameters, double elementBytes);

}  // namespace weir::model
