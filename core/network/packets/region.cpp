#include "core/network/packets/region.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstddef>

namespace weir::net::packets {
namespace {

constexpr std::uint32_t kFirstRing = 8;
constexpr std::uint32_t kHeader = 64;  // bytes: of a trimmed packet, and what a cut-through switch waits for

std::int64_t transmission(const Port& p, std::uint32_t bytes) { return static_cast<std::int64_t>((bytes * p.psPerByte + 0x8000) >> 16); }

template <class T>
void prefetch(const T* p) {
  __builtin_prefetch(p);
}
// To the compiler a function that only prefetches does nothing, and it drops the call.
inline void keepPrefetches() { asm volatile(""); }

}  // namespace

Region::Region(State& state, std::uint32_t id, std::uint32_t regions, unsigned wheelShift) : s_(state), id_(id), wheel_(wheelShift) {
  out_[0].resize(regions);
  out_[1].resize(regions);
}

std::int64_t Region::next() const { return std::min(wheel_.next(), firstMail_[box_]); }

std::int64_t Region::queued(LinkId link) const {
  const Port& p = s_.ports[link];
  std::int64_t bytes = p.queued;
  if (p.free > now_) bytes += static_cast<std::int64_t>((static_cast<std::uint64_t>(p.free - now_) << 16) / p.psPerByte);
  return bytes;
}

void Region::run(const std::vector<std::unique_ptr<Region>>& regions, std::int64_t until) {
  const unsigned inbox = box_ ^ 1;
  for (const auto& r : regions) {
    const std::vector<Mail>& mails = r->out_[inbox][id_];
    for (std::size_t i = 0; i < mails.size(); ++i) {
      const Mail& m = mails[i];
      if (i + 8 < mails.size()) {
        const Mail& soon = mails[i + 8];
        if (soon.kind == Mail::Kind::Packet) {
          prefetch(s_.packets.data() + soon.value);
          prefetch(&s_.pipes[linkOf(soon.hop)]);
        } else if (soon.kind == Mail::Kind::Credit) {
          prefetch(&s_.ports[linkOf(soon.hop)]);
        }
      }
      switch (m.kind) {
        case Mail::Kind::Packet: wire(linkOf(m.hop), m.value, s_.packets.data()[m.value]); break;
        case Mail::Kind::Credit: giveCredit(m.hop, m.value, m.time); break;
        case Mail::Kind::Pause: wheel_.push(m.time, what(kPause, m.hop)); break;
        case Mail::Kind::Resume: wheel_.push(m.time, what(kResume, m.hop)); break;
      }
    }
    r->out_[inbox][id_].clear();
  }
  firstMail_[box_] = kNever;

  std::uint64_t w = 0;
  while (wheel_.pop(until, now_, w)) {
    ++events_;
    const auto id = static_cast<std::uint32_t>(w);
    if (s_.large) lookAhead();
    switch (static_cast<Type>(w >> 32)) {
      case kArrive: arrive(id); break;
      case kStart: {
        Port& p = s_.ports[id];
        if (p.wake != now_) break;
        p.wake = kNever;
        if (p.nic != kNone) transmitNic(id, p);
        else transmit(id, p);
        break;
      }
      case kTimer: timer(id); break;
      case kPause: pauseChanged(id, true); break;
      case kResume: pauseChanged(id, false); break;
    }
  }
  now_ = until;
}

// A large network does not fit a cache, and an event would wait for one line of memory after another. So what the next events
// will touch is fetched in stages: each stage reads what the stage before has brought.
void Region::lookAhead() {
  Packet* const packets = s_.packets.data();
  const auto both = [](const Port& p) {
    prefetch(&p);
    prefetch(reinterpret_cast<const char*>(&p) + 64);
  };
  if (const std::uint64_t e = wheel_.peek(12); (e >> 32) == kArrive) {
    prefetch(&s_.pipes[static_cast<std::uint32_t>(e)]);
  } else if ((e >> 32) == kStart) {
    both(s_.ports[static_cast<std::uint32_t>(e)]);
    prefetch(&s_.pipes[static_cast<std::uint32_t>(e)]);
  }
  if (const std::uint64_t e = wheel_.peek(9); (e >> 32) == kArrive) {
    const Pipe& pipe = s_.pipes[static_cast<std::uint32_t>(e)];
    if (pipe.head != kNone) prefetch(packets + pipe.head);
    if (pipe.fromRegion == id_) both(s_.ports[static_cast<std::uint32_t>(e)]);
  } else if ((e >> 32) == kStart) {
    const auto link = static_cast<std::uint32_t>(e);
    const Port& port = s_.ports[link];
    if (port.first.head != kNone) prefetch(packets + port.first.head);
    if (port.creditHead != port.creditTail) prefetch(port.credits + (port.creditHead & port.creditMask));
    if (port.nic != kNone) prefetch(&s_.nics[port.nic]);
    if (port.toRegion == id_ && s_.pipes[link].head != kNone) prefetch(packets + s_.pipes[link].tail);
    if ((now_ >> s_.series.shift()) != port.bin) s_.series.prefetch(link, static_cast<std::uint32_t>(port.bin));
  }
  if (const std::uint64_t e = wheel_.peek(6); (e >> 32) == kArrive) {
    if (const std::uint32_t head = s_.pipes[static_cast<std::uint32_t>(e)].head; head != kNone) {
      const Packet& p = packets[head];
      if (p.next != kNone) prefetch(packets + p.next);
      if ((p.flags & kOwnPath) == 0) prefetch(s_.path(p.message, (p.flags & kBack) != 0) + p.hops);
    }
  } else if ((e >> 32) == kStart) {
    const Port& port = s_.ports[static_cast<std::uint32_t>(e)];
    if (port.first.head != kNone) {
      const Packet& p = packets[port.first.head];
      if (p.next != kNone) prefetch(packets + p.next);
      if (p.in != kNone) {
        prefetch(&s_.pipes[linkOf(p.in)]);
        both(s_.ports[linkOf(p.in)]);
      }
      if (port.toHost) {
        const char* m = reinterpret_cast<const char*>(&s_.message(p.message));
        prefetch(m);
        prefetch(m + offsetof(Message, coming));
      }
    }
    if (port.nic != kNone && !s_.nics[port.nic].active.empty()) prefetch(s_.nics[port.nic].active.data() + s_.nics[port.nic].turn);
  }
  if (const std::uint64_t e = wheel_.peek(4); (e >> 32) == kArrive) {
    if (const std::uint32_t head = s_.pipes[static_cast<std::uint32_t>(e)].head; head != kNone && (packets[head].flags & kOwnPath) == 0) {
      const Packet& p = packets[head];
      if (const Hop to = s_.path(p.message, (p.flags & kBack) != 0)[p.hops]; to != kNone) {
        both(s_.ports[linkOf(to)]);
        prefetch(&s_.pipes[linkOf(to)]);
      }
      if (s_.pipes[static_cast<std::uint32_t>(e)].fromRegion == id_) {
        const Port& back = s_.ports[static_cast<std::uint32_t>(e)];
        if (back.credits != nullptr) prefetch(back.credits + (back.creditTail & back.creditMask));
      }
    }
  } else if ((e >> 32) == kStart) {
    const Port& port = s_.ports[static_cast<std::uint32_t>(e)];
    if (port.first.head != kNone) {
      if (const Hop in = packets[port.first.head].in; in != kNone && s_.pipes[linkOf(in)].fromRegion == id_) {
        const Port& back = s_.ports[linkOf(in)];
        if (back.credits != nullptr) prefetch(back.credits + (back.creditTail & back.creditMask));
      }
    }
    if (port.nic != kNone && !s_.nics[port.nic].active.empty()) {
      const std::uint32_t slot = s_.nics[port.nic].active[s_.nics[port.nic].turn];
      const char* m = reinterpret_cast<const char*>(&s_.message(slot));
      prefetch(m);
      prefetch(m + 64);
      prefetch(s_.path(slot, false));
    }
  }
  if (const std::uint64_t e = wheel_.peek(2); (e >> 32) == kArrive) {
    if (const std::uint32_t head = s_.pipes[static_cast<std::uint32_t>(e)].head; head != kNone && (packets[head].flags & kOwnPath) == 0) {
      const Packet& p = packets[head];
      if (const Hop to = s_.path(p.message, (p.flags & kBack) != 0)[p.hops]; to != kNone)
      {
        const Port& port = s_.ports[linkOf(to)];
        if (port.first.head != kNone) prefetch(packets + port.first.tail);
        else if (port.toHost) prefetch(&s_.message(p.message).coming);
      }
    }
  }
  keepPrefetches();
}

std::uint32_t Region::make() {
  if (free_.empty() && !s_.numbers.take(free_)) {
    outOfPackets_ = true;
    return 0;
  }
  const std::uint32_t k = free_.back();
  free_.pop_back();
  ++made_;
  return k;
}

void Region::recycle(std::uint32_t packet, Packet& p) {
  if (!s_.credits) s_.message(p.message).flying.fetch_sub(1, std::memory_order_relaxed);
  ++freed_;
  free_.push_back(packet);
  if (free_.size() >= 3 * FreeNumbers::kBatch) s_.numbers.give(free_);
}

void Region::drop(std::uint32_t packet, Packet& p) {
  ++stats_.drops;
  if (s_.pfc && p.in != kNone) release(p.in, p.bytes);
  recycle(packet, p);
}

void Region::wakeAt(LinkId link, Port& port, std::int64_t time) {
  if (port.wake <= time) return;
  port.wake = time;
  wheel_.push(time, what(kStart, link));
}

// Puts a packet on its way down a link that ends in this region.
inline void Region::wire(LinkId link, std::uint32_t packet, Packet& p) {
  Pipe& pipe = s_.pipes[link];
  p.next = kNone;
  if (pipe.head == kNone) {
    pipe.head = packet;
    wheel_.push(p.arrival, what(kArrive, link));
  } else {
    s_.packets.data()[pipe.tail].next = packet;
  }
  pipe.tail = packet;
}

void Region::arrive(LinkId link) {
  Pipe& pipe = s_.pipes[link];
  const std::uint32_t packet = pipe.head;
  Packet& p = s_.packets.data()[packet];
  pipe.head = p.next;
  if (pipe.head != kNone) wheel_.push(s_.packets.data()[pipe.head].arrival, what(kArrive, link));
  if (pipe.to < s_.graph.hosts()) return comesBack(packet, p);
  if (s_.pfc) hold(p.in, pipe.to, p.bytes);
  Hop to;
  if (s_.perHop && (p.flags & kBack) == 0) {
    const Message& m = s_.message(p.message);
    HopState state{p.hops, channelOf(p.in) % s_.lanes, p.memory};
    to = s_.router.next(pipe.to, {m.send.from, m.send.to, m.send.flow, p.entropy}, state, *this);
    p.memory = state.memory;
  } else {
    to = ((p.flags & kOwnPath) != 0 ? s_.ownPath(packet) : s_.path(p.message, (p.flags & kBack) != 0))[p.hops];
  }
  enqueue(to, packet, p);
}

std::int64_t Region::limit(NodeId node) const {
  if (!s_.options.sharedBuffer) return s_.buffer;
  return static_cast<std::int64_t>(std::min(s_.options.bufferAlpha * static_cast<double>(std::max<std::int64_t>(0, s_.buffer - s_.used[node])), 1e15));
}

// Drops and cuts; only where a queue may overflow.
bool Region::admitted(Port& port, std::uint32_t& channel, std::uint32_t packet, Packet& p) {
  const NodeId node = s_.pipes[linkOf(p.in)].to;
  if (s_.pfc) {
    // What the thresholds let in always fits, unless the headroom is too small.
    const std::int64_t held = s_.held[std::size_t{linkOf(p.in)} * s_.channels + channelOf(p.in)];
    if (held <= limit(node) + s_.headroom) return true;
    drop(packet, p);
    return false;
  }
  const std::int64_t most = limit(node);
  const bool data = p.kind == PacketKind::Data && (p.flags & kTrimmed) == 0;
  if (static_cast<std::int64_t>(port.queued) + p.bytes <= most) return true;
  if (data && s_.transport.trims && p.bytes > kHeader) {
    p.bytes = kHeader;
    p.tail = now_;  // the header is here; where switches cut through, the rest of it no longer matters
    p.flags |= kTrimmed;
    p.priority = 0;
    channel %= s_.lanes;
    ++stats_.trims;
    return true;  // headers have a queue of their own; they are few and small
  }
  if (!data && static_cast<std::int64_t>(port.queued) + p.bytes <= 2 * most) return true;  // headers and answers: twice the room
  drop(packet, p);
  return false;
}

inline void Region::enqueue(Hop to, std::uint32_t packet, Packet& p) {
  const LinkId link = linkOf(to);
  Port& port = s_.ports[link];
  std::uint32_t channel = p.priority * s_.lanes + channelOf(to);
  if (!s_.credits) {
    if (!admitted(port, channel, packet, p)) return;
    if (s_.marking && p.kind == PacketKind::Data && (p.flags & kMarked) == 0) {
      const std::uint32_t depth = port.queued + p.bytes;
      if (depth > s_.markFrom[link]) {
        bool mark = depth > s_.markAll[link];
        if (!mark) {
          const double chance = s_.options.ecn.probability * (depth - s_.markFrom[link]) / (s_.markAll[link] - s_.markFrom[link]);
          mark = static_cast<double>(mix(mix(s_.options.seed, s_.message(p.message).send.tag), (std::uint64_t{p.sequence} << 32) | link) >> 11) * 0x1p-53 < chance;
        }
        if (mark) {
          p.flags |= kMarked;
          ++stats_.marks;
          ++port.marks;
        }
      }
    }
    if (s_.options.sharedBuffer) s_.used[s_.graph.link(link).from] += p.bytes;
  }
  Queue& q = s_.queue(link, port, channel);
  p.next = kNone;
  if (q.head == kNone) q.head = packet;
  else s_.packets.data()[q.tail].next = packet;
  q.tail = packet;
  port.waiting = static_cast<std::uint16_t>(port.waiting | (1U << channel));
  port.queued += p.bytes;
  if (port.queued > port.deepest) {
    port.deepest = port.queued;
    if (port.queued > stats_.maxQueueBytes) stats_.maxQueueBytes = port.queued;
  }
  if (port.wake != kNever) return;
  if (port.free <= now_) transmit(link, port);
  else wakeAt(link, port, port.free);
}

void Region::drainCredits(LinkId link, Port& port) {
  const bool all = port.newest <= now_;
  while (port.creditHead != port.creditTail) {
    const Credit c = port.credits[port.creditHead & port.creditMask];
    if (!all && c.time(port.newest) > now_) break;
    s_.queue(link, port, c.channel()).credit += static_cast<std::int32_t>(c.bytes());
    assert(s_.queue(link, port, c.channel()).credit <= s_.buffer);  // no buffer gives back more than it was lent
    ++port.creditHead;
  }
}

void Region::giveCredit(Hop to, std::uint32_t bytes, std::int64_t time) {
  const LinkId link = linkOf(to);
  Port& port = s_.ports[link];
  if (port.creditTail != port.creditHead) drainCredits(link, port);  // so that what is pending is of late
  if (port.credits == nullptr || port.creditTail - port.creditHead > port.creditMask) [[unlikely]] {
    const std::uint32_t size = port.credits ? 2 * (port.creditMask + 1) : kFirstRing;
    std::vector<Credit, HugeAllocator<Credit>> ring(size);
    for (std::uint32_t i = port.creditHead; i != port.creditTail; ++i) ring[i & (size - 1)] = port.credits[i & port.creditMask];
    port.credits = ring.data();
    port.creditMask = size - 1;
    s_.creditRings[link] = std::move(ring);
  }
  port.credits[port.creditTail++ & port.creditMask] = Credit(time, bytes, channelOf(to));
  port.newest = time;
  if (port.stuck && port.wake == kNever) wakeAt(link, port, std::max(port.free, time));
}

// The link is free: the highest priority first, its lanes in turn. What is blocked waits for the next credit or for the end
// of the pause.
void Region::transmit(LinkId link, Port& port) {
  if (port.free > now_) return wakeAt(link, port, port.free);  // receiving took of its time meanwhile
  drainCredits(link, port);
  std::uint32_t waiting = port.waiting & ~std::uint32_t{port.paused};
  std::uint32_t channel = 0;
  std::uint32_t packet = kNone;
  const bool needsCredit = s_.credits && !port.toHost;
  for (std::uint32_t c = 0; waiting != 0; c += s_.lanes) {
    const std::uint32_t mask = ((1U << s_.lanes) - 1) << c;
    std::uint32_t mine = waiting & mask;
    waiting &= ~mask;
    while (mine != 0) {
      // From the lane after the one served last.
      const std::uint32_t after = mine >> (c + port.turn);
      const std::uint32_t at = after != 0 ? c + port.turn + static_cast<std::uint32_t>(std::countr_zero(after)) : static_cast<std::uint32_t>(std::countr_zero(mine));
      const Queue& q = s_.queue(link, port, at);
      const Packet& p = s_.packets.data()[q.head];
      if (!needsCredit || q.credit >= static_cast<std::int32_t>(p.bytes)) {
        channel = at;
        packet = q.head;
        waiting = mine = 0;
      } else {
        mine &= ~(1U << at);
      }
    }
  }
  if (packet == kNone) {
    if (!s_.credits || port.waiting == 0) return;
    if (!port.stuck) {
      port.stuck = true;
      ++stats_.pauses;
      ++port.pauses;
    }
    if (port.creditHead != port.creditTail) wakeAt(link, port, port.credits[port.creditHead & port.creditMask].time(port.newest));
    return;
  }
  Packet& p = s_.packets.data()[packet];
  if (s_.options.cutThrough && p.tail - transmission(port, p.bytes) > now_) return wakeAt(link, port, p.tail - transmission(port, p.bytes));
  port.stuck = false;
  port.turn = static_cast<std::uint8_t>((channel % s_.lanes + 1) % s_.lanes);
  Queue& q = s_.queue(link, port, channel);
  q.head = p.next;
  if (q.head == kNone) port.waiting = static_cast<std::uint16_t>(port.waiting & ~(1U << channel));
  else prefetch(s_.packets.data() + q.head);
  assert(port.queued >= p.bytes);
  port.queued -= p.bytes;
  if (s_.options.sharedBuffer && !s_.credits) s_.used[s_.graph.link(link).from] -= p.bytes;
  start(link, port, channel, packet, p);
  if (port.waiting != 0) wakeAt(link, port, port.free);
}

void Region::start(LinkId link, Port& port, std::uint32_t channel, std::uint32_t packet, Packet& p) {
  const std::int64_t duration = transmission(port, p.bytes);
  account(link, port, duration);
  ++stats_.packetHops;
  port.free = now_ + duration;
  if (s_.shareWith != 0 && (port.toHost || port.nic != kNone)) {
    // Limited duplex: one direction of a host's link takes its share of the other's time.
    Port& other = s_.ports[s_.graph.reverse(link)];
    other.free = std::max(other.free, now_) + ((duration * s_.shareWith) >> 16);
  }
  if (p.in != kNone) release(p.in, p.bytes);
  p.in = hop(link, channel);
  ++p.hops;
  if (!s_.credits) {
    s_.sent[link] += p.bytes;
    if (s_.transport.telemetry && p.kind == PacketKind::Data && port.nic == kNone && p.telemetry < kTelemetry)
      s_.telemetry.data()[std::size_t{packet} * kTelemetry + p.telemetry++] = {now_, s_.sent[link], port.queued, 65536.0F / static_cast<float>(port.psPerByte)};
  } else if (!port.toHost) {
    Queue& q = s_.queue(link, port, channel);
    q.credit -= static_cast<std::int32_t>(p.bytes);
    assert(q.credit >= 0 || s_.buffer < s_.options.mtu);  // nothing leaves that has no room at the far end
    if (s_.buffer - q.credit > stats_.maxBufferBytes) stats_.maxBufferBytes = s_.buffer - q.credit;
  }
  p.tail = now_ + std::max(duration + port.delay, kMinDelay);
  p.arrival = p.tail;
  if (port.toHost) {
    if ((p.flags & kBack) == 0) return deliver(packet, p);
  } else if (s_.options.cutThrough) {
    p.arrival = now_ + std::max(transmission(port, std::min(p.bytes, kHeader)) + port.delay, kMinDelay);
  }
  if (port.toRegion == id_) return wire(link, packet, p);
  out_[box_][port.toRegion].push_back({p.arrival, p.in, packet, Mail::Kind::Packet});
  firstMail_[box_] = std::min(firstMail_[box_], p.arrival);
}

// The packet has left the input buffer behind link and channel `in`.
void Region::release(Hop in, std::uint32_t bytes) {
  const Pipe& pipe = s_.pipes[linkOf(in)];
  const std::int64_t time = now_ + pipe.backDelay;
  Mail::Kind kind = Mail::Kind::Credit;
  if (!s_.credits) {
    if (!s_.pfc) return;
    std::uint32_t& held = s_.held[std::size_t{linkOf(in)} * s_.channels + channelOf(in)];
    assert(held >= bytes);
    held -= bytes;
    const auto bit = static_cast<std::uint16_t>(1U << channelOf(in));
    if ((s_.pauseSent[linkOf(in)] & bit) == 0 || static_cast<std::int64_t>(held) > std::max<std::int64_t>(0, limit(pipe.to) - s_.xonGap)) return;
    s_.pauseSent[linkOf(in)] = static_cast<std::uint16_t>(s_.pauseSent[linkOf(in)] & ~bit);
    kind = Mail::Kind::Resume;
    if (pipe.fromRegion == id_) return wheel_.push(time, what(kResume, in));
  } else if (pipe.fromRegion == id_) {
    return giveCredit(in, bytes, time);
  }
  out_[box_][pipe.fromRegion].push_back({time, in, bytes, kind});
  firstMail_[box_] = std::min(firstMail_[box_], time);
}

// A packet fills the input buffer behind `in`; beyond the threshold the sender pauses. Control is never paused.
void Region::hold(Hop in, NodeId node, std::uint32_t bytes) {
  std::uint32_t& held = s_.held[std::size_t{linkOf(in)} * s_.channels + channelOf(in)];
  held += bytes;
  if (held > static_cast<std::uint64_t>(stats_.maxBufferBytes)) stats_.maxBufferBytes = held;
  const auto bit = static_cast<std::uint16_t>(1U << channelOf(in));
  if (channelOf(in) < s_.lanes || (s_.pauseSent[linkOf(in)] & bit) != 0 || static_cast<std::int64_t>(held) <= limit(node)) return;
  s_.pauseSent[linkOf(in)] = static_cast<std::uint16_t>(s_.pauseSent[linkOf(in)] | bit);
  ++stats_.pauses;
  const Pipe& pipe = s_.pipes[linkOf(in)];
  const std::int64_t time = now_ + pipe.backDelay;
  if (pipe.fromRegion == id_) return wheel_.push(time, what(kPause, in));
  out_[box_][pipe.fromRegion].push_back({time, in, bytes, Mail::Kind::Pause});
  firstMail_[box_] = std::min(firstMail_[box_], time);
}

void Region::pauseChanged(Hop h, bool on) {
  const LinkId link = linkOf(h);
  Port& port = s_.ports[link];
  const auto bit = static_cast<std::uint16_t>(1U << channelOf(h));
  port.paused = static_cast<std::uint16_t>(on ? port.paused | bit : port.paused & ~bit);
  if (on) ++port.pauses;
  if (on || port.wake != kNever) return;
  if (port.free > now_) return wakeAt(link, port, port.free);
  if (port.nic != kNone) transmitNic(link, port);
  else if (port.waiting != 0) transmit(link, port);
}

// The window's end is within the series, so that nothing has to be made coarser while regions run.
inline void Region::account(LinkId link, Port& port, std::int64_t duration) {
  const std::int64_t end = now_ + duration;
  if (const std::int64_t last = end >> s_.series.shift(); last != port.bin) [[unlikely]] {
    s_.flush(link, port, last);
    const std::int64_t edge = last << s_.series.shift();
    if (now_ < edge) {
      s_.series.spread(link, now_, edge);
      port.busy = end - edge;
      return;
    }
  }
  port.busy += duration;
}

}  // namespace weir::net::packets
