#include "core/model/predict.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/model/nearest.h"
#include "core/model/training.h"
#include "core/scenario/outcome_json.h"
#include "tests/core/model/support.h"

namespace predict_test {
using namespace weir;
using namespace weir::test;

namespace {

Scenario resnet() {
  return read(R"({"machine": {"base": "dgx-a100", "nodes": 32}, "workload": "resnet-50-imagenet",
                  "plan": {"global_batch": 8192, "data": {"tier": "pfs", "workers": 8}, "checkpoint": {"every": "1h", "tier": "pfs"}}})");
}
double sum(const StepBreakdown& b) {
  return b.compute_s + b.exposed_communication_s + b.data_stall_s + b.bubble_s + b.checkpoint_s + b.other_s;
}

TEST(Predict, TheBreakdownSumsToTheStepExactly) {
  for (const std::string& machine : presets().names(PresetInfo::Kind::Machine))
    for (const std::string& workload : presets().names(PresetInfo::Kind::Workload))
      for (const std::string& plan : presets().names(PresetInfo::Kind::Plan)) {
        const Scenario s = together(machine, workload, plan);
        const auto o = predict(s);
        if (!o) {
          // Only a plan that cannot be laid on this machine may be refused.
          EXPECT_TRUE(plan == "tensor-parallel-8" || o.error().what.starts_with("does not fit") || o.error().where.starts_with("plan.data")) << o.error().line();
          continue;
        }
        EXPECT_EQ(sum(o->breakdown), o->step_s) << machine << workload << plan;
        EXPECT_GT(o->step_s, 0) << machine << workload << plan;
        EXPECT_TRUE(std::isfinite(o->energy_step_j)) << machine << workload << plan;
      }
}

TEST(Predict, EqualQuestionsGiveEqualAnswers) {
  const auto text = [] {
    Outcome o = answer(resnet());
    o.wall_s = o.cpu_s = kUnknown;
    return outcomeToJson(o);
  };
  EXPECT_EQ(text(), text());
}

TEST(Predict, VolumesOfDataParallelTraining) {
  const Outcome o = answer(resnet());
  const double M = 25557032 * 4.0;
  // Inside 2 x 7/8 M over the fabric; between 32 nodes a ring or a tree of M.
  EXPECT_NEAR(o.volume.node_step_bytes, 2 * 31.0 / 32 * M, 1);
  EXPECT_NEAR(o.volume.network_step_bytes, 62 * M, 32);
  EXPECT_NEAR(o.volume.rank_sent_step_bytes, 1.75 * M + 2 * 31.0 / 32 * M / 8, 1);
  EXPECT_DOUBLE_EQ(o.volume.storage_epoch_bytes, 1281167 * 110e3);
  EXPECT_DOUBLE_EQ(o.volume.checkpoint_bytes, 25557032 * 14.0);
  ASSERT_EQ(o.collectives.size(), 1U);
  EXPECT_EQ(o.collectives[0].ranks, 256);
  EXPECT_DOUBLE_EQ(o.collectives[0].bytes, M);
  // E(B) = Emin (1 + (B/Bc)^a)
  EXPECT_DOUBLE_EQ(o.samples_to_target, 44.4e6 * (1 + std::pow(8192.0 / 49500, 1.4)));
  EXPECT_DOUBLE_EQ(o.time_to_target_s, o.samples_to_target / 8192 * o.step_s);
  EXPECT_DOUBLE_EQ(o.epoch_s, 1281167.0 / 8192 * o.step_s);  // the rate over all samples: no batch gains by dropping a rest
}

// LABS.md L3: 64 GPUs at 400 images a second, no overlap: b = 32: 625 steps, 126.0 GB, efficiency 82.68 %, 60.47 s an epoch;
// b = 128: 156 steps, 31.45 GB, 95.02 %. The gradient is the lab's round 25.6 M parameters, in one bucket.
TEST(Predict, LabThreeBatchAgainstCommunication) {
  Scenario s = read(R"({"machine": {"base": "small-cluster", "nodes": 64}, "workload": {"base": "resnet-50-imagenet", "precision": "fp32",
      "model": {"name": "lab", "layers": [{"name": "all", "parameters": 25600000, "forward_flops": 8e9, "activation_bytes": 0}]}},
      "plan": {"overlap": false, "allreduce": "ring", "bucket": "1GB", "data": {"tier": "nvme"}}})");
  s.machine.node.accelerator.efficiency.clear();
  s.machine.node.accelerator.memory_bandwidth = Bandwidth::bytesPerSecond(1e30);  // the optimizer costs nothing
  s.machine.node.accelerator.peak["fp32"] = FlopRate::perSecond(400 * 3 * 8e9);
  s.machine.node.nic = {Bandwidth::bytesPerSecond(12.5e9), Time(), Time(), EventRate(), true, true, Power()};
  s.machine.network.link = {Bandwidth::bytesPerSecond(12.5e9), Time::us(2)};
  s.machine.network.sw.latency = Time::us(1);
  s.machine.network.mtu = Bytes::of(1);  // so that a step costs 5 us
  s.machine.storage[0].read = Bandwidth::bytesPerSecond(1e15);
  s.machine.storage[0].open = s.machine.storage[0].latency = Time();
  s.workload.dataset.preprocess = Time();
  const auto check = [&](int b, double epoch_gb, double efficiency) {
    s.plan.global_batch = 64 * b;
    const Outcome o = answer(s);
    const double steps = std::floor(1281167.0 / (64 * b));
    EXPECT_DIGITS(steps * o.volume.rank_sent_step_bytes / 1e9, epoch_gb, b == 32 ? 0.1 : 0.01);
    EXPECT_DIGITS(o.breakdown.compute_s / o.step_s, efficiency, 1e-4);
    return o;
  };
  EXPECT_DIGITS(625 * check(32, 126.0, 0.8268).step_s, 60.47, 0.01);  // the lab counts whole batches: floor(N / B) = 625
  check(128, 31.45, 0.9502);
}

