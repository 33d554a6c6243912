// DeepCAM: DeepLabv3+ over a modified aligned Xception, output stride 16, as MLPerf HPC builds it (github:mlcommons/hpc,
// deepcam/src/deepCam/architecture/deeplab_xception.py; Chen et al., ECCV 2018; Kurth et al., SC18). The counts follow
// from that file; the published 14.41 TFLOP a sample (Kurth et al., table 1) are of another encoder and decoder.
#include <fmt/format.h>

#include <cmath>

#include "core/model/known_network.h"
#include "core/model/layer_builder.h"

namespace weir::model {
namespace {

class Deepcam {
 public:
  Deepcam(const NetworkNumbers& n, double elementBytes) : b_(elementBytes), height_(n("height")), width_(n("width")) {
    entry(n("channels"));
    for (int i = 4; i < 20; ++i) block(fmt::format("block{}", i), 728, 728, {.repeats = 3});
    block("block20", 728, 1024, {.repeats = 2, .growFirst = false, .last = true});
    separable("conv3", 1024, 1536);
    separable("conv4", 1536, 1536);
    separable("conv5", 1536, 2048);
    spatialPyramid();
    decode(n("classes"));
  }
  [[nodiscard]] std::vector<Layer> take() && { return std::move(b_).take(); }

 private:
  struct Block {
    int repeats = 2;
    bool halve = false, growFirst = true, last = false;
  };
  [[nodiscard]] double points() const { return height_ * width_; }
  void halve() {
    height_ = std::ceil(height_ / 2);
    width_ = std::ceil(width_ / 2);
  }
  void conv(const std::string& name, double from, double to, double kernel, double before) {
    b_.conv(name, {.from = from, .channels = to, .kernel = kernel, .in = before, .out = points()});
    b_.norm(name + ".bn", to, points());
  }
  // Depthwise 3x3, then 1x1.
  void pair(const std::string& name, double from, double to, double before) {
    b_.conv(name + ".depthwise", {.from = from, .channels = from, .kernel = 9, .in = before, .out = points(), .groups = from});
    b_.conv(name + ".pointwise", {.from = from, .channels = to, .in = points(), .out = points()});
  }
  void separable(const std::string& name, double from, double to) {
    pair(name, from, to, points());
    b_.norm(name + ".bn", to, points());
  }
  void block(const std::string& name, double from, double to, const Block& s) {
    const double before = points();
    double filters = from;
    int number = 0;
    const auto next = [&](double out) { separable(fmt::format("{}.{}", name, ++number), filters, out); filters = out; };
    if (s.growFirst) next(to);
    for (int i = 1; i < s.repeats; ++i) next(filters);
    if (!s.growFirst) next(to);
    if (s.halve) halve();
    if (s.halve || s.last) pair(fmt::format("{}.{}", name, ++number), to, to, s.halve ? before : points());
    if (from != to || s.halve) conv(name + ".skip", from, to, 1, before);
    b_.sum(name + ".add", to, points());
  }
  void entry(double channels) {
    const double whole = points();
    halve();
    conv("conv1", channels, 32, 9, whole);
    conv("conv2", 32, 64, 9, points());
    block("block1", 64, 128, {.halve = true});
    lowHeight_ = height_;
    lowWidth_ = width_;
    block("block2", 128, 256, {.halve = true});
    block("block3", 256, 728, {.halve = true, .last = true});
  }
  void spatialPyramid() {
    for (int i = 0; i < 4; ++i) conv(fmt::format("aspp{}", i + 1), 2048, 256, i == 0 ? 1 : 9, points());
    b_.conv("pool.conv", {.from = 2048, .channels = 256, .in = 1, .out = 1});
    b_.add("pool.affine", 2 * 256.0, 0, 256, 2048 * points());
    conv("bottleneck", 5 * 256, 256, 1, points());
  }
  void up(const std::string& name, double from, double to) {
    const double before = points();
    height_ *= 2;
    width_ *= 2;
    b_.conv(name, {.from = from, .channels = to, .kernel = 9, .in = before, .out = points(), .transposed = true});
  }
  void decode(double classes) {
    const double low = lowHeight_ * lowWidth_;
    b_.conv("low", {.from = 128, .channels = 48, .in = low, .out = low});
    b_.norm("low.bn", 48, low);
    for (const char* name : {"deconv1", "deconv2"}) {
      up(name, 256, 256);
      b_.norm(std::string(name) + ".bn", 256, points());
    }
    // The picture's quarter need not be whole: what came from the encoder decides.
    height_ = lowHeight_;
    width_ = lowWidth_;
    conv("decode1", 304, 256, 9, points());
    conv("decode2", 256, 256, 9, points());
    b_.conv("decode3", {.from = 256, .channels = 256, .in = points(), .out = points(), .bias = true});
    up("deconv3", 256, 256);
    b_.norm("deconv3.bn", 256, points());
    up("output", 256, classes);
  }

  LayerBuilder b_;
  double height_, width_, lowHeight_ = 0, lowWidth_ = 0;
};

}  // namespace

KnownNetwork deepcam(const NetworkNumbers& n, double elementBytes) { return {Deepcam(n, elementBytes).take()}; }

}  // namespace weir::model
