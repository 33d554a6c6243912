#include "core/model/networks.h"

#include <gtest/gtest.h>

#include "core/model/compute.h"
#include "core/scenario/models.h"

namespace networks_test {
using namespace weir;
using namespace weir::model;

namespace {
OpList of(const char* name, const char* precision = "bf16", Split split = {}) { return network({name, gptShapeOf(name), {}}, precision, split); }
double kept(const OpList& n) { return n.kept_bytes(); }
double flops(const OpList& n) { return n.local_flops(); }
}  // namespace

// torchvision's model table: resnet50 25,557,032 parameters, 4.09 G multiply-adds; vgg16 138,357,544 and 15.47.
TEST(Networks, ConvolutionalNetworksHaveTheirPublishedSizes) {
  EXPECT_EQ(of("resnet-50").parameters, 25'557'032);
  EXPECT_NEAR(of("resnet-50").forward_flops, 2 * 4.09e9, 0.01 * 8.2e9);
  EXPECT_EQ(of("vgg-16").parameters, 138'357'544);
  EXPECT_NEAR(of("vgg-16").forward_flops, 2 * 15.47e9, 0.01 * 31e9);
}

// Devlin et al. 2019: 340 M, rounded; counted 336.2 M with pooler and pre-training heads.
TEST(Networks, BertLarge) {
  EXPECT_NEAR(of("bert-large").parameters, 336.2e6, 0.3e6);
}

// MODELS.md 1: P = 12 l h^2 (1 + 13/(12h) + (V+s)/(12 l h)); F = 96 B s l h^2 (1 + s/(6h) + V/(16 l h)) with full recomputation.
TEST(Networks, GptByItsFormulas) {
  for (const GptShape& g : {GptShape{24, 2048, 16, 2048, 51200}, GptShape{96, 12288, 96, 2048, 51200}}) {
    const double l = g.layers, h = g.hidden, s = g.sequence, V = g.vocabulary;
    const OpList n = network({"gpt", g, {}}, "bf16", {1, 1, true, false, false});
    EXPECT_NEAR(n.parameters, 12 * l * h * h * (1 + 13 / (12 * h) + (V + s) / (12 * l * h)), 1e-9 * n.parameters);
    double step = 0;
    for (const Segment& x : n.segments)
      for (std::size_t k = 0; k < x.ops; ++k) step += x.count * n.ops[x.firstOp + k].flops * (1 + n.ops[x.firstOp + k].backward);
    const double expected = 96 * s * l * h * h * (1 + s / (6 * h) + V / (16 * l * h));
    EXPECT_NEAR(step, expected, 1e-9 * expected);
    EXPECT_NEAR(flops(n), n.forward_flops, 1e-9 * n.forward_flops);
  }
}

// Korthikanti et al. 2022, section 4.1: s b h (34 + 5 a s / h) a layer, (10 + 24/t + 5as/(ht)) with tensor parallelism; only
// 34 with selective, 2 with full recomputation. 22 B shape, one layer, without the head.
TEST(Networks, ActivationsOfATransformerLayer) {
  const GptShape g{1, 6144, 64, 2048, 51200};
  const double sh = 2048.0 * 6144, ratio = 5 * 64.0 * 2048 / 6144;
  const auto layer = [&](Split split) {
    const OpList n = network({"gpt", g, {}}, "bf16", split);
    return kept(n) - n.ops[n.segments[0].firstOp].kept_bytes;
  };
  EXPECT_DOUBLE_EQ(layer({}), sh * (34 + ratio));
  EXPECT_DOUBLE_EQ(layer({8, 1, false, false}), sh * (10 + 24.0 / 8 + ratio / 8));
  EXPECT_DOUBLE_EQ(layer({1, 1, false, true}), sh * 34);
  EXPECT_DOUBLE_EQ(layer({1, 1, true, false, false}), sh * 2);
  EXPECT_DOUBLE_EQ(layer({1, 1, false, false, true}), sh * 34);
}

TEST(Networks, SplittingDividesTheWork) {
  const OpList whole = of("gpt-1.3b"), split = of("gpt-1.3b", "bf16", {8, 1, false, false}), staged = of("gpt-1.3b", "bf16", {1, 4, false, false});
  EXPECT_NEAR(flops(split), flops(whole) / 8, 1e-9 * flops(whole));
  EXPECT_EQ(staged.blocks, 6);
  EXPECT_EQ(split.parameters, whole.parameters);
}

TEST(Networks, LayersOfAnyModelAddUpToIt) {
  for (const std::string& name : modelNames()) {
    const NetworkModel m{name, gptShapeOf(name), {}};
    double parameters = 0, forward = 0;
    for (const Layer& l : layersOf(m, "bf16")) {
      parameters += l.parameters;
      forward += l.forward_flops;
    }
    const OpList n = network(m, "bf16", {});
    EXPECT_NEAR(parameters + n.sharded_parameters, n.parameters, 1e-9 * n.parameters) << name;
    EXPECT_NEAR(forward, n.forward_flops, 1e-9 * forward) << name;
  }
}

TEST(Compute, RooflineAndCurvesByHand) {
  EXPECT_EQ(fractionAt({}, 3), 1);
  const EfficiencyCurve c{{128, 0.95}, {16, 0.9}, {1, 0.6}, {0, 0.1}};
  EXPECT_EQ(fractionAt(c, 128), 0.95);
  EXPECT_EQ(fractionAt(c, 127), 0.9);
  EXPECT_EQ(fractionAt(c, 0.5), 0.1);
  const EfficiencyCurve none;
  const Rates r{100e12, 1e12, 1, 2, &none, &none};
  EXPECT_DOUBLE_EQ(opTime({0, 1e12, 1e6, 0, 2}, 2, r), 0.02);    // by the core: 2 TFLOP at 100 TFLOP/s
  EXPECT_DOUBLE_EQ(opTime({0, 1e6, 1e9, 0, 2}, 2, r), 0.002);    // by memory: 2 GB at 1 TB/s
  EXPECT_DOUBLE_EQ(opTime({1e9, 0, 0, 0, 2}, 2, r), 0.002);      // weights count once, not by sample
  // Half the frequency doubles only what the core bounds: t = t_mem + t_core f0/f.
  const Rates slow{100e12, 1e12, 2, 2, &none, &none};
  EXPECT_DOUBLE_EQ(opTime({0, 1e12, 1e6, 0, 2}, 2, slow), 0.04);
  EXPECT_DOUBLE_EQ(opTime({0, 1e6, 1e9, 0, 2}, 2, slow), 0.002);
}

}  // namespace networks_test
