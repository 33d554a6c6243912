#include "core/network/message_protocol.h"

#include <gtest/gtest.h>

#include "tests/core/network/support.h"

namespace message_protocol_test {
using namespace weir;
using namespace weir::net;
using namespace weir::net::test;

namespace {

// When the only message, of `bytes`, ends: behind one switch, two links of 1 us and 80 ps a byte. A packet is stored once.
std::int64_t endOf(const MessageProtocol& p, std::int64_t bytes, std::uint64_t* control = nullptr) {
  const Graph g = graph(network(Topology::SingleSwitch), 2);
  Kept kept({flow(0, 1, bytes)});
  ProtocolDriver d(p, kept);
  PacketEngine e(g, {}, d);
  EXPECT_TRUE(e.run({}));
  EXPECT_EQ(kept.by.size(), 1U);
  EXPECT_EQ(kept.by.at(0).send.ready, 0);
  if (control) *control = d.controlMessages();
  return kept.by.at(0).end;
}

constexpr std::int64_t kWay = 2 * kUs;  // of a message without bytes

}  // namespace

TEST(MessageProtocol, PlainAndEagerMessagesCostNothing) {
  std::uint64_t control = 1;
  const std::int64_t plain = endOf({}, 4096, &control);
  EXPECT_EQ(plain, 2 * 4096 * kByte + kWay);
  EXPECT_EQ(control, 0U);
  EXPECT_EQ(endOf({8192, false}, 4096), plain);
  EXPECT_EQ(endOf({4096, false}, 4096), plain);
}

TEST(MessageProtocol, RendezvousCostsARoundTripAndReadingHalfOfIt) {
  std::uint64_t control = 0;
  const std::int64_t plain = endOf({}, 4096);
  EXPECT_EQ(endOf({4095, false}, 4096, &control), plain + 2 * kWay);
  EXPECT_EQ(control, 2U);
  EXPECT_EQ(endOf({0, true}, 4096, &control), plain + kWay);
  EXPECT_EQ(control, 1U);
  EXPECT_EQ(endOf({4095, true}, 4096, &control), plain + 2 * kWay);  // its answer is the request
}

TEST(MessageProtocol, ManyMessagesAllArriveAndTheSameTwice) {
  const Graph g = graph(network(Topology::FatTree), 16);
  std::vector<std::int64_t> ends[2];
  for (auto& list : ends) {
    Kept kept(pattern("all-to-all", 16, 20'000));
    ProtocolDriver d({10'000, false}, kept);
    PacketEngine e(g, {}, d);
    ASSERT_TRUE(e.run({}));
    EXPECT_EQ(kept.by.size(), 240U);
    EXPECT_EQ(d.controlMessages(), 480U);
    EXPECT_EQ(e.stats().deliveredBytes, 240 * 20'000);
    for (const auto& [tag, x] : kept.by) list.push_back(x.end);
  }
  EXPECT_EQ(ends[0], ends[1]);
}

TEST(MessageProtocol, ComesFromTheNic) {
  Nic nic;
  EXPECT_TRUE(messageProtocol(nic).plain());
  nic.eager_limit = Bytes::of(8192);
  nic.verb = "read";
  EXPECT_EQ(messageProtocol(nic).eagerLimit, 8192);
  EXPECT_TRUE(messageProtocol(nic).read);
}

TEST(MessageGap, BoundsTheRateOfAHost) {
  // 100 messages of 1 byte to different hosts: the last begins 99 gaps after the first. Without one they leave back to back.
  const Graph g = graph(network(Topology::SingleSwitch), 101);
  const auto last = [&](std::int64_t gap, bool packets) {
    std::vector<Flow> flows;
    for (int i = 1; i <= 100; ++i) flows.push_back(flow(0, i, 1));
    Kept kept(flows);
    MessageCost cost;
    cost.gap = gap;
    if (packets) {
      PacketOptions o;
      o.cost = cost;
      PacketEngine e(g, o, kept);
      EXPECT_TRUE(e.run({}));
    } else {
      FlowOptions o;
      o.cost = cost;
      FlowEngine e(g, o, kept);
      EXPECT_TRUE(e.run({}));
    }
    return kept.last();
  };
  for (const bool packets : {true, false}) {
    EXPECT_LT(last(0, packets), 3 * kUs) << packets;
    EXPECT_GE(last(kUs, packets), 99 * kUs + kWay) << packets;
    EXPECT_LE(last(kUs, packets), 100 * kUs + kWay) << packets;
  }
}

}  // namespace message_protocol_test
