#include "core/scenario/validate.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "core/scenario/models.h"
#include "core/scenario/placement.h"
#include "core/scenario/topology_shape.h"
#include "core/scenario/validate_storage.h"
#include "core/scenario/validate_traffic.h"

namespace weir {
namespace {

using Check = Result<void>;

// The first fault wins; checks after it cost nothing.
class Faults {
 public:
  void when(bool wrong, std::string_view where, std::string what, std::string todo) {
    if (wrong && !error_) error_ = Error{Error::Kind::Input, std::move(what), std::string(where), std::move(todo)};
  }
  void atLeast(std::int64_t v, std::int64_t least, const char* where) {
    when(v < least, where, fmt::format("{} is too small", v), fmt::format("give {} or more", least));
  }
  template <class Q>
  void positive(const Q& q, const char* where, const char* example) {
    when(!(q > Q{}), where, q == Q{} ? "no value is given" : "the value is negative", fmt::format("write it as \"{}\"", example));
  }
  template <class Q>
  void notNegative(const Q& q, const char* where) {
    when(!(q >= Q{}), where, "the value is negative", "give zero or more");
  }
  void fraction(double v, const char* where) { when(!(v > 0 && v <= 1), where, fmt::format("{} is no fraction", v), "give more than 0, at most 1"); }
  void take(Check r) {
    if (!r && !error_) error_ = std::move(r.error());
  }
  [[nodiscard]] bool any() const { return error_.has_value(); }
  [[nodiscard]] Check result() && {
    if (error_) return tl::make_unexpected(std::move(*error_));
    return {};
  }

