// HPCC: Li et al., "HPCC: High Precision Congestion Control", SIGCOMM 2019, section 3 and algorithm 1. Every acknowledgement
// brings back what each link of the path carried and queued; the window is set so that the fullest one runs at eta. A
// reference window moves once a round trip, so that several answers about the same packets do not add up. Sent at the
// window's pace.
#include <vector>

#include "core/network/transports/ack_receiver.h"
#include "core/network/transports/ends.h"
#include "core/network/transports/reliable.h"

namespace weir::net {

namespace {

constexpr double kUtilization = 0.95;  // section 5.1
constexpr unsigned kMaxStage = 5;      // section 5.1
constexpr double kFlows = 16;          // N of W_AI = W_init (1 - eta) / N, section 3.3: flows a link is thought to share
constexpr std::int64_t kHpccLeastTimeout = 4'000'000'000;

class HpccSender final : public ReliableSender {
 public:
  explicit HpccSender(const Channel& c)
      : ReliableSender(c, c.reorders, kHpccLeastTimeout),
        eta_(c.settings.utilization > 0 ? c.settings.utilization : kUtilization),
        most_(std::max(windowOr(c, bandwidthDelay(c)), 1.0 * c.mtu)),
        window_(most_),
        reference_(most_),
        step_(most_ * (1 - eta_) / kFlows),
        perRoundTrip_(1.0 / static_cast<double>(std::max<std::int64_t>(c.roundTrip, 1))) {
    links_.reserve(c.hops);
    speed_ = std::min(window_ * perRoundTrip_, c.rate);
  }

  [[nodiscard]] std::int64_t earliest(std::int64_t now) const override {
    return board_.canSend() && fits(window_) ? std::max(now, pace_.next()) : kNeverTime;
  }
  WirePacket take(std::int64_t now) override {
    const WirePacket p = leave(now);
    pace_.left(now, p.bytes, speed_);
    return p;
  }
  void receive(std::int64_t now, const WirePacket& p) override {
    if (finished() || (p.kind != PacketKind::Ack && p.kind != PacketKind::Nack)) return;
    come(now, p);
    if (p.kind != PacketKind::Ack || !measure(p.telemetry)) return;
    const bool once = board_.base() > update_;
    // Algorithm 1, ComputeWind.
    if (used_ >= eta_ || stage_ >= kMaxStage) {
      window_ = reference_ * eta_ / used_ + step_;
      if (once) stage_ = 0;
    } else {
      window_ = reference_ + step_;
      if (once) ++stage_;
    }
    window_ = std::clamp(window_, step_, most_);
    if (once) {
      reference_ = window_;
      update_ = board_.front();
    }
    speed_ = std::min(window_ * perRoundTrip_, rate_);
    pace_.change(speed_);
  }
  void onTimer(std::int64_t now) override {
    if (timeout_.expired(now)) board_.loseAll(now);
  }
  void continues(const Sender& earlier) override {
    const auto& e = static_cast<const HpccSender&>(earlier);
    window_ = e.window_, reference_ = e.reference_, speed_ = e.speed_, stage_ = e.stage_;
  }

 private:
  // Algorithm 1, MeasureInflight: the fullest link's use, smoothed over a round trip. False at the first answer, or the
  // first over another path: there is nothing to compare with.
  bool measure(std::span<const Telemetry> path) {
    if (path.empty()) return false;
    if (path.size() != links_.size()) {
      const bool first = links_.empty();
      links_.assign(path.begin(), path.end());
      if (first) used_ = 1, update_ = board_.front();  // it began at line rate
      return false;
    }
    double most = 0, over = 0;
    bool newer = false;
    for (std::size_t i = 0; i < path.size(); ++i) {
      const Telemetry& a = links_[i];
      const Telemetry& b = path[i];
      const double dt = static_cast<double>(b.time - a.time);
      if (dt <= 0) continue;
      newer = true;
      const double queue = std::min(a.queue, b.queue);
      const double use = (queue * perRoundTrip_ * dt + static_cast<double>(b.sent - a.sent)) / (dt * static_cast<double>(b.rate));
      if (use > most) most = use, over = dt;
      links_[i] = b;
    }
    if (!newer) return false;
    const double weight = std::min(over * perRoundTrip_, 1.0);
    used_ += weight * (most - used_);
    return used_ > 0;
  }

  double eta_, most_, window_, reference_, step_, perRoundTrip_;  // bytes
  double speed_ = 0, used_ = 0;
  unsigned stage_ = 0;
  std::uint32_t update_ = 0;
  std::vector<Telemetry> links_;
  Pace pace_;
};

}  // namespace

std::unique_ptr<Sender> hpccSender(const Channel& c) { return std::make_unique<HpccSender>(c); }
std::unique_ptr<Receiver> hpccReceiver(const Channel& c) { return std::make_unique<AckReceiver>(c, c.reorders); }

}  // namespace weir::net