// LABS.md L9: four stages, m micro-batches: bubble 3/(m+3) of the time, 3/m over it; 16.777 MB x 4 a layer by tensor parallelism.
TEST(Predict, LabNinePipelineAndTensorParallel) {
  Scenario s = read(R"({"machine": {"base": "dgx-a100", "nodes": 4}, "workload": {"kind": "training", "model": {"name": "gpt", "layers": 32, "hidden": 4096, "heads": 32, "sequence": 2048, "vocabulary": 51200}},
      "plan": {"global_batch": 8, "micro_batch": 1, "data_parallel": 1, "tensor_parallel": 8, "pipeline_parallel": 4, "allreduce": "ring"}})");
  s.machine.node.fabric.latency = Time();
  s.machine.node.fabric.attained = 1;
  // 8 layers a stage x 8 micro-batches x 4 all-reduces, each 2 x 7/8 x 16.777 MB / 300 GB/s = 97.87 us
  const auto t = model::trainingStep(s);
  ASSERT_TRUE(t);
  EXPECT_NEAR(t->bubble_s / (t->compute_s + t->tensor_s), 3.0 / 8, 1e-12);
  EXPECT_DIGITS(t->tensor_s / (8 * 8 * 4), 97.87e-6, 1e-8);
  EXPECT_DIGITS(t->tensor_payload_bytes / (8 * 8 * 4), 16.777e6, 1e3);
}

TEST(Predict, OverlapHidesUpToTheLastBucket) {
  Scenario s = resnet();
  const Outcome with = answer(s);
  s.plan.overlap = false;
  const Outcome without = answer(s);
  EXPECT_LT(with.breakdown.exposed_communication_s, without.breakdown.exposed_communication_s);
  EXPECT_NEAR(with.breakdown.exposed_communication_s + with.overlapped_communication_s, without.breakdown.exposed_communication_s, 1e-12);
  EXPECT_EQ(without.overlapped_communication_s, 0);
}

