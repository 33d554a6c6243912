// CosmoFlow as MLPerf HPC builds it (github:mlcommons/hpc, cosmoflow/models/cosmoflow.py, configs/cosmo.yaml): 2x2x2
// convolutions that double their filters, each halved by pooling, then 128, 64 and the targets. The counts follow from
// that file; no total is published that we could read (the paper of 2018, Mathuriya et al., has another network).
#include <fmt/format.h>

#include <cmath>

#include "core/model/known_network.h"
#include "core/model/layer_builder.h"

namespace weir::model {

KnownNetwork cosmoflow(const NetworkNumbers& n, double elementBytes) {
  LayerBuilder b(elementBytes);
  const auto points = [](double side) { return side * side * side; };
  double side = n("side"), from = n("channels"), filters = n("filters");
  for (int i = 0; i < static_cast<int>(n("convolutions")); ++i) {
    b.conv(fmt::format("conv{}", i + 1), {.from = from, .channels = filters, .kernel = 8, .in = points(side), .out = points(side), .bias = true});
    b.pointwise(fmt::format("pool{}", i + 1), filters, points(side));
    side = std::floor(side / 2);
    from = filters;
    filters *= 2;
  }
  b.dense("fc1", from * points(side), 128);
  b.dense("fc2", 128, 64);
  b.dense("fc3", 64, n("targets"));
  return {std::move(b).take()};
}

}  // namespace weir::model
