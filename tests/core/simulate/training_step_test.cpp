// The full-message training step, over a plain network with one host a rank.
#include <gtest/gtest.h>

#include <numeric>

#include "core/model/predict.h"
#include "core/model/training.h"
#include "core/network/packet_engine.h"
#include "core/network/topology.h"
#include "core/simulate/play_training_step.h"
#include "tests/core/simulate/step_support.h"

namespace training_step_test {
using namespace weir;
using namespace weir::test;

TEST(TrainingStep, AgreesWithTheClosedFormWhereNothingContends) {
  struct Row {
    int tensor, data, stages, micros;
    double within;
    bool overlap = true, sequence = false;
  };
  // Stages: the closed form has every stage score the vocabulary, the player only the last.
  // With one link a host, tensor and data groups get in each other's way unless one follows the other.
  for (const Row& r : {Row{1, 4, 1, 2, 0.01}, Row{4, 1, 1, 2, 0.01}, Row{2, 2, 1, 3, 0.01, false}, Row{1, 1, 4, 8, 0.03}, Row{2, 1, 4, 16, 0.03, true, true}, Row{1, 2, 2, 4, 0.03, false}}) {
    Scenario s = gpt(r.tensor, r.data, r.stages, r.micros);
    s.plan.overlap = r.overlap;
    s.plan.sequence_parallel = r.sequence;  // without it a stage also gathers what it was sent, which the closed form leaves out
    const Outcome model = *predict(s);
    const PlayedStep p = play(s);
    EXPECT_NEAR(p.outcome.step_s / model.step_s, 1, r.within) << r.tensor << " x " << r.data << " x " << r.stages;
    EXPECT_NEAR(sum(p.outcome.breakdown), p.outcome.step_s, 1e-12);
    EXPECT_EQ(p.stats.deliveredBytes, p.stats.sentBytes);
    EXPECT_EQ(p.stats.deliveredBytes, p.player->totalBytes());
    EXPECT_GE(p.outcome.breakdown.bubble_s, 0);
  }
}

TEST(TrainingStep, AStageRunsOneForwardOneBackward) {
  sim::StepGraph g;
  g.stages = 4;
  g.micros = 6;
  for (std::uint32_t stage = 0; stage < 4; ++stage) {
    std::string order;
    for (int k = 0; k < 12; ++k) {
      const auto in = g.instruction(stage, k);
      order += (in.forward ? "F" : "B") + std::to_string(in.micro);
    }
    EXPECT_EQ(order, stage == 0   ? "F0F1F2F3B0F4B1F5B2B3B4B5"
                     : stage == 3 ? "F0B0F1B1F2B2F3B3F4B4F5B5"
                     : stage == 2 ? "F0F1B0F2B1F3B2F4B3F5B4B5"
                                  : "F0F1F2B0F3B1F4B2F5B3B4B5");
  }
  g.micros = 2;  // fewer than stages
  EXPECT_FALSE(g.instruction(0, 2).forward);
  EXPECT_EQ(g.instruction(0, 3).micro, 1);
}

TEST(TrainingStep, GroupsOfSeveralRanksANodeArePlayedInsideAndAcross) {
  // 8 data-parallel ranks, 4 a node: reduce-scatter inside (3/4 of the buffer a rank), all-reduce across (2 x 1/2 of a
  // quarter), all-gather inside.
  Scenario s = gpt(1, 8, 1, 1);
  s.machine.nodes = 2;
  s.machine.node.accelerators = 4;
  s.machine.node.fabric = {"nvswitch", Bandwidth::bytesPerSecond(300e9), Time::us(2)};
  const PlayedStep p = play(s);
  const auto step = *model::trainingStep(s);
  double buckets = 0;
  for (const auto& b : step.buckets) buckets += b.bytes;
  EXPECT_NEAR(static_cast<double>(p.stats.deliveredBytes), buckets * 8 * (0.75 + 0.25 + 0.75), 8.0 * static_cast<double>(step.buckets.size()));
  EXPECT_EQ(p.stats.deliveredBytes, p.player->totalBytes());
  ASSERT_FALSE(p.run->collectives.empty());
}

TEST(TrainingStep, ZeroGathersWeightsUnderForwardAndScattersGradients) {
  for (const bool overlap : {true, false}) {
    Scenario s = gpt(1, 4, 1, 2);
    s.plan.overlap = overlap;
    const double all = play(s).outcome.step_s;
    s.plan.zero = 1;
    const Outcome model = *predict(s);
    const PlayedStep p = play(s);
    EXPECT_NEAR(p.outcome.step_s / model.step_s, 1, 0.05) << overlap;
    EXPECT_LT(p.outcome.step_s, all * 1.2);
    EXPECT_EQ(p.stats.deliveredBytes, p.player->totalBytes());
  }
  Scenario s = gpt(1, 4, 1, 2);
  s.plan.zero = 3;
  std::vector<std::uint32_t> hosts{0, 1, 2, 3};
  const auto refused = sim::StepPlayer::make(s, hosts, false);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().where, "plan.zero");
}

