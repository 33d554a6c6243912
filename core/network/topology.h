// The topologies: one file each, one line each in the table of topology.cpp. A builder turns the Network of a Scenario
// and a number of hosts into a Graph, or says which field does not fit. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/network/graph.h"
#include "core/scenario/machine.h"

namespace weir::net {

// What a builder needs besides the Network: how hosts are attached, which the node decides.
struct Cables {
  std::uint32_t hosts = 0;
  Bandwidth host;    // between a host and its switch, one direction
  Bandwidth fabric;  // between two switches
  Time latency;      // of any of them
};

struct TopologyDescriptor {
  weir::Topology id;
  std::string_view name;      // as written in a scenario: "fat-tree"
  std::string_view describe;  // one line for help
  Result<Graph> (*build)(const Network& network, const Cables& cables);
};

[[nodiscard]] std::span<const TopologyDescriptor> topologies();

// Errors name the field under machine.network: hosts that do not fit, a bandwidth that is not positive, an odd radix.
[[nodiscard]] Result<Graph> buildTopology(const Network& network, const Cables& cables);

// Whether a graph of so many switches and cables is small enough to be built; asked before building it.
[[nodiscard]] Result<void> graphFits(std::int64_t switches, std::int64_t cables);

// The builders, each in its own file.
[[nodiscard]] Result<Graph> buildSwitch(const Network& network, const Cables& cables);
[[nodiscard]] Result<Graph> buildLeafSpine(const Network& network, const Cables& cables);
[[nodiscard]] Result<Graph> buildFatTree(const Network& network, const Cables& cables);

}  // namespace weir::net
