// The nodes of a network drawn by hand: hosts as listed, then whatever else a cable names, in order of appearance: switches.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/machine.h"

namespace weir {

struct GraphNodes {
  std::vector<std::string_view> names;  // into the NetworkGraph
  std::uint32_t hosts = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;  // by cable: from, to
};

// Errors name machine.network.hosts or .cables: no hosts, two of one name, a cable from a node to itself or without a name,
// a host without a cable.
[[nodiscard]] Result<GraphNodes> graphNodes(const Network& network);

}  // namespace weir
