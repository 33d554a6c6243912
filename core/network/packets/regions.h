// Which nodes are played together. A function of the graph alone, so that results cannot depend on the number of threads.
#pragma once

#include <cstdint>
#include <vector>

#include "core/network/graph.h"

namespace weir::net::packets {

struct Regions {
  std::vector<std::uint32_t> of;  // by node
  std::uint32_t count = 1;
  std::int64_t window = 0;        // ps: nothing in one region is felt in another, nor by a host, sooner
};

// A host stands with all it is cabled to. Regions of about `links` directed links (0: some hundreds, what a core's cache
// holds); one region where links between them would have next to no latency. `most`: a bound of the window.
[[nodiscard]] Regions findRegions(const Graph& graph, std::uint32_t links, std::int64_t most);

}  // namespace weir::net::packets
