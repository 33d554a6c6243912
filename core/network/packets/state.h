// The state of a packet simulation, shared by its regions: each part has one owner, and only its owner writes it while
// regions run. Internal to core/network.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/network/graph.h"
#include "core/network/huge_pages.h"
#include "core/network/packet_options.h"
#include "core/network/packets/pool.h"
#include "core/network/packets/wheel.h"
#include "core/network/router.h"
#include "core/network/series.h"
#include "core/network/traffic.h"
#include "core/network/transport.h"

namespace weir::net::packets {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint32_t kTelemetry = 8;  // switches a packet can collect telemetry from

enum Flag : std::uint8_t { kMarked = 1, kTrimmed = 2, kAgain = 4, kBack = 8, kOwnPath = 16 };

// One cache line. Owner: the region whose list it stands in.
struct alignas(64) Packet {
  std::int64_t arrival;      // at the far end of the link it is on (of its header where switches cut through); in a NIC: ready
  std::int64_t tail;         // the last byte's
  std::int64_t sent;
  std::uint32_t next;        // of the list
  std::uint32_t message;     // slot
  std::uint32_t bytes;
  std::uint32_t sequence, cumulative, entropy;
  Hop in;                    // the buffer it holds; kNone = none
  std::uint32_t memory;      // the router's
  std::uint8_t hops;         // links taken
  PacketKind kind;
  std::uint8_t flags;
  std::uint8_t priority;     // class: 0 first
  std::uint8_t telemetry;    // entries
};
static_assert(sizeof(Packet) == 64);

// A credit on its way back, in eight bytes: the moment modulo 2^39 ps (a quarter second), the channel and the bytes. Moments
// that are pending lie within one credit's delay of the newest (Port::newest), so that the rest of the clock is known.
class Credit {
 public:
  static constexpr unsigned kTimeBits = 39;
  Credit() = default;
  Credit(std::int64_t time, std::uint32_t bytes, std::uint32_t channel)
      : word_((static_cast<std::uint64_t>(time) << (64 - kTimeBits)) | (std::uint64_t{channel} << 21) | bytes) {}
  [[nodiscard]] std::uint32_t bytes() const { return static_cast<std::uint32_t>(word_ & ((1U << 21) - 1)); }
  [[nodiscard]] std::uint32_t channel() const { return static_cast<std::uint32_t>(word_ >> 21) & 15; }
  [[nodiscard]] std::int64_t time(std::int64_t newest) const {
    const std::uint64_t back = ((static_cast<std::uint64_t>(newest) << (64 - kTimeBits)) - (word_ & ~((std::uint64_t{1} << (64 - kTimeBits)) - 1))) >> (64 - kTimeBits);
    return newest - static_cast<std::int64_t>(back);
  }

 private:
  std::uint64_t word_ = 0;
};
static_assert(sizeof(Credit) == 8);

struct Queue {  // of one channel of a port
  std::uint32_t head = kNone, tail = kNone;
  std::int32_t credit = 0;   // bytes that may be sent at once
};

// The transmitter of a link. Two cache lines. Owner: the region of the node it leaves.
struct alignas(64) Port {
  std::int64_t free = 0;      // from here on
  std::int64_t wake = kNever; // the next look at it; events for other times are stale
  std::uint64_t psPerByte = 0;  // 48.16 fixed point
  std::int64_t delay = 0;     // latency, and the switch's at the far end
  std::uint32_t queued = 0;   // bytes that wait
  std::uint16_t waiting = 0, paused = 0;  // channels, as bits
  Queue first;                // of channel 0; the others stand in State::queues
  std::uint32_t nic = kNone;  // of a host
  std::uint32_t toRegion = 0;
  std::uint8_t turn = 0;
  bool toHost = false, stuck = false;     // stuck: something waits for credit only

  Credit* credits = nullptr;  // ring, by time
  std::int64_t newest = 0;    // of the credits
  std::uint32_t creditMask = 0, creditHead = 0, creditTail = 0;
  std::uint32_t deepest = 0;  // in this bin of the series
  std::int64_t bin = 0, busy = 0;         // of the series, being filled
  std::uint16_t marks = 0, pauses = 0;    // in this bin
};
static_assert(sizeof(Port) == 128);

// The wire and what stands at its far end. Owner: the region of the node it enters.
struct Pipe {
  std::uint32_t head = kNone, tail = kNone;  // packets on their way
  std::int64_t backDelay = 0;                // until the sender hears of a credit or a pause
  NodeId to = 0;
  std::uint32_t fromRegion = 0;
};

// A message under way. Owner of the sending half: the region of its host; of the other half: the receiver's.
struct Message {
  Send send;
  std::int64_t left = 0, start = -1;
  std::uint32_t nic = 0, next = kNone;  // next: of the same queue, waiting behind this one
  std::uint32_t number = 0;             // packets made so far
  bool listed = false;                  // in its NIC's turn
  bool done = false;                    // the sender needs it no more
  std::int64_t timer = kNever;          // pending timer event
  std::unique_ptr<Sender> sender;

