// How the job is laid on the machine: batch, parallelism, collectives, data staging, frequency, checkpoint.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/quantity.h"
#include "core/scenario/workload.h"

namespace weir {

struct DataPlan {
  std::string tier;               // a machine.storage name; empty = the first tier
  std::string stage = "none";     // or the tier from which the data set is copied to `tier` before training
  Bytes cache;
  int workers = 4;                // loader processes a rank
  int threads_per_worker = 1;
  int prefetch = 2;               // batches read ahead; 0 = loading and computing take turns
  std::string shuffle = "global"; // or "shard" (a node reads only its share), "none" (always the same order)
  std::string cache_policy = "pinned";  // or "lru", "random": who leaves when `cache` (of each node) is full
  bool peer_cache = false;        // nodes serve one another from their caches
  std::string stage_when = "before";    // or "during": the first epoch reads the source and fills the tier on its way
  bool stage_partial = false;     // stage what fits, read the rest from the source
  double stage_overlap = 1;       // of reading, sending and writing while staging: 1 = pipelined, 0 = one after another
  Time stage_setup;               // once, whatever the size
  Time startup;                   // per epoch, before the first sample is read
  Time step_overhead;             // handing a batch over, which nothing hides
  bool operator==(const DataPlan&) const = default;
};

struct CheckpointPlan {
  double every_s = 0;             // 0 = no checkpoints, or by `rule`
  std::string rule;               // "" = every_s; "young" or "daly" = from the cost and the nodes' MTBF
  std::string tier;
  std::string mode = "synchronous";
  std::string drain;              // tier to which a checkpoint moves on behind training's back; empty = it stays
  bool sharded = false;           // every rank writes its part; false: one copy of the model writes (all ranks with ZeRO)
  double restart_s = 0;           // after a failure, besides reading the checkpoint back
  Time setup;                     // per checkpoint
  [[nodiscard]] bool on() const { return every_s > 0 || !rule.empty(); }
  bool operator==(const CheckpointPlan&) const = default;
};

// Gradients made smaller before they are averaged; formulas and what theory promises: core/model/compression.h.
struct Compression {
  std::string kind = "none";      // "none", "top-k", "qsgd", "powersgd"
  double ratio = 0.01;            // top-k: the share of the elements that is sent
  int levels = 127;               // QSGD: s, quantisation levels either side of zero
  int block = 512;                // QSGD: elements that share a norm
  int rank = 4;                   // PowerSGD
  bool error_feedback = true;     // what was not sent is added to the next gradient
  double memory_passes = 5;       // over the gradient in an accelerator's memory, to compress it and to add the error
  bool operator==(const Compression&) const = default;
};

struct Plan {
  std::int64_t global_batch = 256;
  std::int64_t micro_batch = 0;   // per rank and pass; 0 = the whole local batch
  int data_parallel = 0;          // 0 = all accelerators / (tensor x pipeline)
  int tensor_parallel = 1, pipeline_parallel = 1, context_parallel = 1, expert_parallel = 1;
  bool sequence_parallel = false; // with tensor parallelism: norms, dropout and what lies between blocks are split too
  bool tensor_overlap = false;    // tensor-parallel collectives run in pieces beside the matrix products
  int virtual_stages = 1;         // interleaved pipeline: pieces of the model a stage holds
  std::string context_exchange = "ring";  // of context parallelism: "ring" (keys and values) or "all-to-all" (heads)
  int zero = 0;
  int shard_group = 0;            // ZeRO: ranks that share one copy (HSDP); 0 = all data-parallel ranks
  std::string gradient_sync = "auto";     // averaged once a "step" or in every "micro-batch"; auto: micro-batch for ZeRO 3, as FSDP does
  std::string weight_gather = "ring";     // ZeRO 3: "ring" among nodes, or "flat": each rank draws all of it through its own NIC
  std::string recompute = "none";  // "none", "selective", "full"
  bool fused_attention = true;      // FlashAttention and its like: the s x s scores never reach memory
  std::string gradient_precision = "fp32";  // of the gradients that are averaged: "fp32", "bf16", "fp16"
  Bytes bucket = Bytes::of(25 << 20);
  bool overlap = true;
  Algorithm allreduce = Algorithm::Auto;
  int local_steps = 1;            // H: steps that each replica takes alone between two averages of the weights
  Compression compression;
  std::string library = "nccl";     // "nccl", "rccl", "mpi" (Open MPI), "open-mpi", "mpich", "gloo"
  std::string collective_form = "alpha-beta";  // how NCCL's collectives are priced: "alpha-beta", or "tuner" (its own estimate)
  int reduction_threads = 1;        // OpenMP threads a rank that add vectors and move messages, where the CPU does
  std::string placement = "packed";  // or "scattered" (round robin over the leaves), "random" (with the seed), "given"
  std::vector<int> placement_hosts;  // "given": the host of each node of the job
  Frequency frequency;            // 0 = the accelerator's maximum
  Power power_cap;                // 0 = none
  DataPlan data;
  CheckpointPlan checkpoint;
  bool operator==(const Plan&) const = default;
};

}  // namespace weir
