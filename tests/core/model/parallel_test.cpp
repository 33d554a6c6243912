// Volumes, times and memory of split models against the formulas of the literature, by hand.
#include "core/model/parallel.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/model/training.h"
#include "core/model/transformer.h"
#include "tests/core/model/support.h"

namespace parallel_test {
using namespace weir;
using namespace weir::model;
using namespace weir::test;

namespace {

// 8 accelerators a node, no storage, ring collectives; b s h e = 2 x 1024 x 2048 x 2 B a micro-batch of 2.
Scenario job(int nodes, const char* plan) {
  return read(fmt::format(R"({{"machine": {{"base": "dgx-a100", "nodes": {}, "storage": []}}, "workload": {{"kind": "training", "model": {{"name": "gpt", "layers": 16, "hidden": 2048, "heads": 16, "sequence": 1024, "vocabulary": 51200}}}},
      "plan": {{"allreduce": "ring", "gradient_precision": "bf16", {}}}}})", nodes, plan));
}

TrainingStep stepOf(const Scenario& s) {
  auto t = trainingStep(s);
  EXPECT_TRUE(t) << (t ? "" : t.error().line());
  return t ? std::move(*t) : TrainingStep();
}

constexpr double kBoundary = 2.0 * 1024 * 2048 * 2;

}  // namespace

TEST(Parallel, SizesOfOneCostNothing) {
  const TrainingStep t = stepOf(job(1, R"("global_batch": 16, "micro_batch": 2)"));
  EXPECT_EQ(t.inner_s() + t.pipeline_s + t.bubble_s, 0);
  for (const Exchange* x : {&t.tensor_exchange, &t.context_exchange, &t.expert_exchange, &t.pipeline_exchange}) EXPECT_EQ(x->sent_bytes + x->node_bytes + x->hidden_s, 0);
  const TrainingStep one = stepOf(set(set(job(1, R"("global_batch": 16)"), "machine.node.accelerators", "1"), "plan.micro_batch", "2"));
  EXPECT_EQ(one.gradient.total.sent_bytes + one.gather.total.sent_bytes + one.exposed_s(), 0);
}

// Shoeybi et al. 2019: 4 all-reduces a block and micro-batch, 6 with full recomputation, each 2 (t-1)/t b s h e.
TEST(Parallel, TensorVolume) {
  const Scenario s = job(1, R"("global_batch": 8, "micro_batch": 2, "tensor_parallel": 8)");
  const double one = 2 * 7.0 / 8 * kBoundary;
  EXPECT_DOUBLE_EQ(stepOf(s).tensor_exchange.sent_bytes, 4 * 16 * 4 * one);
  EXPECT_DOUBLE_EQ(stepOf(set(s, "plan.recompute", "full")).tensor_exchange.sent_bytes, 6 * 16 * 4 * one);
  // Sequence parallelism: the same bytes, and two inputs gathered again, half of an all-reduce each.
  const TrainingStep sp = stepOf(set(s, "plan.sequence_parallel", "true"));
  EXPECT_DOUBLE_EQ(sp.tensor_exchange.sent_bytes, (4 + 2 * 0.5) * 16 * 4 * one);
  // In pieces beside the products less is exposed, and the sum stays.
  const TrainingStep cut = stepOf(set(s, "plan.tensor_overlap", "true")), whole = stepOf(s);
  EXPECT_LT(cut.tensor_s, whole.tensor_s);
  EXPECT_NEAR(cut.tensor_s + cut.tensor_exchange.hidden_s, whole.tensor_s, 1e-12);
}

