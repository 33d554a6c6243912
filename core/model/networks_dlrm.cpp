// DLRM on Criteo's terabyte (Naumov et al. 2019) as MLPerf Training trains it, with dot products between features (v0.7)
// or with DCN v2 crosses of low rank (v3.0; Wang et al., WWW 2021). Tables, widths and lookups: github:mlcommons/training,
// recommendation_v2/torchrec_dlrm/README.MD. The 26 tables are spread over the ranks, so every step sends each sample's
// pooled rows from the ranks that hold them to the rank that has the sample, and their gradients back; rows are fp32.
// Published there: 91.10 GiB of tables when no table is capped. FLOP are published nowhere that we could read.
#include <algorithm>
#include <array>

#include "core/model/known_network.h"
#include "core/model/layer_builder.h"

namespace weir::model {
namespace {

// Rows of the 26 tables at a cap of 40 million, one after the other.
constexpr std::array<double, 26> kRows{40000000, 39060,    17295,    7424,     20265,  3,     7122, 1543, 63,
                                       40000000, 3067956,  405282,   10,       2209,   11938, 155,  4,    976,
                                       14,       40000000, 40000000, 40000000, 590152, 12973, 108,  36};
constexpr double kRowElement = 4;  // bytes

}  // namespace

KnownNetwork dlrm(const NetworkNumbers& n, double elementBytes) {
  KnownNetwork out;
  const double width = n("embedding"), tables = kRows.size(), features = tables + 1, lookups = n("lookups");
  for (const double rows : kRows) out.sharded_parameters += std::min(rows, n("largest_table")) * width;
  out.exchanged_bytes = tables * width * elementBytes;

  LayerBuilder b(elementBytes);
  // Rows are read, added up and written; backward reads the gradients and updates the rows and the optimizer's state.
  b.add("embeddings", 0, lookups * width, tables * width, lookups * width * kRowElement / elementBytes + tables * width);
  double in = 13;
  const auto mlp = [&](const char* name, std::initializer_list<double> widths) {
    int number = 0;
    for (const double out_width : widths) {
      b.dense(name + std::to_string(++number), in, out_width);
      in = out_width;
    }
  };
  mlp("bottom", {512, 256, width});
  const int crosses = static_cast<int>(n("cross_layers"));
  if (crosses > 0) {
    in = features * width;
    for (int i = 0; i < crosses; ++i) {
      // x0 * (U (V x) + b) + x
      b.add("cross" + std::to_string(i + 1) + ".v", in * n("cross_rank"), 2 * in * n("cross_rank"), n("cross_rank"), in + n("cross_rank"));
      b.add("cross" + std::to_string(i + 1) + ".u", in * n("cross_rank") + in, 2 * in * n("cross_rank"), 2 * in, 4 * in + n("cross_rank"));
    }
  } else {
    // Dot products of all pairs, beside the dense feature.
    b.add("interactions", 0, features * (features - 1) * width, features * (features - 1) / 2, features * width + features * features / 2);
    in = features * (features - 1) / 2 + width;
  }
  mlp("top", {1024, 1024, 512, 256, 1});
  out.layers = std::move(b).take();
  return out;
}

}  // namespace weir::model
