#include "core/network/packet_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "core/base/random.h"
#include "core/network/packets/crew.h"
#include "core/network/packets/region.h"
#include "core/network/packets/regions.h"
#include "core/network/packets/state.h"
#include "core/network/routing.h"

namespace weir::net {

using packets::kNever;
using packets::kNone;
using packets::Message;
using packets::Region;

namespace {

constexpr std::size_t kMostConnections = 1 << 17;  // that keep their rate; some 40 MB
constexpr std::uint64_t kPollEvery = 8192;       // events
constexpr std::uint64_t kWorthSharing = 1500;    // events of a window: below, waking others costs more than they save

// Where a region's events of about a sixteenth of a packet's time stand in one bucket.
unsigned bucketShift(const Graph& g, std::int64_t mtu, unsigned asked) {
  if (asked > 0) return std::min(asked, packets::EventWheel::kMostShift);
  double fastest = 1;
  for (const GraphLink& l : g.links()) fastest = std::max(fastest, l.bandwidth.toBitsPerSecond());
  const double packet = static_cast<double>(mtu) * 8e12 / fastest / 16;
  return static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(std::clamp(packet, 1024.0, 1e7)))) - 1;
}

Error internal(std::string what) { return Error{Error::Kind::Internal, std::move(what), "packet engine", {}}; }

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
    : graph_(graph), driver_(driver), cost_(options.cost), threads_(std::max(1U, options.threads)) {
  const Router* router = options.router;
  if (router == nullptr) {
    auto made = makeRouter("ecmp", graph, options.seed);
    if (made) {
      ownRouter_ = std::move(*made);
    } else {
      error_ = made.error();
      failed_ = true;
      return;
    }
    router = ownRouter_.get();
  }
  const TransportDescriptor* transport = options.transport != nullptr ? options.transport : transportNamed("credit");
  state_ = std::make_unique<packets::State>(graph, options, *router, *transport);
  packets::State& s = *state_;
  if (!s.packets.good() || !s.ownPaths.good() || !s.telemetry.good()) {
    error_ = {Error::Kind::Input, "there is no memory for packets", "machine.nodes", "lower it, or use fidelity flow"};
    failed_ = true;
    return;
  }
  if (s.channels > kMaxChannels) {
    error_ = {Error::Kind::Input, fmt::format("{} virtual channels of the routing times {} priorities{} are more than {}", s.lanes, s.options.priorities, s.credits ? "" : " and control", kMaxChannels),
              "machine.network.routing", "use a routing with fewer channels, or fewer priorities of flows"};
    failed_ = true;
    return;
  }
  if (options.sharedBuffer && options.bufferAlpha * static_cast<double>(s.buffer) < static_cast<double>(options.mtu)) {
    error_ = {Error::Kind::Input, fmt::format("{} times a buffer of {} bytes holds no packet of {}", options.bufferAlpha, s.buffer, options.mtu), "machine.network.switch.buffer_alpha",
              "raise it, or the buffer"};
    failed_ = true;
    return;
  }
  double slowest = 1e18, fastest = 1;
  for (const GraphLink& l : graph.links())
    if (l.bandwidth.toBitsPerSecond() > 0) {
      slowest = std::min(slowest, l.bandwidth.toBitsPerSecond());
      fastest = std::max(fastest, l.bandwidth.toBitsPerSecond());
    }
  if (static_cast<double>(options.mtu) * 8 / slowest > 60) {
    error_ = {Error::Kind::Input, fmt::format("a packet takes {:.3g} s on the slowest link, more than the packets' clock can count", static_cast<double>(options.mtu) * 8 / slowest),
              "machine.network", "make links faster, capacities of machine.network.faults larger, or machine.network.mtu smaller"};
    failed_ = true;
    return;
  }
  longestSend_ = static_cast<std::int64_t>(static_cast<double>(options.mtu) * 8e12 / slowest) + 1;
  const auto mostWindow = static_cast<std::int64_t>(32.0 * static_cast<double>(options.mtu) * 8e12 / fastest);
  map_ = std::make_unique<packets::Regions>(
      packets::findRegions(graph, router->global() ? UINT32_MAX / 4 : options.regionLinks, std::max(mostWindow, kMinDelay)));
  s.regionOf = map_->of;
  const unsigned shift = bucketShift(graph, options.mtu, options.bucketShift);
  for (std::uint32_t r = 0; r < map_->count; ++r) regions_.push_back(std::make_unique<Region>(s, r, map_->count, shift));
  nicOf_.assign(graph.links().size(), kNone);
  for (LinkId id = 0; id < graph.links().size(); ++id) {
    const GraphLink& l = graph.link(id);
    s.ports[id].toRegion = s.regionOf[l.to];
    s.pipes[id].fromRegion = s.regionOf[l.from];
    if (graph.isHost(l.from) && l.bandwidth.toBitsPerSecond() > 0) {
      nicOf_[id] = s.ports[id].nic = static_cast<std::uint32_t>(s.nics.size());
      s.nics.emplace_back();
      s.nics.back().link = id;
      s.nics.back().host = l.from;
      s.hostEnds[l.from].rate = std::max(s.hostEnds[l.from].rate, 65536.0 / static_cast<double>(s.ports[id].psPerByte));
    }
  }
}

