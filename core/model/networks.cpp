#include "core/model/networks.h"

#include <fmt/format.h>

#include <cmath>

#include "core/model/known_network.h"
#include "core/scenario/models.h"

namespace weir::model {
namespace {

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

bool isTransformer(const NetworkModel& m) { return m.layers.empty() && (m.gpt || m.name == "bert-large"); }

}  // namespace

double elementBytes(const std::string& precision) {
  if (precision == "fp32" || precision == "tf32") return 4;
  return precision == "fp8" ? 1 : 2;
}

std::vector<Layer> layersOf(const NetworkModel& m, const std::string& precision) {
  const double e = elementBytes(precision);
  if (!m.layers.empty()) return m.layers;
  if (!isTransformer(m)) {
    std::optional<KnownNetwork> known = knownNetwork(m, e);
    return known ? std::move(known->layers) : std::vector<Layer>();
  }
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
  KnownNetwork known;
  if (m.layers.empty()) {
    if (std::optional<KnownNetwork> k = knownNetwork(m, e)) known = std::move(*k);
    n.sharded_parameters = known.sharded_parameters;
    n.exchanged_bytes = known.exchanged_bytes;
    n.parameters = known.sharded_parameters;
  }
  const std::vector<Layer>& layers = m.layers.empty() ? known.layers : m.layers;
  n.ops.reserve(layers.size());
  n.segments.reserve(layers.size());
  for (const Layer& l : layers) {
    n.segments.push_back({n.ops.size(), 1, l.parameters});
    // A list by itself says only what each layer keeps: that is written, and read by whatever comes next.
    const double traffic = l.traffic_bytes.value_or(2 * l.activation_bytes);
    const double backward = l.backward_flops && l.forward_flops > 0 ? *l.backward_flops / l.forward_flops : 2;
    n.ops.push_back({l.parameters, l.forward_flops, traffic, l.activation_bytes, backward});
    n.parameters += l.parameters;
    n.forward_flops += l.forward_flops;
  }
  return n;
}

}  // namespace weir::model
