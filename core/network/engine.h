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
  std::int64_t maxBufferBytes = 0;                 // packets: the most bytes promised to any input buffer at once
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
};

inline Result<bool> Engine::playUntil(std::int64_t, const std::function<bool()>&) {
  return tl::make_unexpected(Error{Error::Kind::Internal, "this engine is not played in steps", "network engine", {}});
}

}  // namespace weir::net