PacketEngine::~PacketEngine() = default;

double PacketEngine::helpersCpu_s() const { return crew_ ? crew_->helpersCpu_s() : 0; }
std::int64_t PacketEngine::buffer() const { return state_ ? state_->buffer : 0; }
std::uint32_t PacketEngine::regions() const { return static_cast<std::uint32_t>(regions_.size()); }

void PacketEngine::send(const Send& s) {
  if (failed_) return;
  if (s.from == s.to && s.from < graph_.hosts()) {
    local_.push_back(s);
    local_.back().ready = std::max(s.ready, now_);
    return;
  }
  place(s);
}

void PacketEngine::place(const Send& send) {
  packets::State& s = *state_;
  const auto refuse = [&](Error e) {
    if (!failed_) error_ = std::move(e);
    failed_ = true;
  };
  if (send.bytes / s.options.mtu >= UINT32_MAX - 1)
    return refuse({Error::Kind::Input, fmt::format("a message of {} bytes has more packets of {} bytes than can be counted", send.bytes, s.options.mtu), "workload",
                   "make it smaller, or machine.network.mtu larger"});
  Hop path[kMaxHops + 1], back[kMaxHops + 1];
  const NoLoad idle;
  const bool known = send.from < graph_.hosts() && send.to < graph_.hosts();
  const std::uint32_t hops = known ? s.router.route({send.from, send.to, send.flow, 0}, idle, path) : 0;
  std::uint32_t backHops = 0;
  if (hops > 0 && !s.credits) backHops = s.router.route({send.to, send.from, send.flow, 0}, idle, back);
  if (hops == 0 || (!s.credits && backHops == 0))
    return refuse(fail(fmt::format("host {} cannot reach host {}", send.from, send.to), "machine.network").value());
  if (hops > s.router.longest() || backHops > s.router.longest()) return refuse(internal("a route is longer than its router says"));

  const std::uint32_t slot = s.newSlot();
  std::copy_n(path, hops, s.path(slot, false));
  s.path(slot, false)[hops] = kNone;
  if (!s.credits) {
    std::copy_n(back, backHops, s.path(slot, true));
    s.path(slot, true)[backHops] = kNone;
  }
  Message& m = s.message(slot);
  m.send = send;
  m.send.ready = std::max(send.ready, now_) + (graph_.sameNode(send.from, send.to) ? 0 : cost_.overhead);
  m.left = send.bytes;
  m.start = -1;
  m.next = kNone;
  m.number = 0;
  m.listed = m.done = m.complete = false;
  m.timer = kNever;
  m.coming = send.bytes <= 0 ? 1 : static_cast<std::uint32_t>((send.bytes + s.options.mtu - 1) / s.options.mtu);
  m.counted = m.last = 0;
  m.nic = nicOf_[linkOf(path[0])];
  if (!s.credits) {
    Channel c;
    c.bytes = send.bytes;
    c.mtu = static_cast<std::uint32_t>(s.options.mtu);
    double trip = 0, narrowest = 1e30;
    const auto perByte = [&](Hop h) { return static_cast<double>(s.ports[linkOf(h)].psPerByte) / 65536; };
    for (std::uint32_t i = 0; i < hops; ++i) {
      trip += static_cast<double>(c.sizeOf(0)) * perByte(path[i]) + static_cast<double>(s.ports[linkOf(path[i])].delay);
      narrowest = std::min(narrowest, 1 / perByte(path[i]));
    }
    for (std::uint32_t i = 0; i < backHops; ++i) trip += c.control * perByte(back[i]) + static_cast<double>(s.ports[linkOf(back[i])].delay);
    c.roundTrip = static_cast<std::int64_t>(trip);
    c.rate = 1 / perByte(path[0]);
    c.narrowest = narrowest;
    c.hops = hops;
    c.reorders = s.router.granularity() != Granularity::PerMessage || s.transport.trims;  // headers overtake what they were cut from
    c.seed = mix(s.options.seed, send.tag);
    c.settings = s.options.settings;
    m.sender = s.transport.sender(c);
    m.receiver = s.transport.receiver(c);
    connect(slot);
  }
  ++underWay_;
  stats_.sentBytes += send.bytes;
  packets::Nic& nic = s.nics[m.nic];
  nic.pending.push_back(slot);
  std::push_heap(nic.pending.begin(), nic.pending.end(), [&s](std::uint32_t a, std::uint32_t b) { return s.later(a, b); });
  regions_[s.regionOf[send.from]]->wakeNic(m.nic, m.send.ready);
}

