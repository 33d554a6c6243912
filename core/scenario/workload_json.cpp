#include <array>

#include "core/scenario/fields.h"
#include "core/scenario/models.h"

namespace weir {
namespace {

using Words = std::string_view;
constexpr std::array kKinds{Words("training"), Words("collective"), Words("traffic"), Words("replay")};
constexpr std::array kPrecisions{Words("fp32"), Words("tf32"), Words("bf16"), Words("fp16"), Words("fp8"), Words("fp4")};
constexpr std::array kLayouts{Words("file-per-sample"), Words("record-files")};
constexpr std::array kPatterns{Words(""), Words("permutation"), Words("incast"), Words("all-to-all"), Words("uniform"),
                               Words("adversarial")};

void describeTraining(Fields& f, Workload& w) {
  f.model("model", w.model);
  f.word("precision", w.precision, kPrecisions);
  f.object("dataset", [&](Fields& g) {
    g.scalar("samples", &w.dataset.samples);
    g.scalar("sample_size", &w.dataset.sample_size);
    g.scalar("sample_size_sd", &w.dataset.sample_size_sd);
    g.word("layout", w.dataset.layout, kLayouts);
    g.scalar("samples_per_file", &w.dataset.samples_per_file);
    g.scalar("preprocess", &w.dataset.preprocess);
  });
  f.object("step_compute", [&](Fields& g) {
    g.scalar("time", &w.step_compute.time);
    g.scalar("samples", &w.step_compute.samples);
  });
  f.object("target", [&](Fields& g) {
    g.scalar("samples_min", &w.target.samples_min);
    g.scalar("critical_batch", &w.target.critical_batch);
    g.scalar("batch_exponent", &w.target.batch_exponent);
    g.scalar("small_batch", &w.target.small_batch);
    g.scalar("small_exponent", &w.target.small_exponent);
    g.scalar("batch_min", &w.target.batch_min);
    g.scalar("batch_max", &w.target.batch_max);
    g.scalar("reference_batch", &w.target.reference_batch);
    g.scalar("runs", &w.target.runs);
    g.scalar("failed_runs", &w.target.failed_runs);
    g.scalar("scatter", &w.target.scatter);
    g.scalar("compression_constant", &w.target.compression_constant);
    g.scalar("local_sgd_constant", &w.target.local_sgd_constant);
  });
}

void describeCollective(Fields& f, Workload& w) {
  f.word("operation", w.operation, collectiveOpNames());
  f.word("algorithm", w.algorithm, algorithmNames());
  f.sizes("sizes", w.sizes);
  f.scalar("ranks", &w.ranks);
  f.scalar("iterations", &w.iterations);
  f.scalar("chunks", &w.chunks);
  f.scalar("rings", &w.rings);
  f.scalar("communicators", &w.communicators);
  f.scalar("think", &w.think);
  f.optionalTime("step_latency", w.step_latency);
}

void describeTraffic(Fields& f, Workload& w) {
  f.word("pattern", w.pattern, kPatterns);
  f.scalar("load", &w.load);
  f.scalar("duration", &w.duration);
  f.scalar("size", &w.size);
  f.scalar("sources", &w.sources);
  f.scalar("flows_file", &w.flows_file);
  f.list("flows", {[&] { return w.flows.size(); }, [](std::size_t) { return std::string_view(); },
                   [&](Fields& g, std::size_t i) {
                     Flow& flow = w.flows[i];
                     g.scalar("from", &flow.from);
                     g.scalar("to", &flow.to);
                     g.scalar("bytes", &flow.bytes);
                     g.scalar("start", &flow.start);
                     g.scalar("priority", &flow.priority);
                   },
                   [&](std::span<const std::string> names) { w.flows.assign(names.size(), Flow{}); }});
}

}  // namespace

void describe(Fields& f, GptShape& g) {
  f.scalar("layers", &g.layers);
  f.scalar("hidden", &g.hidden);
  f.scalar("heads", &g.heads);
  f.scalar("sequence", &g.sequence);
  f.scalar("vocabulary", &g.vocabulary);
  f.scalar("kv_heads", &g.kv_heads);
  f.scalar("head_size", &g.head_size);
  f.scalar("ffn", &g.ffn);
  f.scalar("gated", &g.gated);
  f.scalar("tied", &g.tied);
  f.scalar("biases", &g.biases);
  f.scalar("positions", &g.positions);
  f.scalar("causal", &g.causal);
  f.scalar("q_rank", &g.q_rank);
  f.scalar("kv_rank", &g.kv_rank);
  f.scalar("experts", &g.experts);
  f.scalar("top_k", &g.top_k);
  f.scalar("shared_experts", &g.shared_experts);
  f.scalar("expert_ffn", &g.expert_ffn);
  f.scalar("dense_layers", &g.dense_layers);
}

void describe(Fields& f, Layer& l) {
  f.scalar("name", &l.name);
  f.scalar("parameters", &l.parameters);
  f.scalar("forward_flops", &l.forward_flops);
  f.scalar("activation_bytes", &l.activation_bytes);
  f.optionalNumber("backward_flops", l.backward_flops);
  f.optionalNumber("traffic_bytes", l.traffic_bytes);
}

void describeNumbers(Fields& f, NetworkModel& m) {
  for (const NetworkNumber& n : networkNumbers(m.name)) {
    double v = networkNumber(m, n.name);
    f.scalar(n.name, &v);
    if (v == n.value) m.numbers.erase(std::string(n.name));
    else m.numbers[std::string(n.name)] = v;
  }
}

void describeLayers(Fields& f, std::vector<Layer>& layers) {
  f.list("layers", {[&] { return layers.size(); }, [&](std::size_t i) { return std::string_view(layers[i].name); },
                    [&](Fields& g, std::size_t i) { describe(g, layers[i]); },
                    [&](std::span<const std::string> names) { layers.assign(names.size(), Layer{}); }});
}

void describe(Fields& f, Workload& w) {
  f.word("kind", w.kind, kKinds);
  const auto group = [&](Workload::Kind kind, bool untouched, auto&& fields) {
    const bool idle = w.kind != kind && untouched;
    if (idle) f.idle(true);
    fields(f, w);
    if (idle) f.idle(false);
  };
  static const Workload kNone;
  group(Workload::Kind::Training,
        w.model == kNone.model && w.precision == kNone.precision && w.dataset == kNone.dataset && w.target == kNone.target &&
            w.step_compute == kNone.step_compute,
        describeTraining);
  group(Workload::Kind::Collective,
        w.operation == kNone.operation && w.algorithm == kNone.algorithm && w.sizes.empty() && w.ranks == 0 && w.iterations == 1 &&
            w.chunks == 1 && w.rings == 0 && w.communicators == 1 && w.think == kNone.think && !w.step_latency,
        describeCollective);
  group(Workload::Kind::Traffic,
        w.pattern.empty() && w.size == kNone.size && w.sources == 0 && w.load == 0 && w.duration == kNone.duration && w.flows.empty() &&
            w.flows_file.empty(),
        describeTraffic);
  group(Workload::Kind::Replay, w.run.empty(), [](Fields& g, Workload& v) { g.scalar("run", &v.run); });
  f.list("background", {[&] { return w.background.size(); }, [](std::size_t) { return std::string_view(); },
                        [&](Fields& g, std::size_t i) {
                          BackgroundJob& b = w.background[i];
                          g.word("pattern", b.pattern, kPatterns);
                          g.scalar("size", &b.size);
                          g.scalar("load", &b.load);
                          g.scalar("first_host", &b.first_host);
                          g.scalar("hosts", &b.hosts);
                          g.scalar("sources", &b.sources);
                        },
                        [&](std::span<const std::string> names) { w.background.resize(names.size()); }});
  f.scalar("jitter", &w.jitter);
  f.scalar("stragglers", &w.stragglers);
  f.scalar("straggler_slowdown", &w.straggler_slowdown);
}

}  // namespace weir
