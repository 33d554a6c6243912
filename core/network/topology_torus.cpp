// Torus and mesh: routers at the points of a grid, hosts_per_router hosts on each, a cable to the neighbour one up in every
// dimension; a torus closes each line on itself. Two routers along a dimension have one cable, not two.
#include <fmt/format.h>

#include <vector>

#include "core/network/grid.h"
#include "core/network/topology.h"

namespace weir::net {

Result<Graph> buildTorus(const Network& network, const Cables& cables) {
  const bool around = network.topology == weir::Topology::Torus;
  return buildGrid(network, cables, [&](std::uint32_t at, std::uint32_t size, auto&& join) {
    if (at + 1 < size) join(at + 1);
    else if (around && size > 2) join(0);
  });
}

}  // namespace weir::net
