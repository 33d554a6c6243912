// Collects the layers of a network, each for one sample and forward, in the elements of a precision: parameters, FLOP (a
// multiply-add is two), what backward keeps, what goes to and from memory without the weights. Positions are the points
// of a picture or volume: height x width (x depth). Internal to this room.
#pragma once

#include <string>
#include <vector>

#include "core/scenario/workload.h"

namespace weir::model {

struct Convolution {
  double from = 0, channels = 0;
  double kernel = 1;          // points of the kernel: 9 for 3 x 3, 27 for 3 x 3 x 3
  double in = 0, out = 0;     // positions
  bool bias = false;
  double groups = 1;          // = from: depthwise
  bool transposed = false;    // the kernel is laid on the positions of the input
};

class LayerBuilder {
 public:
  explicit LayerBuilder(double elementBytes) : e_(elementBytes) {}

  // Reads its input, writes its output, which is kept.
  void conv(std::string name, const Convolution& c) {
    const double weights = c.kernel * c.from * c.channels / c.groups;
    add(std::move(name), weights + (c.bias ? c.channels : 0), 2 * weights * (c.transposed ? c.in : c.out), c.channels * c.out,
        c.from * c.in + c.channels * c.out);
  }
  // Batch or instance normalisation with the activation function after it: bound by memory, its arithmetic counts nowhere.
  // Reads once for the statistics and once more to apply them.
  void norm(std::string name, double channels, double positions) {
    add(std::move(name), 2 * channels, 0, channels * positions, 3 * channels * positions);
  }
  // The sum of two branches.
  void sum(std::string name, double channels, double positions) { add(std::move(name), 0, 0, 0, 3 * channels * positions); }
  // Activation function in place, pooling: reads and writes.
  void pointwise(std::string name, double channels, double positions) { add(std::move(name), 0, 0, 0, 2 * channels * positions); }
  void dense(std::string name, double in, double out) { add(std::move(name), in * out + out, 2 * in * out, out, in + out); }
  // kept and moved in elements.
  void add(std::string name, double parameters, double flops, double kept, double moved) {
    layers_.push_back({std::move(name), parameters, flops, kept * e_, {}, moved * e_});
  }
  [[nodiscard]] std::vector<Layer> take() && { return std::move(layers_); }

 private:
  double e_;
  std::vector<Layer> layers_;
};

}  // namespace weir::model
