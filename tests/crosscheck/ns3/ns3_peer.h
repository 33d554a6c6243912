// ns-3's DCTCP on one of our networks, by the program ns3_dctcp (ns3_dctcp.cpp): the same graph, flows, paths, frames, marks
// and buffers as our engine is given.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/network/graph.h"
#include "core/network/packet_engine.h"
#include "core/network/router.h"
#include "core/scenario/workload.h"

namespace weir::crosscheck {

// Segments of 4,044 bytes are 4,098 on the wire: 20 IP, 32 TCP with timestamps, 2 PPP.
inline constexpr std::int64_t kPayload = 4044, kWire = 4098;

struct DctcpSettings {
  int window = 38;          // packets at the start: bandwidth x round trip over six links of 100 Gb/s and 1 us
  int mark = 40, limit = 200;  // packets that wait at a port
  int timeout_us = 1000;    // least
};

// Completion times in us, NaN where a flow did not end. `cpu_s`: of the process, added. Empty where the program failed.
[[nodiscard]] std::vector<double> playNs3(const std::string& program, const net::Graph& graph, const net::Router& router, const std::vector<Flow>& flows, const DctcpSettings& settings,
                                          double& cpu_s);

// The same by our engine. Ours starts as it may; ns-3's flows start when their handshakes are over.
[[nodiscard]] std::vector<double> playOurs(const net::Graph& graph, const net::Router& router, const std::vector<Flow>& flows, const DctcpSettings& settings, double& cpu_s);

struct Summary {
  double mean = 0, p99 = 0, max = 0;  // NaN where a flow did not end
};
[[nodiscard]] Summary summary(std::vector<double> us);

}  // namespace weir::crosscheck
