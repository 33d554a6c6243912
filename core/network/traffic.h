// What runs over a network engine: a Driver hands messages to the engine and is told when each has arrived. The same
// driver plays over packets and over fluid flows. Times are picoseconds since the start.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/random.h"

namespace weir::net {

struct Send {
  std::uint32_t from = 0, to = 0;  // hosts; equal = within the node, costs MessageCost's local time and never meets a link
  std::int64_t bytes = 0;          // 0 is allowed: costs latency only
  std::uint64_t tag = 0;           // the driver's own name for it, distinct among messages under way
  std::uint64_t flow = 0;          // what ECMP hashes besides the two hosts
  std::int64_t ready = 0;          // not before this; never before the delivery that caused it
  std::uint64_t queue = 0;         // messages of one host and queue leave one after the other, in order of (ready, tag);
                                   // the host's NIC serves its queues in turn
  std::uint8_t priority = 0;       // 0 .. 7, higher first, where the engine knows priorities
};

struct Delivery {
  Send send;
  std::int64_t start = 0;  // its first byte leaves the host
  std::int64_t end = 0;    // its last byte has arrived, and whatever delay the message itself costs is over
};

class Injector {
 public:
  virtual void send(const Send& s) = 0;

 protected:
  ~Injector() = default;
};

class Driver {
 public:
  virtual ~Driver() = default;
  virtual void begin(Injector& net) = 0;
  // Called once per message, before the simulated clock reaches d.end, in an order that is the same in every run but is
  // not sorted by time. What a driver sends in answer, and when, must not depend on the order in which it is told of
  // messages that end at one instant.
  virtual void delivered(const Delivery& d, Injector& net) = 0;
};

struct QueueKey {
  std::uint64_t host, queue;
  explicit QueueKey(const Send& s) : host(s.from), queue(s.queue) {}
  bool operator==(const QueueKey&) const = default;
  struct Hash {
    std::size_t operator()(const QueueKey& k) const { return mix(k.host, k.queue); }
  };
};

// What one message costs besides the wire.
struct MessageCost {
  std::int64_t overhead = 0;  // before the first byte leaves (CPU, NIC)
  std::int64_t arrival = 0;   // after the last byte has come (NIC, CPU)
  // A NIC does not begin two messages within less than this (LogGP's g: message rate, a CPU that works for each); 0 = none.
  std::int64_t gap = 0;
  // With a floor, a message does not end before start + floor + bytes / hostBandwidth; negative = none. It stands for the
  // latency of a step in the closed forms.
  std::int64_t floor = -1;
  // A message within a node: latency + bytes x perByte, without contention.
  std::int64_t localLatency = 0;  // ps
  double localPerByte = 0;        // ps
};

[[nodiscard]] inline std::int64_t localTime(const MessageCost& cost, std::int64_t bytes) {
  return cost.localLatency + static_cast<std::int64_t>(static_cast<double>(bytes) * cost.localPerByte + 0.5);
}

}  // namespace weir::net
