// Bounds of plain traffic beyond trees: accelerators as hosts, groups, graphs with speeds of their own.
#include "core/model/traffic_bound.h"

#include <gtest/gtest.h>

namespace traffic_bound_test {
using namespace weir;
using namespace weir::model;

namespace {

Scenario traffic(Topology t, int nodes, const char* pattern, std::int64_t bytes) {
  Scenario s;
  s.machine.nodes = nodes;
  s.machine.node.nic.bandwidth = Bandwidth::bitsPerSecond(100e9);
  s.machine.network.topology = t;
  s.machine.network.link = {Bandwidth::bitsPerSecond(100e9), Time::us(1)};
  s.workload.kind = Workload::Kind::Traffic;
  s.workload.pattern = pattern;
  s.workload.size = Bytes::of(bytes);
  return s;
}
TrafficBound bound(const Scenario& s) { return trafficBound(s, *networkCosts(s.machine)); }
Flow flow(int from, int to, std::int64_t bytes) { return {from, to, Bytes::of(bytes), Time()}; }

}  // namespace

TEST(TrafficBound, AcceleratorsAreBoundByTheirNicsAndTheirFabric) {
  Scenario s = traffic(Topology::SingleSwitch, 2, "", 0);
  s.machine.network.endpoints = "accelerator";
  s.machine.node.accelerators = 4;
  s.machine.node.nics = 2;
  s.machine.node.fabric = {"nvswitch", Bandwidth::bytesPerSecond(300e9), Time::us(2)};
  s.workload.flows = {flow(0, 3, 300'000'000)};  // inside a node: 1 ms
  EXPECT_NEAR(bound(s).time_s, 1e-3 + 2e-6, 1e-9);
  s.workload.flows = {flow(0, 7, 12'500'000)};   // one NIC of 12.5 GB/s
  EXPECT_NEAR(bound(s).time_s, 1e-3, 1e-5);
  s.workload.flows = {flow(0, 4, 12'500'000), flow(1, 5, 12'500'000)};  // both over the node's NICs
  EXPECT_NEAR(bound(s).time_s, 1e-3, 1e-5);
  s.workload.flows = {flow(0, 4, 12'500'000), flow(0, 5, 12'500'000)};  // one accelerator, one NIC
  EXPECT_NEAR(bound(s).time_s, 2e-3, 1e-5);
  EXPECT_STREQ(bound(s).limit, "sender");
}

TEST(TrafficBound, GroupsHaveOnlySoManyGlobalLinks) {
  // Groups of 4 x 4 hosts with 4 global links in all: everything to another group takes four times as long as at its host.
  Scenario s = traffic(Topology::Dragonfly, 80, "", 0);
  s.machine.network.hosts_per_router = 4;
  s.machine.network.routers_per_group = 4;
  s.machine.network.global_links_per_router = 1;
  for (int h = 0; h < 80; ++h) s.workload.flows.push_back(flow(h, (h + 16) % 80, 12'500'000));
  EXPECT_NEAR(bound(s).time_s, 4e-3, 1e-5);
  EXPECT_STREQ(bound(s).limit, "global links");
  s.machine.network.global_bandwidth = Bandwidth::bitsPerSecond(400e9);
  EXPECT_NEAR(bound(s).time_s, 1e-3, 1e-5);
}

TEST(TrafficBound, AGraphsCablesSayHowFastItsHostsAre) {
  Scenario s = traffic(Topology::Graph, 2, "", 0);
  s.machine.network.graph = {{"a", "b"}, {{"a", "s", Bandwidth::bitsPerSecond(10e9), Time::us(3)}, {"s", "b", Bandwidth::bitsPerSecond(10e9), Time::us(4)}}};
  s.workload.flows = {flow(0, 1, 12'500'000)};
  EXPECT_NEAR(bound(s).time_s, 10e-3, 1e-5);  // not the NIC's 100 Gb/s
  EXPECT_NEAR(networkCosts(s.machine)->latency(1, 0), 7e-6, 1e-12);
  s.machine.network.graph.cables[0].bandwidth = s.machine.network.graph.cables[1].bandwidth = Bandwidth{};
  EXPECT_NEAR(bound(s).time_s, 1e-3, 1e-5);
}

TEST(NetworkCosts, CablesOfEachKindHaveTheirLatency) {
  Machine m = traffic(Topology::Dragonfly, 72, "", 0).machine;
  m.network.hosts_per_router = 2;
  m.network.routers_per_group = 4;
  m.network.global_links_per_router = 2;
  const auto wires = [&] {
    const auto c = networkCosts(m);
    return c->wires(36, c->meanSwitches(36));
  };
  const double same = wires();
  EXPECT_NEAR(same, (1 + 1 + 2 * 0.75 + 1) * 1e-6, 1e-12);  // 3.5 routers
  m.network.global_latency = Time::us(5);
  EXPECT_NEAR(wires(), same + 4e-6, 1e-12);  // one global link
  m.network.fabric_latency = Time::ns(500);
  EXPECT_NEAR(wires(), 2e-6 + 1.5 * 0.5e-6 + 5e-6, 1e-12);
}

}  // namespace traffic_bound_test
