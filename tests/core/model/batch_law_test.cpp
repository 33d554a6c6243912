// The law of batch size against the step model at other batches than the two it was derived from, and against volumes
// counted by hand.
#include "core/model/batch_law.h"

#include <gtest/gtest.h>

#include "core/model/training.h"
#include "tests/core/model/support.h"

namespace batch_law_test {
using namespace weir;
using namespace weir::model;
using namespace weir::test;

namespace {

const BatchLawLevel& level(const BatchLaw& law, std::string_view name) {
  for (const BatchLawLevel& l : law.levels)
    if (l.level == name) return l;
  ADD_FAILURE() << name;
  return law.levels.front();
}

BatchLaw lawOf(const Scenario& s) {
  auto law = batchLaw(s);
  if (!law) {
    ADD_FAILURE() << law.error().line();
    return {};
  }
  return std::move(*law);
}

// What a full prediction moves a sample at a batch: over the network, inside nodes, to and from memory.
void expectThePredictionLiesOnTheLaw(Scenario s, const std::string& what) {
  const auto law = batchLaw(s);
  if (!law) return;  // a pair that cannot be is refused by validate, and tested there
  s.workload.dataset.samples = 0;  // batches beyond a small data set
  for (const double times : {1.0, 3.0, 5.0, 8.0, 64.0}) {
    const double batch = law->unit * times;
    s.plan.global_batch = static_cast<std::int64_t>(batch);
    // As predict, which would refuse what does not fit into memory: the law holds there too.
    const auto t = trainingStep(s);
    ASSERT_TRUE(t) << what << ": " << t.error().line();
    const Outcome o = trainingOutcome(s, *t);
    const double ranks = s.machine.accelerators();
    const double network = o.volume.network_step_bytes / batch;
    const double fabric = (ranks * o.volume.rank_sent_step_bytes - o.volume.network_step_bytes) / batch;
    EXPECT_NEAR(level(*law, "network").perSample(batch), network, 1e-6 * network + 1e-9) << what << " at " << batch;
    EXPECT_NEAR(level(*law, "fabric").perSample(batch), fabric, 1e-6 * (network + fabric) + 1e-9) << what << " at " << batch;
    const double e = elementBytes(s.workload.precision);
    const double memory = ranks * (t->micro_batches * memoryTraffic(t->net, t->micro_batch, e) + optimizerBytes(t->optimizer_parameters, e)) / batch;
    EXPECT_NEAR(level(*law, "memory").perSample(batch), memory, 1e-6 * memory) << what << " at " << batch;
  }
}

}  // namespace

TEST(BatchLaw, EveryPairOfPresetsLiesOnIt) {
  int pairs = 0;
  for (const std::string& machine : presets().names(PresetInfo::Kind::Machine))
    for (const std::string& workload : presets().names(PresetInfo::Kind::Workload)) {
      const Scenario s = together(machine, workload, "data-parallel");
      if (s.workload.kind != Workload::Kind::Training) continue;
      ++pairs;
      expectThePredictionLiesOnTheLaw(s, machine + " with " + workload);
      if (HasFatalFailure()) return;
    }
  EXPECT_GT(pairs, 200);
}

// Splits, micro-batches and sharding keep it a line: what every micro-batch moves anew belongs to the samples.
TEST(BatchLaw, SplitsAndShardingKeepTheLine) {
  for (const char* plan : {R"({"tensor_parallel": 8, "micro_batch": 2})", R"({"tensor_parallel": 4, "pipeline_parallel": 2, "micro_batch": 1})", R"({"zero": 1})",
                           R"({"zero": 3, "micro_batch": 4})", R"({"zero": 3})"}) {
    const Scenario s = read(std::string(R"({"machine": {"base": "dgx-a100", "nodes": 8}, "workload": "gpt-1.3b", "plan": )") + plan + "}");
    expectThePredictionLiesOnTheLaw(s, plan);
  }
}

// Data parallel over 4 nodes of one: a ring sends 2 (n-1)/n P e a rank, so 6 P e a step over the network; nothing with samples.
TEST(BatchLaw, DataParallelByHand) {
  const Scenario s = read(R"({"machine": {"base": "small-cluster", "nodes": 4}, "workload": "resnet-50-imagenet", "plan": {"global_batch": 128, "allreduce": "ring"}})");
  const BatchLaw law = lawOf(s);
  EXPECT_EQ(law.unit, 4);
  EXPECT_NEAR(level(law, "network").step_bytes, 6 * 25557032 * 4.0, 1);
  EXPECT_EQ(level(law, "network").sample_bytes, 0);
  EXPECT_TRUE(std::isinf(level(law, "network").crossover()));
  EXPECT_EQ(level(law, "fabric").step_bytes, 0);
  EXPECT_EQ(level(law, "storage").step_bytes, 0);
  EXPECT_EQ(level(law, "storage").sample_bytes, 110e3);
  // Memory: the optimizer's 30 B a parameter and each weight three times (forward, and twice as much backward), on four ranks.
  EXPECT_NEAR(level(law, "memory").step_bytes, 4 * 25557032.0 * (30 + 3 * 2), 1e-6 * level(law, "memory").step_bytes);
}

// Tensor parallel inside nodes: 4 all-reduces of s h e a block and micro-batch, 2 (t-1)/t of it sent by each of t ranks: all of
// it inside the node and all of it with the samples.
TEST(BatchLaw, TensorParallelByHand) {
  const Scenario s = read(R"({"machine": {"base": "dgx-a100", "nodes": 1}, "workload": "gpt-1.3b", "plan": {"global_batch": 8, "tensor_parallel": 8, "micro_batch": 1, "allreduce": "ring"}})");
  const BatchLaw law = lawOf(s);
  EXPECT_EQ(law.unit, 1);
  EXPECT_EQ(level(law, "network").step_bytes, 0);
  EXPECT_NEAR(level(law, "fabric").sample_bytes, 24 * 4 * 2 * 7.0 * 2048 * 2048 * 2, 1);
  EXPECT_EQ(level(law, "fabric").step_bytes, 0);
}

TEST(BatchLaw, RowsAndText) {
  const BatchLaw law{{{"network", 1000, 10}, {"storage", 0, kUnknown}}, 8};
  EXPECT_EQ(law.levels[0].crossover(), 100);
  const std::vector<double> batches{10, 100};
  const auto rows = batchLawRows(law, batches);
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0].bytes_per_sample, 110);
  EXPECT_EQ(rows[0].step_part, 100);
  EXPECT_EQ(rows[2].sample_part, 10);
  EXPECT_TRUE(std::isnan(rows[1].bytes_per_sample));
  EXPECT_NE(batchLawText(law, rows).find("unknown"), std::string::npos);
  EXPECT_EQ(batchLawRows(law).front().batch, 8);
}

TEST(BatchLaw, OtherWorkloadsAreRefused) {
  const auto law = batchLaw(read(R"({"machine": "small-cluster", "workload": "allreduce-100mb"})"));
  ASSERT_FALSE(law);
  EXPECT_NE(law.error().line().find("workload.kind"), std::string::npos);
}

}  // namespace batch_law_test
