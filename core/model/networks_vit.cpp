// Vision Transformer (Dosovitskiy et al., ICLR 2021, table 1) as torchvision builds it, for any patch and picture. Published,
// torchvision's model table: vit_b_16 86,567,656 parameters and 17.564 G multiply-adds, vit_b_32 88,224,232 and 4.409,
// vit_l_16 304,326,632 and 61.555, vit_h_14 632,045,800 and 167.295 at 224 x 224 (633,470,440 and 1016.717 at 518 x 518).
#include "core/model/known_network.h"

#include <algorithm>
#include <cmath>

namespace weir::model {

KnownNetwork vit(const NetworkNumbers& n, double) {
  TransformerShape t;
  const double h = n("hidden"), patch = std::max(1.0, n("patch")), side = std::floor(n("image") / patch), patches = side * side;
  const double pixels = 3 * patch * patch, classes = n("classes");
  t.layers = t.dense_layers = n("blocks");
  t.hidden = h;
  t.heads = t.kv_heads = std::max(1.0, n("heads"));
  t.head = h / t.heads;
  t.ffn = 4 * h;
  t.sequence = patches + 1;  // and the class's
  t.causal = false;
  // Patches by a convolution, the class's embedding, the last normalisation, the head.
  t.extra = (pixels * h + h) + h + 2 * h + (h * classes + classes);
  t.extra_flops = 2 * patches * pixels * h + 2 * h * classes;
  return {{}, t};
}

}  // namespace weir::model
