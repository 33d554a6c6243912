// What the machine is asked to do: a training job, one collective, or plain traffic.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/collective.h"
#include "core/base/quantity.h"

namespace weir {

// A layer as the models see it; all numbers are for one sample, forward.
struct Layer {
  std::string name;
  double parameters = 0;
  double forward_flops = 0;
  double activation_bytes = 0;  // kept for backward, in the training precision
  std::optional<double> backward_flops = {};  // not given: twice the forward ones
  std::optional<double> traffic_bytes = {};   // to and from memory, without the weights; not given: what is kept, written and read
  bool operator==(const Layer&) const = default;
};

// A transformer. Its defaults are GPT's; Llama's families are gated, untied, without biases and learned positions.
struct GptShape {
  int layers = 0, hidden = 0, heads = 0, sequence = 0, vocabulary = 51200;
  int kv_heads = 0;             // grouped-query attention; 0 = as many as heads
  int head_size = 0;            // 0 = hidden / heads
  int ffn = 0;                  // width inside the feed-forward part; 0 = 4 x hidden
  bool gated = false;           // SwiGLU and its like: three matrices instead of two
  bool tied = true;             // embedding and head share their weights
  bool biases = true;           // biases, LayerNorm and dropout; false: none of the three, RMSNorm
  bool positions = true;        // learned positions (sequence x hidden parameters)
  bool causal = true;           // fused attention skips what the mask hides: half the work
  int q_rank = 0, kv_rank = 0;  // multi-head latent attention: widths of the compressed queries, keys and values
  int experts = 0, top_k = 0;   // mixture of experts: how many, and how many a token visits; 0 = none
  int shared_experts = 0;       // visited by every token
  int expert_ffn = 0;           // 0 = ffn
  int dense_layers = 0;         // the first layers that have no experts
  bool operator==(const GptShape&) const = default;
};

struct NetworkModel {
  std::string name;             // "resnet-50", "bert-large", "gpt", or any name with `layers`
  std::optional<GptShape> gpt;  // for "gpt"
  std::vector<Layer> layers;    // own layer list; empty = known by name
  std::map<std::string, double> numbers = {};  // of a network known by name (models.h), where they differ from its own
  std::string layers_file = {};  // as written; its layers stand in `layers` once read
  bool operator==(const NetworkModel&) const = default;
};

struct Dataset {
  std::int64_t samples = 0;
  Bytes sample_size;
  Bytes sample_size_sd;         // scatter from sample to sample; 0 = all alike
  std::string layout = "file-per-sample";  // or "record-files"
  std::int64_t samples_per_file = 1;
  Time preprocess;              // CPU time per sample and thread
  bool operator==(const Dataset&) const = default;
};

// Forward and backward of one accelerator as somebody measured them, instead of the model's own computing.
struct StepCompute {
  Time time;                    // 0 = not measured
  std::int64_t samples = 1;     // in that time; other batches take in proportion
  bool operator==(const StepCompute&) const = default;
};

// What a fixed quality costs in samples, by batch: E(B) = Emin (1 + (B/Bc)^a + (Bs/B)^p), see core/model/accuracy.h.
struct Target {
  double samples_min = 0;       // Emin; 0 = unknown
  double critical_batch = 0;    // Bc; 0 = unknown
  double batch_exponent = 1;    // a
  double small_batch = 0;       // Bs: below it small batches cost more, or fail; 0 = none seen
  double small_exponent = 3;    // p
  // What was measured: the batches between which every run reached the target, and the one that promises compare with.
  double batch_min = 0, batch_max = 0;  // 0 = nothing measured: no guarantee
  double reference_batch = 0;   // b0; 0 = batch_min
  std::int64_t runs = 0;        // of which `failed_runs` did not reach the target
  std::int64_t failed_runs = 0;
  double scatter = 0;           // between batch sizes, one standard deviation as a fraction; 0 = unknown
  // What theory leaves open in its bounds for compression and local SGD (smoothness, gradient norms): a factor each.
  double compression_constant = 1, local_sgd_constant = 1;
  bool operator==(const Target&) const = default;
};

struct Flow {
  int from = 0, to = 0;
  Bytes bytes;
  Time start;
  int priority = 0;             // 0 .. 7, higher first
  bool operator==(const Flow&) const = default;
};

// What other jobs do on the same network meanwhile: a pattern among their hosts, over and over.
struct BackgroundJob {
  std::string pattern = "uniform";  // as workload.pattern
  Bytes size = Bytes::of(1 << 20);
  double load = 0.1;                // of each host's bandwidth
  int first_host = 0, hosts = 0;    // hosts 0 = all from first_host on
  int sources = 0;
  bool operator==(const BackgroundJob&) const = default;
};

struct Workload {
  enum class Kind { Training, Collective, Traffic, Replay };
  Kind kind = Kind::Training;

  // training
  NetworkModel model;
  std::string precision = "bf16";
  Dataset dataset;
  Target target;
  StepCompute step_compute;

  // collective
  CollectiveOp operation = CollectiveOp::AllReduce;
  Algorithm algorithm = Algorithm::Auto;
  std::vector<Bytes> sizes;
  int ranks = 0;                       // 0 = all hosts
  int iterations = 1;                  // of each size
  int chunks = 1;                      // pieces of a buffer that follow one another through the algorithm
  int rings = 0;                       // parallel rings, over rails where there are any; 0 = one a NIC
  int communicators = 1;               // equal groups of ranks that do the same at once
  Time think{};                        // computing between two calls
  std::optional<Time> step_latency;    // overrides what the network would give, so a closed form can be checked by hand

  // traffic
  std::string pattern;                 // "permutation", "incast", "all-to-all", "uniform", "adversarial"; empty = the flows below
  double load = 0;                     // messages of `size` come at random times, this fraction of a host's bandwidth; 0 = one each, at once
  Time duration{};                     // of a load
  Bytes size;
  int sources = 0;                     // incast: how many senders; 0 = all other hosts
  std::vector<Flow> flows;
  std::string flows_file;              // as written; its flows stand in `flows` once read

  // replay
  std::string run;                     // a Run, a Chrome trace, or a folder or file of Chakra execution traces

  // any
  std::vector<BackgroundJob> background;
  double jitter = 0;                   // relative standard deviation of every piece of computing, drawn with the seed
  int stragglers = 0;                  // ranks that compute straggler_slowdown times as long, drawn with the seed
  double straggler_slowdown = 1;
  bool operator==(const Workload&) const = default;
};

}  // namespace weir
