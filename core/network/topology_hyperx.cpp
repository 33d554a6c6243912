// HyperX (Ahn, Binkert, Davis, McLaren, Schreiber, SC 2009): routers at the points of a grid, hosts_per_router hosts on each,
// all routers of a line joined to one another. One dimension is a full graph, two a flattened butterfly.
#include "core/network/grid.h"
#include "core/network/topology.h"

namespace weir::net {

Result<Graph> buildHyperX(const Network& network, const Cables& cables) {
  return buildGrid(network, cables, [](std::uint32_t at, std::uint32_t size, auto&& join) {
    for (std::uint32_t to = at + 1; to < size; ++to) join(to);
  });
}

}  // namespace weir::net
