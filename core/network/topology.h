// The topologies: one file each, one line each in the table of topology.cpp. A builder turns the Network of a Scenario
// and a number of hosts into a Graph, or says which field does not fit. Pure functions, any thread.
//
// Order and names. Hosts stand in order along the switches that carry them: host h hangs at the (h / hosts a switch)-th.
// The hosts' cables come first (with one link a host, link 2 h goes out of host h), then those between switches, each in
// the order of the lower switch, so that out(switch) lists its hosts, then its other cables in the order told here.
//
//   topology     switches in order, names                  dimensions      group            level   cables of a switch
//   switch       "switch"                                  -               0                0       -
//   leaf-spine   "leaf l", then "spine s"                  -               leaf l: l        0, 1    a leaf: spines in order
//   fat-tree     by level from the hosts; see its file     -               pod; edge if 2   0..top  up: switches in order; top level kNoGroup
//   rail         "leaf g.r", then "spine s"                rails, groups   g                0, 1    leaf s: rail s % d0 of host group s / d0
//   dragonfly    "router g.r"                              a, groups       g                0       all-to-all in the group, then global
//   dragonfly+   "leaf g.l", then "spine g.s"              leaves, groups  g                0, 1    leaf: spines of g; spine: global
//   torus, mesh  "router x.y.z"                            as given        last coordinate  0       by dimension: to the next one up (torus: around)
//   hyperx       "router x.y"                              as given        last coordinate  0       by dimension: to all further up
//   slim-fly     "router t.x.y" (t: which half)            q, q, 2: y, x, t  x              0       its half's, then the other half's
//   graph        as the file names them                    -               0                steps from a host
// Spines, cores and the like, whose group would be nobody's, have kNoGroup.
//
// Faults name two nodes by these names; a fault holds for every cable that joins the two.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/network/graph.h"
#include "core/scenario/machine.h"

namespace weir::net {

// What a builder needs besides the Network: how hosts are attached, which the node decides. buildCluster derives it.
struct Cables {
  std::uint32_t hosts = 0;
  Bandwidth host;    // between a host and its switch, one direction; of one link where a host has several
  Bandwidth fabric;  // between two switches
  Time latency;      // of any of them; of the hosts' where the next are given
  Bandwidth global{};                          // between groups, and a fat tree's upper levels; 0 = as fabric
  Time fabricLatency{Time::ps(-1)}, globalLatency{Time::ps(-1)};  // negative: as latency, as fabricLatency
  std::uint32_t rails = 1;                     // links a host has in a rail network: its NICs
  [[nodiscard]] Cables filled() const;         // with those that say "as ..." put in
};

struct TopologyDescriptor {
  weir::Topology id;
  std::string_view name;      // as written in a scenario: "fat-tree"
  std::string_view describe;  // one line for help
  Result<Graph> (*build)(const Network& network, const Cables& cables);  // cables are filled(); graph not finished
};

[[nodiscard]] std::span<const TopologyDescriptor> topologies();

// The network alone, hosts at its edge: with faults, finished. Errors name the field under machine.network: hosts that do
// not fit, a bandwidth that is not positive, an odd radix, a fault whose nodes are not there. What network says of
// bandwidths and latencies is not looked at, but for a graph's cables: Cables does.
[[nodiscard]] Result<Graph> buildTopology(const Network& network, const Cables& cables);

struct ClusterOptions {
  Bandwidth injection{};   // of a node, all its NICs together, one direction; 0 = nics x min(nic, link)
  bool latencies = true;   // false: no cable has any (Workload::step_latency says what a message costs)
};

// The machine's nodes in its network, as network.endpoints says.
//
// "node": a node is one host. Its NICs are a bundle, every cable of the network stands for as many (but not those of a
// graph, which are as written); a rail network has a cable for each NIC, that of NIC r at rail r.
//
// "accelerator": hosts are accelerators, node n's are n A .. n A + A - 1, "accelerator n.a". After the network's switches
// come those inside the nodes (Structure::outside), node by node: A PCIe ports "pcie n.a", the NICs "nic n.i", and
// "nvswitch n" or, where nothing else joins the accelerators, the host bridge "bridge n".
//   accelerator a - pcie a - NICs nearest to it - the network's switch: NIC i serves a with floor(a N / A) = i, or, where
//   there are more NICs than accelerators, a = floor(i A / N). NIC r is at rail r; elsewhere all of a node's NICs at its port.
//   fabric "nvswitch": each accelerator - nvswitch; "nvlink", "xgmi": one cable a pair, an accelerator's bandwidth shared
//   among them; "pcie", "none": each PCIe port - bridge.
// A path through PCIe between two accelerators is longer than the one through their fabric, so shortest paths take the latter.
// Levels: pcie, nvswitch 0, nic, bridge 1, the network's from 2. A node's switches have the group of its first edge switch.
[[nodiscard]] Result<Graph> buildCluster(const Machine& machine, const ClusterOptions& options = {});

// Every host reaches every other over switches alone. The error names two that do not; `where` is the field to blame.
[[nodiscard]] Result<void> allReach(const Graph& finished, std::string_view where);

// Whether a graph of so many switches and cables is small enough to be built; asked before building it.
[[nodiscard]] Result<void> graphFits(std::int64_t switches, std::int64_t cables);

// Slows or breaks the cables that network.faults name. Before finish().
[[nodiscard]] Result<void> applyFaults(const Network& network, Graph& graph);

// The builders, each in its own file.
[[nodiscard]] Result<Graph> buildSwitch(const Network& network, const Cables& cables);
[[nodiscard]] Result<Graph> buildLeafSpine(const Network& network, const Cables& cables);
[[nodiscard]] Result<Graph> buildFatTree(const Network& network, const Cables& cables);
[[nodiscard]] Result<Graph> buildRail(const Network& network, const Cables& cables);
[[nodiscard]] Result<Graph> buildDragonfly(const Network& network, const Cables& cables);
[[nodiscard]] Result<Graph> buildDragonflyPlus(const Network& network, const Cables& cables);
[[nodiscard]] Result<Graph> buildTorus(const Network& network, const Cables& cables);  // and mesh
[[nodiscard]] Result<Graph> buildHyperX(const Network& network, const Cables& cables);
[[nodiscard]] Result<Graph> buildSlimFly(const Network& network, const Cables& cables);
[[nodiscard]] Result<Graph> buildGraph(const Network& network, const Cables& cables);

}  // namespace weir::net