// Narayanan et al., SC21: b s h e / t a boundary, each way, v times; bubble (p-1)/(v m).
TEST(Parallel, PipelineVolumeAndBubble) {
  const Scenario s = job(4, R"("global_batch": 32, "micro_batch": 2, "tensor_parallel": 8, "pipeline_parallel": 4)");
  const TrainingStep t = stepOf(s);
  EXPECT_DOUBLE_EQ(t.pipeline_exchange.sent_bytes, 2 * 16 * kBoundary / 8 * 3 / 4);
  EXPECT_NEAR(t.bubble_s, 3.0 / 16 * (t.compute_s + t.inner_s()), 1e-12);
  const TrainingStep v = stepOf(set(s, "plan.virtual_stages", "2"));
  EXPECT_DOUBLE_EQ(v.pipeline_exchange.sent_bytes, 2 * 16 * kBoundary / 8 * 7 / 4);
  EXPECT_NEAR(v.bubble_s, t.bubble_s / 2, 1e-12);
  EXPECT_GT(v.memory.activation_bytes, t.memory.activation_bytes);
}

// Ring: keys and values of the other ranks pass by once forward and twice backward: 3 (c-1)/c x 2 b s h_kv e a block.
// All-to-all: queries, keys, values and results once each way: 2 (c-1)/c x 4 b s/c h e.
TEST(Parallel, ContextVolume) {
  const Scenario s = job(1, R"("global_batch": 4, "micro_batch": 2, "context_parallel": 4)");
  const double blocks = 16;  // one micro-batch a rank
  EXPECT_NEAR(stepOf(s).context_exchange.sent_bytes, blocks * 3 * 3.0 / 4 * 2 * kBoundary, 1);
  EXPECT_NEAR(stepOf(set(s, "plan.context_exchange", "all-to-all")).context_exchange.sent_bytes, blocks * 2 * 3.0 / 4 * 4 * kBoundary / 4, 1);
  // The sequence is split: so are arithmetic and activations, and gradients are averaged over data x context.
  const TrainingStep whole = stepOf(set(s, "plan.context_parallel", "1"));
  EXPECT_NEAR(stepOf(s).net.local_flops(), whole.net.local_flops() / 4, 1e-9 * whole.net.local_flops());
  EXPECT_EQ(stepOf(s).copies, 8);
}

// Lepikhin et al. 2020: 4 all-to-alls a block and micro-batch, each top_k b s h e (E-1)/E; an expert is copied d/E times.
TEST(Parallel, ExpertVolumeAndParameters) {
  Scenario s = job(1, R"("global_batch": 16, "micro_batch": 2)");
  s.workload.model.gpt->experts = 8;
  s.workload.model.gpt->top_k = 2;
  s.plan.expert_parallel = 8;
  const TrainingStep t = stepOf(s);
  EXPECT_NEAR(t.expert_exchange.sent_bytes, 4 * 16 * 2 * 7.0 / 8 * kBoundary, 1);
  // One expert of 8 h^2 a layer on every rank, and no other rank averages it.
  EXPECT_DOUBLE_EQ(t.expert_parameters, 16 * 8.0 * 2048 * 2048);
  EXPECT_NEAR(t.gradient.total.sent_bytes, 2 * 7.0 / 8 * 2 * (t.local_parameters - t.expert_parameters), 1);
  s.plan.expert_parallel = 1;
  const TrainingStep all = stepOf(s);
  EXPECT_DOUBLE_EQ(all.expert_parameters, 8 * t.expert_parameters);
  EXPECT_NEAR(all.gradient.total.sent_bytes, 2 * 7.0 / 8 * 2 * all.local_parameters, 1);
}

// Rajbhandari et al., SC20, section 7: 2 (d-1)/d P e for stages 0 to 2; stage 3 gathers twice a micro-batch and scatters once.
TEST(Parallel, DataParallelVolumes) {
  const auto bytes = [](const char* zero, const char* sync) {
    const TrainingStep t = stepOf(set(set(job(2, R"("global_batch": 64, "micro_batch": 2)"), "plan.zero", zero), "plan.gradient_sync", sync));
    const double d = 16, unit = (d - 1) / d * t.local_parameters * 2;
    return (t.gradient.total.sent_bytes + t.gather.total.sent_bytes) / unit;
  };
  // Hierarchical: 7/8 inside and 1/2 of an eighth between two nodes are 15/16 of the whole.
  for (const char* zero : {"0", "1", "2"}) EXPECT_NEAR(bytes(zero, "auto"), 2, 1e-9) << zero;
  EXPECT_NEAR(bytes("3", "auto"), 2 * 2 + 2, 1e-9);  // 2 micro-batches
  EXPECT_NEAR(bytes("3", "step"), 2 * 2 + 1, 1e-9);
}

