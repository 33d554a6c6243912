// Compression and local steps in a whole prediction: what is exchanged shrinks, what it costs is counted, and what is not
// asked for changes nothing.
#include <gtest/gtest.h>

#include "core/model/training.h"
#include "tests/core/model/support.h"

namespace exchange_test {
using namespace weir;
using namespace weir::test;

namespace {

Scenario resnet() {
  return read(R"({"machine": {"base": "dgx-a100", "nodes": 4}, "workload": "resnet-50-imagenet", "plan": {"global_batch": 2048, "allreduce": "ring"}})");
}
constexpr double kParameters = 25557032;

}  // namespace

TEST(GradientExchange, NeutralChangesNothing) {
  const Outcome plain = answer(resnet());
  Scenario s = resnet();
  s.plan.compression.ratio = 0.5;  // of no kind: unused
  s.plan.compression.levels = 3;
  EXPECT_EQ(answer(s).step_s, plain.step_s);
  EXPECT_EQ(answer(s).volume.network_step_bytes, plain.volume.network_step_bytes);
  const auto step = model::trainingStep(resnet());
  EXPECT_EQ(plain.breakdown.compute_s, step->compute_s + step->optimizer_s);
  EXPECT_EQ(plain.breakdown.other_s, step->overhead_s);
}

// PowerSGD sums its factors: as many bytes fewer as the gradient is made smaller, plus 6 d r FLOP and five passes of memory.
TEST(GradientExchange, PowerSgdShrinksTheAllReduce) {
  const Outcome plain = answer(resnet());
  Scenario s = resnet();
  s.plan.compression.kind = "powersgd";
  const Outcome o = answer(s);
  ASSERT_FALSE(o.collectives.empty());
  EXPECT_EQ(o.collectives[0].operation, CollectiveOp::AllReduce);
  EXPECT_LT(o.volume.network_step_bytes, plain.volume.network_step_bytes / 20);
  EXPECT_GT(o.breakdown.compute_s, plain.breakdown.compute_s);  // compressing is computing
  EXPECT_EQ(o.guarantee.kind, Guarantee::Kind::None);
  const auto step = model::trainingStep(s);
  ASSERT_TRUE(step.has_value());
  const double memory = 5 * 4 * kParameters / s.machine.node.accelerator.memory_bandwidth.toBytesPerSecond();
  EXPECT_GT(step->compress_s, memory);
  EXPECT_LT(step->compress_s, 1.5 * memory);
  // The error that is kept takes room.
  EXPECT_NEAR(step->memory.states_bytes - model::trainingStep(resnet())->memory.states_bytes, 4 * kParameters, 1);
}

// Top-k gathers: 32 ranks draw 32 shares of 1 % with indices, 0.64 of the gradient, against 2 x 31/32 of it.
TEST(GradientExchange, TopKIsGathered) {
  Scenario s = resnet();
  s.plan.compression.kind = "top-k";
  const Outcome o = answer(s);
  EXPECT_EQ(o.collectives[0].operation, CollectiveOp::AllGather);
  EXPECT_NEAR(o.collectives[0].bytes, 32 * 0.01 * kParameters * 8, 32 * 8 * 100);
  EXPECT_LT(o.volume.network_step_bytes, 0.5 * answer(resnet()).volume.network_step_bytes);
  // Everything kept, it moves more than an all-reduce would.
  s.plan.compression.ratio = 1;
  EXPECT_GT(o.volume.network_step_bytes, 0);
  EXPECT_GT(answer(s).volume.network_step_bytes, answer(resnet()).volume.network_step_bytes);
}

TEST(GradientExchange, LocalStepsDivideIt) {
  const Outcome plain = answer(resnet());
  Scenario s = resnet();
  for (const int h : {2, 8, 64}) {
    s.plan.local_steps = h;
    const Outcome o = answer(s);
    EXPECT_NEAR(o.volume.network_step_bytes * h, plain.volume.network_step_bytes, 1) << h;
    EXPECT_EQ(o.overlapped_communication_s, 0);
    EXPECT_EQ(o.collectives[0].bytes, plain.collectives[0].bytes);
    EXPECT_NEAR(o.breakdown.exposed_communication_s * h, o.collectives[0].time_s, 1e-12);
  }
}

TEST(GradientExchange, WhatCannotBeIsRefused) {
  const auto why = [](auto&& change) {
    Scenario s = resnet();
    change(s.plan);
    const auto o = predict(s);
    return o ? std::string("accepted") : o.error().where;
  };
  EXPECT_EQ(why([](Plan& p) { p.local_steps = 0; }), "plan.local_steps");
  EXPECT_EQ(why([](Plan& p) { p.local_steps = 4, p.zero = 1; }), "plan.local_steps");
  EXPECT_EQ(why([](Plan& p) { p.compression.kind = "qsgd", p.zero = 2; }), "plan.compression.kind");
  EXPECT_EQ(why([](Plan& p) { p.compression.kind = "qsgd", p.local_steps = 2; }), "plan.local_steps");
  EXPECT_EQ(why([](Plan& p) { p.compression.ratio = 0; }), "plan.compression.ratio");
  EXPECT_EQ(why([](Plan& p) { p.compression.ratio = std::nan(""); }), "plan.compression.ratio");
  EXPECT_EQ(why([](Plan& p) { p.compression.levels = 0; }), "plan.compression.levels");
  EXPECT_EQ(why([](Plan& p) { p.compression.rank = 0; }), "plan.compression.rank");
}

// Time, energy and bytes to the target follow the samples.
TEST(GradientExchange, ToTheTarget) {
  Scenario s = resnet();
  s.plan.compression.kind = "qsgd";
  const Outcome o = answer(s), plain = answer(resnet());
  EXPECT_GT(o.samples_to_target, plain.samples_to_target);
  EXPECT_DOUBLE_EQ(o.steps_to_target, o.samples_to_target / 2048);
  EXPECT_DOUBLE_EQ(o.network_to_target_bytes, o.steps_to_target * o.volume.network_step_bytes);
  EXPECT_NEAR(o.energy_to_target_j, o.steps_to_target * o.energy_step_j, 1e-6 * o.energy_to_target_j);
  EXPECT_EQ(o.guarantee.kind, Guarantee::Kind::Bound);
}

}  // namespace exchange_test
