// The machine of a Scenario: nodes, network, storage tiers, power. Plain data; defaults are a small generic GPU node.
// Every field that a file or a person gives carries its unit; see scenario/json.h.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/quantity.h"

namespace weir {

struct FrequencyRange {
  Frequency nominal, min, max;
  bool operator==(const FrequencyRange&) const = default;
};
struct PowerRange {
  Power idle, max;
  bool operator==(const PowerRange&) const = default;
};

// Power of an accelerator: idle, and max - idle at the highest clock while kernels bound by the core run. Fractions are of
// max - idle. Voltage falls linearly from the highest clock to `voltage_floor` at `voltage_knee`; both 0: in proportion to the
// clock, so that dynamic power goes with its cube. See core/model/power_limit.h.
struct AcceleratorPower : PowerRange {
  double waiting = 0.28;       // while a communication kernel spins, or a stage waits for another
  double memory_bound = 0.3;   // while kernels bound by memory run
  double voltage_floor = 0, voltage_knee = 0;
  bool operator==(const AcceleratorPower&) const = default;
};

// Fraction of the peak an operation of a given size reaches: (size, fraction), largest size first; between the steps the
// larger step at or below applies. Form: Calculon (Isaev et al., SC23). Sizes: GFLOP for arithmetic, MB for memory.
using EfficiencyCurve = std::vector<std::pair<double, double>>;

struct Accelerator {
  std::string name;
  std::map<std::string, FlopRate> peak;  // by precision: "fp32", "tf32", "bf16", "fp16", "fp8"
  EfficiencyCurve efficiency;            // of peak; empty = 1
  Bytes memory;
  Bandwidth memory_bandwidth;
  EfficiencyCurve memory_efficiency;     // of memory_bandwidth; empty = 1
  // The rest of what a step rests on; 0 = costs nothing, or as the efficiency curve says.
  double attention_efficiency = 0;       // of peak (bf16 where the precision is fp8 or fp4), fused attention kernels
  Time operation_overhead;               // of every operation: launch, ramp and tail of a kernel
  Time step_overhead;                    // of every step: host work that nothing hides
  double overlap_contention = 0;         // seconds of computing lost a second of communication that runs beside it
  FrequencyRange frequency;
  AcceleratorPower power;
  bool operator==(const Accelerator&) const = default;
};

struct Fabric {  // between the accelerators of one node
  std::string kind = "none";  // "nvswitch", "nvlink", "xgmi", "pcie", "none"
  Bandwidth bandwidth;        // per accelerator, one direction
  Time latency;
  double attained = 1;        // fraction of the bandwidth that long collectives reach
  bool operator==(const Fabric&) const = default;
};

struct Nic {
  Bandwidth bandwidth;
  Time latency;
  Time overhead;              // CPU time per message (LogGP o)
  EventRate message_rate;     // 0 = unlimited
  bool rdma = true;
  bool gpudirect = true;      // false: what is sent and received passes through the host's memory, two copies more
  Power power;
  double attained = 1;        // fraction of the bandwidth that long collectives reach
  std::string verb = "write"; // RDMA: "write" (pushed), "read" (the receiver asks, then it comes), "send" (as write)
  Bytes eager_limit{};        // longer messages ask first and wait for the answer (rendezvous); 0 = none does
  double duplex = 2;          // sent and received together, as a multiple of the bandwidth: 2 = both ways at full speed, 1 = half duplex
  std::string path = "pxb";   // between NIC and accelerator, as NCCL names it: "pix", "pxb", "pxn", "p2c", "phb", "sys"
  Bandwidth pcie{};           // of that path, one direction; 0 = not below the NIC's
  Time staging{};             // of a message, added by the copies through the host where there is no GPUDirect
  bool operator==(const Nic&) const = default;
};

// An MPI library on the node's cores, over sockets where the NIC has no RDMA (core/model/mpi_links.h). With eager_limit 0 a
// message costs what the NIC says and no more. Defaults: fitted on Open MPI 4.1 over shaped TCP links.
struct MpiHost {
  Bytes eager_limit;          // longer messages ask first (rendezvous)
  Time message = Time::us(38);             // CPU of a message at both ends
  Time rendezvous_wait = Time::us(1400);   // on links that are busy both ways
  double duplex_wait = 0.17;  // of a long message while another comes in, as a fraction of its time
  Bandwidth byte_rate = Bandwidth::bytesPerSecond(43e6);  // a core's, through its sockets
  Bandwidth reduce_rate;      // a core's, of the vector it adds; 0 = reductions hide behind the transfer
  bool operator==(const MpiHost&) const = default;
};

struct Node {
  int accelerators = 1;
  Accelerator accelerator;
  int cores = 1;
  Bytes memory;
  Bandwidth memory_bandwidth;
  double memory_pj_per_bit = 17.5;  // energy of the memory's traffic, part of the host's power
  PowerRange power;           // host without accelerators
  Fabric fabric;
  int nics = 1;
  Nic nic;
  double mtbf_s = 0;          // mean time between failures of one node; 0 = no failures are given
  MpiHost mpi;
  bool operator==(const Node&) const = default;
};

struct Link {
  Bandwidth bandwidth;
  Time latency;
  Power power{};              // of the transceiver at each end; networks draw it whether they carry anything or not
  double pj_per_bit = 0;      // what traffic adds, over the whole link
  Bytes burst{};              // of a token bucket that shapes it; 0 = not shaped
  bool operator==(const Link&) const = default;
};

// Marks instead of losses: packets that leave a queue of more than `min` bytes are marked with a probability that rises to
// `probability` at `max`, and always beyond it (RED's line on the queue at hand, as DCQCN uses it). 0 = the transport's own.
struct EcnMarking {
  Bytes min{}, max{};
  double probability = 0;
  bool operator==(const EcnMarking&) const = default;
};

// Priority flow control, IEEE 802.1Qbb: an input port and priority that holds more than `xoff` bytes pauses its sender until
// it holds less than `xon`; `headroom` takes what still comes meanwhile. 0 = derived from the buffer and the link.
struct PauseThresholds {
  Bytes xoff{}, xon{}, headroom{};
  bool operator==(const PauseThresholds&) const = default;
};

struct Switch {
  Time latency;
  Bytes buffer;               // per port and virtual channel pool; 0 = the engine's default
  bool shared_buffer = false; // `buffer` is of the whole switch, given out by dynamic thresholds (Choudhury, Hahne 1998)
  double buffer_alpha = 1;    // a port may fill alpha x what is free of a shared buffer
  bool cut_through = false;   // a packet leaves once its header has come; false: once all of it has
  int virtual_channels = 0;   // of credit links; 0 = as many as the routing needs
  bool pfc = true;            // lossless for the transports over Ethernet; false: what does not fit is dropped
  EcnMarking ecn;
  PauseThresholds pause;
  Power power;
  bool reduces = false;       // reduces and multiplies in the network (SHARP), and the library has the plugin for it
  bool operator==(const Switch&) const = default;
};

// Written "switch", "leaf-spine", "fat-tree", "rail", "dragonfly", "dragonfly+", "torus", "mesh", "hyperx", "slim-fly", "graph".
enum class Topology { SingleSwitch, LeafSpine, FatTree, Rail, Dragonfly, DragonflyPlus, Torus, Mesh, HyperX, SlimFly, Graph };

[[nodiscard]] std::span<const std::string_view> topologyNames();  // by enumerator

// A cable that is broken or slow, named by what it joins ("leaf 0" and "spine 1", as the Run's links are called).
struct LinkFault {
  std::string from, to;
  double capacity = 0;        // fraction of the bandwidth that is left, both ways; 0 = it has failed
  bool operator==(const LinkFault&) const = default;
};

// A network drawn by hand or read from `graph_file`: hosts in order, whatever else is a switch.
struct GraphCable {
  std::string from, to;
  Bandwidth bandwidth{};      // one direction; 0 = network.link's
  Time latency{};             // 0 = network.link's where the bandwidth is it too, else none
  bool one_way = false;
  bool operator==(const GraphCable&) const = default;
};
struct NetworkGraph {
  std::vector<std::string> hosts;
  std::vector<GraphCable> cables;
  bool operator==(const NetworkGraph&) const = default;
};

// Constants of the transports of core/network; 0 or empty = the transport's own (its paper's), see core/network/transports.
struct TransportSettings {
  std::string recovery;       // "selective" or "go-back-n"
  Bytes window{};             // in flight at most, or to begin with; 0 = bandwidth x round trip
  Time timeout{};             // before what was not acknowledged is sent again
  double gain = 0;            // DCTCP's and DCQCN's g
  Bandwidth rate_increase{};  // DCQCN's R_AI
  Time rate_timer{}, alpha_timer{}, mark_interval{};  // DCQCN's T, alpha's timer, and the least time between two CNPs
  Bytes byte_counter{};       // DCQCN's B
  double utilization = 0;     // HPCC's eta
  Time target_delay{};        // Swift's and NSCC's
  bool operator==(const TransportSettings&) const = default;
};

struct Network {
  Topology topology = Topology::SingleSwitch;
  std::vector<int> dimensions;                     // torus, mesh, hyperx: routers along each
  int hosts_per_router = 0;                        // dragonfly (p), torus, mesh, hyperx, slim-fly; 0 = derived
  int routers_per_group = 0;                       // dragonfly (a)
  int global_links_per_router = 0;                 // dragonfly (h); dragonfly+: of a spine
  int groups = 0;                                  // dragonfly, dragonfly+; 0 = as many as the hosts need
  int slim_fly_q = 0;                              // MMS graph over the field of q elements: 2 q^2 routers; 0 = smallest that fits
  std::string graph_file;                          // as written; what it says stands in `graph` once read
  NetworkGraph graph;
  Bandwidth fabric_bandwidth{};                    // between switches; 0 = as the hosts' links
  Bandwidth global_bandwidth{};                    // between groups, and between a fat tree's upper levels; 0 = as between switches
  Time fabric_latency{}, global_latency{};         // 0 = as link.latency
  std::vector<LinkFault> faults;
  std::string endpoints = "node";                  // a host is a "node", its NICs a bundle; or an "accelerator", and NICs, PCIe, NVLink are links
  int leaves = 0, spines = 0, hosts_per_leaf = 0;  // leaf-spine; 0 = derived from the hosts
  int levels = 3, radix = 0;                       // fat-tree; radix 0 = smallest even radix that carries the hosts
  double taper = 1;                                // fat-tree: hosts' bandwidth / uplink bandwidth of an edge switch, >= 1
  Link link;
  Switch sw;
  std::string routing = "ecmp";      // core/network/routing.h: "ecmp", "spray", "adaptive", "minimal", "dimension-order", "valiant", "ugal-l", "ugal-g"
  std::string transport = "credit";  // core/network/transport.h: "credit", "dcqcn", "hpcc", "swift", "dctcp", "ndp", "nscc"
  TransportSettings transport_settings;
  Bytes mtu = Bytes::of(4096);
  bool operator==(const Network&) const = default;
};

struct StorageTier {
  std::string name;            // "nvme", "burst-buffer", "pfs"
  bool shared = false;         // scope "shared" (bandwidths are of the whole tier) or "node" (of each node)
  int servers = 0;             // 0 = unknown
  Bandwidth read, write;
  Time latency;                // per request
  Time open;                   // per file
  EventRate metadata_rate;     // opens per second over the whole tier; 0 = unlimited
  Bandwidth per_client;        // what one node gets of a shared tier at most, each way; 0 = its share of the whole
  EventRate iops;              // requests per second, of the whole tier or of each node; 0 = unlimited
  Bytes request = Bytes::of(1 << 20);  // largest request; longer reads are cut into these
  double interference = 0;     // fraction of a shared tier that other jobs take, 0 up to 1
  Bytes capacity;
  PowerRange power;            // per device: per node for a node tier, per server for a shared one
  bool operator==(const StorageTier&) const = default;
};

struct Facility {
  double pue = 1;
  CarbonIntensity carbon;      // 0 = unknown
  bool operator==(const Facility&) const = default;
};

struct Machine {
  std::string name;
  std::string base;            // preset it started from; empty = none
  int nodes = 1;
  Node node;
  Network network;
  std::vector<StorageTier> storage;
  Facility facility;

  [[nodiscard]] const StorageTier* tier(const std::string& tierName) const {
    for (const StorageTier& t : storage)
      if (t.name == tierName) return &t;
    return nullptr;
  }
  [[nodiscard]] int accelerators() const { return nodes * node.accelerators; }
  bool operator==(const Machine&) const = default;
};

}  // namespace weir
