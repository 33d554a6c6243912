// Networks known by name against published counts; the source stands beside each. A multiply-add is two FLOP.
#include <gtest/gtest.h>

#include "core/model/networks.h"
#include "core/scenario/models.h"

namespace known_networks_test {
using namespace weir;
using namespace weir::model;

namespace {

OpList of(const char* name, std::map<std::string, double> numbers = {}) {
  NetworkModel m{name, {}, {}};
  m.numbers = std::move(numbers);
  return network(m, "fp32", {});
}

}  // namespace

// torchvision's table of models: num_params, _ops (G multiply-adds).
TEST(KnownNetworks, ClassifiersHaveTorchvisionsCounts) {
  struct Row {
    const char* name;
    double parameters, giga_multiply_adds;
  };
  for (const Row& r : {Row{"resnet-50", 25557032, 4.089}, Row{"resnet-101", 44549160, 7.801}, Row{"resnet-152", 60192808, 11.514},
                       Row{"vgg-16", 138357544, 15.470}, Row{"vgg-19", 143667240, 19.632}}) {
    const OpList n = of(r.name);
    EXPECT_EQ(n.parameters, r.parameters) << r.name;
    EXPECT_NEAR(n.forward_flops, 2e9 * r.giga_multiply_adds, 2e9 * 0.001) << r.name;
  }
}

// Another picture changes the arithmetic of convolutions with its area and no parameter of a network that pools to a point.
TEST(KnownNetworks, NumbersCanBeGiven) {
  EXPECT_EQ(of("resnet-50", {{"image", 448}}).parameters, of("resnet-50").parameters);
  const double head = 2 * 2048.0 * 1000;
  EXPECT_DOUBLE_EQ(of("resnet-50", {{"image", 448}}).forward_flops - head, 4 * (of("resnet-50").forward_flops - head));
  EXPECT_EQ(of("resnet-50", {{"classes", 10}}).parameters, 25557032 - 990 * 2049);
  EXPECT_EQ(of("resnet-50", {{"stage_3_blocks", 23}}).parameters, of("resnet-101").parameters);
}

// Parameters as Hugging Face counts the released weights.
TEST(KnownNetworks, Llama) {
  struct Row {
    const char* name;
    double parameters;
  };
  for (const Row& r : {Row{"llama2-7b", 6738415616}, Row{"llama2-13b", 13015864320}, Row{"llama2-70b", 68976648192}, Row{"llama3-8b", 8030261248},
                       Row{"llama3-70b", 70553706496}, Row{"llama3-405b", 405853388800}})
    EXPECT_EQ(network({r.name, gptShapeOf(r.name), {}}, "bf16", {}).parameters, r.parameters) << r.name;
}

// torchvision's table of models, the last at 518 x 518.
TEST(KnownNetworks, VisionTransformersHaveTorchvisionsCounts) {
  struct Row {
    const char* name;
    std::map<std::string, double> numbers;
    double parameters, giga_multiply_adds;
  };
  for (const Row& r : {Row{"vit-b16", {}, 86567656, 17.564}, Row{"vit-b32", {}, 88224232, 4.409}, Row{"vit-l16", {}, 304326632, 61.555},
                       Row{"vit-h14", {}, 632045800, 167.295}, Row{"vit-h14", {{"image", 518}}, 633470440, 1016.717}}) {
    const OpList n = of(r.name, r.numbers);
    EXPECT_EQ(n.parameters, r.parameters) << r.name;
    EXPECT_NEAR(n.forward_flops, 2e9 * r.giga_multiply_adds, 2e9 * 0.0011) << r.name;
  }
}

// keras-hub's presets: 109,482,240 and 335,141,888 without the heads for masked words and the next sentence; DLIO's bert
// workload: "model_size_bytes: 4034713312", 12 bytes a parameter with them (16 bytes are left).
TEST(KnownNetworks, Bert) {
  const auto heads = [](double h) { return h * h + h + 2 * h + 30522 + 2 * h + 2; };
  EXPECT_EQ(of("bert-base").parameters - heads(768), 109482240);
  EXPECT_EQ(of("bert-large").parameters - heads(1024), 335141888);
  EXPECT_NEAR(of("bert-large").parameters * 12, 4034713312, 16);
  // l (24 s h^2 + 4 s^2 h) for the blocks, the masked words over the vocabulary, and 76 + 1 square matrices.
  const double s = 512, h = 1024;
  EXPECT_DOUBLE_EQ(of("bert-large").forward_flops, 24 * (24 * s * h * h + 4 * s * s * h) + 2 * 76 * h * 30522 + 2 * 77 * h * h + 4 * h);
}

// DLIO's unet3d workloads: "model_size: 499153191", a checkpoint of the weights and SGD's state; 16 bytes a parameter leave
// 109,303 bytes of framing. FLOP by hand for the first two and the last convolution at 128^3.
TEST(KnownNetworks, UNet3D) {
  const OpList n = of("unet3d");
  EXPECT_NEAR(n.parameters * 16, 499153191, 499153191 * 3e-4);
  EXPECT_EQ(n.parameters, 31190243);
  EXPECT_EQ(n.ops[0].flops, 2 * 27.0 * 1 * 32 * 128 * 128 * 128);
  EXPECT_EQ(n.ops[2].flops, 2 * 27.0 * 32 * 32 * 128 * 128 * 128);
  EXPECT_EQ(n.ops.back().flops, 2 * 32.0 * 3 * 128 * 128 * 128);
  // Half the side, an eighth of the arithmetic, the same network.
  EXPECT_DOUBLE_EQ(of("unet3d", {{"patch", 64}}).forward_flops, n.forward_flops / 8);
  EXPECT_EQ(of("unet3d", {{"patch", 64}}).parameters, n.parameters);
}

// github:mlcommons/hpc, cosmoflow: by hand, layer by layer, from configs/cosmo.yaml.
TEST(KnownNetworks, CosmoFlow) {
  const OpList n = of("cosmoflow");
  const double convolutions = (8 * 4 * 32 + 32) + (8 * 32 * 64 + 64) + (8 * 64 * 128 + 128) + (8 * 128 * 256 + 256) + (8 * 256 * 512 + 512);
  const double dense = (512 * 64 * 128 + 128) + (128 * 64 + 64) + (64 * 4 + 4);
  EXPECT_EQ(n.parameters, convolutions + dense);
  EXPECT_EQ(n.parameters, 5597604);
  EXPECT_EQ(n.ops[0].flops, 2 * 8.0 * 4 * 32 * 128 * 128 * 128);
  EXPECT_EQ(n.ops[8].flops, 2 * 8.0 * 256 * 512 * 8 * 8 * 8);
}

// github:mlcommons/hpc, deepcam: the sum of the shapes in deeplab_xception.py. Xception's 65 layers alone are 37,778,400.
TEST(KnownNetworks, DeepCam) {
  const OpList n = of("deepcam");
  EXPECT_EQ(n.parameters, 56454720);
  // The decoder's two full convolutions at a quarter of 768 x 1152.
  double decoder = 0;
  for (const Layer& l : layersOf({"deepcam", {}, {}}, "fp32"))
    if (l.name == "decode1" || l.name == "decode2") decoder += l.forward_flops;
  EXPECT_EQ(decoder, 2 * 9.0 * (304 + 256) * 256 * 192 * 288);
  EXPECT_NEAR(n.forward_flops, 0.655e12, 0.001e12);
}

// github:mlcommons/training, recommendation_v2/torchrec_dlrm/README.MD: rows, width 128, fp32. Dense part by hand.
TEST(KnownNetworks, Dlrm) {
  const OpList n = of("dlrm-dcnv2");
  EXPECT_EQ(n.sharded_parameters, 204184588.0 * 128);
  EXPECT_NEAR(n.sharded_parameters * 4 / (1 << 30), 97.4, 0.05);
  const double in = 27 * 128;
  const double dense = (13 * 512 + 512) + (512 * 256 + 256) + (256 * 128 + 128) + 3 * (2 * in * 512 + in) + (in * 1024 + 1024) +
                       (1024 * 1024 + 1024) + (1024 * 512 + 512) + (512 * 256 + 256) + (256 + 1);
  EXPECT_EQ(n.parameters - n.sharded_parameters, dense);
  double local = 0;
  for (const Segment& s : n.segments) local += s.parameters;
  EXPECT_EQ(local, dense);  // what is averaged
  EXPECT_EQ(n.exchanged_bytes, 26 * 128 * 4.0);
  // With dot products: 351 pairs beside 128 features. A smaller cap holds fewer rows.
  EXPECT_EQ(of("dlrm").parameters - of("dlrm").sharded_parameters, 170880 + 512 + 479 * 1024 + 1024 + 1024 * 1024 + 1024 + 1024 * 512 + 512 + 512 * 256 + 256 + 257);
  EXPECT_EQ(of("dlrm", {{"largest_table", 10}}).sharded_parameters, (24 * 10 + 3 + 4) * 128.0);
}

TEST(KnownNetworks, EveryNameBuildsAndIsValidWhateverItsNumbers) {
  for (const std::string& name : modelNames()) {
    for (const NetworkNumber& number : networkNumbers(name))
      for (const double v : {0.0, 1.0, 7.0, 33.0}) {
        const OpList n = of(name.c_str(), {{std::string(number.name), v}});
        EXPECT_TRUE(std::isfinite(n.forward_flops) && n.forward_flops >= 0) << name << ' ' << number.name << ' ' << v;
        EXPECT_TRUE(std::isfinite(n.parameters) && n.parameters >= 0) << name << ' ' << number.name << ' ' << v;
      }
  }
}

// A layer's own numbers win over what is taken where they are not given.
TEST(KnownNetworks, OwnLayersMayStateTheirBackwardAndTraffic) {
  NetworkModel m{"own", {}, {Layer{"a", 10, 100, 8}, Layer{"b", 10, 100, 8, 100.0, 64.0}}};
  const OpList n = network(m, "fp32", {});
  EXPECT_EQ(n.ops[0].backward, 2);
  EXPECT_EQ(n.ops[0].traffic_bytes, 16);
  EXPECT_EQ(n.ops[1].backward, 1);
  EXPECT_EQ(n.ops[1].traffic_bytes, 64);
}

}  // namespace known_networks_test
