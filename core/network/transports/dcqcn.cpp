// RoCE v2 with DCQCN: Zhu et al., "Congestion Control for Large-Scale RDMA Deployments", SIGCOMM 2015, section 3. The NIC
// sends at a rate, from line rate on. The receiver turns marks into a notification (Cnp) at most every N; each cuts the rate
// by alpha / 2. Time and bytes without one raise it: five steps halfway back (fast recovery), then R_AI a step, and more a
// step once both clocks are past the fifth (hyper increase, IEEE 802.1Qau).
//
// Constants: the paper's table of its testbed (figure 14: timer 55 us, byte counter 10 MB, g 1/256) and section 5 (N = 50 us,
// R_AI 40 Mb/s on 40 Gb/s, here a thousandth of the link).
#include "core/network/transports/ack_receiver.h"
#include "core/network/transports/ends.h"
#include "core/network/transports/reliable.h"

namespace weir::net {

namespace {

constexpr std::int64_t kUs = 1'000'000;
constexpr unsigned kFastSteps = 5;  // F
constexpr double kAlphaGain = 1.0 / 256;
constexpr std::int64_t kMarkInterval = 50 * kUs, kAlphaTimer = 55 * kUs, kRateTimer = 55 * kUs;
constexpr double kByteCounter = 10e6;
constexpr double kAdditive = 1e-3, kHyper = 10, kLeastRate = 1e-4;  // of the link's rate; kHyper of the additive step (802.1Qau)
constexpr std::int64_t kDcqcnLeastTimeout = 4'000 * kUs;            // NICs count in milliseconds: lossless links lose nothing

std::int64_t orPs(Time t, std::int64_t otherwise) { return t > Time() ? t.toPs() : otherwise; }

class DcqcnSender final : public ReliableSender {
 public:
  explicit DcqcnSender(const Channel& c)
      : ReliableSender(c, c.reorders, kDcqcnLeastTimeout),
        most_(windowOr(c, 1e300)),
        speed_(c.rate),
        target_(c.rate),
        gain_(c.settings.gain > 0 ? c.settings.gain : kAlphaGain),
        step_(c.settings.rate_increase > Bandwidth() ? c.settings.rate_increase.toBytesPerSecond() * 1e-12 : kAdditive * c.rate),
        counter_(c.settings.byte_counter > Bytes() ? c.settings.byte_counter.toDouble() : kByteCounter),
        alphaSpan_(orPs(c.settings.alpha_timer, kAlphaTimer)),
        rateSpan_(orPs(c.settings.rate_timer, kRateTimer)) {}

  [[nodiscard]] std::int64_t earliest(std::int64_t now) const override {
    if (!board_.canSend() || !fits(most_)) return kNeverTime;
    return std::max(now, pace_.next());
  }
  WirePacket take(std::int64_t now) override {
    catchUp(now);
    const WirePacket p = leave(now);
    if (rateDue_ != kNeverTime) {
      bytes_ += p.bytes;
      if (bytes_ >= counter_) {
        bytes_ -= counter_;
        ++byteSteps_;
        raise();
      }
    }
    pace_.left(now, p.bytes, speed_);
    return p;
  }
  void receive(std::int64_t now, const WirePacket& p) override {
    if (finished()) return;
    if (p.kind == PacketKind::Cnp) {
      catchUp(now);
      notified(now);
      pace_.change(speed_);
    } else if (p.kind == PacketKind::Ack || p.kind == PacketKind::Nack) {
      come(now, p);
    }
  }
  // A slow sender waits long for its next packet: the rise of its rate meanwhile brings it forward.
  [[nodiscard]] std::int64_t timer() const override {
    return rateDue_ < pace_.next() && board_.canSend() ? std::min(rateDue_, timeout_.due()) : timeout_.due();
  }
  void onTimer(std::int64_t now) override {
    if (rateDue_ <= now) {
      catchUp(now);
      pace_.change(speed_);
    }
    if (timeout_.expired(now)) board_.loseAll(now);
  }
  void continues(const Sender& earlier) override {
    const auto& e = static_cast<const DcqcnSender&>(earlier);
    speed_ = e.speed_, target_ = e.target_, alpha_ = e.alpha_, bytes_ = e.bytes_;
    timeSteps_ = e.timeSteps_, byteSteps_ = e.byteSteps_, alphaDue_ = e.alphaDue_, rateDue_ = e.rateDue_;
  }

 private:
  void notified(std::int64_t now) {
    target_ = speed_;
    speed_ = std::max(speed_ * (1 - alpha_ / 2), kLeastRate * rate_);
    alpha_ += gain_ * (1 - alpha_);
    alphaDue_ = now + alphaSpan_;
    rateDue_ = now + rateSpan_;
    timeSteps_ = byteSteps_ = 0;
    bytes_ = 0;
  }
  // Plays what the two timers did until now.
  void catchUp(std::int64_t now) {
    while (std::min(alphaDue_, rateDue_) <= now) {
      if (alphaDue_ <= rateDue_) {
        alpha_ *= 1 - gain_;
        alphaDue_ = alpha_ > 1e-12 ? alphaDue_ + alphaSpan_ : kNeverTime;
      } else {
        rateDue_ += rateSpan_;
        ++timeSteps_;
        raise();
      }
    }
  }
  void raise() {
    const unsigned most = std::max(timeSteps_, byteSteps_), least = std::min(timeSteps_, byteSteps_);
    if (least > kFastSteps) {
      target_ += step_ * kHyper * (least - kFastSteps);
    } else if (most > kFastSteps) {
      target_ += step_;
    }
    target_ = std::min(target_, rate_);
    speed_ = (speed_ + target_) / 2;
    if (target_ >= rate_ && speed_ > rate_ * (1 - 1e-6)) {  // back at line rate: the clocks rest
      speed_ = rate_;
      rateDue_ = kNeverTime;
    }
  }

  double most_;                        // bytes under way
  double speed_, target_, alpha_ = 1;  // bytes a ps
  double gain_, step_, counter_, bytes_ = 0;
  std::int64_t alphaSpan_, rateSpan_, alphaDue_ = kNeverTime, rateDue_ = kNeverTime;
  unsigned timeSteps_ = 0, byteSteps_ = 0;
  Pace pace_;
};

}  // namespace

std::unique_ptr<Sender> dcqcnSender(const Channel& c) { return std::make_unique<DcqcnSender>(c); }
std::unique_ptr<Receiver> dcqcnReceiver(const Channel& c) {
  return std::make_unique<AckReceiver>(c, c.reorders, orPs(c.settings.mark_interval, kMarkInterval));
}

}  // namespace weir::net
