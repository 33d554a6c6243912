#include "core/model/networks.h"

#include <fmt/format.h>

#include <cmath>

#include "core/model/known_network.h"
#include "core/model/transformer.h"
#include "core/scenario/models.h"

namespace weir::model {
namespace {

KnownNetwork wholeOf(const NetworkModel& m, double e) {
  if (m.gpt) return {{}, transformerShape(*m.gpt)};
  return knownNetwork(m, e).value_or(KnownNetwork());
}

}  // namespace

double OpList::kept_bytes() const {
  double sum = 0;
  for (const Segment& g : segments)
    for (std::size_t k = 0; k < g.ops; ++k) sum += ops[g.firstOp + k].kept_bytes * g.count;
  return sum;
}

double OpList::local_flops() const {
  double sum = 0;
  for (const Segment& g : segments)
    for (std::size_t k = 0; k < g.ops; ++k) sum += ops[g.firstOp + k].flops * g.count;
  return sum;
}

double elementBytes(const std::string& precision) {
  return precision == "fp32" || precision == "tf32" ? 4 : 2;
}

std::vector<Layer> layersOf(const NetworkModel& m, const std::string& precision) {
  const double e = elementBytes(precision);
  if (!m.layers.empty()) return m.layers;
  KnownNetwork known = wholeOf(m, e);
  if (!known.transformer) return std::move(known.layers);
  const OpList n = transformer(*known.transformer, e, {});
  std::vector<Layer> layers;
  for (std::size_t i = 0; i < n.segments.size(); ++i) {
    Layer layer{"embedding and head", n.segments[i].parameters, 0, 0};
    for (std::size_t k = 0; k < n.segments[i].ops; ++k) {
      layer.forward_flops += n.ops[n.segments[i].firstOp + k].flops;
      layer.activation_bytes += n.ops[n.segments[i].firstOp + k].kept_bytes;
    }
    for (int c = 0; c < n.segments[i].count; ++c) {
      if (i > 0) layer.name = fmt::format("block {}", layers.size() - 1);
      layers.push_back(layer);
    }
  }
  return layers;
}

OpList network(const NetworkModel& m, const std::string& precision, const Split& split) {
  const double e = elementBytes(precision);
  OpList n;
  KnownNetwork known;
  if (m.layers.empty()) {
    known = wholeOf(m, e);
    if (known.transformer) return transformer(*known.transformer, e, split);
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
    n.ops.push_back({l.parameters, l.forward_flops, traffic, l.activation_bytes, backward, Op::Kind::Matrix, 1});
    n.parameters += l.parameters;
    n.forward_flops += l.forward_flops;
  }
  return n;
}

}  // namespace weir::model
