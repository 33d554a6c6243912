// Which nodes of the machine a job's nodes are. One place for all fidelities and all kinds of workload.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace weir {

// Nodes that the workload runs on: all of the machine, or of a collective as many as its ranks fill (one a node while
// they fit, else a node's accelerators each; where accelerators are the network's hosts they are filled one by one).
[[nodiscard]] int jobNodes(const Scenario& s);

// By node of the job, the node of the machine, all different. plan.placement:
//   packed     0, 1, 2, ...: neighbours share an edge switch;
//   scattered  round robin over the edge switches;
//   random     drawn with the scenario's seed;
//   given      plan.placement_hosts.
// Errors name plan.placement_hosts (out of range, twice, too few) or machine.nodes.
[[nodiscard]] Result<std::vector<std::uint32_t>> placementOf(const Scenario& s, int nodes);

// Whether a host of the network is an accelerator (machine.network.endpoints) and how many hosts there are.
[[nodiscard]] bool acceleratorsAreHosts(const Machine& m);
[[nodiscard]] int networkHosts(const Machine& m);

// The like for hosts of the network: by rank r = node x accelerators + accelerator where accelerators are hosts.
[[nodiscard]] Result<std::vector<std::uint32_t>> hostsOf(const Scenario& s, int ranks);

}  // namespace weir
