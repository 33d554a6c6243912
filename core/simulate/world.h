// The network of a Scenario, built: the graph and what a message costs on it.
//
// With network.endpoints "node" a node is one host. Its NICs are one bundle: with n NICs every cable of the network stands for
// n of them (one plane a NIC, equally loaded, which is how collectives use them), so bandwidths are n times those of a link;
// with "accelerator", and in a rail network, they are links of their own (net::buildCluster). What a node injects
// and what a message costs beside the wires is what core/model takes (network_costs.h): NIC latency at both ends, the
// overhead once with RDMA and twice without, copies through the host, the least gap between messages, which also bounds their
// rate.
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
#include "core/network/packet_options.h"
#include "core/network/router.h"
#include "core/scenario/outcome.h"
#include "core/scenario/scenario.h"

namespace weir::sim {

struct World {
  std::shared_ptr<const net::Graph> owned;   // where `graph` lives, also when the World is moved
  const net::Graph& graph;
  std::shared_ptr<const net::Router> router;
  net::PacketOptions packets;                // without router and threads
  std::vector<std::string> remarks;
  bool repeats = false;                      // its messages may: hybrid looks for it

  explicit World(net::Graph g) : owned(std::make_shared<const net::Graph>(std::move(g))), graph(*owned) {}
  // At fidelity flow or packet. The world and the driver outlive the engine. Threads change how long it takes, nothing else.
  [[nodiscard]] std::unique_ptr<net::Engine> engine(Fidelity fidelity, net::Driver& driver, unsigned threads = 1) const;
};

// The scenario is valid (core/scenario/validate.h). Errors name the field: a buffer that holds no packet, a routing that the
// topology cannot do, a transport this version does not have.
[[nodiscard]] Result<World> buildWorld(const Scenario& scenario);

}  // namespace weir::sim