TEST(Parallel, HybridShardsGatherInsideAndAverageBetween) {
  const Scenario s = set(set(job(4, R"("global_batch": 64, "micro_batch": 2)"), "plan.zero", "3"), "plan.shard_group", "8");
  const TrainingStep t = stepOf(s);
  const double P = t.local_parameters * 2;
  EXPECT_NEAR(t.gather.total.sent_bytes, 2 * 7.0 / 8 * P, 1);
  EXPECT_EQ(t.gather.node_sent_bytes, 0);
  EXPECT_NEAR(t.gradient.total.sent_bytes, 7.0 / 8 * P + 2 * 3.0 / 4 * P / 8, 1);
  EXPECT_LT(stepOf(set(s, "plan.shard_group", "0")).memory.states_bytes, t.memory.states_bytes);
}

// Infinite bandwidth and no latency leave computing, bubble and what follows.
TEST(Parallel, AFreeNetworkLeavesComputing) {
  Scenario s = job(4, R"("global_batch": 64, "micro_batch": 2, "tensor_parallel": 2, "pipeline_parallel": 2, "zero": 1)");
  s.machine.node.fabric.bandwidth = s.machine.node.nic.bandwidth = s.machine.network.link.bandwidth = Bandwidth::bytesPerSecond(1e24);
  s.machine.node.fabric.latency = s.machine.node.nic.latency = s.machine.node.nic.overhead = s.machine.network.link.latency = s.machine.network.sw.latency = Time();
  s.machine.node.nic.message_rate = EventRate();
  const TrainingStep t = stepOf(s);
  EXPECT_NEAR(t.exposed_s(), 0, 1e-9);
  EXPECT_DOUBLE_EQ(answer(s).step_s, t.compute_s + t.bubble_s + t.after_s() + t.exposed_s());
}

TEST(Parallel, ContentionSlowsWhatItHides) {
  Scenario s = job(2, R"("global_batch": 64, "micro_batch": 2, "zero": 3)");
  s.machine.node.accelerator.overlap_contention = 0;
  const double free = stepOf(s).exposed_s();
  s.machine.node.accelerator.overlap_contention = 0.3;
  EXPECT_GT(stepOf(s).exposed_s(), free);
  const Scenario flat = set(s, "plan.weight_gather", "flat");
  EXPECT_GT(stepOf(flat).gather_s, stepOf(s).gather_s);
}

