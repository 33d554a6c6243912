#include <array>

#include "core/scenario/fields.h"

namespace weir {
namespace {

using Words = std::string_view;
constexpr std::array kRecompute{Words("none"), Words("selective"), Words("full")};
constexpr std::array kGradients{Words("fp32"), Words("bf16"), Words("fp16")};
constexpr std::array kLibraries{Words("nccl"), Words("rccl"), Words("mpi"), Words("gloo"), Words("open-mpi"), Words("mpich")};
constexpr std::array kForms{Words("alpha-beta"), Words("tuner")};
constexpr std::array kPlacement{Words("packed"), Words("scattered"), Words("random"), Words("given")};
constexpr std::array kContext{Words("ring"), Words("all-to-all")};
constexpr std::array kSync{Words("auto"), Words("step"), Words("micro-batch")};
constexpr std::array kGather{Words("ring"), Words("flat")};
constexpr std::array kShuffles{Words("global"), Words("shard"), Words("none")};
constexpr std::array kCachePolicies{Words("pinned"), Words("lru"), Words("random")};
constexpr std::array kStageWhen{Words("before"), Words("during")};
constexpr std::array kCompressions{Words("none"), Words("top-k"), Words("qsgd"), Words("powersgd")};
constexpr std::array kModes{Words("synchronous"), Words("asynchronous")};

}  // namespace

void describe(Fields& f, Plan& p) {
  f.scalar("global_batch", &p.global_batch);
  f.scalar("micro_batch", &p.micro_batch);
  f.scalar("data_parallel", &p.data_parallel);
  f.scalar("tensor_parallel", &p.tensor_parallel);
  f.scalar("pipeline_parallel", &p.pipeline_parallel);
  f.scalar("context_parallel", &p.context_parallel);
  f.scalar("expert_parallel", &p.expert_parallel);
  f.scalar("sequence_parallel", &p.sequence_parallel);
  f.scalar("tensor_overlap", &p.tensor_overlap);
  f.scalar("virtual_stages", &p.virtual_stages);
  f.word("context_exchange", p.context_exchange, kContext);
  f.scalar("zero", &p.zero);
  f.scalar("shard_group", &p.shard_group);
  f.word("gradient_sync", p.gradient_sync, kSync);
  f.word("weight_gather", p.weight_gather, kGather);
  f.word("recompute", p.recompute, kRecompute);
  f.scalar("fused_attention", &p.fused_attention);
  f.word("gradient_precision", p.gradient_precision, kGradients);
  f.scalar("bucket", &p.bucket);
  f.scalar("overlap", &p.overlap);
  f.word("allreduce", p.allreduce, algorithmNames());
  f.word("library", p.library, kLibraries);
  f.scalar("local_steps", &p.local_steps);
  f.object("compression", [&](Fields& g) {
    g.word("kind", p.compression.kind, kCompressions);
    g.scalar("ratio", &p.compression.ratio);
    g.scalar("levels", &p.compression.levels);
    g.scalar("block", &p.compression.block);
    g.scalar("rank", &p.compression.rank);
    g.scalar("error_feedback", &p.compression.error_feedback);
    g.scalar("memory_passes", &p.compression.memory_passes);
  });
  f.word("collective_form", p.collective_form, kForms);
  f.scalar("reduction_threads", &p.reduction_threads);
  f.word("placement", p.placement, kPlacement);
  f.integers("placement_hosts", p.placement_hosts);
  f.scalar("frequency", &p.frequency);
  f.scalar("power_cap", &p.power_cap);
  f.object("data", [&](Fields& g) {
    g.scalar("tier", &p.data.tier);
    g.scalar("stage", &p.data.stage);
    g.scalar("cache", &p.data.cache);
    g.scalar("workers", &p.data.workers);
    g.scalar("threads_per_worker", &p.data.threads_per_worker);
    g.scalar("prefetch", &p.data.prefetch);
    g.word("shuffle", p.data.shuffle, kShuffles);
    g.word("cache_policy", p.data.cache_policy, kCachePolicies);
    g.scalar("peer_cache", &p.data.peer_cache);
    g.word("stage_when", p.data.stage_when, kStageWhen);
    g.scalar("stage_partial", &p.data.stage_partial);
    g.scalar("stage_overlap", &p.data.stage_overlap);
    g.scalar("stage_setup", &p.data.stage_setup);
    g.scalar("startup", &p.data.startup);
    g.scalar("step_overhead", &p.data.step_overhead);
  });
  f.object("checkpoint", [&](Fields& g) {
    g.scalar("every", SecondsOrRule{&p.checkpoint.every_s, &p.checkpoint.rule});
    g.scalar("tier", &p.checkpoint.tier);
    g.word("mode", p.checkpoint.mode, kModes);
    g.scalar("drain", &p.checkpoint.drain);
    g.scalar("sharded", &p.checkpoint.sharded);
    g.scalar("restart", Seconds{&p.checkpoint.restart_s});
    g.scalar("setup", &p.checkpoint.setup);
  });
}

}  // namespace weir
