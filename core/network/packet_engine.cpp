#include "core/network/packet_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace weir::net {
namespace {

constexpr std::uint32_t kFirstRing = 16;
constexpr std::uint64_t kPollEvery = 8192;       // link visits
constexpr std::size_t kSeriesCells = 2U << 20;   // over all links, when the caller does not say
constexpr unsigned kFirstShift = 20;             // bins of about a microsecond to begin with

std::uint64_t picosecondsPerByte(Bandwidth b) {
  return static_cast<std::uint64_t>(std::llround(8e12 / b.toBitsPerSecond() * 65536));
}

// No wider than the lookahead (see wheel.h), and an eighth of a packet, so that packets reach a queue nearly in order.
unsigned bucketShift(const Graph& g, std::int64_t mtu, unsigned asked) {
  std::int64_t lookahead = INT64_MAX;
  double fastest = 1;
  for (const GraphLink& l : g.links()) {
    lookahead = std::min(lookahead, l.latency.toPs());
    fastest = std::max(fastest, l.bandwidth.toBitsPerSecond());
  }
  const auto packet = static_cast<std::int64_t>(static_cast<double>(mtu) * 8e12 / fastest);
  const std::int64_t width = std::max(std::min(lookahead, packet / 8), kMinDelay);
  const auto widest = [](std::int64_t w) { return static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(w))) - 1; };
  return asked > 0 ? std::min(asked, widest(std::max(lookahead, kMinDelay))) : widest(width);
}

}  // namespace

std::int64_t defaultBuffer(const Graph& graph, std::int64_t mtu, std::int64_t switchLatency) {
  double need = 0;
  for (const GraphLink& l : graph.links()) {
    const double loop_s = 2 * l.latency.toSeconds() + static_cast<double>(switchLatency) * 1e-12;
    need = std::max(need, l.bandwidth.toBytesPerSecond() * loop_s);
  }
  const auto packets = static_cast<std::int64_t>(std::ceil(need / static_cast<double>(mtu))) + 2;
  return mtu * std::max<std::int64_t>(2 * packets, 16);
}

PacketEngine::PacketEngine(const Graph& graph, const PacketOptions& options, Driver& driver)
    : graph_(graph), options_(options), driver_(driver), router_(graph, options.seed), wheel_(bucketShift(graph, options.mtu, options.bucketShift)) {
  buffer_ = options.buffer > 0 ? std::min<std::int64_t>(options.buffer, 1 << 30) : defaultBuffer(graph, options.mtu, options.switchLatency);
  const std::size_t n = graph.links().size();
  links_.resize(n);
  queues_.resize(n);
  creditRings_.resize(n);
  hostOf_.assign(n, 0);
  hosts_.resize(graph.hosts());
  for (LinkId id = 0; id < n; ++id) {
    const GraphLink& g = graph.link(id);
    Link& l = links_[id];
    l.psPerByte = picosecondsPerByte(g.bandwidth);
    l.fromHost = graph.isHost(g.from);
    l.toHost = graph.isHost(g.to);
    l.hopDelay = g.latency.toPs() + (l.toHost ? 0 : options.switchLatency);
    l.creditDelay = std::max(g.latency.toPs(), kMinDelay);
    l.credits = static_cast<std::int32_t>(buffer_);
    if (l.fromHost) {
      hostOf_[id] = g.from;
      hosts_[g.from].link = id;
    }
  }
  std::uint32_t bins = options.seriesBins;
  if (bins == 0) bins = static_cast<std::uint32_t>(std::clamp<std::size_t>(kSeriesCells / std::max<std::size_t>(n, 1), 32, 1024)) & ~1U;
  series_ = LinkSeries(n, bins, kFirstShift);
}

bool PacketEngine::later(std::uint32_t a, std::uint32_t b) const {
  const Send& x = messages_[a].send;
  const Send& y = messages_[b].send;
  return x.ready != y.ready ? x.ready > y.ready : x.tag > y.tag;
}

std::uint32_t PacketEngine::newSlot() {
  if (!freeSlots_.empty()) {
    const std::uint32_t s = freeSlots_.back();
    freeSlots_.pop_back();
    return s;
  }
  messages_.emplace_back();
  paths_.resize(messages_.size() * stride_);
  return static_cast<std::uint32_t>(messages_.size() - 1);
}