TEST(Predict, WhatDoesNotFitIsRefusedWithTheNearestPlanThatDoes) {
  const Scenario s = read(R"({"machine": "dgx-a100", "workload": "gpt-6.7b", "plan": {"global_batch": 64}})");
  const auto refused = predict(s);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.find("does not fit"), std::string::npos);
  EXPECT_NE(refused.error().todo.find("nearest plan that can be: plan."), std::string::npos) << refused.error().todo;
  const auto near = model::nearestPlan(s);
  ASSERT_TRUE(near);
  Scenario fits = s;
  fits.plan = near->plan;
  const Outcome o = answer(fits);
  EXPECT_TRUE(o.memory.fits);
  EXPECT_GE(o.memory.headroom_bytes, 0);
  EXPECT_DOUBLE_EQ(o.step_s, near->step_s);
  // A sweep prices it and knows by how much it is too large.
  const auto priced = price(s);
  ASSERT_TRUE(priced);
  EXPECT_FALSE(priced->memory.fits);
  EXPECT_DOUBLE_EQ(priced->memory.headroom_bytes, 80e9 - priced->memory.needed_bytes);
  const auto said = [](const Outcome& x, const char* what) {
    return std::any_of(x.remarks.begin(), x.remarks.end(), [&](const std::string& r) { return r.find(what) != std::string::npos; });
  };
  EXPECT_TRUE(said(*priced, "does not fit"));
  EXPECT_TRUE(said(*priced, "unverified"));
  EXPECT_FALSE(said(answer(set(set(s, "plan.zero", "3"), "plan.recompute", "full")), "does not fit"));
}

TEST(Predict, ASplitThatCannotBeNamesTheNearestThatCan) {
  const Scenario s = read(R"({"machine": {"base": "dgx-a100", "nodes": 2}, "workload": "gpt-1.3b", "plan": {"global_batch": 64, "tensor_parallel": 8}})");
  const auto heads = predict(set(s, "plan.tensor_parallel", "3"));
  ASSERT_FALSE(heads);
  EXPECT_NE(heads.error().todo.find("nearest plan that can be: plan.tensor_parallel="), std::string::npos) << heads.error().line();
  const auto ranks = predict(set(s, "plan.pipeline_parallel", "4"));
  ASSERT_FALSE(ranks);
  EXPECT_NE(ranks.error().todo.find("nearest plan that can be"), std::string::npos) << ranks.error().line();
}

TEST(Predict, UnknownIsNeverZero) {
  const Outcome o = answer(read(R"({"machine": {"base": "dgx-a100", "node": {"accelerator": {"power": {"idle": "0W", "max": "0W"}}}}, "workload": {"kind": "training", "model": "resnet-50"}})"));
  EXPECT_TRUE(std::isnan(o.epoch_s));
  EXPECT_TRUE(std::isnan(o.samples_to_target));
  EXPECT_TRUE(std::isnan(o.time_to_target_s));
  EXPECT_TRUE(std::isnan(o.volume.storage_epoch_bytes));
  EXPECT_TRUE(std::isnan(o.energy_step_j));
  EXPECT_TRUE(std::isnan(o.energy.accelerator));
  EXPECT_TRUE(std::isnan(o.energy_to_target_j));
}

TEST(Predict, InvalidScenariosAreRefused) {
  const auto o = predict(set(resnet(), "plan.global_batch", "3"));
  ASSERT_FALSE(o);
  EXPECT_EQ(o.error().where, "plan.global_batch");
}

// The sample job of sample_data/: unrecorded steps took 0.2745 s on average, 0.2774 s for the slowest rank (README there).
// What the model leaves out (ReLU, pooling, waiting for a core) makes it quicker: within a quarter.
TEST(Predict, TheSampleJobWithinAQuarter) {
  const auto s = loadScenario(std::string(WEIR_SOURCE_DIR "/sample_data/small-cnn.scenario.json"), presets());
  ASSERT_TRUE(s) << s.error().line();
  const Outcome o = answer(*s);
  EXPECT_NEAR(o.step_s, 0.2745, 0.25 * 0.2745);
  EXPECT_LT(o.step_s, 0.2745);
}

