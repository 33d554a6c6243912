// The packet engine: every packet, queue, credit, mark and pause.
//
// Switches queue at their outputs, a FIFO a virtual channel and priority. A message is cut into packets of `mtu` bytes, the
// last one short; a host takes one packet of each of its queues in turn, and the messages of a queue one after the other.
// Transports with credits are lossless: a link may send only what fits the buffer at its far end, one buffer an input port
// and channel. The others (transport.h) answer from end to end; their switches pause (PFC), mark, cut or drop.
//
// The rules, exactly:
//   A packet starts on a link when the link is free, the packet has arrived, all before it in its FIFO have started, and its
//   credit is there; the highest priority first, virtual channels of one priority in turn. It arrives at the far end
//   `bytes / bandwidth + latency` later (at a switch plus the switch's latency), never sooner than kMinDelay; where switches
//   cut through, its header does so after 64 bytes, and it leaves no faster than it comes. Packets that arrive at one instant
//   queue by the id of the link they came over. A packet frees its input buffer when it starts on the next link (it then
//   stands in the port's transmit register); the credit, or the end of a pause, is back at the sender one link latency, at
//   least kMinDelay, later. Hosts take everything.
// Times are whole picoseconds; nothing depends on addresses, on other simulations, on polling or on the number of threads:
// the graph is cut into regions (packets/regions.h) that are played side by side through windows in which they cannot feel
// one another (conservative parallel simulation; Chandy and Misra 1979), also when there is one thread, because a region's
// state fits a core's cache. No static state. One engine is run by one thread, and starts its own others.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/network/engine.h"
#include "core/network/graph.h"
#include "core/network/packet_options.h"

namespace weir::net {

namespace packets {
struct State;
class Region;
class Crew;
struct Regions;
}  // namespace packets

class PacketEngine final : public Engine {
 public:
  // `graph`, `driver`, and what `options` points to outlive the engine.
  PacketEngine(const Graph& graph, const PacketOptions& options, Driver& driver);
  ~PacketEngine() override;

  Result<void> run(const std::function<bool()>& poll) override;
  Result<bool> playUntil(std::int64_t until, const std::function<bool()>& poll) override;
  void send(const Send& s) override;
  [[nodiscard]] const EngineStats& stats() const override { return stats_; }
  [[nodiscard]] const LinkSeries& series() override;
  [[nodiscard]] std::int64_t now() const override { return now_; }
  [[nodiscard]] double helpersCpu_s() const override;
  [[nodiscard]] std::int64_t buffer() const;  // bytes an input port, a queue or a switch
  [[nodiscard]] std::uint32_t regions() const;

  struct Memory {
    std::size_t ports = 0, packets = 0, messages = 0;  // bytes; packets: at the most at once, with their side tables
    std::uint32_t mostPackets = 0;
  };
  [[nodiscard]] Memory memory() const;

 private:
  void place(const Send& s);
  void connect(std::uint32_t slot);
  void deliverLocal();
  void tellArrivals();
  void closeMessages();
  void gatherStats();
  [[nodiscard]] Result<void> deadlocked() const;

  const Graph& graph_;
  Driver& driver_;
  MessageCost cost_;
  std::unique_ptr<Router> ownRouter_;
  std::unique_ptr<packets::State> state_;
  std::unique_ptr<packets::Regions> map_;
  std::vector<std::unique_ptr<packets::Region>> regions_;
  std::unique_ptr<packets::Crew> crew_;
  unsigned threads_ = 1;
  std::vector<Send> local_;              // messages within a node, not delivered yet
  std::vector<std::uint32_t> closing_;
  // Messages of one flow between two hosts share a connection, whose rate or window a message takes over from the one before.
  struct Connection {
    std::uint32_t slot = 0;           // of its latest message,
    std::uint64_t tag = 0;            // if that is still there
    std::unique_ptr<Sender> closed;   // else what is left of one
  };
  struct ConnectionKey {
    std::uint32_t from, to;
    std::uint64_t flow;
    bool operator==(const ConnectionKey&) const = default;
    struct Hash {
      std::size_t operator()(const ConnectionKey& k) const { return mix(mix(k.from, k.to), k.flow); }
    };
  };
  std::unordered_map<ConnectionKey, Connection, ConnectionKey::Hash> connections_;
  std::vector<std::pair<std::int64_t, std::uint32_t>> arrived_;  // (end, slot), of one window
  std::vector<std::uint32_t> nicOf_;     // by link out of a host
  std::uint64_t underWay_ = 0;           // messages sent and not delivered
  std::int64_t longestSend_ = 0;         // ps a packet may take on the slowest link
  EngineStats stats_;
  std::int64_t now_ = 0;
  Error error_;
  bool begun_ = false, failed_ = false;
};

// Bytes that keep the slowest credit loop of this graph full, at least 16 packets.
[[nodiscard]] std::int64_t defaultBuffer(const Graph& graph, std::int64_t mtu, std::int64_t switchLatency);

}  // namespace weir::net