 private:
  std::optional<Error> error_;
};

void curve(Faults& f, const EfficiencyCurve& c, const char* where) {
  for (std::size_t i = 0; i < c.size(); ++i) {
    const bool falls = i == 0 || c[i].first < c[i - 1].first;
    f.when(!falls || !(c[i].first >= 0) || !(c[i].second > 0 && c[i].second <= 1), where, "this is no efficiency curve",
           "give [size, fraction] with sizes falling and fractions above 0 up to 1");
  }
}

void node(Faults& f, const Node& n) {
  f.atLeast(n.accelerators, 1, "machine.node.accelerators");
  f.atLeast(n.cores, 1, "machine.node.cores");
  f.atLeast(n.nics, 1, "machine.node.nics");
  f.positive(n.nic.bandwidth, "machine.node.nic.bandwidth", "200Gbps");
  f.notNegative(n.nic.latency, "machine.node.nic.latency");
  f.notNegative(n.nic.pcie, "machine.node.nic.pcie");
  f.notNegative(n.nic.staging, "machine.node.nic.staging");
  f.notNegative(n.mpi.eager_limit, "machine.node.mpi.eager_limit");
  f.notNegative(n.mpi.message, "machine.node.mpi.message");
  f.notNegative(n.mpi.rendezvous_wait, "machine.node.mpi.rendezvous_wait");
  f.notNegative(n.mpi.byte_rate, "machine.node.mpi.byte_rate");
  f.notNegative(n.mpi.reduce_rate, "machine.node.mpi.reduce_rate");
  f.when(!(n.mpi.duplex_wait >= 0), "machine.node.mpi.duplex_wait", "the value is negative", "give zero or more");
  const FrequencyRange& q = n.accelerator.frequency;
  f.when(q.max > Frequency{} && q.min > q.max, "machine.node.accelerator.frequency", "the least frequency exceeds the largest", "give min <= max");
  f.when(n.accelerator.power.max > Power{} && n.accelerator.power.idle > n.accelerator.power.max, "machine.node.accelerator.power",
         "the idle power exceeds the largest", "give idle <= max");
  for (const auto& [value, where] : {std::pair{n.accelerator.power.waiting, "machine.node.accelerator.power.waiting"}, std::pair{n.accelerator.power.memory_bound, "machine.node.accelerator.power.memory_bound"},
                                     std::pair{n.accelerator.power.voltage_floor, "machine.node.accelerator.power.voltage_floor"}})
    f.when(!(value >= 0 && value <= 1), where, "this is no fraction", "give 0 to 1");
  f.when(!(n.accelerator.power.voltage_knee >= 0 && n.accelerator.power.voltage_knee < 1), "machine.node.accelerator.power.voltage_knee", "this is no fraction", "give 0 to less than 1");
  f.when(!(n.memory_pj_per_bit >= 0), "machine.node.memory_pj_per_bit", "the value is negative", "give zero or more");
  f.when(n.power.max > Power{} && n.power.idle > n.power.max, "machine.node.power", "the idle power exceeds the largest", "give idle <= max");
  f.fraction(n.fabric.attained, "machine.node.fabric.attained");
  f.fraction(n.nic.attained, "machine.node.nic.attained");
  const Accelerator& a = n.accelerator;
  f.when(!(a.attention_efficiency >= 0 && a.attention_efficiency <= 1), "machine.node.accelerator.attention_efficiency", "this is no fraction", "give 0 (as matrix products) to 1");
  f.notNegative(a.operation_overhead, "machine.node.accelerator.operation_overhead");
  f.notNegative(a.step_overhead, "machine.node.accelerator.step_overhead");
  f.when(!(a.overlap_contention >= 0 && a.overlap_contention <= 10), "machine.node.accelerator.overlap_contention", "this is no contention", "give 0 (none) to 10 seconds a second");
  f.when(n.fabric.kind != "none" && n.accelerators > 1 && !(n.fabric.bandwidth > Bandwidth{}), "machine.node.fabric.bandwidth",
         "the fabric has no bandwidth", "write it as \"300GB/s\"");
  curve(f, n.accelerator.efficiency, "machine.node.accelerator.efficiency");
  curve(f, n.accelerator.memory_efficiency, "machine.node.accelerator.memory_efficiency");
}

void machine(Faults& f, const Machine& m) {
  f.atLeast(m.nodes, 1, "machine.nodes");
  f.when(m.nodes > 1'000'000, "machine.nodes", fmt::format("{} nodes are too many", m.nodes), "give at most 1000000");
  if (f.any()) return;
  node(f, m.node);
  f.when(m.node.accelerators > 1024, "machine.node.accelerators", "too many accelerators in a node", "give at most 1024");
  f.positive(m.network.link.bandwidth, "machine.network.link.bandwidth", "200Gbps");
  f.notNegative(m.network.link.latency, "machine.network.link.latency");
  f.notNegative(m.network.link.burst, "machine.network.link.burst");
  f.notNegative(m.network.link.power, "machine.network.link.power");
  f.when(!(m.network.link.pj_per_bit >= 0), "machine.network.link.pj_per_bit", "the value is negative", "give zero or more");
  f.when(m.network.mtu.count() < 1 || m.network.mtu.count() > (1 << 20), "machine.network.mtu",
         fmt::format("an MTU of {} bytes is not possible", m.network.mtu.count()), "give 1B to 1MiB");
  for (const auto& [count, field] : {std::pair{m.network.leaves, "machine.network.leaves"}, std::pair{m.network.spines, "machine.network.spines"},
                                     std::pair{m.network.hosts_per_leaf, "machine.network.hosts_per_leaf"}})
    f.when(count > 100'000, field, fmt::format("{} are too many", count), "give at most 100000");
  if (!f.any()) f.take(validateNetwork(m));
  if (auto shape = topologyShape(m); !shape) f.take(tl::make_unexpected(std::move(shape.error())));
  for (const StorageTier& t : m.storage) {
    f.when(t.name.empty(), "machine.storage", "a tier has no name", "give each tier a name");
    if (!(t.read > Bandwidth{})) f.when(true, "machine.storage." + t.name + ".read", "the tier reads nothing", "write it as \"20GB/s\"");
    if (t.servers < 0) f.when(true, "machine.storage." + t.name + ".servers", "a tier has fewer than no servers", "give 0 for unknown");
    if (t.latency < Time() || t.open < Time()) f.when(true, "machine.storage." + t.name + ".latency", "the value is negative", "give zero or more");
  }
  f.when(!(m.facility.pue >= 1), "machine.facility.pue", fmt::format("a PUE of {} is not possible", m.facility.pue), "give 1 or more");
}

void tierExists(Faults& f, const Machine& m, const std::string& tier, const char* where) {
  if (tier.empty() || m.tier(tier)) return;
  std::string names;
  for (const StorageTier& t : m.storage) names += (names.empty() ? "" : ", ") + t.name;
  f.when(true, where, fmt::format("the machine has no tier \"{}\"", tier), names.empty() ? "give machine.storage a tier of that name" : "use " + names);
}

void model(Faults& f, const Workload& w) {
  const NetworkModel& m = w.model;
  if (m.gpt) {
    f.atLeast(m.gpt->layers, 1, "workload.model.layers");
    f.atLeast(m.gpt->hidden, 1, "workload.model.hidden");
    f.atLeast(m.gpt->heads, 1, "workload.model.heads");
    f.atLeast(m.gpt->sequence, 1, "workload.model.sequence");
    f.atLeast(m.gpt->vocabulary, 1, "workload.model.vocabulary");
    f.when(!f.any() && m.gpt->head_size < 1 && m.gpt->hidden % m.gpt->heads != 0, "workload.model.heads",
           fmt::format("{} heads do not divide {} hidden units", m.gpt->heads, m.gpt->hidden), "give a divisor, or head_size");
    for (const auto& [value, where] : {std::pair{m.gpt->kv_heads, "workload.model.kv_heads"}, std::pair{m.gpt->head_size, "workload.model.head_size"}, std::pair{m.gpt->ffn, "workload.model.ffn"},
                                       std::pair{m.gpt->experts, "workload.model.experts"}, std::pair{m.gpt->top_k, "workload.model.top_k"}, std::pair{m.gpt->shared_experts, "workload.model.shared_experts"},
                                       std::pair{m.gpt->expert_ffn, "workload.model.expert_ffn"}, std::pair{m.gpt->dense_layers, "workload.model.dense_layers"},
                                       std::pair{m.gpt->q_rank, "workload.model.q_rank"}, std::pair{m.gpt->kv_rank, "workload.model.kv_rank"}})
      f.atLeast(value, 0, where);
    f.when(m.gpt->experts > 0 && (m.gpt->top_k < 1 || m.gpt->top_k > m.gpt->experts), "workload.model.top_k",
           fmt::format("a token visits {} of {} experts", m.gpt->top_k, m.gpt->experts), "give 1 to the number of experts");
    f.when(m.gpt->kv_heads > m.gpt->heads, "workload.model.kv_heads", fmt::format("{} key heads for {} heads", m.gpt->kv_heads, m.gpt->heads), "give at most as many");
    f.when(m.gpt->layers > 10'000, "workload.model.layers", "too many layers", "give at most 10000");
  } else if (!m.layers.empty()) {
    for (const Layer& l : m.layers) {
      f.when(!(l.parameters >= 0) || !(l.forward_flops >= 0) || !(l.activation_bytes >= 0) || (l.backward_flops && !(*l.backward_flops >= 0)) ||
                 (l.traffic_bytes && !(*l.traffic_bytes >= 0)),
             "workload.model.layers", fmt::format("layer \"{}\" has a negative number", l.name), "give zero or more");
      f.when(l.backward_flops && *l.backward_flops > 0 && l.forward_flops == 0, "workload.model.layers",
             fmt::format("layer \"{}\" computes in backward alone", l.name), "give its forward_flops");
    }
  } else if (!m.layers_file.empty()) {
    f.when(true, "workload.model.layers_file", "the file of layers has not been read", "name a file beside the scenario, or give the layers");
  } else {
    for (const NetworkNumber& n : networkNumbers(m.name)) {
      const double value = networkNumber(m, n.name);
      if (!(value >= 0 && value <= n.most) || value != std::floor(value))
        f.when(true, fmt::format("workload.model.{}", n.name), fmt::format("{} is not possible", value), fmt::format("give a whole number from 0 to {:.0f}", n.most));
    }
    if (knownModel(m.name)) return;
    f.when(true, "workload.model", m.name.empty() ? "no model is given" : fmt::format("model \"{}\" is unknown and has no layers", m.name),
           fmt::format("use {} or a list of layers", fmt::join(modelNames(), ", ")));
  }
}

void target(Faults& f, const Target& t) {
  f.positive(t.batch_exponent, "workload.target.batch_exponent", "1");
  f.positive(t.small_exponent, "workload.target.small_exponent", "3");
  for (const auto& [value, where] : {std::pair{t.small_batch, "workload.target.small_batch"}, std::pair{t.batch_min, "workload.target.batch_min"},
                                     std::pair{t.reference_batch, "workload.target.reference_batch"}, std::pair{t.scatter, "workload.target.scatter"}})
    f.notNegative(value, where);
  f.positive(t.compression_constant, "workload.target.compression_constant", "1");
  f.positive(t.local_sgd_constant, "workload.target.local_sgd_constant", "1");
  f.when(!(t.batch_max >= t.batch_min), "workload.target.batch_max", "the measured range ends before it begins", "give batch_min <= batch_max");
  f.atLeast(t.failed_runs, 0, "workload.target.failed_runs");
  f.when(t.failed_runs > t.runs, "workload.target.failed_runs", fmt::format("{} of {} runs cannot have failed", t.failed_runs, t.runs), "give runs as well");
}

void transformerSizes(Faults& f, const GptShape& g, const Plan& p, std::int64_t data) {
  const auto divides = [&](int size, int by, const char* where, const char* what) {
    f.when(size % by != 0, where, fmt::format("{} {} cannot be split {} ways", size, what, by), fmt::format("give a divisor of the {}", what));
  };
  divides(g.heads, p.tensor_parallel, "plan.tensor_parallel", "heads");
  if (p.context_exchange == "all-to-all")
    f.when(g.heads % (p.tensor_parallel * p.context_parallel) != 0, "plan.context_parallel",
           fmt::format("{} heads cannot be split {} tensor x {} context ways", g.heads, p.tensor_parallel, p.context_parallel), "give a divisor, or set plan.context_exchange to ring");
  divides(g.sequence, p.context_parallel, "plan.context_parallel", "tokens of a sequence");
  f.when(p.sequence_parallel && g.sequence % p.tensor_parallel != 0, "plan.sequence_parallel",
         fmt::format("{} tokens cannot be split {} ways", g.sequence, p.tensor_parallel), "set it to false");
  f.when(p.pipeline_parallel > g.layers, "plan.pipeline_parallel", fmt::format("{} stages for {} layers", p.pipeline_parallel, g.layers), "give at most one stage a layer");
  f.when(p.virtual_stages > 1 && p.pipeline_parallel < 2, "plan.virtual_stages", "a single stage cannot be interleaved", "set it to 1");
  f.when(p.virtual_stages > 1 && std::int64_t{p.pipeline_parallel} * p.virtual_stages > g.layers, "plan.virtual_stages",
         fmt::format("{} stages of {} pieces for {} layers", p.pipeline_parallel, p.virtual_stages, g.layers), "lower it");
  if (p.expert_parallel > 1) {
    f.when(g.experts < 1, "plan.expert_parallel", "the model has no experts", "set it to 1");
    if (g.experts > 0) divides(g.experts, p.expert_parallel, "plan.expert_parallel", "experts");
    f.when(data % p.expert_parallel != 0, "plan.expert_parallel", fmt::format("{} data-parallel ranks cannot be split into groups of {}", data, p.expert_parallel),
           "give a divisor of the data-parallel ranks");
  }
}

// Sizes that multiply to the accelerators, and a model that can be cut so.
void parallelSizes(Faults& f, const Scenario& s) {
  const Plan& p = s.plan;
  const std::int64_t all = s.machine.accelerators();
  std::int64_t inner = std::int64_t{p.tensor_parallel} * p.pipeline_parallel;
  if (inner <= all) inner *= p.context_parallel;
  const std::string context = p.context_parallel > 1 ? fmt::format(" x {} context", p.context_parallel) : std::string();
  if (p.data_parallel > 0 && inner <= all) {
    f.when(inner * p.data_parallel != all, "plan.data_parallel",
           fmt::format("{} data x {} tensor x {} pipeline{} parallel = {}, but the machine has {} accelerators", p.data_parallel,
                       p.tensor_parallel, p.pipeline_parallel, context, inner * p.data_parallel, all),
           all % inner == 0 ? fmt::format("set plan.data_parallel to {}, or to 0 to have it derived", all / inner)
                                            : "change the parallel sizes or machine.nodes");
  } else {
    f.when(inner > all || all % inner != 0, "plan.tensor_parallel",
           fmt::format("{} tensor x {} pipeline{} parallel do not divide {} accelerators", p.tensor_parallel, p.pipeline_parallel, context, all),
           "give sizes that do");
  }
  const bool split = inner > 1 || p.expert_parallel > 1 || p.virtual_stages > 1;
  f.when(split && !s.workload.model.gpt, p.tensor_parallel > 1 ? "plan.tensor_parallel" : p.pipeline_parallel > 1 ? "plan.pipeline_parallel" : p.context_parallel > 1 ? "plan.context_parallel" : p.expert_parallel > 1 ? "plan.expert_parallel" : "plan.virtual_stages",
         "only transformers given by their shape can be split here", "set it to 1, or use a gpt model");
  if (f.any()) return;
  const int data = s.dataParallel();
  if (s.workload.model.gpt) transformerSizes(f, *s.workload.model.gpt, p, data);
  f.when(p.shard_group > 0 && (data * p.context_parallel) % p.shard_group != 0, "plan.shard_group",
         fmt::format("{} data-parallel ranks cannot be split into groups of {}", data * p.context_parallel, p.shard_group), "give a divisor, or 0 for all");
  f.when(p.global_batch < data, "plan.global_batch", fmt::format("{} samples do not reach {} data-parallel ranks", p.global_batch, data),
         fmt::format("give at least {}", data));
}

// What a rank sends less of: it needs the whole gradient, or the whole weights, to do so.
void exchange(Faults& f, const Plan& p) {
  const Compression& c = p.compression;
  f.atLeast(p.local_steps, 1, "plan.local_steps");
  f.when(!(c.ratio > 0 && c.ratio <= 1), "plan.compression.ratio", fmt::format("{} is no share of the elements", c.ratio), "give a number above 0, at most 1");
  f.when(c.levels < 1 || c.levels > 32767, "plan.compression.levels", fmt::format("{} levels are not possible", c.levels), "give 1 to 32767");
  f.atLeast(c.block, 1, "plan.compression.block");
  f.atLeast(c.rank, 1, "plan.compression.rank");
  f.notNegative(c.memory_passes, "plan.compression.memory_passes");
  const bool compresses = c.kind != "none";
  f.when(compresses && p.zero > 0, "plan.compression.kind", fmt::format("ZeRO {} leaves no rank a whole gradient to compress", p.zero), "set plan.zero=0, or plan.compression.kind=none");
  f.when(p.local_steps > 1 && p.zero > 0, "plan.local_steps", fmt::format("ZeRO {} leaves no rank whole weights to step alone", p.zero), "set plan.zero=0, or plan.local_steps=1");
  f.when(compresses && p.local_steps > 1, "plan.local_steps", "local steps average weights, which no compression here is made for", "set plan.local_steps=1, or plan.compression.kind=none");
}

void training(Faults& f, const Scenario& s) {
  const Plan& p = s.plan;
  const Machine& m = s.machine;
  model(f, s.workload);
  const auto& peak = m.node.accelerator.peak;
  const auto rate = peak.find(s.workload.precision);
  if (rate == peak.end() || !(rate->second > FlopRate{})) {
    std::string known;
    for (const auto& [precision, r] : peak) known += (known.empty() ? "" : ", ") + precision;
    f.when(true, "machine.node.accelerator.peak", fmt::format("no rate is given for {}", s.workload.precision),
           known.empty() ? "give one, as in {\"fp32\": \"19.5TFLOPS\"}" : fmt::format("give one, or set workload.precision to {}", known));
  }
  f.positive(m.node.accelerator.memory_bandwidth, "machine.node.accelerator.memory_bandwidth", "2039GB/s");
  f.atLeast(s.workload.dataset.samples, 0, "workload.dataset.samples");
  f.atLeast(s.workload.dataset.samples_per_file, 1, "workload.dataset.samples_per_file");
  f.notNegative(s.workload.step_compute.time, "workload.step_compute.time");
  f.atLeast(s.workload.step_compute.samples, 1, "workload.step_compute.samples");
  f.when(s.workload.step_compute.time > Time() && (p.tensor_parallel > 1 || p.pipeline_parallel > 1 || p.context_parallel > 1), "workload.step_compute",
         "computing was measured on a whole model, but the plan splits it", "set plan.tensor_parallel, pipeline_parallel and context_parallel to 1, or workload.step_compute.time=0s");
  f.notNegative(s.workload.target.samples_min, "workload.target.samples_min");
  f.notNegative(s.workload.target.critical_batch, "workload.target.critical_batch");
  target(f, s.workload.target);
  f.atLeast(p.global_batch, 1, "plan.global_batch");
  f.atLeast(p.micro_batch, 0, "plan.micro_batch");
  f.atLeast(p.data_parallel, 0, "plan.data_parallel");
  f.atLeast(p.tensor_parallel, 1, "plan.tensor_parallel");
  f.atLeast(p.pipeline_parallel, 1, "plan.pipeline_parallel");
  f.atLeast(p.context_parallel, 1, "plan.context_parallel");
  f.atLeast(p.expert_parallel, 1, "plan.expert_parallel");
  f.atLeast(p.virtual_stages, 1, "plan.virtual_stages");
  f.atLeast(p.shard_group, 0, "plan.shard_group");
  f.when(p.zero < 0 || p.zero > 3, "plan.zero", fmt::format("ZeRO stage {} does not exist", p.zero), "give 0, 1, 2 or 3");
  f.atLeast(p.bucket.count(), 1, "plan.bucket");
  f.atLeast(p.reduction_threads, 1, "plan.reduction_threads");
  exchange(f, p);
  if (f.any()) return;

  parallelSizes(f, s);
  if (f.any()) return;
  f.when(s.workload.dataset.samples > 0 && p.global_batch > s.workload.dataset.samples, "plan.global_batch",
         fmt::format("a batch of {} exceeds the {} samples of the data set", p.global_batch, s.workload.dataset.samples), "lower it");
  const FrequencyRange& q = m.node.accelerator.frequency;
  f.when(p.frequency > Frequency{} && q.max > Frequency{} && (p.frequency > q.max || p.frequency < q.min), "plan.frequency",
         fmt::format("{:.4g} GHz is outside the accelerator's {:.4g} to {:.4g} GHz", p.frequency.toHertz() / 1e9, q.min.toHertz() / 1e9, q.max.toHertz() / 1e9),
         "give one inside, or 0Hz for the largest");
  f.when(p.power_cap > Power{} && p.power_cap <= m.node.accelerator.power.idle && m.node.accelerator.power.max > Power{}, "plan.power_cap",
         "the cap does not exceed the idle power", "raise it, or give 0W for none");
  tierExists(f, m, p.data.tier, "plan.data.tier");
  if (p.data.stage != "none") tierExists(f, m, p.data.stage, "plan.data.stage");
  f.atLeast(p.data.workers, 1, "plan.data.workers");
  f.atLeast(p.data.threads_per_worker, 1, "plan.data.threads_per_worker");
  f.atLeast(p.data.prefetch, 0, "plan.data.prefetch");
  tierExists(f, m, p.checkpoint.tier, "plan.checkpoint.tier");
  f.notNegative(p.checkpoint.every_s, "plan.checkpoint.every");
  if (!f.any()) f.take(validateStorage(s));
}

void collective(Faults& f, const Scenario& s) {
  const Workload& w = s.workload;
  f.when(w.sizes.empty(), "workload.sizes", "no size is given", R"(write it as ["102.4MB"])");
  for (const Bytes b : w.sizes) f.atLeast(b.count(), 1, "workload.sizes");
  f.atLeast(w.ranks, 0, "workload.ranks");
  f.when(w.ranks == 1 || (w.ranks == 0 && networkHosts(s.machine) < 2), w.ranks == 1 ? "workload.ranks" : "machine.nodes", "a collective needs two ranks", "give 2 or more");
  const int all = s.machine.accelerators();
  f.when(w.ranks > all, "workload.ranks", fmt::format("{} ranks on {} accelerators", w.ranks, all), "lower it, or raise machine.nodes");
  f.when(w.ranks > s.machine.nodes && w.ranks % s.machine.node.accelerators != 0, "workload.ranks",
         fmt::format("{} ranks do not fill nodes of {} accelerators", w.ranks, s.machine.node.accelerators), "give a multiple, or at most one rank a node");
}

void traffic(Faults& f, const Scenario& s) {
  const Workload& w = s.workload;
  const int hosts = networkHosts(s.machine);
  if (w.pattern.empty()) {
    f.when(w.flows.empty(), "workload.flows", w.flows_file.empty() ? "neither a pattern nor flows are given" : "the flows file has not been read",
           "give pattern, flows or flows_file");
    for (std::size_t i = 0; i < w.flows.size() && !f.any(); ++i) {
      const Flow& x = w.flows[i];
      if (x.from < 0 || x.from >= hosts || x.to < 0 || x.to >= hosts)
        f.when(true, "workload.flows", fmt::format("flow {} goes from host {} to {}, but there are {} hosts", i, x.from, x.to, hosts), "number hosts from 0, or raise machine.nodes");
      else if (x.from == x.to) f.when(true, "workload.flows", fmt::format("flow {} goes from host {} to itself", i, x.from), "name two hosts");
      else if (x.bytes.count() < 1) f.when(true, "workload.flows", fmt::format("flow {} carries no bytes", i), "write its size as \"2MB\"");
      else if (x.start < Time()) f.when(true, "workload.flows", fmt::format("flow {} starts before 0", i), "give zero or more");
      else if (x.priority < 0 || x.priority > 7) f.when(true, "workload.flows", fmt::format("flow {} has the priority {}", i, x.priority), "give 0 to 7, higher first");
    }
    return;
  }
  f.when(hosts < 2, "machine.nodes", "traffic needs two hosts", "give 2 or more");
  f.atLeast(w.size.count(), 1, "workload.size");
  f.atLeast(w.sources, 0, "workload.sources");
  f.when(w.pattern == "incast" && w.sources > hosts - 1, "workload.sources", fmt::format("{} sources, but only {} other hosts", w.sources, hosts - 1), "lower it, or raise machine.nodes");
  f.when(w.pattern == "all-to-all" && hosts > 1024 && !(w.load > 0), "machine.nodes", "all-to-all among more than 1024 hosts is too large", "lower it");
}

}  // namespace

Result<void> validate(const Scenario& s) {
  Faults f;
  machine(f, s.machine);
  if (!f.any()) {
    switch (s.workload.kind) {
      case Workload::Kind::Training: training(f, s); break;
      case Workload::Kind::Collective: collective(f, s); break;
      case Workload::Kind::Traffic: traffic(f, s); break;
      case Workload::Kind::Replay: f.when(s.workload.run.empty(), "workload.run", "no run is given", "name a trace or a study"); break;
    }
  }
  if (!f.any()) f.take(validateTraffic(s));
  return std::move(f).result();
}

}  // namespace weir
