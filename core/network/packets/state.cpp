#include "core/network/packets/state.h"

#include <algorithm>
#include <cmath>

#include "core/network/packet_engine.h"

namespace weir::net::packets {
namespace {

constexpr std::size_t kSeriesCells = 6U << 20;   // over all links, when the caller does not say
constexpr unsigned kFirstShift = 20, kFirstShiftMany = 22;  // bins of about one or four microseconds to begin with
constexpr std::size_t kManyLinks = 2048;
constexpr std::size_t kLargeLinks = 16384;
constexpr double kMostPackets = 1U << 26;        // addresses, not memory

std::uint64_t picosecondsPerByte(Bandwidth b) {
  // Slower links than the clock can count are refused (PacketEngine); they must not wrap before.
  return b.toBitsPerSecond() > 0 ? static_cast<std::uint64_t>(std::llround(std::min(8e12 / b.toBitsPerSecond() * 65536, 4e18))) : 0;
}

// What a network of so many links can have under way at once, with room: full buffers, and much that is small.
std::uint32_t mostPackets(const Graph& g, const PacketOptions& o) {
  const double perLink = std::max(4096.0, 1024 + 4 * static_cast<double>(o.buffer) / static_cast<double>(o.mtu));
  return static_cast<std::uint32_t>(std::clamp(static_cast<double>(g.links().size()) * perLink, 65536.0, kMostPackets));
}

}  // namespace

State::State(const Graph& g, const PacketOptions& o, const Router& r, const TransportDescriptor& t)
    : graph(g), options(o), router(r), transport(t), credits(t.credits), pfc(!t.credits && t.lossless && o.pfc), marking(false),
      perPacket(r.granularity() == Granularity::PerPacket), perHop(r.granularity() == Granularity::PerHop), numbers(mostPackets(g, o)), packets(mostPackets(g, o)),
      ownPaths(perPacket ? std::size_t{mostPackets(g, o)} * ((r.longest() + 8) & ~7U) : 0), telemetry(t.telemetry ? std::size_t{mostPackets(g, o)} * kTelemetry : 0) {
  const std::size_t n = g.links().size();
  lanes = std::max(1U, o.channels > 0 ? static_cast<std::uint32_t>(o.channels) : r.channels());
  lanes = std::min(lanes, kMaxChannels);
  options.priorities = std::max(1, o.priorities);
  classes = static_cast<std::uint32_t>(options.priorities) + (credits ? 0 : 1);
  channels = classes * lanes;
  stride = (r.longest() + 8) & ~7U;

  double fastest = 1;
  for (const GraphLink& l : g.links()) fastest = std::max(fastest, l.bandwidth.toBitsPerSecond());
  const double scale = fastest / 100e9;  // thresholds are given at 100 Gb/s
  buffer = o.buffer;
  if (buffer == 0 && !credits) buffer = static_cast<std::int64_t>(static_cast<double>(t.buffer) * scale);
  if (buffer == 0) buffer = defaultBuffer(g, o.mtu, o.switchLatency) * (credits ? 1 : 4);
  if (o.sharedBuffer && o.buffer == 0) buffer *= 32;
  buffer = std::min<std::int64_t>(buffer, 1 << 30);
  if (pfc) {
    if (o.pause.xoff.count() > 0) buffer = o.pause.xoff.count();
    // What may still come: what is on its way there and what leaves until the pause is heard, and a packet at each end.
    for (const GraphLink& l : g.links())
      headroom = std::max(headroom, static_cast<std::int64_t>(2 * (l.latency.toSeconds() + static_cast<double>(o.switchLatency) * 1e-12) * l.bandwidth.toBytesPerSecond()) + 3 * o.mtu);
    if (o.pause.headroom.count() > 0) headroom = o.pause.headroom.count();
    xonGap = o.pause.xon.count() > 0 ? std::max<std::int64_t>(0, buffer - o.pause.xon.count()) : 2 * o.mtu;
    held.assign(n * channels, 0);
    pauseSent.assign(n, 0);
  }
  if (o.duplex < 2) shareWith = static_cast<std::int64_t>((2 - std::max(1.0, o.duplex)) * 65536);
  if (o.sharedBuffer) used.assign(g.nodes(), 0);

  std::int64_t markMin = o.ecn.min.count(), markMax = o.ecn.max.count();
  const bool asked = markMin > 0 || markMax > 0;
  if (!asked) {
    markMin = t.ecnMin;
    markMax = t.ecnMax;
  }
  if (o.ecn.probability == 0) options.ecn.probability = t.ecnProbability > 0 ? t.ecnProbability : 1;
  marking = !credits && (markMin > 0 || markMax > 0);
  markMax = std::max(markMax, markMin);

  large = n > kLargeLinks;
  ports.resize(n);
  pipes.resize(n);
  creditRings.resize(n);
  if (channels > 1) queues.resize(n * (channels - 1));
  if (!credits) sent.assign(n, 0);
  if (marking) {
    markFrom.assign(n, 0);
    markAll.assign(n, 0);
  }
  for (LinkId id = 0; id < n; ++id) {
    const GraphLink& l = g.link(id);
    Port& p = ports[id];
    p.psPerByte = std::max<std::uint64_t>(1, picosecondsPerByte(l.bandwidth));
    p.toHost = g.isHost(l.to);
    p.delay = l.latency.toPs() + (p.toHost || g.inside(l.to) ? 0 : o.switchLatency);
    for (std::uint32_t c = 0; c < channels; ++c) queue(id, p, c).credit = static_cast<std::int32_t>(buffer);
    pipes[id].backDelay = std::max(l.latency.toPs(), kMinDelay);
    pipes[id].to = l.to;
    if (marking) {
      const double mine = asked ? 1 : l.bandwidth.toBitsPerSecond() / 100e9;
      const auto bytes = [&](std::int64_t b) { return static_cast<std::uint32_t>(std::min(static_cast<double>(b) * mine, 4e9)); };
      markFrom[id] = bytes(markMin);
      markAll[id] = bytes(markMax);
    }
  }
  hostEnds.resize(g.hosts());
  std::uint32_t bins = o.seriesBins;
  if (bins == 0) bins = static_cast<std::uint32_t>(std::clamp<std::size_t>(kSeriesCells / std::max<std::size_t>(n, 1), 32, n > kManyLinks ? 64 : credits ? 128 : 96)) & ~1U;
  series = LinkSeries(n, bins, n > kManyLinks ? kFirstShiftMany : kFirstShift, true);
}

void State::flush(LinkId l, Port& p, std::int64_t bin) {
  const auto b = static_cast<std::uint32_t>(p.bin);
  if (p.busy != 0) series.addBusy(l, b, static_cast<double>(p.busy));
  if (p.deepest != 0) series.deepen(l, b, p.deepest);
  if (p.marks != 0) series.addMarks(l, b, p.marks);
  if (p.pauses != 0) series.addPauses(l, b, p.pauses);
  p.marks = p.pauses = 0;
  p.busy = 0;
  p.deepest = p.queued;
  p.bin = bin;
}

std::uint32_t State::newSlot() {
  if (!freeSlots.empty()) {
    const std::uint32_t s = freeSlots.back();
    freeSlots.pop_back();
    return s;
  }
  if ((messages & 1023) == 0) {
    chunks.push_back(std::make_unique<Message[]>(1024));
    paths.resize(paths.size() + std::size_t{1024} * stride * (credits ? 1 : 2));
  }
  return messages++;
}

}  // namespace weir::net::packets