void PacketEngine::send(const Send& s) {
  if (s.from == s.to && s.from < hosts_.size()) {
    local_.push_back(s);
    local_.back().ready = std::max(s.ready, now_);
    return;
  }
  LinkId path[kMaxHops];
  const std::uint32_t hops = s.from < hosts_.size() && s.to < hosts_.size() ? router_.path(s.from, s.to, s.flow, path) : 0;
  if (hops == 0) {
    if (!failed_) error_ = fail(fmt::format("host {} cannot reach host {}", s.from, s.to), "machine.network").value();
    failed_ = true;
    return;
  }
  if (hops > stride_) {
    std::vector<LinkId> wide(messages_.size() * kMaxHops);
    for (std::size_t m = 0; m < messages_.size(); ++m)
      std::copy_n(&paths_[m * stride_], stride_, &wide[m * kMaxHops]);
    paths_.swap(wide);
    stride_ = kMaxHops;
  }
  const std::uint32_t slot = newSlot();
  std::copy_n(path, hops, pathOf(slot));
  Message& m = messages_[slot];
  m.send = s;
  m.send.ready = std::max(s.ready, now_) + options_.cost.overhead;
  m.left = s.bytes;
  m.start = -1;
  m.hops = hops;
  m.next = kNone;
  stats_.sentBytes += s.bytes;
  Host& h = hosts_[s.from];
  h.pending.push_back(slot);
  std::push_heap(h.pending.begin(), h.pending.end(), [this](std::uint32_t a, std::uint32_t b) { return later(a, b); });
  Link& l = links_[h.link];
  if (h.active.empty()) schedule(h.link, l, nextHostStart(l));
}