// --- one test a knob: it moves the answer, and the right way --------------------------------------------------------

struct Knob {
  const char* path;
  const char* from;
  const char* to;
  double (*of)(const Outcome&);
  int direction;  // of the answer: +1 grows, -1 falls
};
// Without this the test's name would hold the bytes of the struct, addresses and all.
void PrintTo(const Knob& k, std::ostream* os) { *os << k.path << " " << k.from << " to " << k.to; }
double exposed(const Outcome& o) { return o.breakdown.exposed_communication_s; }
double stall(const Outcome& o) { return o.breakdown.data_stall_s; }
double compute(const Outcome& o) { return o.breakdown.compute_s; }
double joules(const Outcome& o) { return o.energy_step_j; }
double bytes(const Outcome& o) { return o.volume.network_step_bytes; }
double networkJoules(const Outcome& o) { return o.energy.network; }
double target(const Outcome& o) { return o.samples_to_target; }
double checkpoint(const Outcome& o) { return o.breakdown.checkpoint_s; }
double toTarget(const Outcome& o) { return o.time_to_target_s; }

class Knobs : public testing::TestWithParam<Knob> {};

TEST_P(Knobs, MovesTheAnswer) {
  const Knob k = GetParam();
  // Little work a rank, so that communication shows.
  Scenario s = set(set(set(resnet(), "plan.global_batch", "4096"), "plan.data.tier", "burst-buffer"), "plan.allreduce", "ring");
  const Outcome before = answer(set(s, k.path, k.from)), after = answer(set(s, k.path, k.to));
  const double a = k.of(before), b = k.of(after);
  if (k.direction > 0) EXPECT_GT(b, a * 1.0001) << k.path;
  else EXPECT_LT(b, a * 0.9999) << k.path;
}

INSTANTIATE_TEST_SUITE_P(
    All, Knobs,
    testing::Values(
        Knob{"machine.nodes", "16", "32", bytes, 1}, Knob{"machine.nodes", "16", "32", compute, -1},
        Knob{"machine.node.accelerators", "4", "8", compute, -1}, Knob{"machine.network.link.bandwidth", "200Gbps", "50Gbps", exposed, 1},
        Knob{"machine.node.nic.bandwidth", "200Gbps", "50Gbps", exposed, 1}, Knob{"machine.network.link.latency", "0.5us", "5us", exposed, 1},
        Knob{"machine.network.switch.latency", "0.2us", "5us", exposed, 1}, Knob{"machine.node.nic.latency", "1us", "10us", exposed, 1},
        Knob{"machine.node.nics", "8", "1", exposed, 1}, Knob{"machine.network.topology", "switch", "fat-tree", networkJoules, 1},
        Knob{"machine.network.radix", "40", "6", exposed, 1}, Knob{"machine.node.fabric.bandwidth", "300GB/s", "50GB/s", exposed, 1},
        Knob{"plan.data.tier", "burst-buffer", "pfs", stall, 1}, Knob{"plan.data.workers", "8", "1", stall, 1},
        Knob{"plan.data.cache", "0B", "200GB", stall, -1}, Knob{"plan.data.prefetch", "2", "0", stall, 1},
        Knob{"machine.storage.burst-buffer.read", "50GB/s", "5GB/s", stall, 1}, Knob{"workload.model", "resnet-50", "vgg-16", compute, 1},
        Knob{"workload.model", "resnet-50", "vgg-16", bytes, 1}, Knob{"plan.global_batch", "4096", "8192", compute, 1},
        Knob{"plan.global_batch", "4096", "8192", target, 1}, Knob{"plan.bucket", "25MiB", "200MiB", exposed, 1},
        Knob{"plan.allreduce", "ring", "double-binary-tree", exposed, -1}, Knob{"plan.overlap", "true", "false", exposed, 1},
        Knob{"plan.frequency", "1.41GHz", "0.7GHz", compute, 1}, Knob{"plan.frequency", "1.41GHz", "0.9GHz", joules, -1},
        Knob{"plan.power_cap", "0W", "200W", compute, 1}, Knob{"workload.precision", "bf16", "fp32", compute, 1},
        Knob{"machine.facility.pue", "1.2", "1.5", joules, 1}, Knob{"plan.checkpoint.every", "1h", "10min", checkpoint, 1},
        Knob{"plan.checkpoint.mode", "synchronous", "asynchronous", checkpoint, -1}, Knob{"plan.data.stage", "none", "pfs", toTarget, 1},
        Knob{"plan.gradient_precision", "fp32", "bf16", bytes, -1}, Knob{"plan.micro_batch", "0", "4", compute, 1},
        Knob{"machine.node.nic.gpudirect", "true", "false", exposed, 1}, Knob{"machine.node.nic.rdma", "true", "false", exposed, 1}));

