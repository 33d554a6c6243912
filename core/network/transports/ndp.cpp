// NDP: Handley et al., "Re-architecting datacenter networks and stacks for low latency and high performance", SIGCOMM 2017,
// section 3. A sender begins with a whole window at line rate. Switches cut what does not fit to its header; the receiver
// answers each header with a Nack and each packet with an Ack, and asks for more by Pulls, which it sends at the rate of its
// own link for all messages together, so what comes fills the link and no more. Pulls are counted, not single: one that is
// lost is made good by the next. A Nack only queues its packet; it leaves when pulled, before new ones. The paper pulls once
// for each arrival and throws away what is left of the pulls at the end; here no more are asked for than packets are missing.
#include "core/network/transports/ack_receiver.h"
#include "core/network/transports/ends.h"
#include "core/network/transports/reliable.h"

namespace weir::net {

namespace {

constexpr std::int64_t kNdpLeastTimeout = 1'000'000'000;  // 1 ms, section 3.2.4: only lost headers need it

// The first window, in packets: bandwidth x round trip, so that the first Pull comes as it ends (section 3.2).
std::uint32_t firstWindow(const Channel& c) {
  return static_cast<std::uint32_t>(std::clamp(windowOr(c, bandwidthDelay(c)) / c.mtu + 0.999, 1.0, 1e9));
}

class NdpSender final : public ReliableSender {
 public:
  explicit NdpSender(const Channel& c) : ReliableSender(c, true, kNdpLeastTimeout), first_(firstWindow(c)), credit_(first_) {}

  [[nodiscard]] std::int64_t earliest(std::int64_t now) const override {
    return credit_ > 0 && board_.canSend() ? now : kNeverTime;
  }
  WirePacket take(std::int64_t now) override {
    --credit_;
    return leave(now);
  }
  void receive(std::int64_t now, const WirePacket& p) override {
    if (finished()) return;
    if (p.kind == PacketKind::Pull) {
      if (p.sequence > pulled_) {
        credit_ += p.sequence - pulled_;
        pulled_ = p.sequence;
        starved_ = 0;
        timeout_.progress(now);
      }
    } else if (p.kind == PacketKind::Ack || p.kind == PacketKind::Nack) {
      come(now, p);
      if (p.kind == PacketKind::Nack && !finished()) timeout_.progress(now);  // the receiver knows of us: a Pull will come
    }
  }
  // What was lost whole has asked for no Pull, and a lost Pull may have been the last: so much may leave without. Waiting
  // alone begins with one packet, whose answer tells the count of pulls, and doubles.
  void onTimer(std::int64_t now) override {
    if (!timeout_.expired(now)) return;
    const bool lost = board_.loseAll(now) > 0;
    const std::uint32_t more = lost ? board_.lost() : 1U << std::min(starved_++, 20U);
    credit_ = std::max(credit_, std::clamp<std::uint32_t>(more, 1, first_));
  }

 private:
  std::uint32_t first_, credit_, pulled_ = 0, starved_ = 0;  // packets
};

class NdpReceiver final : public AckReceiver {
 public:
  explicit NdpReceiver(const Channel& c) : AckReceiver(c, true), first_(firstWindow(c)) {}

  std::uint32_t receive(std::int64_t now, const WirePacket& p, HostEnd& host, Replies& out) override {
    const std::uint32_t bytes = AckReceiver::receive(now, p, host, out);
    if (!has(p.sequence)) ++cut_;  // it goes again
    // Each packet that comes, whole or cut, asks for one more, while more than what is already asked for is needed.
    if (!complete() && std::uint64_t{pulled_} + first_ < std::uint64_t{packets_} + cut_) {
      const std::int64_t at = std::max(now, host.nextPull);
      host.nextPull = at + static_cast<std::int64_t>(mtu_ / host.rate);
      answer(PacketKind::Pull, ++pulled_, p, out, at);
    }
    return bytes;
  }

 private:
  std::uint32_t first_, pulled_ = 0, cut_ = 0;
};

}  // namespace

std::unique_ptr<Sender> ndpSender(const Channel& c) { return std::make_unique<NdpSender>(c); }
std::unique_ptr<Receiver> ndpReceiver(const Channel& c) { return std::make_unique<NdpReceiver>(c); }

}  // namespace weir::net