// In a loop and not from send(): a driver answers a delivery with the next message, and the calls would nest.
void PacketEngine::deliverLocal() {
  for (std::size_t i = 0; i < local_.size(); ++i) {
    const Send s = local_[i];
    const std::int64_t start = s.ready + options_.cost.overhead;
    ++stats_.messages;
    driver_.delivered({s, start, start + localTime(options_.cost, s.bytes)}, *this);
    if (i > 4096) {
      local_.erase(local_.begin(), local_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      i = static_cast<std::size_t>(-1);
    }
  }
  local_.clear();
}

void PacketEngine::schedule(LinkId id, Link& l, std::int64_t time) {
  if (time == l.scheduled) return;
  l.scheduled = time;
  if (time != kNever) wheel_.push(time, id);
}

// When the sender will have `need` bytes of credit, as far as is known now.
inline std::int64_t PacketEngine::creditTime(const Link& l, std::uint32_t need) const {
  std::int64_t have = l.credits;
  if (have >= need) return 0;
  for (std::uint32_t i = l.creditHead; i != l.creditTail; ++i) {
    const Credit& c = l.credit[i & l.creditMask];
    have += c.bytes;
    if (have >= need) return c.time;
  }
  return kNever;
}

inline void PacketEngine::takeCredit(Link& l, std::int64_t now, std::uint32_t need) {
  while (l.creditHead != l.creditTail && l.credit[l.creditHead & l.creditMask].time <= now)
    l.credits += static_cast<std::int32_t>(l.credit[l.creditHead++ & l.creditMask].bytes);
  l.credits -= static_cast<std::int32_t>(need);
  if (buffer_ - l.credits > stats_.maxBufferBytes) stats_.maxBufferBytes = buffer_ - l.credits;
}

inline std::int64_t PacketEngine::nextStart(const Link& l) const {
  if (l.fromHost) return nextHostStart(l);
  if (l.head == l.tail) return kNever;
  const Packet& p = l.queue[l.head & l.queueMask];
  const std::int64_t t = std::max(l.free, p.arrival);
  return l.toHost ? t : std::max(t, creditTime(l, p.size()));
}

std::int64_t PacketEngine::nextHostStart(const Link& l) const {
  const Host& h = hosts_[hostOf_[static_cast<std::size_t>(&l - links_.data())]];
  std::int64_t t = l.free;
  std::uint32_t slot;
  if (!h.active.empty()) {
    slot = h.active[h.turn];
  } else if (!h.pending.empty()) {
    slot = h.pending.front();
    t = std::max(t, messages_[slot].send.ready);
  } else {
    return kNever;
  }
  return l.toHost ? t : std::max(t, creditTime(l, packetSize(messages_[slot])));
}

void PacketEngine::flush(LinkId id, Link& l, std::int64_t bin) {
  const auto b = static_cast<std::uint32_t>(l.bin);
  if (l.busy != 0) series_.addBusy(id, b, static_cast<double>(l.busy));
  if (l.deepest != 0) series_.deepen(id, b, l.deepest);
  l.busy = 0;
  l.deepest = 0;
  l.bin = bin;
}

inline void PacketEngine::account(LinkId id, Link& l, std::int64_t start, std::int64_t duration) {
  const std::int64_t end = start + duration;
  if (const std::int64_t bin = end >> series_.shift(); bin != l.bin) [[unlikely]] {
    while (!series_.holds(end)) {
      series_.coarsen();
      for (Link& other : links_) other.bin >>= 1;
    }
    const std::int64_t last = end >> series_.shift();
    flush(id, l, last);
    const std::int64_t edge = last << series_.shift();
    if (start < edge) {
      series_.spread(id, start, edge);
      l.busy = end - edge;
      return;
    }
  }
  l.busy += duration;
}

const LinkSeries& PacketEngine::series() {
  for (LinkId id = 0; id < links_.size(); ++id) flush(id, links_[id], links_[id].bin);
  return series_;
}

void PacketEngine::growQueue(LinkId id, Link& l) {
  const std::uint32_t size = l.queue ? 2 * (l.queueMask + 1) : kFirstRing;
  auto ring = std::make_unique<Packet[]>(size);
  for (std::uint32_t i = l.head; i != l.tail; ++i) ring[i & (size - 1)] = l.queue[i & l.queueMask];
  l.queue = ring.get();
  l.queueMask = size - 1;
  queues_[id] = std::move(ring);
}

void PacketEngine::growCredit(LinkId id, Link& l) {
  const std::uint32_t size = l.credit ? 2 * (l.creditMask + 1) : kFirstRing;
  auto ring = std::make_unique<Credit[]>(size);
  for (std::uint32_t i = l.creditHead; i != l.creditTail; ++i) ring[i & (size - 1)] = l.credit[i & l.creditMask];
  l.credit = ring.get();
  l.creditMask = size - 1;
  creditRings_[id] = std::move(ring);
}

// Appends to the queue of `next`, by arrival; at one instant by the link it came over. Nearly always that is the end.
inline void PacketEngine::forward(LinkId next, LinkId previous, const Packet& p) {
  Link& n = links_[next];
  if (n.queue == nullptr || n.tail - n.head > n.queueMask) [[unlikely]] growQueue(next, n);
  std::uint32_t at = n.tail;
  while (at != n.head) {
    const Packet& q = n.queue[(at - 1) & n.queueMask];
    if (q.arrival < p.arrival || (q.arrival == p.arrival && pathOf(q.message)[q.hop() - 1] <= previous)) break;
    n.queue[at & n.queueMask] = q;
    --at;
  }
  n.queue[at & n.queueMask] = p;
  ++n.tail;
  if (at == n.head) schedule(next, n, nextStart(n));
}

inline void PacketEngine::giveCredit(LinkId id, std::int64_t time, std::int64_t bytes) {
  Link& l = links_[id];
  const std::int64_t due = time + l.creditDelay;
  if (l.credit == nullptr || l.creditTail - l.creditHead > l.creditMask) [[unlikely]] growCredit(id, l);
  std::uint32_t at = l.creditTail++;
  while (at != l.creditHead && l.credit[(at - 1) & l.creditMask].time > due) {
    l.credit[at & l.creditMask] = l.credit[(at - 1) & l.creditMask];
    --at;
  }
  l.credit[at & l.creditMask] = {due, bytes};
  if (l.scheduled == kNever || at + 1 != l.creditTail) schedule(id, l, nextStart(l));
}

void PacketEngine::arrive(const Packet& p, std::int64_t at) {
  stats_.deliveredBytes += p.size();
  if (!p.last()) return;
  const Message& m = messages_[p.message];
  Delivery d{m.send, m.start, at + options_.cost.arrival};
  d.send.ready -= options_.cost.overhead;
  if (options_.cost.floor >= 0) {
    const double wire = static_cast<double>(m.send.bytes) * static_cast<double>(links_[hosts_[m.send.from].link].psPerByte) / 65536;
    d.end = std::max(d.end, m.start + options_.cost.floor + static_cast<std::int64_t>(std::llround(wire)));
  }
  freeSlots_.push_back(p.message);
  ++stats_.messages;
  driver_.delivered(d, *this);
}

void PacketEngine::playSwitchLink(LinkId id, std::int64_t until) {
  Link& l = links_[id];
  std::int64_t t = l.scheduled;
  do {
    Packet p = l.queue[l.head & l.queueMask];
    const std::uint32_t size = p.size();
    const std::int64_t duration = transmission(l, size);
    const LinkId* path = pathOf(p.message) + p.hop();
    if (t > std::max(l.free, p.arrival)) ++stats_.pauses;
    account(id, l, t, duration);
    while (l.arrived != l.tail && l.queue[l.arrived & l.queueMask].arrival <= t) l.queued += l.queue[l.arrived++ & l.queueMask].size();
    if (l.queued > l.deepest) {
      l.deepest = l.queued;
      if (l.queued > stats_.maxQueueBytes) stats_.maxQueueBytes = l.queued;
    }
    l.queued -= size;
    ++l.head;
    ++stats_.packetHops;
    l.free = t + duration;
    const std::int64_t arrival = t + std::max(duration + l.hopDelay, kMinDelay);
    const LinkId previous = path[-1];
    if (l.toHost) {
      giveCredit(previous, t, size);
      arrive(p, arrival);
    } else {
      takeCredit(l, t, size);
      giveCredit(previous, t, size);
      p.arrival = arrival;
      p.meta += 1U << 21;
      forward(path[1], id, p);
    }
    t = nextStart(l);
  } while (t < until);
  schedule(id, l, t);
}

// Messages that have become ready join their queue; a queue that was empty joins the turn.
inline void PacketEngine::activate(Host& h, std::int64_t now) {
  while (!h.pending.empty() && messages_[h.pending.front()].send.ready <= now) {
    const std::uint32_t slot = h.pending.front();
    std::pop_heap(h.pending.begin(), h.pending.end(), [this](std::uint32_t a, std::uint32_t b) { return later(a, b); });
    h.pending.pop_back();
    const auto [at, fresh] = lastOf_.try_emplace(QueueKey(messages_[slot].send), slot);
    if (fresh) {
      h.active.push_back(slot);
    } else {
      messages_[at->second].next = slot;
      at->second = slot;
    }
  }
}

void PacketEngine::playHostLink(LinkId id, std::int64_t until) {
  Link& l = links_[id];
  Host& h = hosts_[hostOf_[id]];
  std::int64_t t = l.scheduled;
  do {
    activate(h, t);
    const std::uint32_t slot = h.active[h.turn];
    Message& m = messages_[slot];
    if (m.start < 0) m.start = t;
    else if (t > l.free) ++stats_.pauses;  // it was ready and the link free: it waited for credit
    const std::uint32_t size = packetSize(m);
    m.left -= size;
    const bool last = m.left == 0;
    const std::int64_t duration = transmission(l, size);
    account(id, l, t, duration);
    ++stats_.packets;
    ++stats_.packetHops;
    l.free = t + duration;
    if (last && m.next != kNone) {
      h.active[h.turn++] = m.next;
    } else if (last) {
      lastOf_.erase(QueueKey(m.send));
      h.active.erase(h.active.begin() + static_cast<std::ptrdiff_t>(h.turn));
    } else {
      ++h.turn;
    }
    if (h.turn >= h.active.size()) h.turn = 0;
    Packet p{t + std::max(duration + l.hopDelay, kMinDelay), slot, size | (1U << 21) | (last ? 1U << 31 : 0U)};
    if (l.toHost) {
      arrive(p, p.arrival);
    } else {
      takeCredit(l, t, size);
      forward(pathOf(slot)[1], id, p);
    }
    t = nextHostStart(l);
  } while (t < until);
  schedule(id, l, t);
}

Result<bool> PacketEngine::playUntil(std::int64_t until, const std::function<bool()>& poll) {
  if (!begun_) driver_.begin(*this);
  begun_ = true;
  std::uint64_t visits = 0;
  while (!failed_) {
    if (!local_.empty()) deliverLocal();
    // Whole buckets: what is sent between two steps still lies ahead of now_, and what arrives before `until` left a
    // lookahead, at least a bucket, before.
    if (until != kNever && wheel_.peek() > until) return true;
    std::vector<std::uint32_t>& due = wheel_.next();
    if (due.empty()) break;
    const std::int64_t end = wheel_.bucketEnd();
    now_ = end;
    for (const LinkId id : due) {
      if (links_[id].scheduled >= end) continue;  // rescheduled since
      if (links_[id].fromHost) playHostLink(id, end);
      else playSwitchLink(id, end);
    }
    visits += due.size();
    if (visits >= kPollEvery) {
      visits = 0;
      if (poll && !poll()) return stoppedByUser();
    }
  }
  if (failed_) return tl::make_unexpected(error_);
  return false;
}

Result<void> PacketEngine::run(const std::function<bool()>& poll) {
  if (auto played = playUntil(kNever, poll); !played) return tl::make_unexpected(played.error());
  if (freeSlots_.size() != messages_.size() || stats_.sentBytes != stats_.deliveredBytes)
    return tl::make_unexpected(Error{Error::Kind::Internal,
                                     fmt::format("{} messages never arrived ({} of {} bytes did)", messages_.size() - freeSlots_.size(),
                                                 stats_.deliveredBytes, stats_.sentBytes),
                                     "packet engine", "the routing of this network can deadlock; please report it"});
  return {};
}

}  // namespace weir::net
