// 3D U-Net as MLPerf Training's image segmentation on KiTS19 builds it: five levels of two 3x3x3 convolutions with
// instance normalisation, 32 to 320 filters, strided convolutions down, transposed ones up, and a bottleneck below them.
// Published: DLIO's unet3d workloads write a checkpoint of 499,153,191 bytes, 16 bytes a parameter and 109 kB of framing.
// No count of FLOP is published that we could read.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/model/known_network.h"
#include "core/model/layer_builder.h"

namespace weir::model {

KnownNetwork unet3d(const NetworkNumbers& n, double elementBytes) {
  LayerBuilder b(elementBytes);
  const auto points = [](double side) { return side * side * side; };
  const double f = n("filters");
  const std::array<double, 5> filters{f, 2 * f, 4 * f, 8 * f, 10 * f};
  const auto block = [&](const std::string& name, double from, double to, double before, double after) {
    b.conv(name + ".conv", {.from = from, .channels = to, .kernel = 27, .in = points(before), .out = points(after)});
    b.norm(name + ".norm", to, points(after));
  };
  std::array<double, 5> sides{};
  double side = n("patch"), from = n("channels");
  for (std::size_t i = 0; i < filters.size(); ++i) {
    const double before = side;
    if (i > 0) side = std::ceil(side / 2);
    block(fmt::format("down{}.1", i), from, filters[i], before, side);
    block(fmt::format("down{}.2", i), filters[i], filters[i], side, side);
    from = filters[i];
    sides[i] = side;
  }
  const double lowest = std::ceil(side / 2);
  block("bottleneck.1", from, from, side, lowest);
  block("bottleneck.2", from, from, lowest, lowest);
  side = lowest;
  for (std::size_t i = filters.size(); i-- > 0;) {
    const double to = filters[i];
    b.conv(fmt::format("up{}.transposed", i),
           {.from = from, .channels = to, .kernel = 8, .in = points(side), .out = points(sides[i]), .bias = true, .transposed = true});
    side = sides[i];
    // Beside it stands what came down at this level.
    block(fmt::format("up{}.1", i), 2 * to, to, side, side);
    block(fmt::format("up{}.2", i), to, to, side, side);
    from = to;
  }
  b.conv("output", {.from = from, .channels = n("classes"), .in = points(side), .out = points(side), .bias = true});
  return {std::move(b).take()};
}

}  // namespace weir::model
