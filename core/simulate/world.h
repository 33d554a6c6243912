// The network of a Scenario, built: the graph and what a message costs on it.
//
// A node is one host. Its NICs are one bundle: with n NICs every cable of the network stands for n of them (one plane a
// NIC, equally loaded, which is how collectives use them), so bandwidths are n times those of a link. What a node injects
// and what a message costs beside the wires is what core/model takes (network_costs.h): NIC latency at both ends, the
// overhead once with RDMA and twice without, the least gap between messages.
// With workload.step_latency given, all of that and the latencies of links and switches are 0 and a message ends
// step_latency + bytes / bandwidth after its start at the earliest: contention can delay it, the network's own latency
// cannot.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/network/engine.h"
#include "core/network/graph.h"
#include "core/scenario/outcome.h"
#include "core/scenario/scenario.h"

namespace weir::sim {

struct World {
  net::Graph graph{0};
  net::MessageCost cost;
  std::int64_t mtu = 4096, buffer = 0, switchLatency = 0;
  std::uint64_t seed = 1;
  std::vector<std::string> remarks;

  // At fidelity flow or packet. The world and the driver outlive the engine.
  [[nodiscard]] std::unique_ptr<net::Engine> engine(Fidelity fidelity, net::Driver& driver) const;
};

// The scenario is valid (core/scenario/validate.h). Errors name the field: a buffer that holds no packet, a routing or
// transport this version does not have.
[[nodiscard]] Result<World> buildWorld(const Scenario& scenario);

}  // namespace weir::sim
