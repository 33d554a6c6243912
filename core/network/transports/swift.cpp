// Swift: Kumar et al., "Swift: Delay is Simple and Effective for Congestion Control in the Datacenter", SIGCOMM 2020, section
// 3.1 and algorithm 1. The round trip is held at a target: one packet more a round trip below it, a cut in proportion to the
// excess above it, once a round trip. The target grows as the window shrinks (many flows: section 3.2), and with the path.
// Below a window of one packet, packets are paced (section 3.3).
//
// The paper scales its target by hops from a base of 25 us; here the path's own unloaded round trip is known and taken.
#include <cmath>

#include "core/network/transports/ack_receiver.h"
#include "core/network/transports/ends.h"
#include "core/network/transports/reliable.h"

namespace weir::net {

namespace {

constexpr double kIncrease = 1, kBeta = 0.8, kMaxCut = 0.5;          // algorithm 1; section 5's values
constexpr double kLeastWindow = 0.01, kMostWindow = 4;               // packets; multiples of bandwidth x round trip
constexpr double kAllowance = 0.25;                                  // of the round trip: queueing in the base target
constexpr double kScaleRange = 5, kScaleMin = 0.1, kScaleMax = 100;  // of the base target; windows between which it scales
constexpr unsigned kRetries = 5;                                     // timeouts before the window is the least: algorithm 1
constexpr std::int64_t kSwiftLeastTimeout = 1'000'000'000;

class SwiftSender final : public ReliableSender {
 public:
  explicit SwiftSender(const Channel& c)
      : ReliableSender(c, true, kSwiftLeastTimeout),
        base_(c.settings.target_delay > Time() ? static_cast<double>(c.settings.target_delay.toPs())
                                               : (1 + kAllowance) * static_cast<double>(c.roundTrip)),
        scale_(kScaleRange * base_ / (1 / std::sqrt(kScaleMin) - 1 / std::sqrt(kScaleMax))),
        most_(std::max(kMostWindow * bandwidthDelay(c), windowOr(c, bandwidthDelay(c))) / c.mtu + 1),
        window_(std::max(windowOr(c, bandwidthDelay(c)) / c.mtu, 1.0)) {}

  [[nodiscard]] std::int64_t earliest(std::int64_t now) const override {
    if (!board_.canSend()) return kNeverTime;
    if (window_ < 1) return board_.flight() == 0 ? std::max(now, paced_) : kNeverTime;
    return fits(window_ * mtu_) ? now : kNeverTime;
  }
  WirePacket take(std::int64_t now) override {
    paceFrom_ = now;
    pace();
    return leave(now);
  }
  void receive(std::int64_t now, const WirePacket& p) override {
    if (finished() || (p.kind != PacketKind::Ack && p.kind != PacketKind::Nack)) return;
    const Progress g = come(now, p);
    const bool mayCut = now - lastCut_ >= timeout_.smooth();
    if (p.kind == PacketKind::Ack) {
      const double delay = static_cast<double>(now - p.sent), target = targetDelay();
      retries_ = 0;
      if (delay < target) {
        const double packets = static_cast<double>(g.acked) / mtu_;
        window_ += window_ >= 1 ? kIncrease * packets / window_ : kIncrease * packets;
      } else if (mayCut) {
        cut(now, std::max(1 - kBeta * (delay - target) / delay, 1 - kMaxCut));
      }
    }
    if (g.lost > 0 && now - lastCut_ >= timeout_.smooth()) cut(now, 1 - kMaxCut);
    window_ = std::clamp(window_, kLeastWindow, most_);
    pace();
  }
  void onTimer(std::int64_t now) override {
    if (!timeout_.expired(now)) return;
    board_.loseAll(now);
    if (++retries_ >= kRetries) {
      window_ = kLeastWindow;
    } else if (now - lastCut_ >= timeout_.smooth()) {
      cut(now, 1 - kMaxCut);
    }
    window_ = std::max(window_, kLeastWindow);
    pace();
  }
  void continues(const Sender& earlier) override { window_ = static_cast<const SwiftSender&>(earlier).window_; }

 private:
  [[nodiscard]] double targetDelay() const {
    return base_ + std::clamp(scale_ * (1 / std::sqrt(window_) - 1 / std::sqrt(kScaleMax)), 0.0, kScaleRange * base_);
  }
  void cut(std::int64_t now, double factor) {
    window_ *= factor;
    lastCut_ = now;
  }
  void pace() {
    const std::int64_t rtt = timeout_.smooth() > 0 ? timeout_.smooth() : roundTrip_;
    paced_ = window_ < 1 ? paceFrom_ + static_cast<std::int64_t>(static_cast<double>(rtt) / window_) : 0;
  }

  double base_, scale_;   // ps
  double most_, window_;  // packets
  std::int64_t lastCut_ = 0, paceFrom_ = 0, paced_ = 0;
  unsigned retries_ = 0;
};

}  // namespace

std::unique_ptr<Sender> swiftSender(const Channel& c) { return std::make_unique<SwiftSender>(c); }
std::unique_ptr<Receiver> swiftReceiver(const Channel& c) { return std::make_unique<AckReceiver>(c, true); }

}  // namespace weir::net
