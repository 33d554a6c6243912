// What a network cannot be is refused by the field's name, before anything is built.
#include <gtest/gtest.h>

#include "core/scenario/topology_shape.h"
#include "core/scenario/validate.h"
#include "tests/core/scenario/support.h"

namespace topology_fields_test {
using namespace weir;
using namespace weir::test;

namespace {

Scenario with(const std::string& network, int nodes = 64) {
  return read(R"({"machine": {"nodes": )" + std::to_string(nodes) + R"(, "node": {"nic": {"bandwidth": "100Gbps", "latency": "1us"}}, "network": {"link": {"bandwidth": "100Gbps", "latency": "1us"}, )" + network +
              R"(}}, "workload": {"kind": "traffic", "pattern": "permutation", "size": "1MB"}})");
}

}  // namespace

TEST(TopologyFields, WhatCannotBeIsRefusedByTheFieldsName) {
  struct Row {
    const char* network;
    int nodes;
    const char* field;  // below machine.network
  };
  for (const Row& r : {
           Row{R"("topology": "dragonfly", "hosts_per_router": 4, "routers_per_group": 8, "global_links_per_router": 4)", 1057, "hosts_per_router"},
           Row{R"("topology": "dragonfly", "hosts_per_router": 4, "routers_per_group": 8, "global_links_per_router": 4, "groups": 34)", 64, "groups"},
           Row{R"("topology": "dragonfly", "hosts_per_router": 4, "routers_per_group": 8, "global_links_per_router": 4, "groups": 1)", 64, "groups"},
           Row{R"("topology": "dragonfly", "routers_per_group": -1)", 64, "routers_per_group"},
           Row{R"("topology": "dragonfly", "global_links_per_router": 5000)", 64, "global_links_per_router"},
           Row{R"("topology": "dragonfly+", "leaves": 2, "spines": 1, "hosts_per_leaf": 2, "global_links_per_router": 1)", 64, "hosts_per_leaf"},
           Row{R"("topology": "dragonfly+", "leaves": 2, "spines": 2, "hosts_per_leaf": 4, "global_links_per_router": 2, "groups": 6)", 32, "groups"},
           Row{R"("topology": "dragonfly+", "spines": -2)", 64, "spines"},
           Row{R"("topology": "torus", "dimensions": [4, 0])", 64, "dimensions"},
           Row{R"("topology": "torus", "dimensions": [2, 2, 2, 2, 2, 2, 2])", 64, "dimensions"},
           Row{R"("topology": "torus", "dimensions": [4, 4], "hosts_per_router": 2)", 64, "dimensions"},
           Row{R"("topology": "mesh", "dimensions": [5000])", 64, "dimensions"},
           Row{R"("topology": "mesh", "dimensions": [4000, 4000, 4000])", 64, "dimensions"},
           Row{R"("topology": "hyperx", "hosts_per_router": -3)", 64, "hosts_per_router"},
           Row{R"("topology": "slim-fly", "slim_fly_q": 6)", 64, "slim_fly_q"},
           Row{R"("topology": "slim-fly", "slim_fly_q": 2)", 4, "slim_fly_q"},
           Row{R"("topology": "slim-fly", "slim_fly_q": -5)", 4, "slim_fly_q"},
           Row{R"("topology": "slim-fly", "slim_fly_q": 5)", 201, "slim_fly_q"},
           Row{R"("topology": "slim-fly", "slim_fly_q": 1000003)", 4, "slim_fly_q"},
           Row{R"("topology": "rail", "leaves": 2, "hosts_per_leaf": 4)", 9, "leaves"},
           Row{R"("topology": "fat-tree", "levels": 1)", 64, "levels"},
           Row{R"("topology": "graph")", 2, "hosts"},
           Row{R"("topology": "graph", "file": "net.xml")", 2, "file"},
           Row{R"("topology": "graph", "hosts": [{"name": "a"}, {"name": "b"}], "cables": [{"from": "a", "to": "s"}])", 2, "cables"},
           Row{R"("topology": "graph", "hosts": [{"name": "a"}, {"name": "b"}], "cables": [{"from": "a", "to": "b"}, {"from": "s", "to": "s"}])", 2, "cables.1.to"},
           Row{R"("topology": "graph", "hosts": [{"name": "a"}, {"name": "b"}], "cables": [{"from": "a"}])", 2, "cables.0.to"},
           Row{R"("faults": [{"from": "host 0", "to": "switch", "capacity": 2}])", 64, "faults.0.capacity"},
           Row{R"("faults": [{"to": "switch"}])", 64, "faults.0.from"},
           Row{R"("switch": {"virtual_channels": 17})", 64, "switch.virtual_channels"},
           Row{R"("switch": {"buffer_alpha": 0})", 64, "switch.buffer_alpha"},
           Row{R"("switch": {"ecn": {"min": "9kB", "max": "8kB"}})", 64, "switch.ecn.min"},
           Row{R"("switch": {"ecn": {"probability": 1.5}})", 64, "switch.ecn.probability"},
           Row{R"("switch": {"pause": {"xoff": "8kB", "xon": "9kB"}})", 64, "switch.pause.xon"},
       }) {
    const auto v = validate(with(r.network, r.nodes));
    ASSERT_FALSE(v) << r.network;
    EXPECT_EQ(v.error().where, std::string("machine.network.") + r.field) << v.error().line();
    EXPECT_FALSE(v.error().todo.empty()) << r.network;
  }
  Scenario s = with(R"("topology": "torus")");
  s.machine.network.fabric_latency = Time::ps(-1);
  EXPECT_EQ(validate(s).error().where, "machine.network.fabric_latency");
  s = with(R"("topology": "torus")");
  s.machine.network.global_bandwidth = Bandwidth::bitsPerSecond(-1);
  EXPECT_EQ(validate(s).error().where, "machine.network.global_bandwidth");
  EXPECT_EQ(validate(set(with(R"("topology": "torus")"), "machine.node.nic.duplex", "3")).error().where, "machine.node.nic.duplex");
}

TEST(TopologyFields, WhatIsNotGivenIsDerivedForAnyNumberOfNodes) {
  for (const std::string_view t : topologyNames())
    for (const int nodes : {1, 2, 3, 7, 64, 1000, 4097}) {
      if (t == "graph") continue;
      const Scenario s = with("\"topology\": \"" + std::string(t) + "\"", nodes);
      const auto shape = topologyShape(s.machine);
      ASSERT_TRUE(shape) << t << " " << nodes << ": " << shape.error().line();
      EXPECT_GE(shape->capacity, nodes);
      EXPECT_GT(shape->switches_used, 0);
      EXPECT_LE(shape->switches_used, shape->switches);
      for (const double distance : {1.0, nodes / 2.0, nodes - 1.0}) {
        if (distance < 1) continue;
        EXPECT_GE(shape->meanSwitches(distance), 1) << t << " " << nodes;
        EXPECT_LE(shape->meanSwitches(distance), 120) << t << " " << nodes;
        EXPECT_GE(shape->slowdown(distance), 1) << t << " " << nodes;
        EXPECT_LE(shape->slowdown(distance), nodes) << t << " " << nodes;
      }
    }
}

TEST(TopologyFields, OfAGraphAreCountedOnIt) {
  Scenario s = with(R"("topology": "graph", "hosts": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
    "cables": [{"from": "a", "to": "s"}, {"from": "b", "to": "s"}, {"from": "s", "to": "t"}, {"from": "t", "to": "c"}])", 3);
  const auto shape = topologyShape(s.machine);
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->switches, 2);
  EXPECT_DOUBLE_EQ(shape->meanSwitches(1), (1 + 2 + 2) / 3.0);  // a-b 1, a-c 2, b-c 2
}

}  // namespace topology_fields_test
