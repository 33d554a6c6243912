// When a sender gives up what it has heard nothing of: RFC 6298's estimate from the round trips seen, not less than `least`,
// doubled each time it expires in vain.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/network/transport.h"

namespace weir::net {

class Timeout {
 public:
  explicit Timeout(std::int64_t least) : least_(std::max<std::int64_t>(least, 1)) {}

  void sample(std::int64_t rtt) {
    if (smooth_ == 0) {
      smooth_ = rtt;
      spread_ = rtt / 2;
      return;
    }
    const std::int64_t off = rtt - smooth_;
    spread_ += ((off < 0 ? -off : off) - spread_) / 4;
    smooth_ += off / 8;
  }
  void start(std::int64_t now) {
    if (due_ == kNeverTime) due_ = now + span();
  }
  void progress(std::int64_t now) {
    doubled_ = 0;
    due_ = now + span();
  }
  void stop() { due_ = kNeverTime; }
  // True once for each time it expires; it is then running again, for twice as long.
  [[nodiscard]] bool expired(std::int64_t now) {
    if (now < due_) return false;
    doubled_ = std::min(doubled_ + 1, 6U);
    due_ = now + span();
    return true;
  }
  [[nodiscard]] std::int64_t due() const { return due_; }
  [[nodiscard]] std::int64_t smooth() const { return smooth_; }

 private:
  [[nodiscard]] std::int64_t span() const { return std::max(least_, smooth_ + 4 * spread_) << doubled_; }
  std::int64_t least_, smooth_ = 0, spread_ = 0, due_ = kNeverTime;
  unsigned doubled_ = 0;
};

}  // namespace weir::net
