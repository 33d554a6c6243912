#include "core/network/collective_driver.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "tests/core/network/support.h"

namespace collective_driver_test {
using namespace weir;
using namespace weir::net;
using namespace weir::net::test;
using weir::Topology;

namespace {

class One final : public Driver {
 public:
  explicit One(const CollectiveSpec& s) : play(s, 0) {}
  void begin(Injector& net) override { play.begin(0, net); }
  void delivered(const Delivery& d, Injector& net) override {
    const auto [from, to] = play.ranksOf(d.send.tag);
    seen.insert({from, to, d.send.bytes});
    play.delivered(d, net);
  }
  CollectivePlay play;
  std::multiset<std::tuple<std::uint32_t, std::uint32_t, std::int64_t>> seen;
};

CollectiveSpec spec(CollectiveOp op, Algorithm a, std::uint32_t ranks, std::int64_t bytes) {
  CollectiveSpec s{op, a, bytes, {}};
  for (std::uint32_t r = 0; r < ranks; ++r) s.hosts.push_back(r);
  return s;
}

}  // namespace

TEST(CollectiveDriver, PlaysEveryMessageOfEveryAlgorithm) {
  const Graph g = graph(network(Topology::SingleSwitch), 16);
  for (const auto op : {CollectiveOp::AllReduce, CollectiveOp::AllGather, CollectiveOp::ReduceScatter, CollectiveOp::AllToAll, CollectiveOp::Broadcast})
    for (const auto a : {Algorithm::Auto, Algorithm::Ring, Algorithm::DoubleBinaryTree, Algorithm::HalvingDoubling})
      for (const std::uint32_t ranks : {2U, 5U, 8U, 13U}) {
        std::multiset<std::tuple<std::uint32_t, std::uint32_t, std::int64_t>> expected;
        expandCollective(op, a, static_cast<int>(ranks), 100'003, 0, [&](const Message& m) {
          expected.insert({static_cast<std::uint32_t>(m.from), static_cast<std::uint32_t>(m.to), m.bytes});
        });
        One d(spec(op, a, ranks, 100'003));
        PacketEngine e(g, {}, d);
        const auto r = e.run({});
        ASSERT_TRUE(r) << r.error().line();
        EXPECT_TRUE(d.play.finished()) << name(op) << " " << name(a) << " " << ranks;
        EXPECT_EQ(d.seen, expected) << name(op) << " " << name(a) << " " << ranks;
      }
}

TEST(CollectiveDriver, RingStepIsAlphaPlusBytesOverBandwidth) {
  // 8 ranks, 102.4 MB: 14 steps of 12.8 MB: 14 x (5 us + 1024 us) = 14,406 us, floor and wire alone.
  const Graph g = graph(network(Topology::SingleSwitch), 8, Time());
  for (const bool packets : {true, false}) {
    One d(spec(CollectiveOp::AllReduce, Algorithm::Ring, 8, 102'400'000));
    MessageCost cost;
    cost.floor = 5 * kUs;
    if (packets) {
      PacketOptions o;
      o.cost = cost;
      PacketEngine e(g, o, d);
      ASSERT_TRUE(e.run({}));
    } else {
      FlowOptions o;
      o.cost = cost;
      FlowEngine e(g, o, d);
      ASSERT_TRUE(e.run({}));
    }
    EXPECT_NEAR(static_cast<double>(d.play.end()), 14'406e6, 100) << packets;
  }
}

TEST(CollectiveDriver, FlowsAndPacketsAgreeOnAContentionFreeRing) {
  // On the network's own latency: 2 us a step, and one stored packet (0.33 us) that fluid flows do not see.
  const Graph g = graph(network(Topology::SingleSwitch), 16);
  One a(spec(CollectiveOp::AllReduce, Algorithm::Ring, 16, 16'000'000)), b(spec(CollectiveOp::AllReduce, Algorithm::Ring, 16, 16'000'000));
  PacketEngine packets(g, {}, a);
  FlowEngine flows(g, {}, b);
  ASSERT_TRUE(packets.run({}));
  ASSERT_TRUE(flows.run({}));
  EXPECT_EQ(a.play.end(), 30 * (82 * kUs + 4096 * kByte));
  EXPECT_EQ(b.play.end(), 30 * 82 * kUs);
}

TEST(CollectiveDriver, MessagesWithinANodeTakeTheFabric) {
  // Two nodes of two ranks, ring all-gather of 4 blocks of 1 MB: three steps, of which the slowest message goes over the
  // network (80 us + 2 us + a stored packet) and the one inside takes 1 us + 10 us. Each block crosses at least once.
  const Graph g = graph(network(Topology::SingleSwitch), 2);
  CollectiveSpec s{CollectiveOp::AllGather, Algorithm::Ring, 4'000'000, {0, 0, 1, 1}};
  One d(s);
  PacketOptions o;
  o.cost.localLatency = 1 * kUs;
  o.cost.localPerByte = 10;
  PacketEngine e(g, o, d);
  ASSERT_TRUE(e.run({}));
  EXPECT_TRUE(d.play.finished());
  EXPECT_EQ(e.stats().messages, 12U);
  EXPECT_EQ(e.stats().sentBytes, 6'000'000);  // three blocks each way over the two links between nodes
}

TEST(CollectiveDriver, ARingOfAThousandRanksNeedsNoStore) {
  const Graph g = graph(network(Topology::SingleSwitch), 1024, Time());
  struct Counting final : Driver {
    explicit Counting(const CollectiveSpec& s) : play(s, 0) {}
    void begin(Injector& net) override { play.begin(0, net); }
    void delivered(const Delivery& x, Injector& net) override { play.delivered(x, net); }
    CollectivePlay play;
  } c(spec(CollectiveOp::AllReduce, Algorithm::Ring, 1024, 102'400'000));
  PacketOptions o;
  o.mtu = 1 << 20;  // one packet a message: this is about messages
  o.cost.floor = 5 * kUs;
  PacketEngine e(g, o, c);
  ASSERT_TRUE(e.run({}));
  EXPECT_EQ(e.stats().messages, 2'095'104U);  // 2 x 1023 x 1024
  // Closed form: 2046 x (5 us + 100,000 B x 80 ps) = 26.598 ms. A stored packet of the whole message makes a step
  // 2 x 8 us here, which the floor of 5 + 8 us does not hide: 2046 x 16 us.
  EXPECT_NEAR(static_cast<double>(c.play.end()), 2046 * 16e6, 0.001 * 2046 * 16e6);
}

}  // namespace collective_driver_test
