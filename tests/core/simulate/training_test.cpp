#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/model/predict.h"
#include "core/model/training.h"
#include "core/simulate/predicted_run.h"
#include "tests/core/simulate/support.h"

namespace training_test {
using namespace weir;
using namespace weir::test;

namespace {

Simulated play(const Scenario& s, Fidelity f) {
  auto r = simulate(s, f, {}, {});
  EXPECT_TRUE(r) << (r ? "" : r.error().line());
  return r ? std::move(*r) : Simulated{};
}

// Union of the slices of one rank with one activity, ps.
std::int64_t covered(const weir::Run& run, std::int32_t rank, Activity a) {
  std::vector<std::pair<std::int64_t, std::int64_t>> spans;
  for (const Row& row : run.rows)
    if (run.tracks[row.track].rank == rank && run.tracks[row.track].kind == TrackKind::Stream)
      for (SliceIndex i = row.begin; i < row.end; ++i)
        if (run.slices.activity[i] == a) spans.emplace_back(run.slices.start[i], run.slices.endOf(i));
  std::sort(spans.begin(), spans.end());
  std::int64_t sum = 0, at = 0;
  for (const auto& [from, to] : spans) {
    if (to > std::max(at, from)) sum += to - std::max(at, from);
    at = std::max(at, to);
  }
  return sum;
}

double sum(const StepBreakdown& b) {
  return b.compute_s + b.exposed_communication_s + b.data_stall_s + b.bubble_s + b.checkpoint_s + b.other_s;
}

}  // namespace

TEST(Training, PacketsAgreeWithTheModelOnAContentionFreeRing) {
  // Ring among nodes behind one switch: nothing contends, so the buckets cost what the closed form says.
  for (const int accelerators : {1, 4})
    for (const double flops : {5e9, 200e9}) {
      const Scenario s = training(4, accelerators, 6, flops);
      const Outcome model = *predict(s);
      for (const Fidelity f : {Fidelity::Packet, Fidelity::Flow}) {
        const Simulated r = play(s, f);
        const Outcome& o = r.outcome;
        EXPECT_EQ(o.fidelity, f);
        EXPECT_NEAR(o.step_s, sum(o.breakdown), 1e-12);
        EXPECT_NEAR(o.breakdown.compute_s, model.breakdown.compute_s, 1e-12);
        EXPECT_NEAR(o.step_s / model.step_s, 1, 0.005) << accelerators << " " << flops;
        EXPECT_GT(o.network.delivered_bytes, 0U);
        EXPECT_EQ(o.network.delivered_bytes, o.network.sent_bytes);
        // Six buckets of 40 MB, ring among four nodes: 2 x 3/4 of it leaves each of the four.
        EXPECT_EQ(o.network.sent_bytes, 6U * 6 * 40'000'000);
      }
    }
}

TEST(Training, TheRunShowsWhatTheOutcomeSays) {
  const Scenario s = training(4, 2, 6, 50e9);
  for (const Fidelity f : {Fidelity::Packet, Fidelity::Flow, Fidelity::Model}) {
    const Simulated r = play(s, f);
    const weir::Run& run = *r.run;
    EXPECT_EQ(run.truth, f == Fidelity::Model ? Truth::Predicted : Truth::Simulated);
    EXPECT_EQ(run.worldSize, 8);
    EXPECT_EQ(run.ranks.size(), 8U);
    for (const std::int32_t rank : {0, 5}) {
      EXPECT_NEAR(static_cast<double>(covered(run, rank, Activity::Compute)) * 1e-12, r.outcome.breakdown.compute_s, 1e-10);
      EXPECT_NEAR(static_cast<double>(covered(run, rank, Activity::Other)) * 1e-12, r.outcome.breakdown.other_s, 1e-10);
    }
    EXPECT_NEAR(static_cast<double>(run.span().second) * 1e-12, r.outcome.step_s, 1e-10);
    EXPECT_EQ(run.collectives.size(), 8U * 6);
    for (const Note& n : run.notes) EXPECT_EQ(n.kind.find("overlap"), std::string::npos) << n.kind;
    std::uint32_t highest = 0;
    for (const CollectiveCall& c : run.collectives) highest = std::max(highest, c.instance);
    EXPECT_EQ(highest, 5U);
    for (const std::uint32_t i : run.transfers.instance) EXPECT_LT(i, 6U);
  }
}

TEST(Training, BucketsStartWhenReadyAndOneAfterTheOther) {
  const Scenario s = training(4, 1, 6, 50e9);
  const Simulated r = play(s, Fidelity::Packet);
  const weir::Run& run = *r.run;
  std::vector<CollectiveCall> mine;
  for (const CollectiveCall& c : run.collectives)
    if (c.rank == 0) mine.push_back(c);
  ASSERT_EQ(mine.size(), 6U);
  for (std::size_t i = 1; i < mine.size(); ++i) EXPECT_GE(mine[i].start, mine[i - 1].start + mine[i - 1].duration);
  // Without overlap everything starts after backward, and all of it is exposed.
  Scenario serial = s;
  serial.plan.overlap = false;
  const Simulated e = play(serial, Fidelity::Packet);
  EXPECT_GT(e.outcome.step_s, r.outcome.step_s);
  EXPECT_NEAR(e.outcome.overlapped_communication_s, 0, 1e-12);
  EXPECT_NEAR(e.outcome.breakdown.exposed_communication_s, predict(serial)->breakdown.exposed_communication_s, 0.005 * e.outcome.step_s);
}

TEST(Training, CollisionsAreSeenByPacketsAndNotByTheModel) {
  // Halving-doubling among 16 nodes. Behind one switch nothing collides. On a fat tree without taper the model still sees
  // full bandwidth, but ECMP puts flows of the far exchanges on one uplink while others idle.
  Scenario s = training(16, 1, 4, 5e9);
  s.plan.allreduce = Algorithm::HalvingDoubling;
  EXPECT_NEAR(play(s, Fidelity::Packet).outcome.step_s / predict(s)->step_s, 1, 0.01);
  s.machine.network.topology = Topology::FatTree;
  s.machine.network.radix = 4;
  const double packets = play(s, Fidelity::Packet).outcome.step_s;
  EXPECT_GT(packets / predict(s)->step_s, 1.1);
  EXPECT_NEAR(play(s, Fidelity::Flow).outcome.step_s / packets, 1, 0.1);
}

TEST(Training, OneRankHasNothingToSay) {
  const Simulated r = play(training(1, 1, 3, 50e9), Fidelity::Packet);
  EXPECT_EQ(r.outcome.network.sent_bytes, 0U);
  EXPECT_NEAR(r.outcome.step_s, predict(training(1, 1, 3, 50e9))->step_s, 1e-12);
  EXPECT_TRUE(r.run->collectives.empty());
  EXPECT_NEAR(static_cast<double>(r.run->span().second) * 1e-12, r.outcome.step_s, 1e-10);
}

TEST(Training, GptInAllDimensionsAndZeroStages) {
  for (const int zero : {0, 1, 3}) {
    Scenario s = training(8, 4, 0, 0);
    s.workload.model = {};
    s.workload.model.name = "gpt";
    s.workload.model.gpt = GptShape{8, 1024, 16, 512, 32000};
    s.plan.tensor_parallel = 4;
    s.plan.pipeline_parallel = 2;
    s.plan.global_batch = 64;
    s.plan.micro_batch = 4;
    s.plan.zero = zero;
    const Outcome model = *predict(s);
    const Simulated r = play(s, Fidelity::Packet);
    EXPECT_NEAR(r.outcome.step_s, sum(r.outcome.breakdown), 1e-12);
    EXPECT_NEAR(r.outcome.step_s / model.step_s, 1, 0.02) << zero;
    EXPECT_NEAR(r.outcome.breakdown.bubble_s, model.breakdown.bubble_s, 1e-12);
    EXPECT_NEAR(static_cast<double>(r.run->span().second) * 1e-12, r.outcome.step_s, 1e-9);
    EXPECT_GT(r.outcome.network.sent_bytes, 0U);
    EXPECT_EQ(asText(*play(s, Fidelity::Packet).run), asText(*r.run));
  }
}

TEST(PredictedRun, CoversCollectivesAndTraffic) {
  const Simulated c = play(ring(32, {1'000'000, 2'000'000}), Fidelity::Model);
  EXPECT_EQ(c.run->collectives.size(), 2U * 16);  // 16 of the 32 ranks are drawn
  EXPECT_EQ(c.run->worldSize, 32);
  EXPECT_NEAR(static_cast<double>(c.run->span().second) * 1e-12, c.outcome.step_s, 1e-11);
  EXPECT_EQ(c.run->notes.at(0).count, 16U);
  const Simulated t = play(traffic(16, "permutation", 1'000'000), Fidelity::Model);
  EXPECT_NEAR(static_cast<double>(t.run->span().second) * 1e-12, t.outcome.step_s, 1e-11);
}

TEST(Training, WhatIsHiddenAndWhatShowsIsWhatWasCommunicated) {
  // Communication beside computing slows it: that time counts as exposed, and must not be counted as hidden as well.
  for (const double contention : {0.0, 0.3}) {
    Scenario s = training(4, 1, 6, 200e9);
    s.machine.node.accelerator.overlap_contention = contention;
    const Outcome model = *predict(s);
    ASSERT_GT(model.overlapped_communication_s, 0);
    const Outcome packet = play(s, Fidelity::Packet).outcome;
    const double all = model.overlapped_communication_s + model.breakdown.exposed_communication_s;
    EXPECT_NEAR((packet.overlapped_communication_s + packet.breakdown.exposed_communication_s) / all, 1, 0.005) << contention;
  }
}

}  // namespace training_test
