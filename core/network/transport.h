// What a transport other than credit links does at the two ends of a message: when the next packet may leave, what is sent
// again, and what comes back. Pure state machines, one Sender and one Receiver a message; the engine owns time, queues,
// marks, drops and pauses, and calls them. Times are ps since the start, sizes bytes. A sender is only touched by the
// thread that plays its host, a receiver by its own; they meet through packets alone. The list of transports is one table
// in transport.cpp, an own file each.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/scenario/machine.h"

namespace weir::net {

inline constexpr std::int64_t kNeverTime = std::numeric_limits<std::int64_t>::max();

enum class PacketKind : std::uint8_t { Data, Ack, Nack, Cnp, Pull };

// What a switch wrote into the packet as it left on a link (in-band telemetry; HPCC).
struct Telemetry {
  std::int64_t time = 0;     // of leaving
  std::uint64_t sent = 0;    // bytes this link has sent until then
  std::uint32_t queue = 0;   // bytes left behind in the queue
  float rate = 0;            // of the link, bytes a ps
};

// A packet as the ends see it.
struct WirePacket {
  PacketKind kind = PacketKind::Data;
  bool marked = false;       // data: by a switch; what goes back: as the receiver sets it
  bool trimmed = false;      // data: only its header came
  bool again = false;        // a retransmission
  std::uint32_t sequence = 0;   // data: number of the packet in its message; others: as the transport means it
  std::uint32_t cumulative = 0; // what goes back: all packets before this one have come
  std::uint32_t bytes = 0;      // on the wire
  std::uint32_t entropy = 0;    // chooses the path where packets are sprayed; the transport may set it, 0 = the engine does
  std::int64_t sent = 0;        // when the data left; echoed by what goes back
  // Of the path so far, only for transports that want it. Valid in the call only: who keeps a packet (the engine, of what
  // Replies::send is given: the receiver hands the data's on) copies it.
  std::span<const Telemetry> telemetry = {};
};

// What is known of a message as it starts.
struct Channel {
  std::int64_t bytes = 0;
  std::uint32_t mtu = 4096, control = 64;  // bytes of a data packet and of one that goes back
  std::int64_t roundTrip = 0;   // ps, unloaded, of a full packet and what comes back
  double rate = 0;              // of the host's link, bytes a ps
  double narrowest = 0;         // of the path's slowest link
  std::uint32_t hops = 0;
  bool reorders = false;        // its packets may take different paths and overtake each other
  std::uint64_t seed = 0;       // of this message
  TransportSettings settings;
  [[nodiscard]] std::uint32_t packets() const { return bytes <= 0 ? 1 : static_cast<std::uint32_t>((bytes + mtu - 1) / mtu); }
  [[nodiscard]] std::uint32_t sizeOf(std::uint32_t sequence) const {
    const std::int64_t before = std::int64_t{sequence} * mtu;
    return static_cast<std::uint32_t>(bytes - before < mtu ? (bytes - before > 0 ? bytes - before : 1) : mtu);
  }
};

class Sender {
 public:
  virtual ~Sender() = default;
  // When a packet may leave, by window and pace: at most `now` = at once, kNeverTime = not before something comes back.
  [[nodiscard]] virtual std::int64_t earliest(std::int64_t now) const = 0;
  // The packet that leaves at `now`; called only when earliest(now) <= now. The engine sets `sent`.
  virtual WirePacket take(std::int64_t now) = 0;
  virtual void receive(std::int64_t now, const WirePacket& p) = 0;  // Ack, Nack, Cnp, Pull
  // When onTimer wants to be called next, kNeverTime = not at all. Asked after every call above; most answers move it later,
  // so let the event stand and ask again when it comes: a call that is early does nothing.
  [[nodiscard]] virtual std::int64_t timer() const { return kNeverTime; }
  virtual void onTimer(std::int64_t now) { (void)now; }
  [[nodiscard]] virtual bool sentAll() const = 0;   // every packet has left at least once: the next message may begin
  [[nodiscard]] virtual bool finished() const = 0;  // all is acknowledged; what still comes back is ignored
  // Starts where an earlier message of the same transport between the same hosts stands (a queue pair keeps its rate).
  // Before the first call of the others; not calling it = a connection of its own.
  virtual void continues(const Sender& earlier) { (void)earlier; }
};

// What all receivers of a host share (a pull pacer).
struct HostEnd {
  std::int64_t nextPull = 0;
  double rate = 0;  // of the host's link, bytes a ps
};

class Replies {
 public:
  virtual void send(const WirePacket& p, std::int64_t notBefore) = 0;

 protected:
  ~Replies() = default;
};

class Receiver {
 public:
  virtual ~Receiver() = default;
  // Data has come (or its header). Answers by `out`. Returns how many bytes of the message this brought: 0 for headers, for
  // what has come before and for what is thrown away.
  virtual std::uint32_t receive(std::int64_t now, const WirePacket& p, HostEnd& host, Replies& out) = 0;
  [[nodiscard]] virtual bool complete() const = 0;  // every byte is here
};

// The answer to data of a message that is complete: a receiver may be given up once it is, and this be sent in its place.
[[nodiscard]] WirePacket finalAnswer(const Channel& c, const WirePacket& data);

struct TransportDescriptor {
  std::string_view name;      // as written in a scenario: "dcqcn"
  std::string_view describe;  // one line for help, with the paper
  bool credits = false;       // lossless by link credits: no ends, nothing goes back
  bool lossless = false;      // wants PFC, where the switch has it
  bool trims = false;         // switches cut what does not fit to its header
  bool telemetry = false;
  bool sprays = false;        // made for packets on many paths (routing "spray")
  // Bytes a port's queue has where the scenario says nothing, at 100 Gb/s, scaled by the link's speed. 0 = the engine's.
  std::int64_t buffer = 0;
  // The marking it wants where the scenario says nothing: thresholds as multiples of the path's bandwidth x round trip are
  // the transport's business; bytes at 100 Gb/s, scaled by the link's speed. 0 = none.
  std::int64_t ecnMin = 0, ecnMax = 0;
  double ecnProbability = 0;
  std::unique_ptr<Sender> (*sender)(const Channel&) = nullptr;
  std::unique_ptr<Receiver> (*receiver)(const Channel&) = nullptr;
};
[[nodiscard]] std::span<const TransportDescriptor> transports();
// Null where no such name.
[[nodiscard]] const TransportDescriptor* transportNamed(std::string_view name);

}  // namespace weir::net
