// NVIDIA's published training rates (NeMo, Megatron-Bridge, AutoModel): tokens a second and accelerator, H100 to GB300, with
// every parallel size. Shapes of the models: the config.json that each published model carries (Llama 3, DeepSeek-V3, Qwen3,
// gpt-oss, Kimi K2, Qwen2.5), Nemotron-4's report (arXiv 2406.11704) and NeMo's recipes for GPT-3. Recomputation is not
// stated: the quickest of none and full that fits. Set aside: hybrids with state-space layers, video models, adapters.
#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "core/calibrate/tables/step_rows.h"
#include "core/calibrate/tables/tables.h"

namespace weir::calibrate {
namespace {

const StepTable& table() {
  static const StepTable kTable{"vendor_training", "tokens a second and accelerator", "tokens/s",
                                {{"machine.node.accelerator.efficiency", 0.25, 1, ""},
                                 {"machine.node.accelerator.memory_efficiency", 0.3, 1, ""},
                                 {"machine.node.accelerator.attention_efficiency", 0.3, 1, ""},
                                 {"machine.node.fabric.attained", 0.3, 1, ""},
                                 {"machine.node.nic.attained", 0.3, 1, ""},
                                 {"machine.node.accelerator.overlap_contention", 0.6, 2, ""}},
                                0.12};
  return kTable;
}

GptShape llama(int layers, int hidden, int heads, int kv, int ffn, int vocabulary) {
  GptShape g{layers, hidden, heads, 0, vocabulary};
  g.kv_heads = kv;
  g.ffn = ffn;
  g.gated = true;
  g.tied = g.biases = g.positions = false;
  return g;
}

GptShape routed(GptShape g, int head, int experts, int top, int expertFfn, int shared = 0, int dense = 0) {
  g.head_size = head;
  g.experts = experts;
  g.top_k = top;
  g.expert_ffn = expertFfn;
  g.shared_experts = shared;
  g.dense_layers = dense;
  return g;
}

GptShape latent(GptShape g, int q, int kv) {
  g.q_rank = q;
  g.kv_rank = kv;
  return g;
}

GptShape gpt(int layers, int hidden, int heads, int kv, int ffn, int vocabulary) {
  GptShape g{layers, hidden, heads, 0, vocabulary};
  g.kv_heads = kv;
  g.ffn = ffn;
  g.biases = g.positions = false;
  return g;
}

// The first name that the row's model begins with, written in capitals with one space between words.
const GptShape* shapeOf(std::string_view model) {
  struct Named {
    std::string_view name;
    GptShape shape;
  };
  static const std::array kShapes{
      Named{"LLAMA3 8B", llama(32, 4096, 32, 8, 14336, 128256)},
      Named{"LLAMA3 70B", llama(80, 8192, 64, 8, 28672, 128256)},
      Named{"LLAMA3.1 405B", llama(126, 16384, 128, 8, 53248, 128256)},
      Named{"DEEPSEEKV3", latent(routed(llama(61, 7168, 128, 128, 18432, 129280), 128, 256, 8, 2048, 1, 3), 1536, 512)},
      Named{"KIMI K2", latent(routed(llama(61, 7168, 64, 64, 18432, 163840), 128, 384, 8, 2048, 1, 1), 1536, 512)},
      Named{"GPT OSS 120B", routed(llama(36, 2880, 64, 8, 2880, 201088), 64, 128, 4, 2880)},
      Named{"GPT OSS 20B", routed(llama(24, 2880, 64, 8, 2880, 201088), 64, 32, 4, 2880)},
      Named{"QWEN3 30B A3B", routed(llama(48, 2048, 32, 4, 6144, 151936), 128, 128, 8, 768)},
      Named{"QWEN3 235B A22B", routed(llama(94, 4096, 64, 4, 12288, 151936), 128, 128, 8, 1536)},
      Named{"QWEN2.5 32B", llama(64, 5120, 40, 8, 27648, 152064)},
      Named{"GPT3 5B", GptShape{24, 4096, 32, 0, 51200}},
      Named{"GPT3 20B", GptShape{44, 6144, 48, 0, 51200}},
      Named{"NEMOTRON 22B", gpt(40, 6144, 48, 8, 24576, 256000)},
      Named{"NEMOTRON 340B", gpt(96, 18432, 96, 8, 73728, 256000)},
  };
  std::string name;
  for (const char ch : model) {
    const auto u = static_cast<unsigned char>(ch);
    if (ch == '_' || ch == '-' || ch == ' ') {
      if (!name.empty() && name.back() != ' ') name += ' ';
    } else {
      name += static_cast<char>(std::toupper(u));
    }
  }
  for (const Named& n : kShapes)
    if (name.starts_with(n.name)) return &n.shape;
  return nullptr;
}

// "31508 (29789)": the first of the numbers, which goes with the first precision; thousands without separators.
double first(std::string_view text) {
  const std::string t(text);
  char* end = nullptr;
  const double v = std::strtod(t.c_str(), &end);
  return end == t.c_str() || !std::isfinite(v) ? std::numeric_limits<double>::quiet_NaN() : v;
}

Result<StepRow> rowOf(const Table& t, std::size_t i, const TableContext& c) {
  const auto whole = [&](const char* name, int otherwise) {
    const double v = first(t.text(i, name));
    return v >= 1 && v < 1e8 ? static_cast<int>(std::lround(v)) : otherwise;
  };
  const GptShape* shape = shapeOf(t.text(i, "model"));
  if (!shape) return fail(fmt::format("the shape of \"{}\" is not known, or not a transformer's alone", t.text(i, "model")));
  if (!t.text(i, "task").empty() && t.text(i, "task") != "pretrain") return fail("training of adapters is not modelled");
  const std::string_view system = t.text(i, "system");
  const auto chip = acceleratorOf(system.empty() ? "H100" : system);  // NeMo 2.0's and 2.1's tables: DGX H100, FP8
  if (!chip) return fail(fmt::format("no preset for the system \"{}\"", system));
  const int gpus = whole("gpus", 0), sequence = whole("seq", 0), batch = whole("gbs", 0);
  if (gpus < 1 || sequence < 1 || batch < 1) return fail("accelerators, sequence or batch are missing");
  if (gpus > 8'000'000) return fail("so many accelerators are no machine");
  auto machine = machineOf(*chip, gpus, c);
  if (!machine) return fail("the machine preset is missing");
  Scenario s;
  s.machine = std::move(*machine);
  Accelerator& a = s.machine.node.accelerator;
  if (chip->type.starts_with("GB")) {
    // 72 accelerators share one NVLink domain; jobs take 64 of them (NVIDIA GB200 NVL72 datasheet: dense rates, per accelerator).
    a.peak["bf16"] = FlopRate::perSecond(2.5e15);
    a.peak["fp8"] = FlopRate::perSecond(5e15);
    a.peak["fp4"] = FlopRate::perSecond(chip->type == "GB300" ? 15e15 : 10e15);
    a.memory = Bytes::of(chip->type == "GB300" ? 279'000'000'000 : 186'000'000'000);
    s.machine.node.accelerators = std::min(64, gpus);
    s.machine.node.nics = s.machine.node.accelerators;
    s.machine.nodes = gpus / s.machine.node.accelerators;
  } else if (!a.peak.contains("fp4")) {
    a.peak["fp4"] = FlopRate::perSecond(9e15);  // NVIDIA DGX B200 datasheet, dense; asked for on B200 only
  }
  if (s.machine.accelerators() != gpus) return fail(fmt::format("{} accelerators do not fill nodes of {}", gpus, s.machine.node.accelerators));
  s.workload.model.name = "gpt";
  s.workload.model.gpt = *shape;
  s.workload.model.gpt->sequence = sequence;
  const std::string_view precision = t.text(i, "precision");
  s.workload.precision = precision.starts_with("BF16") ? "bf16" : precision.starts_with("NVFP4") || precision.starts_with("FP4") ? "fp4" : "fp8";
  Plan& p = s.plan;
  p.tensor_parallel = whole("tp", 1);
  p.pipeline_parallel = whole("pp", 1);
  p.context_parallel = whole("cp", 1);
  p.expert_parallel = shape->experts > 0 ? whole("ep", 1) : 1;
  p.virtual_stages = p.pipeline_parallel > 1 ? std::min(whole("vp", 1), std::max(1, shape->layers / p.pipeline_parallel)) : 1;
  const std::int64_t inner = std::int64_t{p.tensor_parallel} * p.pipeline_parallel * p.context_parallel;
  if (inner < 1 || gpus % inner != 0 || p.pipeline_parallel > shape->layers) return fail("the parallel sizes do not divide the accelerators");
  const auto data = static_cast<int>(gpus / inner);
  p.data_parallel = data;
  if (batch < data) return fail("fewer samples than data-parallel ranks");
  // Experts may be spread over tensor ranks too; here they are spread over data-parallel ranks.
  while (p.expert_parallel > 1 && (data % p.expert_parallel != 0 || shape->experts % p.expert_parallel != 0)) p.expert_parallel /= 2;
  p.global_batch = batch;
  p.micro_batch = whole("mbs", 1);
  p.sequence_parallel = p.tensor_parallel > 1 && sequence % p.tensor_parallel == 0;
  p.tensor_overlap = p.sequence_parallel;
  p.zero = whole("fsdp", 0) > 1 ? 3 : 1;
  StepRow r;
  for (const char* recompute : {"none", "full"}) {
    p.recompute = recompute;
    r.candidates.push_back(s);
  }
  r.row = i;
  r.type = chip->type;
  r.family = chip->family;
  r.rate = true;
  r.scale = static_cast<double>(batch) * sequence / gpus;
  double rate = first(t.text(i, "tokens_s_gpu"));
  if (!(rate > 0))
    if (const double step = first(t.text(i, "step_time_s")); step > 0) rate = r.scale / step;
  if (!(rate > 0)) return fail("no tokens a second were measured");
  r.measured_s = r.scale / rate;
  r.label = fmt::format("{} {}, {}, {} x {}, tp {} pp {} cp {} ep {}", t.text(i, "release"), t.text(i, "model"), precision, gpus, chip->type, p.tensor_parallel, p.pipeline_parallel, p.context_parallel, p.expert_parallel);
  return r;
}

Result<std::vector<Validation>> validate(const Table& fitted, const Table& test, const TableContext& c) {
  return validateSteps(table(), stepRows(fitted, c, rowOf), stepRows(test, c, rowOf), c);
}

Result<std::vector<Validation>> report(const Table& all, const TableContext& c) {
  std::vector<std::string> models;
  for (std::size_t i = 0; i < all.size(); ++i) models.emplace_back(all.text(i, "model"));
  return leaveOneGroupOut(all, models, validate, c, "leave one model out");
}

}  // namespace

TableModel vendorTrainingModel() {
  return {"vendor_training", "Training rates that a vendor publishes", {"model", "gpus", "gbs", "mbs", "seq", "tp", "pp", "tokens_s_gpu"}, validate, report};
}

}  // namespace weir::calibrate
