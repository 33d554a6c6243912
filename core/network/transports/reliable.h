// What the senders of all transports share: the scoreboard, the timeout, the pace. A transport adds its window or rate.
#pragma once

#include <algorithm>

#include "core/network/transports/scoreboard.h"
#include "core/network/transports/timeout.h"

namespace weir::net {

class ReliableSender : public Sender {
 public:
  [[nodiscard]] std::int64_t timer() const override { return timeout_.due(); }
  [[nodiscard]] bool sentAll() const final { return board_.sentAll(); }
  [[nodiscard]] bool finished() const final { return board_.finished(); }

 protected:
  ReliableSender(const Channel& c, bool selective, std::int64_t leastTimeout)
      : rate_(c.rate),
        roundTrip_(c.roundTrip),
        mtu_(c.mtu),
        board_(c, recoversSelectively(c, selective)),
        timeout_(c.settings.timeout > Time() ? c.settings.timeout.toPs() : std::max(leastTimeout, 3 * c.roundTrip)) {}

  WirePacket leave(std::int64_t now) {
    timeout_.start(now);
    return board_.take(now);
  }
  // Books an Ack or Nack.
  Progress come(std::int64_t now, const WirePacket& p) {
    const Progress g = board_.answer(now, p);
    if (p.kind == PacketKind::Ack) timeout_.sample(now - p.sent);
    if (board_.finished()) {
      timeout_.stop();
    } else if (g.acked > 0) {
      timeout_.progress(now);
    }
    return g;
  }
  // Whether a window of so many bytes lets the next packet go; one packet always may be under way.
  [[nodiscard]] bool fits(double window) const {
    return board_.flight() == 0 || static_cast<double>(board_.flight() + mtu_) <= window;
  }

  // What is needed of the channel again and again; the rest is not kept, for there may be a million messages.
  double rate_;             // of the host's link, bytes a ps
  std::int64_t roundTrip_;  // unloaded
  std::uint32_t mtu_;
  Scoreboard board_;
  Timeout timeout_;
};

[[nodiscard]] inline double bandwidthDelay(const Channel& c) { return c.rate * static_cast<double>(c.roundTrip); }
// The scenario's window, or else so much.
[[nodiscard]] inline double windowOr(const Channel& c, double bytes) {
  return c.settings.window > Bytes() ? c.settings.window.toDouble() : bytes;
}

// Packets at a rate: each leaves when the one before has had its time. A change of the rate moves the next departure.
class Pace {
 public:
  [[nodiscard]] std::int64_t next() const { return next_; }
  void left(std::int64_t now, std::uint32_t bytes, double rate) {  // bytes a ps
    from_ = now;
    bytes_ = bytes;
    change(rate);
  }
  void change(double rate) {
    const double wait = bytes_ / rate;
    next_ = from_ + (wait < 9e17 ? static_cast<std::int64_t>(wait) : std::int64_t{900'000'000'000'000'000});
  }

 private:
  std::int64_t next_ = 0, from_ = 0;
  double bytes_ = 0;
};

}  // namespace weir::net
