#include "core/network/message_protocol.h"

namespace weir::net {
namespace {

// What goes ahead: from the sender of the data, or from its receiver.
constexpr std::uint64_t kAhead = std::uint64_t{1} << 62, kBack = std::uint64_t{1} << 63;
constexpr std::uint64_t kControlQueue = std::uint64_t{1} << 63;  // waits behind no data of its host

}  // namespace

MessageProtocol messageProtocol(const Nic& nic) { return {nic.eager_limit.count(), nic.verb == "read"}; }

void ProtocolDriver::ask(const Send& s, bool back) {
  Send c;
  c.from = back ? s.to : s.from;
  c.to = back ? s.from : s.to;
  c.tag = s.tag | (back ? kBack : kAhead);
  c.flow = s.flow;
  c.ready = s.ready;
  c.queue = kControlQueue;
  c.priority = s.priority;
  ++control_;
  net_->send(c);
}

void ProtocolDriver::send(const Send& s) {
  const bool asks = protocol_.eagerLimit > 0 && s.bytes > protocol_.eagerLimit;
  if (s.from == s.to || (!asks && !protocol_.read)) {
    net_->send(s);
    return;
  }
  pending_.emplace(s.tag, s);
  ask(s, !asks);
}

void ProtocolDriver::begin(Injector& net) {
  net_ = &net;
  inner_.begin(protocol_.plain() ? net : static_cast<Injector&>(*this));
}

void ProtocolDriver::delivered(const Delivery& d, Injector& net) {
  if (protocol_.plain()) {
    inner_.delivered(d, net);
    return;
  }
  net_ = &net;
  const std::uint64_t tag = d.send.tag & ~(kAhead | kBack);
  const auto at = pending_.find(tag);
  if (d.send.tag == tag) {
    Delivery own = d;
    if (at != pending_.end()) {
      own.send.ready = at->second.ready;
      pending_.erase(at);
    }
    inner_.delivered(own, *this);
    return;
  }
  Send next = at->second;
  next.ready = d.end;
  if ((d.send.tag & kBack) == 0) {
    ask(next, true);
    return;
  }
  net.send(next);
}

}  // namespace weir::net