TEST(Predict, MoreNodesTrainFasterUntilCommunicationShows) {
  const Scenario s = set(resnet(), "plan.data.tier", "nvme");
  double last = 0;
  for (const char* nodes : {"2", "4", "8", "16", "32"}) {
    const double rate = answer(set(s, "machine.nodes", nodes)).samples_per_s;
    EXPECT_GT(rate, 1.2 * last) << nodes;
    EXPECT_LT(rate, 2.2 * (last > 0 ? last : rate)) << nodes;
    last = rate;
  }
}

TEST(Predict, TaperSlowsHalvingDoublingAndSparesTheRing) {
  Scenario s = set(set(set(resnet(), "machine.network.radix", "16"), "plan.library", "mpi"), "plan.overlap", "false");
  s.machine.nodes = 128;
  const auto exposedAt = [&](const char* algorithm, const char* taper) {
    return answer(set(set(s, "plan.allreduce", algorithm), "machine.network.taper", taper)).breakdown.exposed_communication_s;
  };
  EXPECT_GT(exposedAt("halving-doubling", "4"), exposedAt("halving-doubling", "1") * 1.05);
  EXPECT_NEAR(exposedAt("ring", "4"), exposedAt("ring", "1"), 1e-12);
}

TEST(Predict, IncastIsBoundByTheReceiver) {
  // 32 x 2 MB into one 100 Gb/s port: 5.12 ms and one way's latency.
  Scenario s = read(R"({"machine": {"base": "small-cluster", "nodes": 33}, "workload": {"kind": "traffic", "pattern": "incast", "sources": 32, "size": "2MB"}})");
  const Outcome o = answer(s);
  EXPECT_GE(o.step_s, 5.12e-3);
  EXPECT_LT(o.step_s, 5.13e-3);
  EXPECT_EQ(o.flows.count, 32U);
  EXPECT_GE(o.flows.fct_max_s, 5.12e-3);
  EXPECT_NE(o.remarks.at(0).find("lower bound, set by the busiest receiver"), std::string::npos) << o.remarks.at(0);
}

TEST(Predict, TaperBoundsTrafficByTheUplinks) {
  Scenario s = read(R"({"machine": {"base": "small-cluster", "nodes": 16, "network": {"topology": "fat-tree", "levels": 2, "radix": 8, "taper": 4}}, "workload": {"kind": "traffic",
     "flows": [{"from": 0, "to": 4, "bytes": "2MB", "start": "0s"}, {"from": 1, "to": 5, "bytes": "2MB", "start": "0s"}, {"from": 2, "to": 6, "bytes": "2MB", "start": "0s"}, {"from": 3, "to": 7, "bytes": "2MB", "start": "0s"}]}})");
  // Four flows share one uplink: 8 MB at 12.5 GB/s.
  EXPECT_NEAR(answer(s).step_s, 640e-6, 10e-6);
  EXPECT_NEAR(answer(set(s, "machine.network.taper", "1")).step_s, 160e-6, 10e-6);
}

}  // namespace
}  // namespace predict_test
