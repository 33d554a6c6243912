#include <algorithm>
#include <cassert>

#include "core/base/random.h"
#include "core/network/packets/region.h"

namespace weir::net::packets {

void Region::wakeNic(std::uint32_t nic, std::int64_t time) {
  const LinkId link = s_.nics[nic].link;
  Port& port = s_.ports[link];
  if (port.stuck) return;  // it waits for credit, and looks at all there is then
  wakeAt(link, port, std::max({time, port.free, now_}));
}

// When the first of the messages that are not ready yet begins, however late it is asked.
std::int64_t Region::firstBegins(const Nic& nic) const {
  const std::int64_t ready = s_.message(nic.pending.front()).send.ready;
  return s_.options.cost.gap > 0 ? std::max(ready, nic.nextMessage) : ready;
}

// Messages that have become ready join their queue; a queue that was empty joins the turn.
void Region::activate(Nic& nic) {
  const auto later = [this](std::uint32_t a, std::uint32_t b) { return s_.later(a, b); };
  while (!nic.pending.empty() && firstBegins(nic) <= now_) {
    nic.nextMessage = firstBegins(nic) + s_.options.cost.gap;
    const std::uint32_t slot = nic.pending.front();
    std::pop_heap(nic.pending.begin(), nic.pending.end(), later);
    nic.pending.pop_back();
    Message& m = s_.message(slot);
    const auto [at, fresh] = nic.lastOf.try_emplace(m.send.queue, slot);
    if (fresh) {
      nic.active.push_back(slot);
      m.listed = true;
    } else {
      s_.message(at->second).next = slot;
      at->second = slot;
    }
  }
}

// All of the message at the turn has left: the next of its queue takes its place.
void Region::chain(Nic& nic, Message& m, bool stays) {
  m.listed = false;
  if (m.next != kNone) {
    s_.message(m.next).listed = true;
    nic.active[nic.turn] = m.next;
    m.next = kNone;
    ++nic.turn;
  } else {
    nic.lastOf.erase(m.send.queue);
    if (stays) {
      m.listed = true;
      ++nic.turn;
    } else {
      nic.active.erase(nic.active.begin() + static_cast<std::ptrdiff_t>(nic.turn));
    }
  }
}

std::uint32_t Region::newPacket(std::uint32_t slot, Message& m, std::uint32_t bytes) {
  const std::uint32_t packet = make();
  Packet& p = s_.packets.data()[packet];
  p = Packet{};
  p.sent = now_;
  p.next = kNone;
  p.message = slot;
  p.bytes = bytes;
  p.in = kNone;
  p.kind = PacketKind::Data;
  p.priority = static_cast<std::uint8_t>(s_.classOf(m.send));
  p.sequence = m.number++;
  p.entropy = static_cast<std::uint32_t>(mix(mix(s_.options.seed, m.send.tag), p.sequence)) | 1U;
  if (m.start < 0) m.start = now_;
  return packet;
}

bool Region::takeCredited(LinkId link, Port& port, Nic& nic) {
  if (nic.active.empty()) return false;
  // Where only one buffer is behind the link, who has the turn decides; else whoever finds room in its own.
  const std::size_t choices = s_.channels > 1 ? nic.active.size() : 1;
  std::uint32_t best = kNone;
  std::size_t bestAt = 0;
  std::uint32_t bestChannel = 0;
  for (std::size_t i = 0; i < choices; ++i) {
    const std::size_t at = (nic.turn + i) % nic.active.size();
    const Message& m = s_.message(nic.active[at]);
    const std::uint32_t level = s_.classOf(m.send);
    if (best != kNone && level >= bestChannel / s_.lanes) continue;
    const std::uint32_t channel = level * s_.lanes + channelOf(s_.path(nic.active[at], false)[0]);
    const auto bytes = static_cast<std::int32_t>(std::min<std::int64_t>(m.left, s_.options.mtu));
    if (!port.toHost && s_.queue(link, port, channel).credit < bytes) continue;
    best = nic.active[at];
    bestAt = at;
    bestChannel = channel;
    if (level == 0) break;
  }
  if (best == kNone) {
    if (!port.stuck) {
      port.stuck = true;
      Message& m = s_.message(nic.active[nic.turn]);
      if (m.start >= 0) {
        ++stats_.pauses;
        ++port.pauses;
      }
    }
    return false;
  }
  port.stuck = false;
  nic.turn = bestAt;
  Message& m = s_.message(best);
  const auto bytes = static_cast<std::uint32_t>(std::min<std::int64_t>(m.left, s_.options.mtu));
  const std::uint32_t packet = newPacket(best, m, bytes);
  if (outOfPackets_) return false;
  Packet& p = s_.packets.data()[packet];
  m.left -= bytes;
  ++stats_.packets;
  if (s_.perPacket && s_.router.route({m.send.from, m.send.to, m.send.flow, p.entropy}, *this, s_.ownPath(packet)) > 0) p.flags |= kOwnPath;
  if (m.left == 0) chain(nic, m, false);
  else ++nic.turn;
  if (nic.turn >= nic.active.size()) nic.turn = 0;
  start(link, port, bestChannel, packet, p);
  return true;
}

// Asks the senders in turn; `wake` becomes the earliest moment at which one of them may send.
bool Region::takeFromSender(LinkId link, Port& port, Nic& nic, std::int64_t& wake) {
  std::size_t left = nic.active.size();
  while (left-- > 0) {
    if (nic.turn >= nic.active.size()) nic.turn = 0;
    const std::uint32_t slot = nic.active[nic.turn];
    Message& m = s_.message(slot);
    const std::uint32_t level = s_.classOf(m.send);
    const std::uint32_t channel = level * s_.lanes + channelOf(s_.path(slot, false)[0]);
    if ((port.paused >> channel & 1) != 0) {
      ++nic.turn;
      continue;
    }
    const std::int64_t at = m.sender->earliest(now_);
    if (at == kNeverTime) {
      m.listed = false;
      nic.active.erase(nic.active.begin() + static_cast<std::ptrdiff_t>(nic.turn));
      continue;
    }
    if (at > now_) {
      wake = std::min(wake, at);
      ++nic.turn;
      continue;
    }
    const bool before = m.sender->sentAll();
    const WirePacket w = m.sender->take(now_);
    const std::uint32_t packet = newPacket(slot, m, w.bytes);
    if (outOfPackets_) return false;
    Packet& p = s_.packets.data()[packet];
    p.sequence = w.sequence;
    p.cumulative = w.cumulative;
    if (w.entropy != 0) p.entropy = w.entropy;
    if (w.again) {
      p.flags |= kAgain;
      ++stats_.retransmissions;
    }
    m.flying.fetch_add(1, std::memory_order_relaxed);
    ++stats_.packets;
    if (s_.perPacket && s_.router.route({m.send.from, m.send.to, m.send.flow, p.entropy}, *this, s_.ownPath(packet)) > 0) p.flags |= kOwnPath;
    if (!before && m.sender->sentAll()) chain(nic, m, m.sender->earliest(now_) != kNeverTime);
    else ++nic.turn;
    if (nic.turn >= nic.active.size()) nic.turn = 0;
    start(link, port, channel, packet, p);
    if (const std::int64_t t = m.sender->timer(); t < m.timer) {
      m.timer = std::max(t, now_);
      wheel_.push(m.timer, what(kTimer, slot));
    }
    return true;
  }
  return false;
}

void Region::transmitNic(LinkId link, Port& port) {
  if (port.free > now_) return wakeAt(link, port, port.free);
  Nic& nic = s_.nics[port.nic];
  activate(nic);
  drainCredits(link, port);
  std::int64_t wake = kNever;
  bool sent = false;
  if (nic.controlHead != kNone) {
    const std::uint32_t packet = nic.controlHead;
    Packet& p = s_.packets.data()[packet];
    if (p.arrival <= now_) {
      nic.controlHead = p.next;
      ++stats_.controlPackets;
      start(link, port, channelOf(s_.path(p.message, true)[0]), packet, p);
      sent = true;
    } else {
      wake = p.arrival;
    }
  }
  if (!sent) sent = s_.credits ? takeCredited(link, port, nic) : takeFromSender(link, port, nic, wake);
  if (sent) {
    if (!nic.active.empty() || nic.controlHead != kNone) wake = port.free;
    if (!nic.pending.empty()) wake = std::min(wake, firstBegins(nic));
    if (wake != kNever) wakeAt(link, port, std::max(wake, port.free));
    return;
  }
  if (port.stuck && port.creditHead != port.creditTail) wake = std::min(wake, port.credits[port.creditHead & port.creditMask].time(port.newest));
  if (!port.stuck && !nic.pending.empty()) wake = std::min(wake, firstBegins(nic));
  if (wake != kNever) wakeAt(link, port, std::max(wake, now_ + 1));
}

WirePacket Region::seen(std::uint32_t packet, const Packet& p) const {
  WirePacket w;
  w.kind = p.kind;
  w.marked = (p.flags & kMarked) != 0;
  w.trimmed = (p.flags & kTrimmed) != 0;
  w.again = (p.flags & kAgain) != 0;
  w.sequence = p.sequence;
  w.cumulative = p.cumulative;
  w.bytes = p.bytes;
  w.entropy = p.entropy;
  w.sent = p.sent;
  if (p.telemetry > 0) w.telemetry = {s_.telemetry.data() + std::size_t{packet} * kTelemetry, p.telemetry};
  return w;
}

// Data reaches its host at p.tail, which is ahead of the clock: nothing can happen to it on the last link, and whoever waits
// for the message hears of it in time to answer at that moment.
void Region::deliver(std::uint32_t packet, Packet& p) {
  Message& m = s_.message(p.message);
  m.last = std::max(m.last, p.tail);
  if (s_.credits) {
    stats_.deliveredBytes += p.bytes;
    if (--m.coming == 0) {
      m.complete = true;
      arrived_.push_back({p.message, m.last});
    }
    return recycle(packet, p);
  }
  answering_ = p.message;
  const std::uint32_t brought = m.receiver->receive(p.tail, seen(packet, p), s_.hostEnds[m.send.to], *this);
  stats_.deliveredBytes += brought;
  m.counted += brought;
  if (!m.complete && m.receiver->complete()) {
    m.complete = true;
    stats_.deliveredBytes += m.send.bytes - m.counted;
    arrived_.push_back({p.message, p.tail});
  }
  recycle(packet, p);
}

// An answer joins what its NIC sends back, by time.
void Region::send(const WirePacket& w, std::int64_t notBefore) {
  const std::uint32_t slot = answering_;
  Message& m = s_.message(slot);
  const std::uint32_t packet = make();
  if (outOfPackets_) return;
  Packet& p = s_.packets.data()[packet];
  p = Packet{};
  p.arrival = std::max(notBefore, now_);
  p.sent = w.sent;
  p.next = kNone;
  p.message = slot;
  p.bytes = w.bytes > 0 ? w.bytes : 64;
  p.sequence = w.sequence;
  p.cumulative = w.cumulative;
  p.entropy = w.entropy;
  p.in = kNone;
  p.kind = w.kind;
  p.flags = static_cast<std::uint8_t>(kBack | (w.marked ? kMarked : 0) | (w.trimmed ? kTrimmed : 0) | (w.again ? kAgain : 0));
  if (!w.telemetry.empty()) {
    p.telemetry = static_cast<std::uint8_t>(std::min<std::size_t>(w.telemetry.size(), kTelemetry));
    std::copy_n(w.telemetry.begin(), p.telemetry, s_.telemetry.data() + std::size_t{packet} * kTelemetry);
  }
  m.flying.fetch_add(1, std::memory_order_relaxed);
  const LinkId link = linkOf(s_.path(slot, true)[0]);
  Port& port = s_.ports[link];
  Nic& nic = s_.nics[port.nic];
  Packet* const all = s_.packets.data();
  if (nic.controlHead == kNone) {
    nic.controlHead = nic.controlTail = packet;
  } else if (all[nic.controlTail].arrival <= p.arrival) {
    all[nic.controlTail].next = packet;
    nic.controlTail = packet;
  } else if (all[nic.controlHead].arrival > p.arrival) {
    p.next = nic.controlHead;
    nic.controlHead = packet;
  } else {
    std::uint32_t at = nic.controlHead;
    while (all[all[at].next].arrival <= p.arrival) at = all[at].next;
    p.next = all[at].next;
    all[at].next = packet;
  }
  wakeAt(link, port, std::max({port.free, p.arrival, now_}));
}

void Region::comesBack(std::uint32_t packet, Packet& p) {
  Message& m = s_.message(p.message);
  const std::uint32_t slot = p.message;
  if (m.sender && !m.done) {
    m.sender->receive(now_, seen(packet, p));
    senderChanged(slot, m);
  }
  recycle(packet, p);
}

void Region::timer(std::uint32_t slot) {
  Message& m = s_.message(slot);
  if (m.timer != now_) return;
  m.timer = kNever;
  if (!m.sender || m.done) return;
  if (m.sender->timer() <= now_) m.sender->onTimer(now_);
  senderChanged(slot, m);
}

void Region::senderChanged(std::uint32_t slot, Message& m) {
  if (m.sender->finished()) {
    m.done = true;
    closing_.push_back(slot);
    if (!m.listed) return;
  }
  if (const std::int64_t t = m.sender->timer(); t < m.timer && !m.done) {
    m.timer = std::max(t, now_);
    wheel_.push(m.timer, what(kTimer, slot));
  }
  Nic& nic = s_.nics[m.nic];
  const std::int64_t at = m.sender->earliest(now_);
  if (at == kNeverTime) return;
  if (!m.listed) {
    nic.active.push_back(slot);
    m.listed = true;
  }
  Port& port = s_.ports[nic.link];
  wakeAt(nic.link, port, std::max({at, port.free, now_}));
}

}  // namespace weir::net::packets
