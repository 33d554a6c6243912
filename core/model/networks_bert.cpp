// BERT with its pre-training heads (Devlin et al., NAACL 2019); 76 of 512 positions are masked, as in MLPerf Training.
// Published: 109,482,240 and 335,141,888 parameters without the heads (github:keras-team/keras-hub, BERT presets, and
// Hugging Face's BertModel); DLIO's bert workload checkpoints 4,034,713,312 bytes, 12 a parameter of the large one.
#include "core/model/known_network.h"

#include <algorithm>

namespace weir::model {

KnownNetwork bert(const NetworkNumbers& n, double) {
  TransformerShape t;
  const double h = n("hidden"), v = n("vocabulary");
  t.layers = t.dense_layers = n("blocks");
  t.hidden = h;
  t.heads = t.kv_heads = std::max(1.0, n("heads"));
  t.head = h / t.heads;
  t.ffn = 4 * h;
  t.sequence = n("sequence");
  t.vocabulary = v;
  t.causal = false;
  // Segments and normalisation of the embedding; pooler; transform, normalisation and bias of the masked positions; next sentence.
  t.extra = (2 * h + 2 * h) + (h * h + h) + (h * h + h + 2 * h + v) + (2 * h + 2);
  t.scored = std::min(n("masked"), t.sequence);
  t.extra_flops = 2 * h * h + 2 * t.scored * h * h + 4 * h;
  return {{}, t};
}

}  // namespace weir::model
