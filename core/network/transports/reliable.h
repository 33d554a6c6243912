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
      : channel_(c),
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
    return board_.flight() == 0 || static_cast<double>(board_.flight() + channel_.mtu) <= window;
  }
  [[nodiscard]] double bandwidthDelay() const { return channel_.rate * static_cast<double>(channel_.roundTrip); }
  // The scenario's window, or else so much.
  [[nodiscard]] double windowOr(double bytes) const {
    return channel_.settings.window > Bytes() ? channel_.settings.window.toDouble() : bytes;
  }

  Channel channel_;
  Scoreboard board_;
  Timeout timeout_;
};

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
