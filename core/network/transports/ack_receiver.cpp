#include "core/network/transports/ack_receiver.h"

#include <algorithm>

#include "core/network/transports/scoreboard.h"

namespace weir::net {

AckReceiver::AckReceiver(const Channel& c, bool selective, std::int64_t cnpInterval)
    : bytes_(c.bytes),
      packets_(c.packets()),
      mtu_(c.mtu),
      control_(c.control),
      selective_(recoversSelectively(c, selective)),
      roundTrip_(c.roundTrip),
      cnpInterval_(cnpInterval),
      came_(selective_ ? windowSpan(c) : 64) {}

AckReceiver::Fate AckReceiver::accept(const WirePacket& p) {
  const std::uint32_t s = p.sequence;
  if (s < base_) return Fate::Known;
  if (s == base_) {
    ++base_;
    if (selective_) {
      while (came_.test(0, base_)) came_.clear(0, base_++);
    }
    return Fate::Fresh;
  }
  if (!selective_ || s - base_ >= came_.span()) return Fate::Refused;
  if (came_.test(0, s)) return Fate::Known;
  came_.set(0, s);
  return Fate::Fresh;
}

void AckReceiver::answer(PacketKind kind, std::uint32_t sequence, const WirePacket& data, Replies& out, std::int64_t at) const {
  WirePacket p = data;
  p.kind = kind;
  p.trimmed = false;
  p.sequence = sequence;
  p.cumulative = base_;
  p.bytes = control_;
  out.send(p, at);
}

std::uint32_t AckReceiver::receive(std::int64_t now, const WirePacket& p, HostEnd&, Replies& out) {
  if (p.marked && cnpInterval_ >= 0 && now >= nextCnp_) {
    nextCnp_ = now + cnpInterval_;
    answer(PacketKind::Cnp, p.sequence, p, out);
  }
  const Fate fate = p.trimmed ? (has(p.sequence) ? Fate::Known : Fate::Refused) : accept(p);
  if (fate != Fate::Refused) {
    if (fate == Fate::Fresh) gap_ = false;
    answer(PacketKind::Ack, p.sequence, p, out);
    if (fate == Fate::Known) return 0;
    return static_cast<std::uint32_t>(std::min<std::int64_t>(mtu_, bytes_ - std::int64_t{p.sequence} * mtu_));
  }
  if (selective_) {
    if (p.trimmed) answer(PacketKind::Nack, p.sequence, p, out);
    return 0;
  }
  if (!gap_ || now - lastNack_ >= roundTrip_) {
    gap_ = true;
    lastNack_ = now;
    answer(PacketKind::Nack, base_, p, out);
  }
  return 0;
}

}  // namespace weir::net
