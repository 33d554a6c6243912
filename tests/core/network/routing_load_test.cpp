// Every routing on every topology under full load: credits for the least buffer there is, so that a circle of waiting
// packets would stand still. Everything arrives, or the test names what did not.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/network/routing_instances.h"

namespace routing_load_test {
using namespace weir;
using namespace weir::net;
using namespace weir::net::test;

namespace {

// Everybody to everybody, and everybody half-way round: the first fills all links, the second those of one direction.
std::vector<Flow> fullLoad(std::uint32_t hosts, std::int64_t bytes) {
  std::vector<Flow> flows;
  const auto n = static_cast<int>(hosts);
  for (int shift = 1; shift < n; ++shift)
    for (int h = 0; h < n; ++h) flows.push_back(flow(h, (h + shift) % n, bytes));
  for (int h = 0; h < n; ++h) flows.push_back(flow(h, (h + (n + 1) / 2) % n, 40 * bytes));
  return flows;
}

std::size_t delivered(const Graph& g, const Router& r, const std::vector<Flow>& flows, std::int64_t buffer) {
  Kept d(flows);
  PacketOptions o;
  o.mtu = 4096;
  o.buffer = buffer;
  o.router = &r;
  PacketEngine e(g, o, d);
  (void)e.run({});
  return d.by.size();
}

// A router without its channels.
class OneChannel final : public Router {
 public:
  explicit OneChannel(const Router& r) : inner_(r) {}
  [[nodiscard]] Granularity granularity() const override { return inner_.granularity(); }
  [[nodiscard]] std::uint32_t longest() const override { return inner_.longest(); }
  std::uint32_t route(const Journey& j, const Load& load, Hop* out) const override {
    const std::uint32_t n = inner_.route(j, load, out);
    for (std::uint32_t i = 0; i < n; ++i) out[i] = hop(linkOf(out[i]), 0);
    return n;
  }
  Hop next(NodeId at, const Journey& j, HopState& state, const Load& load) const override { return hop(linkOf(inner_.next(at, j, state, load)), 0); }

 private:
  const Router& inner_;
};

}  // namespace

TEST(FullLoad, EverythingArrivesForAnyPairOfTopologyAndRouting) {
  for (const Instance& i : instances()) {
    const Graph g = i.make();
    for (const RoutingDescriptor& routing : routings()) {
      const auto r = makeRouter(routing.name, g, 1);
      if (!r) continue;  // which may be, routing_deadlock_test.cpp says
      const auto flows = fullLoad(g.hosts(), 3 * 4096);
      EXPECT_EQ(delivered(g, **r, flows, 4096), flows.size()) << i.name << " " << routing.name;
    }
  }
}

TEST(FullLoad, WithoutItsChannelsATorusStandsStill) {
  const Graph g = built(shaped(weir::Topology::Torus, 1, {6}), 6);
  for (const char* name : {"dimension-order", "adaptive", "valiant"}) {
    const auto r = router(name, g);
    const auto flows = fullLoad(6, 20 * 4096);
    EXPECT_LT(delivered(g, OneChannel(*r), flows, 4096), flows.size()) << name;
    EXPECT_EQ(delivered(g, *r, flows, 4096), flows.size()) << name;
  }
}

TEST(FullLoad, ADragonflyCarriesItsNeighboursTrafficAsTheRoutingAllows) {
  // 9 groups of 8 hosts, all of a group send to the next: one global link for 8 hosts minimally, 1/8 of what they inject. By
  // Valiant's way every packet takes two of the 72 global links each way for 72 hosts: a half. UGAL comes near the better.
  const Graph g = built(dragonflyOf(weir::Topology::Dragonfly, 2, 4, 2), 72);
  const auto accepted = [&](const char* name, double load) {
    const auto r = router(name, g);
    std::vector<Flow> flows;
    Random random(1, 2);
    const double until = 150e6;  // ps
    for (int h = 0; h < 72; ++h)
      for (double t = 0; (t -= 4096 * kByte / load * std::log(1 - random.uniform())) < until;)
        flows.push_back(flow(h, (h / 8 + 1) % 9 * 8 + static_cast<int>(random.below(8)), 4096, static_cast<std::int64_t>(t)));
    Kept d(flows);
    PacketOptions o;
    o.router = r.get();
    PacketEngine e(g, o, d);
    EXPECT_TRUE(e.run({}));
    double bytes = 0;
    for (const auto& [tag, x] : d.by) bytes += static_cast<double>(x.end) > until / 3 && static_cast<double>(x.end) <= until ? 4096 : 0;
    return bytes * kByte / (until * 2 / 3) / 72;
  };
  EXPECT_NEAR(accepted("minimal", 0.3), 0.125, 0.003);
  EXPECT_NEAR(accepted("valiant", 0.4), 0.4, 0.012);  // the load itself is random: 1.5 % at two standard deviations
  EXPECT_NEAR(accepted("ugal-l", 0.4), 0.4, 0.012);
  EXPECT_NEAR(accepted("ugal-g", 0.4), 0.4, 0.012);
  EXPECT_LE(accepted("valiant", 0.9), 0.5);
}

}  // namespace routing_load_test
