// What the packet engine's switches, hosts and regions do beside plain credits: each by a small sum that stands beside it.
#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/network/packet_engine.h"
#include "core/network/packets/wheel.h"
#include "tests/core/network/support.h"

namespace packet_switch_test {
using namespace weir;
using namespace weir::net;
using namespace weir::net::test;
using weir::Topology;

namespace {

struct Answer {
  std::string text;
  EngineStats stats;
  PacketEngine::Memory memory;
  std::uint32_t regions = 0;
};

Answer play(const Graph& g, Kept& d, const PacketOptions& o) {
  PacketEngine e(g, o, d);
  const auto r = e.run({});
  EXPECT_TRUE(r) << (r ? "" : r.error().line());
  Answer a{"", e.stats(), e.memory(), e.regions()};
  for (const auto& [tag, x] : d.by) a.text += std::to_string(tag) + ":" + std::to_string(x.start) + "-" + std::to_string(x.end) + "\n";
  const LinkSeries& s = e.series();
  for (LinkId l = 0; l < g.links().size(); ++l)
    for (std::uint32_t b = 0; b < s.bins(); ++b)
      a.text += std::to_string(s.busy(l, b)) + "," + std::to_string(s.queue(l, b)) + "," + std::to_string(s.pauses(l, b)) + " ";
  a.text += std::to_string(a.stats.pauses) + " " + std::to_string(a.stats.packetHops) + " " + std::to_string(a.stats.maxQueueBytes) + " " + std::to_string(a.stats.drops) +
            " " + std::to_string(a.stats.marks) + " " + std::to_string(a.stats.retransmissions);
  return a;
}

std::vector<Flow> mixed(std::uint32_t hosts, int count, std::uint64_t seed) {
  Random r(seed, 1);
  std::vector<Flow> flows;
  for (int i = 0; i < count; ++i) {
    const auto from = r.below(hosts);
    const auto to = (from + 1 + r.below(hosts - 1)) % hosts;
    flows.push_back(flow(static_cast<int>(from), static_cast<int>(to), 1 + static_cast<std::int64_t>(r.below(60'000)), static_cast<std::int64_t>(r.below(40)) * 500'000));
  }
  return flows;
}

}  // namespace

TEST(PacketRegions, NeitherRegionsNorThreadsChangeAByte) {
  const Graph g = graph(network(Topology::FatTree, 8), 128, Time::ns(700));
  for (const char* transport : {"credit", "dcqcn", "ndp"})
    for (const char* routing : {"ecmp", "spray", "adaptive"}) {
      const auto router = makeRouter(routing, g, 3);
      ASSERT_TRUE(router);
      std::string first;
      for (const auto& [links, threads] : {std::pair{1U << 20, 1U}, {64U, 1U}, {64U, 2U}, {200U, 3U}}) {
        PacketOptions o;
        o.transport = transportNamed(transport);
        o.router = router->get();
        o.regionLinks = links;
        o.threads = threads;
        o.buffer = 32'768;
        Kept d(mixed(128, 400, 5));
        const Answer a = play(g, d, o);
        EXPECT_EQ(a.regions > 1, links < (1U << 20)) << links;
        if (first.empty()) first = a.text;
        EXPECT_EQ(a.text == first, true) << transport << " " << routing << " " << links << " " << threads;
      }
    }
}

TEST(PacketSwitch, CutThroughStoresOnlyHeaders) {
  // Six links, 2 MB: the wire once, six latencies, and in each of five switches 64 bytes instead of a packet.
  const Graph g = graph(network(Topology::FatTree, 8), 128);
  PacketOptions o;
  o.cutThrough = true;
  Kept d({flow(0, 127, 2'000'000)});
  play(g, d, o);
  EXPECT_EQ(d.fct(0), 160 * kUs + 6 * kUs + 5 * 64 * kByte);
  // Out of a slow link into a fast one a packet cannot leave faster than it comes: 10 Gb/s to the switch, 100 Gb/s from it. One
  // packet of 4096 B: 4096 x 800 ps + 1 us to the switch, all of it; the last byte leaves at once and is 1 us away.
  Graph two(2);
  const NodeId s = two.addSwitch("s");
  two.connect(0, s, Bandwidth::bitsPerSecond(10e9), Time::us(1));
  two.connect(1, s, Bandwidth::bitsPerSecond(100e9), Time::us(1));
  two.finish();
  Kept slow({flow(0, 1, 4096)});
  play(two, slow, o);
  EXPECT_EQ(slow.fct(0), 4096 * 800 + 2 * kUs);
}

TEST(PacketSwitch, HigherPrioritiesGoFirst) {
  // 2 MB each from two hosts to a third: side by side 320 us both; with priorities the higher is through after its own 160 us.
  const Graph g = graph(network(Topology::SingleSwitch), 3);
  struct Sends final : Driver {
    void begin(Injector& net) override {
      for (std::uint32_t i = 0; i < 2; ++i) {
        Send s{i, 2, 2'000'000, i, 0, 0, 0};
        s.priority = static_cast<std::uint8_t>(i);
        net.send(s);
      }
    }
    void delivered(const Delivery& d, Injector&) override { end[d.send.tag] = static_cast<double>(d.end) * 1e-6; }
    double end[2] = {};
  };
  for (const char* transport : {"credit", "swift"}) {
    Sends d;
    PacketOptions o;
    o.priorities = 2;
    o.transport = transportNamed(transport);
    PacketEngine e(g, o, d);
    ASSERT_TRUE(e.run({}));
    EXPECT_NEAR(d.end[1], 162, 4) << transport;
    EXPECT_GT(d.end[0], 320) << transport;
    EXPECT_LT(d.end[0], 345) << transport;
  }
}

TEST(PacketSwitch, HalfDuplexSharesTheLinkBetweenBothWays) {
  // A sends 2 MB to B and B to A, at once: 160 us on the wire where both ways are free, together 320 us where they share.
  const Graph g = graph(network(Topology::SingleSwitch), 2);
  PacketOptions o;
  Kept both({flow(0, 1, 2'000'000), flow(1, 0, 2'000'000)});
  play(g, both, o);
  EXPECT_LT(both.last(), 164 * kUs);
  o.duplex = 1;
  Kept shared({flow(0, 1, 2'000'000), flow(1, 0, 2'000'000)});
  play(g, shared, o);
  EXPECT_NEAR(static_cast<double>(shared.last()), 322e6, 4e6);
}

TEST(PacketSwitch, PauseIsLosslessAndWithoutItPacketsAreLostAndSentAgain) {
  const Graph g = graph(network(Topology::SingleSwitch), 17);
  for (const bool pfc : {true, false}) {
    PacketOptions o;
    o.transport = transportNamed("dcqcn");
    o.pfc = pfc;
    o.ecn.min = Bytes::of(1 << 29);  // no marks: nothing slows the senders but pauses or losses
    o.ecn.max = Bytes::of(1 << 29);
    o.buffer = 65'536;
    std::vector<Flow> flows;
    for (int i = 1; i < 17; ++i) flows.push_back(flow(i, 0, 500'000));
    Kept d(flows);
    const Answer a = play(g, d, o);
    EXPECT_EQ(d.by.size(), 16U);
    EXPECT_EQ(a.stats.drops == 0, pfc);
    EXPECT_EQ(a.stats.pauses > 0, pfc);
    EXPECT_EQ(a.stats.retransmissions > 0, !pfc);
    EXPECT_GE(d.last(), 16 * 40 * kUs);
  }
}

TEST(PacketSwitch, ASharedBufferGivesAlphaOfWhatIsFree) {
  // One full queue of a buffer B with alpha: q = alpha (B - q), so q = B alpha / (1 + alpha) (Choudhury and Hahne 1998).
  const Graph g = graph(network(Topology::SingleSwitch), 9);
  for (const double alpha : {0.5, 1.0, 4.0}) {
    PacketOptions o;
    o.transport = transportNamed("swift");
    o.pfc = false;
    o.sharedBuffer = true;
    o.bufferAlpha = alpha;
    o.buffer = 400'000;
    std::vector<Flow> flows;
    for (int i = 1; i < 9; ++i) flows.push_back(flow(i, 0, 1'000'000));
    Kept d(flows);
    const Answer a = play(g, d, o);
    EXPECT_GT(a.stats.drops, 0U) << alpha;
    EXPECT_NEAR(static_cast<double>(a.stats.maxQueueBytes), 400'000 * alpha / (1 + alpha), 2 * 4096) << alpha;
  }
}

TEST(PacketSwitch, ADeadlockIsSaidAndNotWaitedFor) {
  // Four switches in a ring, everybody sends two hops clockwise with one buffer a link: the classic cycle (Dally and Seitz
  // 1987). A router that takes a second channel after switch 3 breaks it.
  Graph g(4);
  for (int i = 0; i < 4; ++i) g.addSwitch("s" + std::to_string(i));
  for (NodeId i = 0; i < 4; ++i) g.connect(i, 4 + i, Bandwidth::bitsPerSecond(100e9), Time::us(1));
  for (NodeId i = 0; i < 4; ++i) g.connect(4 + i, 4 + (i + 1) % 4, Bandwidth::bitsPerSecond(100e9), Time::us(1));
  g.finish();
  struct Clockwise final : Router {
    explicit Clockwise(std::uint32_t n) : lanes(n) {}
    [[nodiscard]] Granularity granularity() const override { return Granularity::PerMessage; }
    [[nodiscard]] std::uint32_t channels() const override { return lanes; }
    [[nodiscard]] std::uint32_t longest() const override { return 5; }
    [[nodiscard]] std::uint32_t route(const Journey& j, const Load&, Hop* out) const override {
      std::uint32_t n = 0, lane = 0;
      out[n++] = hop(2 * j.from, 0);
      for (NodeId at = j.from; at != j.to; at = (at + 1) % 4) {
        if (at == 3) lane = lanes - 1;
        out[n++] = hop(8 + 2 * at, lane);
      }
      out[n++] = hop(2 * j.to + 1, 0);
      return n;
    }
    std::uint32_t lanes;
  };
  for (const std::uint32_t lanes : {1U, 2U}) {
    const Clockwise router(lanes);
    PacketOptions o;
    o.router = &router;
    o.buffer = 4096;
    Kept d({flow(0, 2, 2'000'000), flow(1, 3, 2'000'000), flow(2, 0, 2'000'000), flow(3, 1, 2'000'000)});
    PacketEngine e(g, o, d);
    const auto r = e.run({});
    EXPECT_EQ(r.has_value(), lanes == 2);
    if (!r) {
      EXPECT_NE(r.error().what.find("deadlock"), std::string::npos) << r.error().line();
      EXPECT_EQ(r.error().where, "machine.network.switch.virtual_channels");
    }
  }
}

TEST(PacketSwitch, MemoryIsBoundedByPortAndPacket) {
  const Graph g = graph(network(Topology::FatTree, 16), 1024);
  Kept d(pattern("permutation", 1024, 200'000));
  const Answer a = play(g, d, {});
  EXPECT_LE(a.memory.ports, g.links().size() * 2048);
  EXPECT_LE(a.memory.packets, std::size_t{a.memory.mostPackets} * 200);
  EXPECT_GT(a.memory.mostPackets, 1024U);
  // All packets of the flows would be 1,024 x 49.
  EXPECT_LT(a.memory.mostPackets, 1024U * 49);
}

TEST(EventWheel, GivesEventsInOrderOfTimeAndName) {
  packets::EventWheel w(10);
  Random r(1, 2);
  std::vector<std::pair<std::int64_t, std::uint64_t>> all;
  std::int64_t now = 0, time = 0;
  std::uint64_t what = 0;
  std::size_t popped = 0;
  for (int round = 0; round < 3000; ++round) {
    for (int i = 0; i < 3; ++i) {
      // Near, in the same bucket, and far beyond the wheel.
      const std::int64_t at = now + static_cast<std::int64_t>(r.below(i == 2 ? 5'000'000 : i == 1 ? 300 : 40'000));
      const std::uint64_t id = r.below(1000);
      all.emplace_back(at, id);
      w.push(at, id);
    }
    EXPECT_LE(w.next(), std::min_element(all.begin() + static_cast<std::ptrdiff_t>(popped), all.end())->first);
    std::sort(all.begin() + static_cast<std::ptrdiff_t>(popped), all.end());
    const std::int64_t limit = now + static_cast<std::int64_t>(r.below(3000));
    while (w.pop(limit, time, what)) {
      ASSERT_LT(time, limit);
      ASSERT_EQ(time, all[popped].first);
      ASSERT_EQ(what, all[popped].second);
      ++popped;
    }
    ASSERT_TRUE(popped == all.size() || all[popped].first >= limit);
    now = limit;
  }
  EXPECT_GT(popped, 3000U);
}

TEST(PacketEnds, AConnectionKeepsItsWindowFromMessageToMessage) {
  // DCTCP begins with ten packets a round trip. Twenty messages of 200 kB one after the other between two hosts: as one
  // connection the window is open after the first few, as twenty each begins anew.
  const Graph g = graph(network(Topology::SingleSwitch), 2, Time::us(10));
  struct Chain final : Driver {
    explicit Chain(bool same) : one(same) {}
    void begin(Injector& net) override { net.send({0, 1, 200'000, 0, 0, 0, 0}); }
    void delivered(const Delivery& d, Injector& net) override {
      end = d.end;
      const std::uint64_t next = d.send.tag + 1;
      if (next < 20) net.send({0, 1, 200'000, next, one ? 0 : next, d.end, 0});
    }
    bool one;
    std::int64_t end = 0;
  };
  std::int64_t ends[2];
  for (const bool one : {false, true}) {
    Chain d(one);
    PacketOptions o;
    o.transport = transportNamed("dctcp");
    PacketEngine e(g, o, d);
    ASSERT_TRUE(e.run({}));
    ends[one ? 1 : 0] = d.end;
  }
  EXPECT_GE(ends[1], 20 * (16 + 20) * kUs);  // the wire and two latencies each
  EXPECT_LT(static_cast<double>(ends[1]), 0.7 * static_cast<double>(ends[0]));
}

TEST(PacketSwitch, WhatTheClockOrTheCountersCannotHoldIsRefused) {
  struct Row {
    double bps;
    std::int64_t bytes, mtu;
    const char* where;
  };
  for (const Row& r : {Row{100e9, 17'592'186'048'512, 4096, "workload"}, Row{1, 1000, 4096, "machine.network"}, Row{20e3, 1'000'000, 1 << 20, "machine.network"},
                       Row{1e-300, 1000, 4096, "machine.network"}}) {
    const Graph g = graph(network(Topology::SingleSwitch), 2, Time::us(1), r.bps);
    PacketOptions o;
    o.mtu = r.mtu;
    Kept d({flow(0, 1, r.bytes)});
    PacketEngine e(g, o, d);
    const auto played = e.run({});
    ASSERT_FALSE(played) << r.bps;
    EXPECT_EQ(played.error().where, r.where);
  }
  // The slowest that is played is played rightly: 4096 B at 1 kb/s take 32.768 s a link.
  const Graph slow = graph(network(Topology::SingleSwitch), 2, Time::us(1), 1e3);
  Kept d({flow(0, 1, 4096)});
  play(slow, d, {});
  EXPECT_NEAR(static_cast<double>(d.fct(0)) * 1e-12, 2 * 32.768, 0.001);
}

TEST(PacketEnds, CutPacketsThroughCutThroughSwitchesArriveOnOnePathToo) {
  // Three flows of 300 kB share one link of 100 Gb/s: 72 us at the least.
  Graph g(6);
  const NodeId a = g.addSwitch("a"), b = g.addSwitch("b");
  for (NodeId h = 0; h < 6; ++h) g.connect(h, h < 3 ? a : b, Bandwidth::bitsPerSecond(100e9), Time::us(1));
  g.connect(a, b, Bandwidth::bitsPerSecond(100e9), Time::us(1), LinkKind::Fabric);
  g.finish();
  for (const bool cut : {false, true}) {
    PacketOptions o;
    o.transport = transportNamed("ndp");
    o.cutThrough = cut;
    Kept d({flow(0, 3, 300'000), flow(1, 4, 300'000), flow(2, 5, 300'000)});
    const Answer r = play(g, d, o);
    EXPECT_GT(r.stats.trims, 0U);
    EXPECT_GE(d.last(), 72 * kUs);
    EXPECT_LT(d.last(), 110 * kUs) << cut;
  }
}

TEST(PacketSwitch, PrioritiesAndChannelsThatDoNotFitAreRefused) {
  // Sixteen channels a port: eight priorities of two virtual channels fit, of three do not, nor two and control of six.
  const Graph g = graph(network(Topology::SingleSwitch), 2);
  struct Row {
    const char* transport;
    int channels, priorities;
    bool fits;
  };
  for (const Row& r : {Row{"credit", 2, 8, true}, Row{"credit", 3, 8, false}, Row{"dcqcn", 5, 2, true}, Row{"dcqcn", 6, 2, false}, Row{"dcqcn", 16, 1, false}}) {
    PacketOptions o;
    o.transport = transportNamed(r.transport);
    o.channels = r.channels;
    o.priorities = r.priorities;
    Kept d({flow(0, 1, 100'000)});
    PacketEngine e(g, o, d);
    const auto played = e.run({});
    EXPECT_EQ(played.has_value(), r.fits) << r.transport << r.channels;
    if (!played) {
      EXPECT_EQ(played.error().where, "machine.network.routing");
    }
  }
}

TEST(PacketEnds, StepsAndSlotsDoNotChangeWhatIsMarked) {
  // Marks are drawn by message and packet, not by where a message is kept, which depends on when its slot was free.
  const Graph g = graph(network(Topology::SingleSwitch), 9);
  std::string ends[2];
  for (const bool steps : {false, true}) {
    Kept d([] {
      std::vector<Flow> flows;
      for (int i = 0; i < 64; ++i) flows.push_back(flow(1 + i % 8, 0, 120'000, (i / 8) * 30'000'000LL));
      return flows;
    }());
    PacketOptions o;
    o.transport = transportNamed("dcqcn");
    PacketEngine e(g, o, d);
    if (steps) {
      for (std::int64_t t = 0; e.playUntil(t, {}).value(); t += 777'777) {}
    } else {
      ASSERT_TRUE(e.run({}));
    }
    EXPECT_GT(e.stats().marks, 0U);
    for (const auto& [tag, x] : d.by) ends[steps ? 1 : 0] += std::to_string(x.end) + " ";
  }
  EXPECT_EQ(ends[0], ends[1]);
}

}  // namespace packet_switch_test
