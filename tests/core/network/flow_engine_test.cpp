#include "core/network/flow_engine.h"

#include <gtest/gtest.h>

#include "tests/core/network/support.h"

namespace flow_engine_test {
using namespace weir;
using namespace weir::net;
using namespace weir::net::test;
using weir::Topology;

namespace {
void play(const Graph& g, Driver& d, FlowOptions o = {}) {
  FlowEngine e(g, o, d);
  const auto r = e.run({});
  ASSERT_TRUE(r) << r.error().line();
  EXPECT_EQ(e.stats().sentBytes, e.stats().deliveredBytes);
}
}  // namespace

TEST(FlowEngine, LoneFlowIsBytesOverBandwidthAndLatency) {
  const Graph g = graph(network(Topology::SingleSwitch), 2);
  Kept d({flow(0, 1, 1'000'000)});
  play(g, d);
  EXPECT_EQ(d.fct(0), 82 * kUs);  // 80 us on the wire, 2 links of 1 us
}

TEST(FlowEngine, SharesAreMaxMinFair) {
  // Hosts 0 and 1 send to 3, host 2 to 4, host 1 also to 4. Links: out of 1 (2 flows), into 3 (2), into 4 (2): every flow
  // gets half. 1 MB each at 50 Gb/s: 160 us, all end together.
  const Graph g = graph(network(Topology::SingleSwitch), 5);
  Kept d({flow(0, 3, 1'000'000), flow(1, 3, 1'000'000), flow(1, 4, 1'000'000), flow(2, 4, 1'000'000)});
  play(g, d);
  for (std::uint64_t f = 0; f < 4; ++f) EXPECT_EQ(d.fct(f), 162 * kUs);
  // Three into host 3, of which host 0 sends one more elsewhere: a third each into 3, and the other takes the two thirds
  // left on host 0's NIC: 2 MB at 66.7 Gb/s = 240 us, when the 1 MB at 33.3 Gb/s end too.
  Kept u({flow(0, 3, 1'000'000), flow(1, 3, 1'000'000), flow(2, 3, 1'000'000), flow(0, 4, 2'000'000)});
  play(g, u);
  for (std::uint64_t f = 0; f < 4; ++f) EXPECT_NEAR(static_cast<double>(u.fct(f)), 242e6, 2);
}

TEST(FlowEngine, RatesFollowStartsAndEnds) {
  // 1 MB alone for 40 us (half done), then shared: the other half takes 80 us. Ends at 120 us + 2; the second, which
  // started at 40 us, has half of its 1 MB by then and takes 40 us more.
  const Graph g = graph(network(Topology::SingleSwitch), 3);
  Kept d({flow(0, 2, 1'000'000), flow(1, 2, 1'000'000, 40 * kUs)});
  play(g, d);
  EXPECT_NEAR(static_cast<double>(d.by.at(0).end), 122e6, 2);
  EXPECT_NEAR(static_cast<double>(d.by.at(1).end), 162e6, 2);
}

TEST(FlowEngine, IncastTakesTheReceiversLink) {
  const Graph g = graph(network(Topology::FatTree, 8), 128);
  Kept d(pattern("incast", 128, 2'000'000, 32));
  play(g, d);
  EXPECT_NEAR(static_cast<double>(d.last()), 5126e6, 1e3);  // 5,120 us and six links
}

TEST(FlowEngine, SeriesAreTheShares) {
  const Graph g = graph(network(Topology::SingleSwitch), 3);
  Kept d({flow(0, 2, 1'000'000), flow(1, 2, 1'000'000)});
  FlowEngine e(g, {}, d);
  ASSERT_TRUE(e.run({}));
  EXPECT_NEAR(e.series().busyTotal(g.out(0)[0]), 80e6, 100);                // half used for 160 us
  EXPECT_NEAR(e.series().busyTotal(g.reverse(g.out(2)[0])), 160e6, 100);
}

}  // namespace flow_engine_test