  alignas(64) std::uint32_t coming = 0; // packets not arrived
  bool complete = false;
  std::int64_t counted = 0, last = 0;   // bytes counted as delivered; latest arrival
  std::unique_ptr<Receiver> receiver;
  std::atomic<std::int32_t> flying{0};  // packets, both ways; only with ends
};

// One link out of a host and what waits for it. Owner: the host's region.
struct Nic {
  LinkId link = 0;
  NodeId host = 0;
  std::vector<std::uint32_t> active;   // the first message of each queue (slot), in turn
  std::size_t turn = 0;
  std::vector<std::uint32_t> pending;  // heap by (ready, tag)
  std::int64_t nextMessage = 0;        // with a gap between messages: no other begins before
  std::uint32_t controlHead = kNone, controlTail = kNone;  // packets that go back, by time
  std::unordered_map<std::uint64_t, std::uint32_t> lastOf; // of each queue at work: its last message
};

struct State {
  State(const Graph& g, const PacketOptions& o, const Router& r, const TransportDescriptor& t);

  const Graph& graph;
  PacketOptions options;
  const Router& router;
  const TransportDescriptor& transport;
  bool credits;                     // else ends
  bool pfc, marking;
  bool perPacket, perHop;
  bool large = false;               // its state does not fit a cache
  std::uint32_t lanes = 1;          // virtual channels of a priority
  std::uint32_t classes = 1, channels = 1;  // channel = class x lanes + lane
  std::int64_t buffer = 0;          // bytes: of an input port and channel (credits), a queue, or a switch (shared)
  std::int64_t headroom = 0, xonGap = 0;
  std::int64_t shareWith = 0;       // 16.16: part of a byte's time that receiving takes from sending (limited duplex)

  std::vector<Port, HugeAllocator<Port>> ports;
  std::vector<Pipe, HugeAllocator<Pipe>> pipes;
  std::vector<Queue, HugeAllocator<Queue>> queues;        // (channels - 1) a link
  std::vector<std::uint32_t> held;  // bytes by (link, channel), with PFC
  std::vector<std::uint16_t> pauseSent;  // by link, channels as bits
  std::vector<std::int64_t> used;   // of a shared buffer, by node
  std::vector<std::uint32_t> markFrom, markAll;  // by link
  std::vector<std::uint64_t> sent;  // bytes by link
  std::vector<Nic> nics;
  std::vector<HostEnd> hostEnds;
  std::vector<std::uint32_t> regionOf;  // by node
  std::vector<std::vector<Credit, HugeAllocator<Credit>>> creditRings;

  std::vector<std::unique_ptr<Message[]>> chunks;  // of 1024 messages
  std::uint32_t messages = 0;
  std::vector<std::uint32_t> freeSlots;
  std::vector<Hop, HugeAllocator<Hop>> paths;           // stride a message, twice that with ends (the way back)
  std::uint32_t stride = 0;

  FreeNumbers numbers;
  Reserved<Packet> packets;
  Reserved<Hop> ownPaths;
  Reserved<Telemetry> telemetry;
  LinkSeries series;

  [[nodiscard]] Message& message(std::uint32_t slot) { return chunks[slot >> 10][slot & 1023]; }
  [[nodiscard]] Hop* path(std::uint32_t slot, bool back) {
    return &paths[credits ? std::size_t{slot} * stride : (std::size_t{slot} * 2 + (back ? 1 : 0)) * stride];
  }
  [[nodiscard]] Hop* ownPath(std::uint32_t packet) { return ownPaths.data() + std::size_t{packet} * stride; }
  [[nodiscard]] Queue& queue(LinkId l, Port& p, std::uint32_t channel) {
    return channel == 0 ? p.first : queues[std::size_t{l} * (channels - 1) + channel - 1];
  }
  [[nodiscard]] std::uint32_t newSlot();
  // Heap order of messages that are not ready yet: the earliest first.
  [[nodiscard]] bool later(std::uint32_t a, std::uint32_t b) {
    const Send& x = message(a).send;
    const Send& y = message(b).send;
    return x.ready != y.ready ? x.ready > y.ready : x.tag > y.tag;
  }
  // The class of a message's data, 0 first; with ends that is control's.
  [[nodiscard]] std::uint32_t classOf(const Send& s) const {
    return classes - 1 - std::min<std::uint32_t>(s.priority, static_cast<std::uint32_t>(options.priorities) - 1);
  }
  // What a port has gathered of its bin goes to the series, and `bin` is the next.
  void flush(LinkId l, Port& p, std::int64_t bin);
};

}  // namespace weir::net::packets
