// Data Center TCP: Alizadeh et al., "Data Center TCP (DCTCP)", SIGCOMM 2010, section 3; RFC 8257. The window is cut in
// proportion to the share of marked bytes, once a window of data. Slow start until the first mark or loss; one packet more a
// round trip after it. An acknowledgement a packet, each with its own mark.
#include "core/network/transports/ack_receiver.h"
#include "core/network/transports/ends.h"
#include "core/network/transports/reliable.h"

namespace weir::net {

namespace {

constexpr double kGain = 1.0 / 16;                          // section 3.1
constexpr double kInitialWindow = 10;                       // packets; RFC 6928
constexpr double kLossWindow = 2;                           // packets; RFC 5681's loss window after a cut
constexpr std::int64_t kDctcpLeastTimeout = 1'000'000'000;  // 1 ms: data centres' setting (section 4: 10 ms, Linux allows 1)

class DctcpSender final : public ReliableSender {
 public:
  explicit DctcpSender(const Channel& c)
      : ReliableSender(c, true, kDctcpLeastTimeout),
        window_(std::max(windowOr(c, kInitialWindow * c.mtu), 1.0 * c.mtu)),
        gain_(c.settings.gain > 0 ? c.settings.gain : kGain) {}

  [[nodiscard]] std::int64_t earliest(std::int64_t now) const override {
    return board_.canSend() && fits(window_) ? now : kNeverTime;
  }
  WirePacket take(std::int64_t now) override { return leave(now); }

  void receive(std::int64_t now, const WirePacket& p) override {
    if (finished() || (p.kind != PacketKind::Ack && p.kind != PacketKind::Nack)) return;
    const Progress g = come(now, p);
    if (g.lost > 0) cutForLoss();
    if (p.kind != PacketKind::Ack) return;
    acked_ += static_cast<double>(g.acked);
    if (p.marked) marked_ += static_cast<double>(g.acked);
    if (board_.base() > windowEnd_) {  // a window of data has been answered (section 3.1, eq. 1)
      alpha_ += gain_ * ((acked_ > 0 ? marked_ / acked_ : 0) - alpha_);
      acked_ = marked_ = 0;
      windowEnd_ = board_.front();
    }
    if (p.marked && board_.base() >= cutUntil_) {  // eq. 2, once a window
      cut(1 - alpha_ / 2);
    } else if (board_.base() >= cutUntil_ && g.acked > 0) {
      const double bytes = static_cast<double>(g.acked);
      window_ += window_ < threshold_ ? bytes : bytes * mtu_ / window_;
    }
  }
  void onTimer(std::int64_t now) override {
    if (!timeout_.expired(now)) return;
    threshold_ = std::max(static_cast<double>(board_.flight()) / 2, kLossWindow * mtu_);
    board_.loseAll(now);
    window_ = mtu_;
    cutUntil_ = board_.base();
  }
  void continues(const Sender& earlier) override {
    const auto& e = static_cast<const DctcpSender&>(earlier);
    window_ = e.window_;
    threshold_ = e.threshold_;
    alpha_ = e.alpha_;
  }

 private:
  void cut(double factor) {
    window_ = threshold_ = std::max(window_ * factor, kLossWindow * mtu_);
    cutUntil_ = board_.front();
  }
  void cutForLoss() {
    if (board_.base() >= cutUntil_) cut(0.5);
  }

  double window_, threshold_ = 1e300;  // bytes
  double alpha_ = 1, gain_;            // 1: the first mark halves, as in Linux and ns-3 (RFC 8257, 3.3 lets it be chosen)
  double acked_ = 0, marked_ = 0;      // bytes in this window of data
  std::uint32_t windowEnd_ = 0, cutUntil_ = 0;
};

}  // namespace

std::unique_ptr<Sender> dctcpSender(const Channel& c) { return std::make_unique<DctcpSender>(c); }
std::unique_ptr<Receiver> dctcpReceiver(const Channel& c) { return std::make_unique<AckReceiver>(c, true); }

}  // namespace weir::net
