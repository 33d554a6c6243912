#include "core/model/networks.h"

#include <fmt/format.h>

#include <cmath>

#include "core/scenario/models.h"

namespace weir::model {
namespace {

// Collects named layers of one operation each, with the traffic that each causes.
struct LayerList {
  std::vector<Layer> layers;
  std::vector<double> traffic;  // bytes, forward, one sample
};

class Builder {
 public:
  explicit Builder(double element) : e_(element) {}

  // kernel k, picture in x in to out x out: reads its input, writes its output
  void conv(std::string name, double from, double channels, double k, double in, double out, bool bias) {
    const double weights = k * k * from * channels;
    add(std::move(name), weights + (bias ? channels : 0), 2 * weights * out * out, channels * out * out, from * in * in + channels * out * out);
  }
  // Batch normalisation with the activation function after it: bound by memory, its arithmetic counts nowhere. Reads once
  // for the statistics and once more to apply them.
  void norm(std::string name, double channels, double out) {
    add(std::move(name), 2 * channels, 0, channels * out * out, 3 * channels * out * out);
  }
  void sum(std::string name, double channels, double out) { add(std::move(name), 0, 0, 0, 3 * channels * out * out); }
  // What follows a convolution with bias: activation function in place, pooling.
  void pointwise(std::string name, double channels, double out) { add(std::move(name), 0, 0, 0, 2 * channels * out * out); }
  void dense(std::string name, double in, double out) { add(std::move(name), in * out + out, 2 * in * out, out, in + out); }
  void add(std::string name, double parameters, double flops, double kept, double moved) {
    list.layers.push_back({std::move(name), parameters, flops, kept * e_});
    list.traffic.push_back(moved * e_);
  }
  LayerList list;

