// ResNet with bottlenecks, v1.5 as in torchvision (He et al., CVPR 2016, table 1; the stride stands in the 3x3).
// Published, torchvision's model table: resnet50 25,557,032 parameters and 4.089 G multiply-adds at 224 x 224, resnet101
// 44,549,160 and 7.801, resnet152 60,192,808 and 11.514.
#include <fmt/format.h>

#include <cmath>

#include "core/model/known_network.h"
#include "core/model/layer_builder.h"

namespace weir::model {

KnownNetwork resnet(const NetworkNumbers& n, double elementBytes) {
  LayerBuilder b(elementBytes);
  const auto half = [](double side) { return std::ceil(side / 2); };
  const auto points = [](double side) { return side * side; };
  double side = half(n("image"));
  b.conv("conv1", {.from = 3, .channels = 64, .kernel = 49, .in = points(n("image")), .out = points(side)});
  b.norm("bn1", 64, points(side));
  side = half(side);
  double in = 64, width = 64;
  int stage = 1;
  for (const double blocks : {3.0, n("stage_2_blocks"), n("stage_3_blocks"), 3.0}) {
    ++stage;
    for (int i = 0; i < static_cast<int>(blocks); ++i) {
      const std::string name = fmt::format("c{}.{}", stage, i);
      // The first block of a stage still sees the larger picture in its 1x1; the 3x3 halves it.
      const double before = points(side);
      if (i == 0 && stage > 2) side = half(side);
      const double after = points(side);
      b.conv(name + ".conv1", {.from = in, .channels = width, .in = before, .out = before});
      b.norm(name + ".bn1", width, before);
      b.conv(name + ".conv2", {.from = width, .channels = width, .kernel = 9, .in = before, .out = after});
      b.norm(name + ".bn2", width, after);
      b.conv(name + ".conv3", {.from = width, .channels = 4 * width, .in = after, .out = after});
      b.norm(name + ".bn3", 4 * width, after);
      if (i == 0) {
        b.conv(name + ".down", {.from = in, .channels = 4 * width, .in = before, .out = after});
        b.norm(name + ".downbn", 4 * width, after);
      }
      b.sum(name + ".add", 4 * width, after);
      in = 4 * width;
    }
    width *= 2;
  }
  b.dense("fc", in, n("classes"));
  return {std::move(b).take()};
}

}  // namespace weir::model
