// What the machine's network makes of one message between two nodes that lie `distance` apart in packed order: latency
// and the share of the node's bandwidth that is left. Store-and-forward switches, as core/network plays them:
//   latency = overhead + 2 NIC + (switches + 1) link + switches (switch + packet / bandwidth)
// with the mean number of switches on the way. Taper: a step whose partners all lie beyond the edge switch gets
// 1/uplink_ratio of the bandwidth; one that crosses it for a fraction x of the hosts needs x uplink_ratio, at least 1.
// ECMP collisions are not in it: flows are taken to spread evenly over the uplinks.
#pragma once

#include "core/base/result.h"
#include "core/scenario/scenario.h"
#include "core/scenario/topology_shape.h"

namespace weir::model {

struct NetworkCosts {
  double bytes_per_s = 0;      // one node into the network, all its NICs, as far as collectives attain it (nic.attained)
  double link_bytes_per_s = 0; // the whole of it: what storage traffic is bound by
  double base_s = 0;           // a message's share of CPUs and NICs
  double message_gap_s = 0;    // least time between two messages of a NIC
  double link_s = 0, switch_s = 0;
  double packet_bytes = 0;
  TopologyShape shape;
  double step_s = -1;          // >= 0: what every step costs instead (Workload::step_latency); bandwidth stays

  [[nodiscard]] double crossing(double distance) const;       // fraction of hosts whose partner is behind another edge switch
  [[nodiscard]] double meanSwitches(double distance) const;
  [[nodiscard]] double latency(double distance, double messageBytes) const;
  [[nodiscard]] double slowdown(double distance) const;       // of the bandwidth, >= 1
};

[[nodiscard]] Result<NetworkCosts> networkCosts(const Machine& m);

// Between the accelerators of one node. bytes_per_s 0 where a node has one accelerator.
struct FabricCosts {
  double bytes_per_s = 0, latency_s = 0;
  bool assumed = false;  // no fabric is given: through the node's memory, in and out; through its NICs if that is unknown too
};
[[nodiscard]] FabricCosts fabricCosts(const Node& n);

}  // namespace weir::model
