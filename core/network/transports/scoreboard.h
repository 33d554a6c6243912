// What a sender knows of its message's packets: which have come, which are on their way, which are lost and go again. Two
// ways of recovery: selective (each lost packet alone; RFC 6675's scoreboard) and go-back-n (everything from the first lost
// one). Losses are told by a Nack, by what overtakes (three later packets where paths keep the order, else packets that
// left at least two round trips later; RFC 8985's idea, RACK), or by a timeout.
//
// Memory does not grow with the message: a selective sender runs at most window() packets ahead of what is missing.
#pragma once

#include <cstdint>

#include "core/network/transport.h"
#include "core/network/transports/bits.h"

namespace weir::net {

// How far a message's packets may spread: what its bitmaps hold at both ends, eight times bandwidth x round trip, at least
// 1024 packets, but not more than the message has. A power of two.
[[nodiscard]] std::uint32_t windowSpan(const Channel& c);

// What settings and paths ask for, where the transport has a wish of its own.
[[nodiscard]] bool recoversSelectively(const Channel& c, bool wish);

struct Progress {
  std::int64_t acked = 0;  // bytes that are known to have come since the last answer
  std::int64_t lost = 0;   // bytes that are known to be lost since then
};

class Scoreboard {
 public:
  Scoreboard(const Channel& c, bool selective);

  [[nodiscard]] bool canSend() const {
    if (!selective_) return next_ < packets_;
    return lost_ > 0 || (front_ < packets_ && front_ - base_ < marks_.span());
  }
  // The next packet to send, lost ones first; needs canSend().
  WirePacket take(std::int64_t now);
  // An Ack, or a Nack that says where to go on (go-back-n) or which packet was cut to its header (selective).
  Progress answer(std::int64_t now, const WirePacket& p);
  // Everything that is under way is given up; returns the bytes.
  std::int64_t loseAll(std::int64_t now);

  [[nodiscard]] std::int64_t flight() const { return flight_; }  // bytes under way
  [[nodiscard]] bool sentAll() const { return front_ >= packets_; }
  [[nodiscard]] bool finished() const { return base_ >= packets_; }
  [[nodiscard]] std::uint32_t base() const { return base_; }                                // all before it have come
  [[nodiscard]] std::uint32_t front() const { return front_; }                              // none from here on has been sent
  [[nodiscard]] std::uint32_t lost() const { return selective_ ? lost_ : front_ - next_; }  // packets waiting to go again
  [[nodiscard]] std::uint32_t packets() const { return packets_; }
  [[nodiscard]] bool selective() const { return selective_; }
  [[nodiscard]] std::uint32_t bytesOf(std::uint32_t s) const { return s + 1 == packets_ ? lastBytes_ : mtu_; }

 private:
  enum Plane : unsigned { kCame, kLost, kRecent };  // kRecent: sent again since the epoch began
  void settle(std::uint32_t s, Progress& g);
  void advance(std::uint32_t to, Progress& g);
  void goBack(std::uint32_t to, Progress& g);
  void lose(std::uint32_t s, Progress& g);
  void loseBefore(std::uint32_t end, Progress& g);
  void beginEpoch(std::int64_t now);
  [[nodiscard]] std::uint32_t firstLost() const;

  std::uint32_t packets_, mtu_, lastBytes_;
  std::uint32_t base_ = 0, next_ = 0, front_ = 0;  // next_: go-back-n only
  std::uint32_t lost_ = 0, lostFrom_ = 0;          // none is lost before lostFrom_
  std::uint32_t scan_ = 0, highest_ = 0;           // looked at for losses until scan_; the latest that has come + 1
  std::uint32_t epochEnd_ = 0;                     // sent before the epoch began
  bool selective_, reorders_, anyRecent_ = false;
  std::int64_t flight_ = 0;
  std::int64_t epoch_ = 0, reorder_;
  std::int64_t wentBack_ = -1;
  BitPlanes<3> marks_;
};

}  // namespace weir::net
