// The packet engine: every packet, queue and credit. Store-and-forward switches with one FIFO an output; lossless by
// credits: a link may send only what fits the buffer at its far end, one buffer an input port. A message is cut into
// packets of `mtu` bytes, the last one short; a host takes one packet of each of its queues in turn, and the messages of
// a queue one after the other.
//
// The rules, exactly:
//   A packet starts on a link when the link is free, the packet has arrived, all before it in the FIFO have started, and
//   the credit for it is there. It arrives at the far end `bytes / bandwidth + latency` later (at a switch plus the
//   switch's latency), never sooner than kMinDelay. Packets that arrive at one instant queue by the id of the link they
//   came over. A packet frees its input buffer when it starts on the next link (it then stands in the port's transmit
//   register); the credit is back at the sender one link latency, at least kMinDelay, later. Hosts take everything.
// Times are whole picoseconds; nothing depends on addresses, on other simulations or on the order in which links that
// cannot see each other are played (see wheel.h). One thread at a time; no static state.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/network/engine.h"
#include "core/network/graph.h"
#include "core/network/routing.h"
#include "core/network/series.h"
#include "core/network/traffic.h"
#include "core/network/wheel.h"

namespace weir::net {

inline constexpr std::int64_t kMinDelay = 1000;  // ps

struct PacketOptions {
  std::int64_t mtu = 4096;            // bytes, 1 .. 2^20
  std::int64_t buffer = 0;            // bytes an input port; 0 = defaultBuffer()
  std::int64_t switchLatency = 0;     // ps
  std::uint64_t seed = 1;
  MessageCost cost;
  std::uint32_t seriesBins = 0;       // per link, even; 0 = as many as a fixed memory allows
  unsigned bucketShift = 0;           // wheel buckets of 2^shift ps, never above the lookahead; 0 = the engine's choice.
                                      // Results do not depend on it (a test says so).
};

class PacketEngine final : public Engine {
 public:
  // `graph` and `driver` outlive the engine.
  PacketEngine(const Graph& graph, const PacketOptions& options, Driver& driver);

  Result<void> run(const std::function<bool()>& poll) override;
  Result<bool> playUntil(std::int64_t until, const std::function<bool()>& poll) override;
  void send(const Send& s) override;
  [[nodiscard]] const EngineStats& stats() const override { return stats_; }
  [[nodiscard]] const LinkSeries& series() override;
  [[nodiscard]] std::int64_t now() const override { return now_; }
  [[nodiscard]] std::int64_t buffer() const { return buffer_; }

 private:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Packet {
    std::int64_t arrival;
    std::uint32_t message;  // slot
    std::uint32_t meta;     // size | hop << 21 | last << 31
    [[nodiscard]] std::uint32_t size() const { return meta & 0x1FFFFF; }
    [[nodiscard]] std::uint32_t hop() const { return (meta >> 21) & 31; }
    [[nodiscard]] bool last() const { return (meta >> 31) != 0; }
  };
  struct Credit {
    std::int64_t time;
    std::int64_t bytes;
  };
  // Two cache lines a link: all that a packet-hop touches of it, besides the rings.
  struct alignas(64) Link {
    std::int64_t free = 0;           // its transmitter is free from here on
    std::int64_t scheduled = kNever; // its next start, as far as known
    std::uint64_t psPerByte = 0;     // 48.16 fixed point
    std::int64_t hopDelay = 0;       // latency, and the switch's at the far end
    std::int64_t creditDelay = 0;
    Packet* queue = nullptr;         // ring, by arrival; holds also what is still on its way
    std::uint32_t queueMask = 0, head = 0, tail = 0, arrived = 0;  // [arrived, tail) has not arrived at the last start
    Credit* credit = nullptr;        // ring, by time
    std::uint32_t creditMask = 0, creditHead = 0, creditTail = 0;
    std::int32_t credits = 0;        // bytes that may be sent at once
    std::uint32_t queued = 0;        // bytes in [head, arrived)
    std::uint32_t deepest = 0;       // of `queued`, in this bin
    std::int64_t bin = 0;            // of the series, being filled
    std::int64_t busy = 0;           // ps, in this bin
    bool fromHost = false, toHost = false;
  };
  struct Message {
    Send send;
    std::int64_t left = 0, start = -1;
    std::uint32_t hops = 0;
    std::uint32_t next = kNone;  // of the same queue, waiting behind this one
  };
  struct Host {
    std::vector<std::uint32_t> active;  // the first message of each queue (slot), in turn
    std::size_t turn = 0;
    std::vector<std::uint32_t> pending; // heap by (ready, tag)
    LinkId link = 0;
  };

  void playSwitchLink(LinkId id, std::int64_t until);
  void playHostLink(LinkId id, std::int64_t until);
  void forward(LinkId next, LinkId previous, const Packet& p);
  void giveCredit(LinkId id, std::int64_t time, std::int64_t bytes);
  void schedule(LinkId id, Link& l, std::int64_t time);
  [[nodiscard]] std::int64_t creditTime(const Link& l, std::uint32_t need) const;
  [[nodiscard]] std::int64_t nextStart(const Link& l) const;
  [[nodiscard]] std::int64_t nextHostStart(const Link& l) const;
  void takeCredit(Link& l, std::int64_t now, std::uint32_t need);
  void account(LinkId id, Link& l, std::int64_t start, std::int64_t duration);
  void flush(LinkId id, Link& l, std::int64_t bin);
  void arrive(const Packet& p, std::int64_t at);
  void growQueue(LinkId id, Link& l);
  void growCredit(LinkId id, Link& l);
  [[nodiscard]] std::int64_t transmission(const Link& l, std::uint32_t bytes) const {
    return static_cast<std::int64_t>((bytes * l.psPerByte + 0x8000) >> 16);
  }
  [[nodiscard]] LinkId* pathOf(std::uint32_t slot) { return &paths_[std::size_t{slot} * stride_]; }
  [[nodiscard]] bool later(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] std::uint32_t packetSize(const Message& m) const {
    return static_cast<std::uint32_t>(m.left < options_.mtu ? m.left : options_.mtu);
  }
  std::uint32_t newSlot();
  void activate(Host& h, std::int64_t now);
  void deliverLocal();

  const Graph& graph_;
  PacketOptions options_;
  Driver& driver_;
  EcmpRouter router_;
  std::int64_t buffer_ = 0;
  std::vector<Link> links_;
  std::vector<std::unique_ptr<Packet[]>> queues_;
  std::vector<std::unique_ptr<Credit[]>> creditRings_;
  std::vector<Host> hosts_;
  std::vector<std::uint32_t> hostOf_;  // of a link that leaves a host
  std::vector<Message> messages_;      // by slot
  std::vector<LinkId> paths_;          // stride_ links a slot
  std::uint32_t stride_ = 8;
  std::vector<std::uint32_t> freeSlots_;
  std::unordered_map<QueueKey, std::uint32_t, QueueKey::Hash> lastOf_;  // of each queue at work: its last message
  std::vector<Send> local_;            // messages within a node, not delivered yet
  TimingWheel wheel_;
  LinkSeries series_;
  EngineStats stats_;
  std::int64_t now_ = 0;
  Error error_;
  bool begun_ = false, failed_ = false;
};

// Bytes that keep the slowest credit loop of this graph full, at least 16 packets.
[[nodiscard]] std::int64_t defaultBuffer(const Graph& graph, std::int64_t mtu, std::int64_t switchLatency);

}  // namespace weir::net