void PacketEngine::connect(std::uint32_t slot) {
  packets::State& s = *state_;
  Message& m = s.message(slot);
  const ConnectionKey key{m.send.from, m.send.to, m.send.flow};
  const auto at = connections_.find(key);
  if (at == connections_.end()) {
    if (connections_.size() < kMostConnections) connections_[key] = {slot, m.send.tag, nullptr};
    return;
  }
  Connection& c = at->second;
  const Message& before = s.message(c.slot);
  const bool open = before.sender && c.slot != slot && before.send.tag == c.tag && ConnectionKey{before.send.from, before.send.to, before.send.flow} == key;
  if (open) m.sender->continues(*before.sender);
  else if (c.closed) m.sender->continues(*c.closed);
  c.slot = slot;
  c.tag = m.send.tag;
}

// In a loop and not from send(): a driver answers a delivery with the next message, and the calls would nest.
void PacketEngine::deliverLocal() {
  for (std::size_t i = 0; i < local_.size(); ++i) {
    const Send s = local_[i];
    const std::int64_t start = s.ready + cost_.overhead;
    ++stats_.messages;
    driver_.delivered({s, start, start + localTime(cost_, s.bytes)}, *this);
    if (i > 4096) {
      local_.erase(local_.begin(), local_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      i = static_cast<std::size_t>(-1);
    }
  }
  local_.clear();
}

// What has arrived in the window, in order of time.
void PacketEngine::tellArrivals() {
  packets::State& s = *state_;
  arrived_.clear();
  for (const auto& r : regions_) {
    for (const Region::Arrived& a : r->arrived()) {
      const Message& m = s.message(a.slot);
      std::int64_t end = a.end + (graph_.sameNode(m.send.from, m.send.to) ? 0 : cost_.arrival);
      if (cost_.floor >= 0) {
        const double wire = static_cast<double>(m.send.bytes) * static_cast<double>(s.ports[s.nics[m.nic].link].psPerByte) / 65536;
        end = std::max(end, m.start + cost_.floor + static_cast<std::int64_t>(std::llround(wire)));
      }
      arrived_.emplace_back(end, a.slot);
    }
    r->arrived().clear();
    if (!r->closing().empty()) {
      closing_.insert(closing_.end(), r->closing().begin(), r->closing().end());
      r->closing().clear();
    }
  }
  std::sort(arrived_.begin(), arrived_.end(), [&s](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : s.message(a.second).send.tag < s.message(b.second).send.tag;
  });
  for (const auto& [end, slot] : arrived_) {
    Message& m = s.message(slot);
    Delivery d{m.send, m.start, end};
    d.send.ready -= graph_.sameNode(m.send.from, m.send.to) ? 0 : cost_.overhead;
    if (s.credits) s.freeSlots.push_back(slot);
    --underWay_;
    ++stats_.messages;
    driver_.delivered(d, *this);
  }
}

// Messages whose sender is through, once nothing of theirs is on its way.
void PacketEngine::closeMessages() {
  packets::State& s = *state_;
  std::size_t kept = 0;
  for (const std::uint32_t slot : closing_) {
    Message& m = s.message(slot);
    if (!m.complete || m.listed || m.flying.load(std::memory_order_relaxed) != 0) {
      closing_[kept++] = slot;
      continue;
    }
    const auto at = connections_.find({m.send.from, m.send.to, m.send.flow});
    if (at != connections_.end() && at->second.slot == slot && at->second.tag == m.send.tag) at->second.closed = std::move(m.sender);
    m.sender.reset();
    m.receiver.reset();
    s.freeSlots.push_back(slot);
  }
  closing_.resize(kept);
}

void PacketEngine::gatherStats() {
  EngineStats sum;
  sum.sentBytes = stats_.sentBytes;
  sum.messages = stats_.messages;
  for (const auto& r : regions_) sum += r->stats();
  stats_ = sum;
}

Result<bool> PacketEngine::playUntil(std::int64_t until, const std::function<bool()>& poll) {
  if (failed_) return tl::make_unexpected(error_);
  if (!begun_) {
    begun_ = true;
    driver_.begin(*this);
  }
  packets::State& s = *state_;
  const std::int64_t window = map_->window;
  if (threads_ > 1 && regions_.size() > 1 && !crew_) crew_ = std::make_unique<packets::Crew>(std::min<unsigned>(threads_, static_cast<unsigned>(regions_.size())));
  std::uint64_t since = 0, before = 0, last = 0;
  for (const auto& r : regions_) before += r->events();
  while (!failed_) {
    if (!local_.empty()) deliverLocal();
    std::int64_t from = kNever;
    for (const auto& r : regions_) from = std::min(from, r->next());
    if (from == kNever) {
      gatherStats();
      if (underWay_ > 0) return tl::make_unexpected(deadlocked().error());
      return false;
    }
    if (from >= until) {
      gatherStats();
      return true;
    }
    const std::int64_t end = std::min(from + window, until);
    while (!s.series.holds(end + longestSend_)) {
      s.series.coarsen();
      for (packets::Port& p : s.ports) p.bin >>= 1;
    }
    for (const auto& r : regions_) r->beginWindow();
    const auto play = [&](std::uint32_t r) { regions_[r]->run(regions_, end); };
    if (crew_ && last >= kWorthSharing) {
      crew_->run(static_cast<std::uint32_t>(regions_.size()), play);
    } else {
      for (std::uint32_t r = 0; r < regions_.size(); ++r) play(r);
    }
    now_ = end;
    tellArrivals();
    if (!closing_.empty()) closeMessages();
    std::uint64_t events = 0;
    for (const auto& r : regions_) {
      events += r->events();
      if (r->outOfPackets() && !failed_) {
        error_ = {Error::Kind::Input, "too many packets are under way at once for the memory set aside", "machine.network.switch.buffer", "make buffers or messages smaller, or use fidelity flow"};
        failed_ = true;
      }
    }
    last = events - before;
    before = events;
    since += last;
    if (since >= kPollEvery) {
      since = 0;
      gatherStats();
      if (poll && !poll()) return stoppedByUser();
    }
  }
  return tl::make_unexpected(error_);
}

Result<void> PacketEngine::deadlocked() const {
  std::uint32_t stuck = 0;
  LinkId first = 0;
  for (LinkId l = 0; l < state_->ports.size(); ++l) {
    const packets::Port& p = state_->ports[l];
    const bool waits = p.waiting != 0 || (p.nic != kNone && !state_->nics[p.nic].active.empty());
    if (waits && stuck++ == 0) first = l;
  }
  if (stuck == 0) return tl::make_unexpected(internal(fmt::format("{} messages never arrived ({} of {} bytes did)", underWay_, stats_.deliveredBytes, stats_.sentBytes)));
  return fail(fmt::format("deadlock: {} links wait for one another's buffers, {} among them, and {} messages will not arrive", stuck, graph_.linkName(first), underWay_),
              state_->credits ? "machine.network.switch.virtual_channels" : "machine.network.switch.pfc",
              state_->credits ? "give 0, as many as the routing needs" : "use a routing without cycles, a transport with credits, or drop instead of pausing");
}

Result<void> PacketEngine::run(const std::function<bool()>& poll) {
  if (auto played = playUntil(kNever, poll); !played) return tl::make_unexpected(played.error());
  if (stats_.sentBytes != stats_.deliveredBytes || underWay_ != 0)
    return tl::make_unexpected(internal(fmt::format("{} messages never arrived ({} of {} bytes did)", underWay_, stats_.deliveredBytes, stats_.sentBytes)));
  std::uint32_t flying = 0;
  for (const auto& r : regions_) flying += r->flying();
  if (flying != 0) return tl::make_unexpected(internal(fmt::format("{} packets are neither delivered nor dropped", flying)));
  // Credits: all given back, or on their way.
  packets::State& s = *state_;
  if (s.credits)
    for (LinkId l = 0; l < s.ports.size(); ++l) {
      packets::Port& p = s.ports[l];
      if (p.toHost) continue;
      std::int64_t back = 0;
      for (std::uint32_t i = p.creditHead; i != p.creditTail; ++i) back += p.credits[i & p.creditMask].bytes();
      for (std::uint32_t c = 0; c < s.channels; ++c) back += s.queue(l, p, c).credit;
      if (back != s.buffer * s.channels) return tl::make_unexpected(internal(fmt::format("credits of {} are lost", graph_.linkName(l))));
    }
  return {};
}

const LinkSeries& PacketEngine::series() {
  if (!state_) {
    static const LinkSeries none;
    return none;
  }
  for (LinkId l = 0; l < state_->ports.size(); ++l) state_->flush(l, state_->ports[l], state_->ports[l].bin);
  return state_->series;
}

PacketEngine::Memory PacketEngine::memory() const {
  Memory m;
  if (!state_) return m;
  const packets::State& s = *state_;
  const std::size_t n = s.ports.size();
  m.ports = n * (sizeof(packets::Port) + sizeof(packets::Pipe) + (s.channels - 1) * sizeof(packets::Queue)) + s.held.capacity() * 4 + s.pauseSent.capacity() * 2 +
            s.series.bytes() + (s.markFrom.capacity() + s.markAll.capacity()) * 4 + s.sent.capacity() * 8;
  for (const packets::Port& p : s.ports)
    if (p.credits) m.ports += (p.creditMask + 1) * sizeof(packets::Credit);
  m.mostPackets = s.numbers.most();
  m.packets = std::size_t{m.mostPackets} * (sizeof(packets::Packet) + (s.perPacket ? s.stride * sizeof(Hop) : 0) +
                                            (s.transport.telemetry ? packets::kTelemetry * sizeof(Telemetry) : 0));
  m.messages = std::size_t{s.messages} * sizeof(Message) + s.paths.capacity() * sizeof(Hop);
  return m;
}

}  // namespace weir::net
