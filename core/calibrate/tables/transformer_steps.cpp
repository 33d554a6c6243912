// GPT training steps as published: Megatron-LM's weak scaling and its comparison with ZeRO 3 (Narayanan et al., SC21,
// tables 1 and 2), sequence parallelism (Korthikanti et al. 2022, table 5), Megatron-Core on H100 (its README).
// What a row does not say, and the rule taken:
//   micro-batch       the quickest of 1 to 32 that fits, as the papers say they chose
//   virtual stages    blank: the quickest that divides a stage's layers; "see calculon json": 3 where 3 divides a stage's
//                     layers, else none (arXiv 2205.05198, table 3: 3 for 175 B and 530 B, none for 22 B and 1 T)
//   software          A100 and older: attention unfused, gradients averaged in 16 bits after backward, nothing overlapped but
//                     ZeRO 3, whose gathers do not use the node's fabric; later: fused attention, gradients in fp32,
//                     gradients, sends and tensor-parallel collectives beside computing (Megatron-Core's README)
#include <fmt/format.h>

#include <cmath>

#include "core/calibrate/tables/step_rows.h"
#include "core/calibrate/tables/tables.h"

namespace weir::calibrate {
namespace {

const StepTable& table() {
  static const StepTable kTable{"transformer_steps", "time of a step", "s",
                                {{"machine.node.accelerator.efficiency", 0.15, 1, ""},
                                 {"machine.node.accelerator.memory_efficiency", 0.2, 1, ""},
                                 {"machine.node.fabric.attained", 0.2, 1, ""},
                                 {"machine.node.nic.attained", 0.25, 1, ""},
                                 {"machine.node.accelerator.overlap_contention", 0.5, 2, ""},
                                 {"machine.node.accelerator.attention_efficiency", 0.3, 1, ""}},
                                0.03};
  return kTable;
}

int whole(double v, int otherwise) { return std::isfinite(v) && v >= 1 && v < 1e8 ? static_cast<int>(std::lround(v)) : otherwise; }

// F = 96 B s l h^2 (1 + s/(6h) + V/(16 l h)) with full recomputation, 72 without (Narayanan et al., SC21, equation 3).
double stepOfTflops(const Table& t, std::size_t i, double tflops, bool full) {
  const double h = t.number(i, "hidden"), l = t.number(i, "layers"), s = t.number(i, "seq"), V = t.number(i, "vocab"), B = t.number(i, "global_batch"), n = t.number(i, "gpus");
  return (full ? 96 : 72) * B * s * l * h * h * (1 + s / (6 * h) + V / (16 * l * h)) / (n * tflops * 1e12);
}

Result<StepRow> rowOf(const Table& t, std::size_t i, const TableContext& c) {
  const auto need = [&](const char* name) { return whole(t.number(i, name), 0); };
  const auto chip = acceleratorOf(t.text(i, "gpu"));
  if (!chip) return fail(fmt::format("no preset for the accelerator \"{}\"", t.text(i, "gpu")));
  Scenario s;
  const int gpus = need("gpus"), h = need("hidden"), layers = need("layers"), heads = need("heads"), sequence = need("seq");
  if (gpus < 1 || h < 1 || layers < 1 || heads < 1 || sequence < 1) return fail("the model's shape or the number of accelerators is missing");
  if (gpus > 8'000'000) return fail("so many accelerators are no machine");
  auto machine = machineOf(*chip, gpus, c);
  if (!machine) return fail("the machine preset is missing");
  s.machine = std::move(*machine);
  s.workload.model.name = "gpt";
  s.workload.model.gpt = GptShape{layers, h, heads, sequence, whole(t.number(i, "vocab"), 51200)};
  s.workload.precision = s.machine.node.accelerator.peak.contains("bf16") ? "bf16" : "fp16";
  Plan& p = s.plan;
  p.tensor_parallel = whole(t.number(i, "tp"), 1);
  p.pipeline_parallel = whole(t.number(i, "pp"), 1);
  const std::int64_t inner = std::int64_t{p.tensor_parallel} * p.pipeline_parallel;
  p.data_parallel = whole(t.number(i, "dp"), static_cast<int>(std::max<std::int64_t>(1, gpus / inner)));
  if (inner * p.data_parallel != s.machine.accelerators()) return fail(fmt::format("{} tensor x {} pipeline x {} data parallel are not {} accelerators", p.tensor_parallel, p.pipeline_parallel, p.data_parallel, gpus));
  if (p.pipeline_parallel > layers) return fail("more stages than layers");
  p.global_batch = whole(t.number(i, "global_batch"), p.data_parallel);
  const std::string_view recompute = t.text(i, "recompute"), sharding = t.text(i, "sharding");
  p.recompute = recompute.starts_with("full") ? "full" : recompute.find("selective") != std::string_view::npos ? "selective" : "none";
  const std::string_view sp = t.text(i, "seq_parallel");
  p.sequence_parallel = (sp == "True" || sp == "true" || sp == "1") && p.tensor_parallel > 1;
  const bool modern = chip->family != "A100" && chip->family != "V100";
  p.zero = sharding.starts_with("zero3") ? 3 : sharding.starts_with("zero2") ? 2 : sharding.starts_with("zero1") || sharding.find("distributed") != std::string_view::npos ? 1 : 0;
  p.fused_attention = modern;
  p.gradient_precision = modern ? "fp32" : "fp16";
  p.overlap = modern || p.zero == 3;
  p.tensor_overlap = modern && p.sequence_parallel;
  if (p.zero == 3) p.weight_gather = "flat";

  const double perRank = static_cast<double>(p.global_batch) / p.data_parallel;
  std::vector<int> micro;
  if (const int given = whole(t.number(i, "microbatch"), 0); given > 0) micro = {given};
  else
    for (int b = 1; b <= 32 && b <= perRank; b *= 2)
      if (std::fmod(perRank, b) == 0) micro.push_back(b);
  if (micro.empty()) micro = {1};
  const std::string_view chunks = t.text(i, "interleaved_chunks");
  const int held = layers % p.pipeline_parallel == 0 ? layers / p.pipeline_parallel : 1;
  std::vector<int> pieces{1};
  if (p.pipeline_parallel > 1) {
    if (const int given = whole(t.number(i, "interleaved_chunks"), 0); given > 0) pieces = {std::min(given, std::max(1, layers / p.pipeline_parallel))};
    else if (chunks.find("calculon") != std::string_view::npos) pieces = {held % 3 == 0 ? 3 : 1};
    else
      for (int v = 2; v <= 12; ++v)
        if (held % v == 0) pieces.push_back(v);
  }
  StepRow r;
  for (const int b : micro)
    for (const int v : pieces) {
      // The interleaved schedule wants micro-batches in multiples of the stages (Narayanan et al., SC21, section 2.2.2).
      if (v > 1 && pieces.size() > 1 && std::fmod(perRank / b, p.pipeline_parallel) != 0) continue;
      p.micro_batch = b;
      p.virtual_stages = v;
      r.candidates.push_back(s);
    }
  r.row = i;
  r.type = r.family = chip->family;
  r.measured_s = t.number(i, "iter_time_s");
  if (!(r.measured_s > 0))
    if (const double rate = t.number(i, "measured_tflops_per_gpu"); rate > 0) r.measured_s = stepOfTflops(t, i, rate, p.recompute == "full");
  if (!(r.measured_s > 0)) return fail("neither a time nor TFLOP/s was measured");
  r.label = fmt::format("{}, {} B, {} GPUs, tp {} pp {} dp {}, {}{}", chip->family, t.text(i, "params_B"), gpus, p.tensor_parallel, p.pipeline_parallel, p.data_parallel,
                        p.recompute, p.zero > 0 ? fmt::format(", ZeRO {}", p.zero) : "");
  return r;
}

Result<std::vector<Validation>> validate(const Table& fitted, const Table& test, const TableContext& c) {
  return validateSteps(table(), stepRows(fitted, c, rowOf), stepRows(test, c, rowOf), c);
}

Result<std::vector<Validation>> report(const Table& all, const TableContext& c) {
  std::vector<std::string> rows, sizes;
  for (std::size_t i = 0; i < all.size(); ++i) {
    rows.push_back(std::to_string(i));
    sizes.emplace_back(fmt::format("{} {}", all.text(i, "hidden"), all.text(i, "layers")));
  }
  auto byRow = leaveOneGroupOut(all, rows, validate, c, "leave one row out");
  if (!byRow) return byRow;
  auto bySize = leaveOneGroupOut(all, sizes, validate, c, "leave one model size out");
  if (!bySize) return bySize;
  for (Validation& v : *bySize) byRow->push_back(std::move(v));
  return byRow;
}

}  // namespace

TableModel transformerStepsModel() {
  return {"transformer_steps", "Training steps of GPT models", {"gpus", "hidden", "layers", "heads", "seq", "tp", "pp", "global_batch", "iter_time_s"}, validate, report};
}

}  // namespace weir::calibrate
