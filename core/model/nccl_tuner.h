// What NCCL's tuner thinks a collective takes, and so what NCCL runs: algorithm and protocol of least  latency + bytes /
// bandwidth.  From NCCL 2.30 (commit 5067397), src/graph/tuning.cc and topo.h: all constants are NCCL's own, in us and GB/s;
// its graph search is replaced by what the machine states: bandwidth of the fabric, NICs, channels.
//
//   ring, all-reduce      lat = base + (2(n-1) - 2(N-1)) max(intra, net overhead) + 2(N-1) inter;  bw = bus n / (2(n-1))
//   tree, all-reduce      lat = base + 2((n/N - 1) intra + lg N inter);  bw = bus / 2, corrected by size
//   NVLS                  lat = intra (+ inter);  NVLS tree: base + intra + 2 lg N inter
//   bus: LL half of it or the CPU's limit; LL128 0.92 (tree 7/9 in a node, 120/128 beyond); trees 0.92 x 0.85 and a limit a channel.
//   Ring / Simple over several nodes beyond 64 B a channel and rank: latency x 1.4 (x 1.9 before Ampere).
//
// RCCL is taken to choose alike with its own links (unverified). Range: what NCCL tunes for; the time is the tuner's estimate
// of a kernel, without the launch. Pure; any thread; no allocation; about 100 ns.
#pragma once

#include <cstdint>

#include "core/base/collective.h"
#include "core/scenario/machine.h"

namespace weir::model {

enum class NcclGeneration : std::uint8_t { Volta, Ampere, Hopper, Blackwell };
enum class NcclAlgorithm : std::uint8_t { Tree, Ring, Nvls, NvlsTree, CollNet, Pat };
enum class NcclProtocol : std::uint8_t { LL, LL128, Simple };
[[nodiscard]] std::string_view name(NcclAlgorithm a);
[[nodiscard]] std::string_view name(NcclProtocol p);

struct NcclSystem {
  NcclGeneration generation = NcclGeneration::Ampere;
  bool nvlink = true;          // else PCIe between the accelerators of a node
  bool nvls = false;           // NVSwitch that multiplies and reduces (Hopper on)
  bool collnet = false;        // switches of the network reduce (SHARP), and their plugin is there
  bool ll128 = true;           // NIC near the accelerator (path PXB or nearer; PXN from Hopper on)
  double fabric_GBps = 0;      // one accelerator into its node, as NCCL counts links (NVLink 3: 12 x 20)
  double network_GBps = 0;     // one node into the network, all NICs
  double network_latency_us = 0;   // switches and cables, on top of NCCL's own
  double net_overhead_us = 1;  // 1 on Intel, 2 on AMD hosts
  bool amd_host = false;
};
// Names of accelerators tell the generation; unknown ones are taken by their fabric: above 600 GB/s Blackwell, above 400 Hopper.
[[nodiscard]] NcclSystem ncclSystem(const Node& node, double network_bytes_per_s, double network_latency_s, bool collnet = false);

struct NcclChoice {
  NcclAlgorithm algorithm = NcclAlgorithm::Ring;
  NcclProtocol protocol = NcclProtocol::Simple;
  double time_s = 0, latency_s = 0;
  double bytes_per_s = 0;      // algorithm bandwidth (not bus)
};
// Of one algorithm and protocol; time_s NaN where NCCL does not have or allow it.
[[nodiscard]] NcclChoice ncclCost(CollectiveOp op, NcclAlgorithm a, NcclProtocol p, int ranks, int nodes, double bytes, const NcclSystem& s);
// The quickest by the tuner. All-to-all, gather, scatter, send-receive are point to point there: Ring / Simple of the bytes a
// rank sends, most of them over the network.
[[nodiscard]] NcclChoice ncclChoice(CollectiveOp op, int ranks, int nodes, double bytes, const NcclSystem& s);

// What its messages look like between nodes: ring, double binary tree, in the network; PAT as Bruck.
[[nodiscard]] Algorithm algorithmOf(NcclAlgorithm a);

}  // namespace weir::model
