// Computing that was measured: what trainingStep makes of workload.step_compute.
#include "core/model/step_compute.h"

#include <gtest/gtest.h>

#include "core/model/training.h"
#include "tests/core/model/support.h"

namespace step_compute_test {
using namespace weir;
using namespace weir::model;
using namespace weir::test;

namespace {
TrainingStep step(const Scenario& s) {
  auto t = trainingStep(s);
  if (!t) {
    ADD_FAILURE() << t.error().line();
    return {};
  }
  return std::move(*t);
}
}  // namespace

TEST(StepCompute, TheMeasurementIsTheComputingInProportionToTheBatch) {
  Scenario s = read(R"({"machine": {"base": "dgx-h100", "nodes": 1}, "workload": "dlio-resnet50-h100", "plan": {"global_batch": 3200}})");
  EXPECT_NEAR(step(s).compute_s, 0.224, 1e-12);
  EXPECT_EQ(step(s).optimizer_s, 0);
  s.plan.global_batch = 1600;
  EXPECT_NEAR(step(s).compute_s, 0.112, 1e-12);
  s.plan.micro_batch = 50;
  EXPECT_NEAR(step(s).compute_s, 0.112, 1e-12);
  // Layers keep their shares: gradients leave as before, only the clock runs differently.
  Scenario plain = s;
  plain.workload.step_compute = {};
  const TrainingStep a = step(s), b = step(plain);
  EXPECT_NEAR(a.micro.backward_s / a.micro.forward_s, b.micro.backward_s / b.micro.forward_s, 1e-12);
  EXPECT_NEAR(a.micro.segments[5].backward_s / a.micro.backward_s, b.micro.segments[5].backward_s / b.micro.backward_s, 1e-12);
  // Half the frequency: the part that the core bounds takes twice as long, as without a measurement.
  const double half = s.machine.node.accelerator.frequency.max.toHertz() / 2;
  s.plan.frequency = plain.plan.frequency = Frequency::hertz(half);
  EXPECT_NEAR(step(s).compute_s / a.compute_s, step(plain).compute_s / b.compute_s, 1e-9);
}

TEST(StepCompute, AnUnfittedRooflineSaysSo) {
  const auto says = [](const Scenario& s) {
    for (const std::string& r : answer(s).remarks)
      if (r.find("roofline") != std::string::npos) return true;
    return false;
  };
  EXPECT_TRUE(says(together("dgx-a100", "unet3d-kits19")));
  EXPECT_FALSE(says(together("dgx-a100", "dlio-unet3d-a100")));
  EXPECT_FALSE(says(together("dgx-a100", "gpt-1.3b")));
}

TEST(StepCompute, ASplitModelIsRefused) {
  const Scenario s = read(R"({"machine": "dgx-a100", "workload": {"base": "gpt-1.3b", "step_compute": {"time": "1s", "samples": 4}}, "plan": {"tensor_parallel": 8}})");
  const auto o = predict(s);
  ASSERT_FALSE(o);
  EXPECT_NE(o.error().line().find("workload.step_compute"), std::string::npos);
}

// 16 ranks, one a node, b samples each of 26 rows of 128 numbers: forward and backward (n-1)/n of b x 26 x 128 x e sent.
TEST(Embedding, RowsCrossTheNetworkTwice) {
  const Scenario s = read(R"({"machine": {"base": "small-cluster", "nodes": 16}, "workload": "dlrm-dcnv2-criteo", "plan": {"global_batch": 65536}})");
  const TrainingStep t = step(s);
  const double rows = 65536.0 / 16 * 26 * 128 * 2;
  EXPECT_DOUBLE_EQ(t.expert_exchange.payload_bytes, 2 * rows);
  EXPECT_NEAR(t.expert_exchange.sent_bytes, 2 * rows * 15 / 16, 1e-6 * rows);
  EXPECT_NEAR(t.expert_exchange.node_bytes, 2 * rows * 15 / 16, 1e-6 * rows);
  EXPECT_GT(t.expert_exchange.exposed_s, 2 * rows * 15 / 16 / 12.5e9);
  // Only the dense part is averaged.
  EXPECT_NEAR(t.gradient.total.sent_bytes, 2 * 15.0 / 16 * 16044545 * 4, 100);
  // 97.4 GiB of fp32 rows and as much of Adagrad's sums over 16, beside the dense part's 18 B.
  EXPECT_NEAR(t.memory.states_bytes, 204184588.0 * 128 * 8 / 16 + 16044545 * 18.0, 1);
  // One rank has nobody to send to.
  const Scenario one = read(R"({"machine": {"base": "small-cluster", "nodes": 1}, "workload": "dlrm-dcnv2-criteo", "plan": {"global_batch": 4096}})");
  EXPECT_EQ(step(one).expert_exchange.sent_bytes, 0);
}

}  // namespace step_compute_test
