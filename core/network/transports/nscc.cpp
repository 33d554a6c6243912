// NSCC: the network-signalled congestion control of Ultra Ethernet 1.0 (section 3.6.13), as the consortium's open simulator
// plays it. The window is in bytes. Each answer brings a queueing delay and a mark; the two make four cases:
//   no mark, delay below the target: proportional increase (and fast increase, once a window has seen next to no queue);
//   no mark, delay above it:         fair increase;
//   mark, delay below it:            nothing but another path;
//   mark, delay above it:            multiplicative decrease, by the mean delay, once a round trip.
// Losses and trimmed packets that leave less than an eighth of the window through in a round trip set the window to what came
// through (quick adapt). Packets are sprayed; a path that brought an unmarked answer is taken again (REPS: Bonato et al.,
// "REPS: Recycled Entropy Packet Spraying", 2024).
//
// Constants scale from the specification's reference network: 100 Gb/s, 12 us.
#include <array>

#include "core/base/random.h"
#include "core/network/transports/ack_receiver.h"
#include "core/network/transports/ends.h"
#include "core/network/transports/reliable.h"

namespace weir::net {

namespace {

constexpr double kMicrosecond = 1e6;  // ps
constexpr double kReferenceRtt = 12 * kMicrosecond, kReferenceBdp = 150'000;
constexpr double kProportional = 4, kFair = 5, kEta = 0.15, kFast = 0.25;  // packets, but kFast
constexpr double kGamma = 0.8, kLeastKept = 0.5, kDelayGain = 0.0125;
constexpr double kTarget = 0.75;  // of the round trip, where switches trim
constexpr double kMostOverBdp = 1.5, kAdaptBelow = 8, kAdaptDelay = 4;
constexpr double kAdjustPackets = 8, kNoQueue = 1 * kMicrosecond;
constexpr std::int64_t kNsccLeastTimeout = 100'000'000;  // 100 us

// Entropies that are known to be good, oldest first; else a fresh one.
class Paths {
 public:
  explicit Paths(std::uint64_t seed) : seed_(seed) {}
  std::uint32_t next() {
    if (kept_ > 0) {
      const std::uint32_t e = ring_[(at_ - kept_) % kSize];
      --kept_;
      return e;
    }
    return static_cast<std::uint32_t>(mix(seed_, drawn_++)) | 1U;  // 0 would leave it to the engine
  }
  void good(std::uint32_t entropy) {
    ring_[at_ % kSize] = entropy;
    ++at_;
    kept_ = std::min(kept_ + 1, kSize);
  }

 private:
  static constexpr std::uint32_t kSize = 8;  // REPS, section 3
  std::array<std::uint32_t, kSize> ring_{};
  std::uint32_t at_ = 0, kept_ = 0;
  std::uint64_t seed_, drawn_ = 0;
};

class NsccSender final : public ReliableSender {
 public:
  explicit NsccSender(const Channel& c)
      : ReliableSender(c, true, kNsccLeastTimeout),
        paths_(c.seed),
        network_(static_cast<double>(c.roundTrip)),
        base_(network_),
        target_(c.settings.target_delay > Time() ? static_cast<double>(c.settings.target_delay.toPs()) : kTarget * network_) {
    scale_ = c.rate * network_ / kReferenceBdp;
    proportional_ = kProportional * c.mtu * scale_ * (target_ / kReferenceRtt) / target_;
    most_ = kMostOverBdp * c.rate * base_;
    window_ = std::max(windowOr(c, most_), 1.0 * c.mtu);
    most_ = std::max(most_, window_);
  }

