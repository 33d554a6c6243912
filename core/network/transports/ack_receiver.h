// The receiver of all transports that answer each packet with an acknowledgement of its own. Selective: keeps what comes, in
// any order; a header without its data is answered with a Nack of its sequence. Go-back-n: keeps the expected packet only,
// and answers another with a Nack of the expected sequence, once a gap and again each round trip it stays open
// (InfiniBand's NAK sequence error). DCQCN's congestion notifications, where asked for, are sent from here too.
#pragma once

#include "core/network/transport.h"
#include "core/network/transports/bits.h"

namespace weir::net {

class AckReceiver : public Receiver {
 public:
  // cnpInterval: the least time between two Cnp of this message; negative = none are sent.
  AckReceiver(const Channel& c, bool selective, std::int64_t cnpInterval = -1);
  std::uint32_t receive(std::int64_t now, const WirePacket& p, HostEnd& host, Replies& out) override;
  [[nodiscard]] bool complete() const final { return base_ >= packets_; }

 protected:
  enum class Fate { Fresh, Known, Refused };
  Fate accept(const WirePacket& p);  // books it
  [[nodiscard]] bool has(std::uint32_t s) const {
    return s < base_ || (selective_ && s < base_ + came_.span() && came_.test(0, s));
  }
  void answer(PacketKind kind, std::uint32_t sequence, const WirePacket& data, Replies& out, std::int64_t at = 0) const;

  std::int64_t bytes_;
  std::uint32_t packets_, mtu_, base_ = 0;

 private:
  std::uint32_t control_;
  bool selective_, gap_ = false;
  std::int64_t roundTrip_, lastNack_ = 0, cnpInterval_, nextCnp_ = 0;
  BitPlanes<1> came_;
};

}  // namespace weir::net
