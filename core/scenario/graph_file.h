// Networks from files, as machine.network.file names them. What a file says is told by its content, not its name:
//
// - SimGrid platform XML (version 4 and 4.1; zones, also called AS, of hosts, routers and links, joined by routes; clusters, flat,
//   with a backbone, fat trees, tori and dragonflies). Routes are turned into cables: each link is one, and where a route
//   takes several, the places between them are found from all routes together. A link that joins more than two places (a bus, a
//   backbone) becomes two switches "ID in" > "ID out" with one cable, so that all share it; of sharing_policy FATPIPE, a cable each.
//   Where routes may or do pass through a host (Floyd, Dijkstra; tori; gateways) it gets a router "ID router". Links are full duplex whatever
//   their sharing_policy; profiles, loopbacks, speeds and disks are passed over. Coordinates (Vivaldi) and Wi-Fi are refused.
// - NCCL's topology XML (NCCL_TOPO_DUMP_FILE, RCCL's too): GPUs are the hosts, "gpu N"; PCI devices, CPUs and NICs forward. Speeds
//   as NCCL takes them: PCIe lanes x 75 % of their rate, NVLink and xGMI by generation (src/graph/topo.h of NCCL, RCCL).
// - A list of cables, "a b [100Gbps [1us]] [one-way]" a line; "host NAME ..." lists hosts in order, else those are hosts whose name
//   begins with "host", else those with a single cable. # begins a comment. A bandwidth that is not given is machine.network.link's.
//
// Pure functions, any thread. Errors name the file and the line. No entities, no other files, at most 64 MiB.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/scenario/machine.h"

namespace weir {

[[nodiscard]] Result<NetworkGraph> parseGraph(std::string_view text, std::string_view file);
[[nodiscard]] Result<NetworkGraph> loadGraph(const std::string& path);

}  // namespace weir
