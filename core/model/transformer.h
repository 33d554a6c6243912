// Transformers as operations, per sample and forward, for one rank of a job that splits them. Sources: operations of
// Narayanan et al., SC21, section 5.1 (24 s h^2 + 4 s^2 h a layer and 2 s h V for the head of a GPT); parameters
// l (12 h^2 + 13 h) + (V + s) h; activations of Korthikanti et al. 2022, section 4, generalised over the widths of keys,
// values and the feed-forward part; fused attention moves and keeps no scores and computes them again in backward, 2.5 x
// forward (Dao, FlashAttention-2, 2023, section 4.1), and skips what a causal mask hides; grouped-query attention
// (Ainslie et al. 2023), gated feed-forward (Shazeer 2020), latent attention and shared experts (DeepSeek-AI 2024,
// section 2.1), experts by top-k (Fedus et al. 2022). Experts are taken to be loaded evenly. Pure functions.
#pragma once

#include "core/model/networks.h"

namespace weir::model {

// A shape with its defaults filled in, and what BERT and ViT have beyond a GPT.
struct TransformerShape {
  double layers = 0, hidden = 0, heads = 0, kv_heads = 0, head = 0, ffn = 0, sequence = 0, vocabulary = 0;
  bool gated = false, tied = true, biases = true, positions = true, causal = true;
  double q_rank = 0, kv_rank = 0;
  double experts = 0, top_k = 0, shared_experts = 0, expert_ffn = 0, dense_layers = 0;
  double extra = 0;   // parameters beyond the formulas (pooler, heads of BERT; patches and head of ViT)
  double extra_flops = 0;  // and their arithmetic, forward, one sample
  double scored = 0;  // positions for which the vocabulary is scored
};
[[nodiscard]] TransformerShape transformerShape(const GptShape& g);

// Parameters of one block without and of its experts; and those that a token meets, which decide the arithmetic.
struct BlockParameters {
  double attention = 0, feed_forward = 0, router = 0, shared = 0, experts = 0, norms = 0;
  double active_matrices = 0;  // weights of matrix products that one token passes through
  [[nodiscard]] double total() const { return attention + feed_forward + router + shared + experts + norms; }
};
[[nodiscard]] BlockParameters blockParameters(const TransformerShape& t, bool withExperts);

[[nodiscard]] OpList transformer(const TransformerShape& t, double elementBytes, const Split& split);

}  // namespace weir::model
