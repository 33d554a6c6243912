// What the machine's network makes of one message between two nodes that lie `distance` apart in packed order: latency
// and the share of the node's bandwidth that is left. Store-and-forward switches, as core/network plays them:
//   latency = overhead + 2 NIC + (switches + 1) link + switches (switch + packet / bandwidth)   (links by their kinds)
// with the mean number of switches on the way. Taper: a step whose partners all lie beyond the edge switch gets
// 1/uplink_ratio of the bandwidth; one that crosses it for a fraction x of the hosts needs x uplink_ratio, at least 1.
// Other topologies: the busiest link of the step's shift (core/scenario/topology_shape.h).
// ECMP collisions are not in it: flows are taken to spread evenly over the uplinks.
//
// Host-staged paths (no GPUDirect, or a path over the host bridge, "phb", or between sockets, "sys"): data go through the host's
// memory, written and read once by each side, so a quarter of its bandwidth is the limit and each message waits for two copies
// more (nic.staging). With GPUDirect the limit is min(pcie, nic). Path classes as NCCL's topo.h: PIX, PXB, PXN, P2C, PHB, SYS.
// Rendezvous (LogGP, Alexandrov et al. 1995, with the RTS/CTS of Open MPI's ob1): above machine.node.mpi.eager_limit an MPI
// message costs a round trip more; with RDMA half of it (the receiver reads).
#pragma once

#include "core/base/result.h"
#include "core/model/mpi_links.h"
#include "core/model/nccl_tuner.h"
#include "core/scenario/scenario.h"
#include "core/scenario/topology_shape.h"

namespace weir::model {

struct NetworkCosts {
  double bytes_per_s = 0;      // one node into the network, all its NICs, as far as collectives attain it (nic.attained)
  double link_bytes_per_s = 0; // the whole of it: what storage traffic is bound by
  double base_s = 0;           // a message's share of CPUs and NICs
  double message_gap_s = 0;    // least time between two messages of a NIC
  double link_s = 0, switch_s = 0;
  double fabric_s = 0, global_s = 0;  // cables between switches, and between groups or upper levels
  double packet_bytes = 0;
  TopologyShape shape;
  NcclSystem nccl;             // what NCCL's tuner would see
  MpiCosts mpi;                // eager_bytes 0: no rendezvous is modelled
  ShapedLink shaped;
  bool sockets = false;        // an MPI library goes through mpi_links.h
  bool tuner = false;          // price NCCL's collectives by its tuner (Plan::collective_form)
  double reduce_s = 0;         // CPU of a byte that is added to a vector; 0 = hides behind the transfer
  double step_s = -1;          // >= 0: what every step costs instead (Workload::step_latency); bandwidth stays

  [[nodiscard]] double meanSwitches(double distance) const { return shape.meanSwitches(distance); }
  [[nodiscard]] double wires(double distance, double switches) const;  // latency of the cables on a way over so many switches
  [[nodiscard]] double latency(double distance, double messageBytes) const;
  [[nodiscard]] double slowdown(double distance) const { return shape.slowdown(distance); }  // of the bandwidth, >= 1
};

[[nodiscard]] Result<NetworkCosts> networkCosts(const Machine& m);
// With what the workload and the plan say: step_latency, reduction_threads, collective_form.
[[nodiscard]] Result<NetworkCosts> networkCosts(const Scenario& s);

// Seconds for a byte of a vector added by `threads` of a node's cores (OpenMP) while `sharers` ranks of the node do the like:
// threads share the cores, and memory moves three bytes (two read, one written):  max(sharers / min(sharers threads, cores) /
// rate, 3 sharers / memory).  rate: of a core, B/s; memory: of the node, B/s, 0 = no limit. 0 where the rate is 0: it hides.
[[nodiscard]] double reductionSecondsPerByte(int threads, int sharers, int cores, double rate, double memory);

// True where data pass through the host's memory on their way between accelerator and NIC.
[[nodiscard]] bool hostStaged(const Nic& nic);

// Between the accelerators of one node. bytes_per_s 0 where a node has one accelerator.
struct FabricCosts {
  double bytes_per_s = 0, latency_s = 0;
  bool reduces = false;  // its switches add and multiply (NVLS)
  bool assumed = false;  // no fabric is given: through the node's memory, in and out; through its NICs if that is unknown too
};
[[nodiscard]] FabricCosts fabricCosts(const Node& n);

}  // namespace weir::model