TEST(TrainingStep, JitterAndStragglersLengthenAStepAndAreTheSeeds) {
  Scenario s = gpt(2, 2, 2, 4);
  const PlayedStep even = play(s);
  s.workload.jitter = 0.1;
  const PlayedStep a = play(s), b = play(s);
  EXPECT_GT(a.outcome.step_s, even.outcome.step_s);
  EXPECT_EQ(asText(*a.run), asText(*b.run));
  s.seed = 2;
  EXPECT_NE(asText(*play(s).run), asText(*a.run));
  s.workload.jitter = 0;
  s.workload.stragglers = 1;
  s.workload.straggler_slowdown = 2;
  const PlayedStep slow = play(s);
  // One rank in eight computes twice as long, and everybody waits for it.
  EXPECT_NEAR(slow.outcome.breakdown.compute_s / even.outcome.breakdown.compute_s, 9.0 / 8, 0.02);
  EXPECT_GT(slow.outcome.step_s - even.outcome.step_s, 0.8 * even.outcome.breakdown.compute_s);
}

TEST(TrainingStep, TheOptimizerIsComputingAndTheHostsWorkIsNot) {
  Scenario s = gpt(1, 4, 1, 2);
  s.machine.node.accelerator.step_overhead = Time::us(300);
  const PlayedStep p = play(s);
  const weir::Run& run = *p.run;
  std::int64_t optimizer = 0, host = 0;
  for (const Row& row : run.rows)
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      if (run.tracks[row.track].rank != 0) continue;
      if (run.names.text(run.slices.name[i]) == "optimizer" && run.slices.activity[i] == Activity::Compute) optimizer += run.slices.duration[i];
      if (run.slices.activity[i] == Activity::Other) host += run.slices.duration[i];
    }
  EXPECT_NEAR(static_cast<double>(optimizer) * 1e-12, model::trainingStep(s)->updating_s(), 1e-11);
  EXPECT_GT(optimizer, 0);
  EXPECT_NEAR(static_cast<double>(host) * 1e-12, 300e-6, 1e-11);
  EXPECT_NEAR(p.outcome.breakdown.other_s, 300e-6, 1e-12);
}

TEST(TrainingStep, TheRunShowsWhatRanksDid) {
  const PlayedStep p = play(gpt(2, 2, 2, 3));
  const weir::Run& run = *p.run;
  EXPECT_EQ(run.ranks.size(), 8U);
  EXPECT_EQ(p.outcome.flows.count, run.transfers.size());
  EXPECT_NEAR(static_cast<double>(run.span().second) * 1e-12, p.outcome.step_s, 1e-9);
  std::int64_t computed = 0, forward = 0;
  for (const Row& row : run.rows)
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      if (run.tracks[row.track].rank != 0) continue;
      if (run.names.text(run.slices.category[i]) == "forward" || run.names.text(run.slices.category[i]) == "backward") computed += run.slices.duration[i];
      if (run.names.text(run.slices.category[i]) == "forward") ++forward;
    }
  // First stage: embedding without time, four blocks in two pieces each, three micro-batches.
  EXPECT_EQ(forward, 3 * 4 * 2);
  EXPECT_GT(static_cast<double>(computed) * 1e-12, 0.9 * p.outcome.breakdown.compute_s - 1e-3);
  for (const Note& n : run.notes) EXPECT_EQ(n.kind.find("overlap"), std::string::npos) << n.kind;
}

}  // namespace training_step_test