TEST(ParallelMemory, ActivationsOfALayer) {
  // 22 B shape: s b h = 2048 x 4 x 6144; a s / h = 64 x 2048 / 6144.
  ActivationShape a{2048, 4, 6144, 64, 8, false, false};
  const double unit = 2048.0 * 4 * 6144, ratio = 64.0 * 2048 / 6144;
  EXPECT_DOUBLE_EQ(activationBytesPerLayer(a, Recompute::None), unit * (10 + 24.0 / 8 + 5 * ratio / 8));
  EXPECT_DOUBLE_EQ(activationBytesPerLayer(a, Recompute::Full), 2 * unit);
  a.sequenceParallel = true;
  EXPECT_DOUBLE_EQ(activationBytesPerLayer(a, Recompute::None), unit / 8 * (34 + 5 * ratio));
  EXPECT_DOUBLE_EQ(activationBytesPerLayer(a, Recompute::Selective), 34 * unit / 8);
  a.fused = true;
  EXPECT_DOUBLE_EQ(activationBytesPerLayer(a, Recompute::None), 34 * unit / 8);
  // Section 4.2.3: all L layers with 1F1B, L (1 + (p-1)/(p v)) interleaved.
  EXPECT_DOUBLE_EQ(firstStageLayers(96, 8, 1), 96);
  EXPECT_DOUBLE_EQ(firstStageLayers(96, 8, 3), 96 * (1 + 7.0 / 24));
  // What the step model keeps is the same formula.
  for (const bool sp : {false, true})
    for (const char* recompute : {"none", "selective", "full"}) {
      Split split{8, 1, std::string(recompute) == "full", std::string(recompute) == "selective", false};
      split.sequenceParallel = sp;
      const OpList n = network({"gpt", GptShape{1, 6144, 64, 2048, 51200}, {}}, "bf16", split);
      a.sequenceParallel = sp;
      a.fused = false;
      const Recompute r = split.recomputeFull ? Recompute::Full : split.recomputeSelective ? Recompute::Selective : Recompute::None;
      EXPECT_NEAR(4 * (n.kept_bytes() - n.ops[0].kept_bytes), activationBytesPerLayer(a, r), 1) << recompute << sp;
    }
}

// Published sizes: Llama 3 8B 8.03 G and 70B 70.6 G (Meta, model cards), Mixtral 8x7B 46.7 G (Jiang et al. 2024),
// DeepSeek-V3 671 G (DeepSeek-AI 2024), Qwen3-30B-A3B 30.5 G (model card).
TEST(Transformer, PublishedParameterCounts) {
  const auto llama = [](int layers, int hidden, int heads, int kv, int ffn, int vocabulary) {
    GptShape g{layers, hidden, heads, 4096, vocabulary};
    g.kv_heads = kv;
    g.ffn = ffn;
    g.gated = true;
    g.tied = g.biases = g.positions = false;
    return g;
  };
  const auto parameters = [](const GptShape& g) { return network({"gpt", g, {}}, "bf16", {}).parameters; };
  EXPECT_NEAR(parameters(llama(32, 4096, 32, 8, 14336, 128256)), 8.03e9, 0.01e9);
  EXPECT_NEAR(parameters(llama(80, 8192, 64, 8, 28672, 128256)), 70.55e9, 0.1e9);
  GptShape mixtral = llama(32, 4096, 32, 8, 14336, 32000);
  mixtral.experts = 8;
  mixtral.top_k = 2;
  EXPECT_NEAR(parameters(mixtral), 46.7e9, 0.1e9);
  GptShape qwen = llama(48, 2048, 32, 4, 6144, 151936);
  qwen.head_size = 128;
  qwen.experts = 128;
  qwen.top_k = 8;
  qwen.expert_ffn = 768;
  EXPECT_NEAR(parameters(qwen), 30.5e9, 0.1e9);
  GptShape deepseek = llama(61, 7168, 128, 128, 18432, 129280);
  deepseek.head_size = 128;
  deepseek.q_rank = 1536;
  deepseek.kv_rank = 512;
  deepseek.experts = 256;
  deepseek.top_k = 8;
  deepseek.shared_experts = 1;
  deepseek.expert_ffn = 2048;
  deepseek.dense_layers = 3;
  EXPECT_NEAR(parameters(deepseek), 671e9, 3e9);  // without the 64 rotary dimensions of keys and queries
  // One layer list over all ranks holds the whole model.
  Split split{2, 1, false, false, true};
  split.expert = 4;
  const OpList part = network({"gpt", mixtral, {}}, "bf16", split);
  double dense = 0, experts = 0;
  for (const Segment& g : part.segments) {
    dense += (g.parameters - g.expert_parameters) * g.count;
    experts += g.expert_parameters * g.count;
  }
  EXPECT_NEAR(experts * 2 * 4, 32 * 8 * 3.0 * 4096 * 14336, 1);
  EXPECT_LT(dense * 2, parameters(mixtral) - experts * 8 + 0.1e9);
}

}  // namespace parallel_test