  [[nodiscard]] std::int64_t earliest(std::int64_t now) const override {
    return board_.canSend() && fits(window_) ? now : kNeverTime;
  }
  WirePacket take(std::int64_t now) override {
    WirePacket p = leave(now);
    p.entropy = paths_.next();
    return p;
  }
  void receive(std::int64_t now, const WirePacket& p) override {
    if (finished() || (p.kind != PacketKind::Ack && p.kind != PacketKind::Nack)) return;
    const Progress g = come(now, p);
    const double rtt = static_cast<double>(now - p.sent), lost = static_cast<double>(g.lost);
    if (rtt < base_) base_ = rtt, most_ = kMostOverBdp * rate_ * base_;
    if (p.kind == PacketKind::Nack) {
      if (lost > 0) trimmed(static_cast<double>(now), lost);
      return;
    }
    if (!p.marked) paths_.good(p.entropy);
    const double acked = static_cast<double>(g.acked), delay = rtt - base_;
    achieved_ += acked;
    received_ += acked;
    ignored_ += acked;
    average(delay, !p.marked && delay > target_);
    answered(static_cast<double>(now), p.marked, delay, acked);
    if (lost > 0) window_ -= lost, bound();
  }
  void onTimer(std::int64_t now) override {
    if (!timeout_.expired(now)) return;
    window_ -= static_cast<double>(board_.loseAll(now));
    bound();
  }
  void continues(const Sender& earlier) override {
    const auto& e = static_cast<const NsccSender&>(earlier);
    window_ = e.window_, average_ = e.average_, base_ = e.base_, most_ = e.most_;
  }

 private:
  void bound() { window_ = std::clamp(window_, 1.0 * mtu_, std::max(most_, 1.0 * mtu_)); }

  void average(double delay, bool unmarkedQueue) { average_ += kDelayGain * ((unmarkedQueue ? base_ * 0.25 : delay) - average_); }

  void answered(double now, bool marked, double delay, double acked) {
    if (quickAdapt(now, false, marked, delay)) return;
    if (!marked && delay >= target_) {
      increase_ += kFair * mtu_ * scale_ * acked;
    } else if (!marked) {
      if (!fastIncrease(delay, acked)) increase_ += proportional_ * acked * (target_ - delay);
    } else if (delay >= target_) {
      fast_ = false;
      fastBytes_ = 0;
      if (average_ > target_ && now - lastCut_ > base_) {
        window_ *= std::max(1 - kGamma * (average_ - target_) / average_, kLeastKept);
        lastCut_ = now;
      }
    }
    bound();
    if (received_ > kAdjustPackets * mtu_ || now - lastAdjust_ > network_) adjust(now);
    bound();
  }

  bool fastIncrease(double delay, double acked) {
    fastBytes_ = delay < kNoQueue ? fastBytes_ + acked : 0;
    fast_ = delay < kNoQueue && (fast_ || fastBytes_ > window_);
    if (fast_) window_ += acked * kFast * scale_;
    return fast_;
  }

  void adjust(double now) {
    window_ += increase_ / window_;
    if (now - lastAdjust_ >= network_) {
      window_ += kEta * mtu_ * scale_;
      lastAdjust_ = now;
    }
    increase_ = received_ = 0;
  }

  void trimmed(double now, double lost) {
    ignored_ += lost;
    average(network_, false);
    adapt_ = true;
    if (!quickAdapt(now, true, true, 0)) window_ -= lost;
    bound();
  }

  bool quickAdapt(double now, bool loss, bool marked, double delay) {
    bool done = false;
    if (ignored_ < ignore_ && marked) {
      done = true;
    } else if (now > adaptEnd_) {
      if (adaptEnd_ != 0 && (adapt_ || loss || delay > kAdaptDelay * target_) && achieved_ < most_ / kAdaptBelow) {
        window_ = std::max(achieved_, 1.0 * mtu_);
        ignore_ = static_cast<double>(board_.flight());
        ignored_ = 0;
        adapt_ = false;
        done = true;
      }
      achieved_ = 0;
      adaptEnd_ = now + base_ + target_;
    }
    if (done) increase_ = received_ = 0;
    return done;
  }

  Paths paths_;
  double network_, base_, target_;  // ps: the unloaded round trip, the least seen, the queueing delay aimed at
  double window_ = 0, most_ = 0;    // bytes
  double scale_ = 1, proportional_ = 0;
  double increase_ = 0, received_ = 0, achieved_ = 0, ignored_ = 0, ignore_ = 0, fastBytes_ = 0;
  double average_ = 0, lastCut_ = 0, lastAdjust_ = 0, adaptEnd_ = 0;
  bool fast_ = false, adapt_ = false;
};

}  // namespace

std::unique_ptr<Sender> nsccSender(const Channel& c) { return std::make_unique<NsccSender>(c); }
std::unique_ptr<Receiver> nsccReceiver(const Channel& c) { return std::make_unique<AckReceiver>(c, true); }

}  // namespace weir::net
