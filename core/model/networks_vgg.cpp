// VGG (Simonyan and Zisserman, ICLR 2015, table 1, configurations D and E). Published, torchvision's model table: vgg16
// 138,357,544 parameters and 15.470 G multiply-adds at 224 x 224, vgg19 143,667,240 and 19.632.
#include <fmt/format.h>

#include <cmath>

#include "core/model/known_network.h"
#include "core/model/layer_builder.h"

namespace weir::model {

KnownNetwork vgg(const NetworkNumbers& n, double elementBytes) {
  LayerBuilder b(elementBytes);
  const int deep = static_cast<int>(n("deep_convolutions"));
  struct Stage { int convs; double channels; };
  double in = 3, side = n("image");
  int number = 0;
  for (const Stage s : {Stage{2, 64}, Stage{2, 128}, Stage{deep, 256}, Stage{deep, 512}, Stage{deep, 512}}) {
    const double points = side * side;
    for (int i = 0; i < s.convs; ++i, in = s.channels) {
      b.conv(fmt::format("conv{}", ++number), {.from = in, .channels = s.channels, .kernel = 9, .in = points, .out = points, .bias = true});
      b.pointwise(fmt::format("relu{}", number), s.channels, points);
    }
    side = std::floor(side / 2);
  }
  // Whatever the picture, it is pooled to 7 x 7 here.
  b.dense("fc1", 512 * 49, 4096);
  b.dense("fc2", 4096, 4096);
  b.dense("fc3", 4096, n("classes"));
  return {std::move(b).take()};
}

}  // namespace weir::model
