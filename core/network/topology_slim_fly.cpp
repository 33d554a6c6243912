// The slim fly (Besta, Hoefler, SC 2014) on the graphs of McKay, Miller and Siran (J. Combin. Theory B 74, 1998): q = 4 w + d a
// power of a prime, d one of -1, 0, 1; 2 q^2 routers of degree (3 q - d) / 2 and diameter 2, in two halves t = 0, 1.
//   router (0, x, y) meets (0, x, y') when y - y' is in X, (1, m, c) meets (1, m, c') when c - c' is in X',
//   (0, x, y) meets (1, m, c) when y = m x + c
// in the field of q elements with primitive element z (Besta, Hoefler, section 2.2; Hafner, Discrete Math. 2004):
//   d =  1: X = {z^0, z^2, ..., z^(q-3)},                            X' = {z^1, z^3, ..., z^(q-2)}
//   d =  0: X = {z^0, z^2, ..., z^(q-2)},                            X' = {z^1, z^3, ..., z^(q-1)}
//   d = -1: X = {z^0, ..., z^(2w-2), z^(2w-1), ..., z^(4w-3)},       X' = {z^1, ..., z^(2w-1), z^(2w), ..., z^(4w-2)}
#include <fmt/format.h>

#include <vector>

#include "core/network/finite_field.h"
#include "core/network/topology.h"
#include "core/scenario/topology_shape.h"

namespace weir::net {
namespace {

// Whether the difference of two elements is in X (half 0) or X' (half 1), by element.
std::vector<bool> generators(const FiniteField& f, std::uint32_t half) {
  const std::uint32_t q = f.size();
  std::vector<bool> in(q);
  const auto take = [&](std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i <= to; i += 2) in[f.power(i)] = true;
  };
  if (q % 4 == 3) {
    const std::uint32_t w = (q + 1) / 4;
    take(half, 2 * w - 2 + half);
    take(2 * w - 1 + half, 4 * w - 3 + half);
  } else {
    const std::uint32_t last = q % 4 == 1 ? q - 3 : q - 2;
    take(half, last + half);
  }
  return in;
}

}  // namespace

Result<Graph> buildSlimFly(const Network& network, const Cables& cables) {
  const auto shape = topologyShape(network, static_cast<int>(cables.hosts));
  if (!shape) return tl::make_unexpected(shape.error());
  const auto q = static_cast<NodeId>(shape->slim_fly_q);
  const auto field = FiniteField::of(q);
  if (!field) return fail(fmt::format("there is no field of {} elements", q), "machine.network.slim_fly_q", "give the power of a prime");
  if (auto fits = graphFits(2 * q * q, cables.hosts + std::int64_t{q} * q * shape->uplinks); !fits) return tl::make_unexpected(fits.error());

  Graph g(cables.hosts);
  Structure& s = g.structure();
  s.dimensions = {static_cast<int>(q), static_cast<int>(q), 2};
  const NodeId first = g.nodes();
  const auto router = [&](NodeId half, NodeId x, NodeId y) { return first + (half * q + x) * q + y; };
  for (NodeId i = 0; i < 2 * q * q; ++i) {
    g.addSwitch(fmt::format("router {}.{}.{}", i / (q * q), i / q % q, i % q));
    s.group.push_back(i / q % q);
    s.level.push_back(0);
  }
  for (NodeId h = 0; h < cables.hosts; ++h) g.connect(h, first + h / static_cast<NodeId>(shape->hosts_per_edge), cables.host, cables.latency);
  const auto join = [&](NodeId a, NodeId b) { g.connect(a, b, cables.fabric, cables.fabricLatency, LinkKind::Fabric); };
  // y - y' is in X: y' = y - z, and X holds z with -z; so y = y' + z covers both.
  for (NodeId half = 0; half < 2; ++half) {
    const std::vector<bool> in = generators(*field, half);
    for (NodeId x = 0; x < q; ++x)
      for (NodeId y = 0; y < q; ++y) {
        std::vector<bool> met(q);
        for (NodeId z = 1; z < q; ++z)
          if (in[z]) met[field->add(y, z)] = true;
        for (NodeId other = y + 1; other < q; ++other)
          if (met[other]) join(router(half, x, y), router(half, x, other));
      }
  }
  for (NodeId x = 0; x < q; ++x)
    for (NodeId m = 0; m < q; ++m)
      for (NodeId c = 0; c < q; ++c) join(router(0, x, field->add(field->multiply(m, x), c)), router(1, m, c));
  return g;
}

}  // namespace weir::net