 private:
  double e_;
};

LayerList resnet50(double e) {
  Builder b(e);
  b.conv("conv1", 3, 64, 7, 224, 112, false);
  b.norm("bn1", 64, 112);
  double in = 64;
  struct Stage { int blocks; double width, out; };
  int number = 1;
  for (const Stage s : {Stage{3, 64, 56}, Stage{4, 128, 28}, Stage{6, 256, 14}, Stage{3, 512, 7}}) {
    ++number;
    for (int i = 0; i < s.blocks; ++i) {
      const std::string name = fmt::format("c{}.{}", number, i);
      // The first block of a stage still sees the larger picture in its 1x1; the 3x3 halves it.
      const double before = i == 0 && number > 2 ? 2 * s.out : s.out;
      b.conv(name + ".conv1", in, s.width, 1, before, before, false);
      b.norm(name + ".bn1", s.width, before);
      b.conv(name + ".conv2", s.width, s.width, 3, before, s.out, false);
      b.norm(name + ".bn2", s.width, s.out);
      b.conv(name + ".conv3", s.width, 4 * s.width, 1, s.out, s.out, false);
      b.norm(name + ".bn3", 4 * s.width, s.out);
      if (i == 0) {
        b.conv(name + ".down", in, 4 * s.width, 1, before, s.out, false);
        b.norm(name + ".downbn", 4 * s.width, s.out);
      }
      b.sum(name + ".add", 4 * s.width, s.out);
      in = 4 * s.width;
    }
  }
  b.dense("fc", 2048, 1000);
  return std::move(b.list);
}

LayerList vgg16(double e) {
  Builder b(e);
  double in = 3;
  struct Stage { int convs; double channels, out; };
  int number = 0;
  for (const Stage s : {Stage{2, 64, 224}, Stage{2, 128, 112}, Stage{3, 256, 56}, Stage{3, 512, 28}, Stage{3, 512, 14}})
    for (int i = 0; i < s.convs; ++i, in = s.channels) {
      b.conv(fmt::format("conv{}", ++number), in, s.channels, 3, s.out, s.out, true);
      b.pointwise(fmt::format("relu{}", number), s.channels, s.out);
    }
  b.dense("fc1", 25088, 4096);
  b.dense("fc2", 4096, 4096);
  b.dense("fc3", 4096, 1000);
  return std::move(b.list);
}

struct Transformer {
  double l, h, a, s, v;
  double extra = 0;       // parameters beyond the formula (pooler, heads of BERT)
  double predicted = 0;   // positions for which the vocabulary is scored
};

Transformer transformerOf(const NetworkModel& m) {
  if (m.gpt) {
    const GptShape& g = *m.gpt;
    return {double(g.layers), double(g.hidden), double(g.heads), double(g.sequence), double(g.vocabulary), 0, double(g.sequence)};
  }
  // BERT-large, sequence 512, 76 masked positions. Segments, normalisation of the embedding, pooler, both heads.
  const double h = 1024, v = 30522;
  return {24, h, 16, 512, v, (2 * h + 2 * h) + (h * h + h) + (h * h + h + 2 * h + v) + (2 * h + 2), 76};
}

OpList transformer(const Transformer& t, double e, const Split& split) {
  OpList n;
  const double tp = split.tensor;
  const double s = t.s, h = t.h;
  n.parameters = t.l * (12 * h * h + 13 * h) + (t.v + s) * h + t.extra;
  n.forward_flops = t.l * (24 * s * h * h + 4 * s * s * h) + 2 * t.predicted * h * t.v;
  n.blocks = static_cast<int>(std::ceil(t.l / split.pipeline));
  n.block_bytes = s * h * e;
  // One block, in operations whose sizes decide their efficiency. The published activation counts are for 2-byte elements.
  const double scores = 5 * t.a * s * s / tp * (e / 2);
  const bool scoresKept = !split.recomputeFull && !split.recomputeSelective && !split.fusedAttention;
  const double keptRest = split.recomputeFull ? 2 * s * h * (e / 2) : (10 + 24 / tp) * s * h * (e / 2);
  const double again = split.recomputeFull ? 3.0 : 2.0;  // backward, with the forward done once more
  const double scoresAgain = split.fusedAttention ? (split.recomputeFull ? 3.5 : 2.5) : scoresKept ? 2.0 : 3.0;
  const double scoresMoved = split.fusedAttention ? 4 * s * h / tp * e : 2 * scores;
  const auto gemm = [&](double flops, double parameters, double elements) {
    return Op{parameters / tp, flops / tp, elements * e, 0, again};
  };
  const Op block[]{gemm(6 * s * h * h, 3 * h * h + 3 * h, s * h * (1 + 3 / tp)),
                   Op{0, 4 * s * s * h / tp, scoresMoved, scoresKept ? scores : 0, scoresAgain},
                   gemm(2 * s * h * h, h * h + h, s * h * (1 / tp + 1)),
                   gemm(8 * s * h * h, 4 * h * h + 4 * h, s * h * (1 + 4 / tp)),
                   gemm(8 * s * h * h, 4 * h * h + h, s * h * (4 / tp + 1)),
                   // normalisation, dropout, residuals, activation function
                   Op{4 * h, 0, 2 * (10 + 24 / tp) * s * h * (e / 2), keptRest, again}};
  const std::size_t count = std::size(block);
  double blockParameters = 0;
  for (const Op& op : block) blockParameters += op.parameters;
  n.ops.reserve(count * static_cast<std::size_t>(n.blocks) + 1);
  n.segments.reserve(static_cast<std::size_t>(n.blocks) + 1);
  for (int i = 0; i < n.blocks; ++i) {
    n.segments.push_back({n.ops.size(), count, blockParameters});
    n.ops.insert(n.ops.end(), std::begin(block), std::end(block));
  }
  // Embedding and head share their weights; their gradient is complete with the embedding's, at the very end of
  // backward, so they stand first. A pipeline's largest stage is taken to hold them.
  const double ends = (t.v + s) * h / tp + t.extra / tp;
  n.segments.insert(n.segments.begin(), Segment{n.ops.size(), 1, ends});
  n.ops.push_back({ends, 2 * t.predicted * h * t.v / tp, t.predicted * (h + t.v / tp) * e + s * h * e, t.predicted * t.v / tp * e, 2});
  return n;
}

LayerList known(const NetworkModel& m, double e) { return m.name == "vgg-16" ? vgg16(e) : resnet50(e); }

bool isTransformer(const NetworkModel& m) { return m.layers.empty() && (m.gpt || m.name == "bert-large"); }

}  // namespace

double elementBytes(const std::string& precision) {
  if (precision == "fp32" || precision == "tf32") return 4;
  return precision == "fp8" ? 1 : 2;
}

std::vector<Layer> layersOf(const NetworkModel& m, const std::string& precision) {
  const double e = elementBytes(precision);
  if (!m.layers.empty()) return m.layers;
  if (!isTransformer(m)) return known(m, e).layers;
  const OpList n = transformer(transformerOf(m), e, {});
  std::vector<Layer> layers;
  for (std::size_t i = 0; i < n.segments.size(); ++i) {
    Layer layer{i == 0 ? "embedding and head" : fmt::format("block {}", i - 1), n.segments[i].parameters, 0, 0};
    for (std::size_t k = 0; k < n.segments[i].ops; ++k) {
      layer.forward_flops += n.ops[n.segments[i].firstOp + k].flops;
      layer.activation_bytes += n.ops[n.segments[i].firstOp + k].kept_bytes;
    }
    layers.push_back(std::move(layer));
  }
  return layers;
}

OpList network(const NetworkModel& m, const std::string& precision, const Split& split) {
  const double e = elementBytes(precision);
  if (isTransformer(m)) return transformer(transformerOf(m), e, split);
  OpList n;
  // A list by itself says only what each layer keeps: that is written, and read by whatever comes next.
  const LayerList own = m.layers.empty() ? known(m, e) : LayerList();
  const std::vector<Layer>& layers = m.layers.empty() ? own.layers : m.layers;
  n.ops.reserve(layers.size());
  n.segments.reserve(layers.size());
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const Layer& l = layers[i];
    n.segments.push_back({n.ops.size(), 1, l.parameters});
    n.ops.push_back({l.parameters, l.forward_flops, m.layers.empty() ? own.traffic[i] : 2 * l.activation_bytes, l.activation_bytes, 2});
    n.parameters += l.parameters;
    n.forward_flops += l.forward_flops;
  }
  return n;
}

}  // namespace weir::model
