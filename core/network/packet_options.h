// How packets move: sizes, buffers, switches and transport of a packet simulation. Plain data; core/simulate/world.cpp fills
// it from a scenario.
#pragma once

#include <cstdint>

#include "core/network/router.h"
#include "core/network/traffic.h"
#include "core/network/transport.h"

namespace weir::net {

inline constexpr std::int64_t kMinDelay = 1000;  // ps

struct PacketOptions {
  std::int64_t mtu = 4096;            // bytes, 1 .. 2^20
  std::int64_t buffer = 0;            // bytes an input port and virtual channel (credits), a queue, or a switch (shared); 0 = defaultBuffer()
  std::int64_t switchLatency = 0;     // ps
  std::uint64_t seed = 1;
  MessageCost cost;
  std::uint32_t seriesBins = 0;       // per link, even; 0 = as many as a fixed memory allows
  unsigned bucketShift = 0;           // wheel buckets of 2^shift ps; 0 = the engine's choice. Results do not depend on it.
  const Router* router = nullptr;     // outlives the engine; null = ECMP
  const TransportDescriptor* transport = nullptr;  // null = credits
  TransportSettings settings;
  int channels = 0;                   // virtual channels; 0 = the router's
  int priorities = 1;                 // of messages: Send::priority 0 .. priorities - 1
  bool cutThrough = false;
  bool sharedBuffer = false;          // `buffer` is of a whole switch
  double bufferAlpha = 1;
  bool pfc = true;                    // for the transports that want it
  EcnMarking ecn;                     // 0 = the transport's
  PauseThresholds pause;              // 0 = derived
  double duplex = 2;
  unsigned threads = 1;               // changes how long it takes, nothing else
  std::uint32_t regionLinks = 0;      // directed links of a region, about; 0 = the engine's choice
};

}  // namespace weir::net
