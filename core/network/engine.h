// What both engines are to those who run them: packets (packet_engine.h) or max-min fair fluid flows (flow_engine.h).
#pragma once

#include <cstdint>
#include <functional>

#include "core/base/result.h"
#include "core/network/series.h"
#include "core/network/traffic.h"

namespace weir::net {

struct EngineStats {
  std::uint64_t packets = 0, packetHops = 0, pauses = 0, maxQueueBytes = 0;  // packets only
  std::int64_t sentBytes = 0, deliveredBytes = 0;  // over links; messages within a node do not count
  std::uint64_t messages = 0;                      // delivered
  std::int64_t maxBufferBytes = 0;                 // packets: the most bytes promised to any input buffer at once (credits), or held there (PFC)
  std::uint64_t drops = 0, marks = 0, trims = 0, retransmissions = 0, controlPackets = 0;  // packets

  EngineStats& operator+=(const EngineStats& o) {
    packets += o.packets;
    packetHops += o.packetHops;
    pauses += o.pauses;
    if (o.maxQueueBytes > maxQueueBytes) maxQueueBytes = o.maxQueueBytes;
    sentBytes += o.sentBytes;
    deliveredBytes += o.deliveredBytes;
    messages += o.messages;
    if (o.maxBufferBytes > maxBufferBytes) maxBufferBytes = o.maxBufferBytes;
    drops += o.drops;
    marks += o.marks;
    trims += o.trims;
    retransmissions += o.retransmissions;
    controlPackets += o.controlPackets;
    return *this;
  }
};

class Engine : public Injector {
 public:
  virtual ~Engine() = default;
  // Plays until nothing is left to send. `poll` (may be empty) is called every few milliseconds; false stops. Call once.
  // Errors: stopped, unreachable hosts, a link without bandwidth.
  virtual Result<void> run(const std::function<bool()>& poll) = 0;
  // In steps, instead of run(): plays on until every delivery that ends before `until` (ps) has been told, and nothing that a
  // send() with ready >= until could still change. The first call begins. False: nothing is left to play, unless more is
  // sent. Steps change nothing: the deliveries are those of run().
  virtual Result<bool> playUntil(std::int64_t until, const std::function<bool()>& poll);
  [[nodiscard]] virtual const EngineStats& stats() const = 0;
  // Also while running, from poll: what has happened until now().
  [[nodiscard]] virtual const LinkSeries& series() = 0;
  [[nodiscard]] virtual std::int64_t now() const = 0;  // ps
  [[nodiscard]] virtual double helpersCpu_s() const { return 0; }  // CPU time of threads of its own, so far
};

inline Result<bool> Engine::playUntil(std::int64_t, const std::function<bool()>&) {
  return tl::make_unexpected(Error{Error::Kind::Internal, "this engine is not played in steps", "network engine", {}});
}

}  // namespace weir::net
