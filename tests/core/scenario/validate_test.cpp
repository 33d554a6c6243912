#include "core/scenario/validate.h"

#include <gtest/gtest.h>

#include "core/scenario/topology_shape.h"
#include "tests/core/scenario/support.h"

namespace validate_test {
using namespace weir;
using namespace weir::test;

namespace {
struct Setting1 {
  const char* path;
  const char* value;
  const char* where;  // of the error; empty = valid
  const char* says;
};
Scenario training() { return read(R"({"machine": "dgx-a100", "workload": "resnet-50-imagenet", "plan": {"global_batch": 1024}})"); }

class OneSetting : public testing::TestWithParam<Setting1> {};

TEST_P(OneSetting, IsJudged) {
  const auto [path, value, where, says] = GetParam();
  const auto v = validate(set(training(), path, value));
  if (*where == 0) {
    EXPECT_TRUE(v) << v.error().line();
    return;
  }
  ASSERT_FALSE(v) << path << "=" << value;
  EXPECT_EQ(v.error().where, where);
  EXPECT_NE(v.error().what.find(says), std::string::npos) << v.error().line();
  EXPECT_FALSE(v.error().todo.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Table, OneSetting,
    testing::Values(Setting1{"machine.nodes", "0", "machine.nodes", "too small"}, Setting1{"machine.nodes", "-3", "machine.nodes", "too small"},
                    Setting1{"machine.nodes", "128", "", ""}, Setting1{"machine.network.radix", "2", "machine.network.radix", "4 hosts do not fit"},
                    Setting1{"machine.network.radix", "5", "machine.network.radix", "not possible"},
                    Setting1{"machine.network.taper", "0.5", "machine.network.taper", "not possible"},
                    Setting1{"machine.network.levels", "7", "machine.network.levels", "not known"},
                    Setting1{"machine.network.link.bandwidth", "0Gbps", "machine.network.link.bandwidth", "no value"},
                    Setting1{"machine.node.nics", "0", "machine.node.nics", "too small"},
                    Setting1{"machine.facility.pue", "0.9", "machine.facility.pue", "not possible"},
                    Setting1{"machine.storage.nvme.read", "0GB/s", "machine.storage.nvme.read", "reads nothing"},
                    Setting1{"workload.precision", "fp8", "machine.node.accelerator.peak", "no rate is given for fp8"},
                    Setting1{"plan.global_batch", "0", "plan.global_batch", "too small"},
                    Setting1{"plan.global_batch", "31", "plan.global_batch", "do not reach 32"}, Setting1{"plan.global_batch", "32", "", ""},
                    Setting1{"plan.global_batch", "9999999", "plan.global_batch", "exceeds"},
                    Setting1{"plan.data_parallel", "31", "plan.data_parallel", "but the machine has 32"}, Setting1{"plan.data_parallel", "32", "", ""},
                    Setting1{"plan.tensor_parallel", "3", "plan.tensor_parallel", "do not divide"},
                    Setting1{"plan.tensor_parallel", "2", "plan.tensor_parallel", "only transformers"},
                    Setting1{"plan.context_parallel", "2", "plan.context_parallel", "only transformers"},
                    Setting1{"plan.expert_parallel", "2", "plan.expert_parallel", "only transformers"},
                    Setting1{"plan.virtual_stages", "0", "plan.virtual_stages", "too small"},
                    Setting1{"plan.shard_group", "3", "plan.shard_group", "cannot be split into groups of 3"},
                    Setting1{"machine.node.fabric.attained", "1.5", "machine.node.fabric.attained", "no fraction"},
                    Setting1{"machine.node.accelerator.overlap_contention", "-1", "machine.node.accelerator.overlap_contention", "no contention"},
                    Setting1{"plan.zero", "4", "plan.zero", "does not exist"}, Setting1{"plan.data.tier", "tape", "plan.data.tier", "no tier \"tape\""},
                    Setting1{"plan.data.tier", "pfs", "", ""}, Setting1{"plan.data.stage", "pfs", "", ""},
                    Setting1{"plan.frequency", "3GHz", "plan.frequency", "outside"}, Setting1{"plan.frequency", "1GHz", "", ""},
                    Setting1{"plan.power_cap", "10W", "plan.power_cap", "idle"}, Setting1{"plan.data.workers", "0", "plan.data.workers", "too small"},
                    Setting1{"plan.bucket", "0B", "plan.bucket", "too small"}));

TEST(Validate, ANodeOverTheTopologyIsRefusedAndSaysHowManyItCarries) {
  Scenario s = set(set(set(training(), "machine.network.radix", "8"), "machine.nodes", "129"), "plan.global_batch", "4096");
  const auto v = validate(s);
  ASSERT_FALSE(v);
  EXPECT_EQ(v.error().what, "129 hosts do not fit: a fat tree of 3 levels and radix 8 carries 128");
  EXPECT_TRUE(validate(set(s, "machine.nodes", "128")));
}

// L5: a fat tree of k = 8 has k^3/4 = 128 hosts and 5k^2/4 = 80 switches.
TEST(TopologyShape, FatTreeOfEight) {
  Network n;
  n.topology = Topology::FatTree;
  n.radix = 8;
  const auto s = topologyShape(n, 128);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->capacity, 128);
  EXPECT_EQ(s->switches, 80);
  EXPECT_EQ(s->hosts_per_edge, 4);
  n.taper = 4;  // one uplink an edge: 32 edge + 8 aggregation + 4 core
  EXPECT_EQ(topologyShape(n, 128)->switches, 44);
}

TEST(Validate, CollectivesAndTraffic) {
  const Scenario c = read(R"({"machine": "small-cluster", "workload": "allreduce-100mb"})");
  EXPECT_TRUE(validate(c));
  EXPECT_EQ(validate(set(c, "workload.ranks", "9")).error().where, "workload.ranks");
  EXPECT_EQ(validate(set(c, "workload.ranks", "1")).error().where, "workload.ranks");
  EXPECT_EQ(validate(set(c, "workload.sizes", "[]")).error().where, "workload.sizes");
  EXPECT_EQ(validate(set(c, "workload.sizes", "0B")).error().where, "workload.sizes");
  const Scenario t = read(R"({"machine": "small-cluster", "workload": "incast-2mb"})");
  EXPECT_TRUE(validate(t));
  EXPECT_EQ(validate(set(t, "workload.sources", "8")).error().where, "workload.sources");
  const Scenario f = read(R"({"machine": "small-cluster", "workload": {"kind": "traffic", "flows": [{"from": 0, "to": 8, "bytes": "1B", "start": "0s"}]}})");
  EXPECT_EQ(validate(f).error().what, "flow 0 goes from host 0 to 8, but there are 8 hosts");
}

}  // namespace
}  // namespace validate_test
