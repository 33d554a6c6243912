// MPT models under PyTorch FSDP (MosaicML llm-foundry, scripts/train/benchmarking): tokens a second on 8 to 512 A100 and
// H100. FULL_SHARD is ZeRO 3 with every block a unit, SHARD_GRAD_OP is ZeRO 2; gradients are averaged in every micro-batch;
// mixed-precision mode DEFAULT averages them in fp32, PURE in bf16; attention is fused and causal; activation checkpointing
// recomputes every block. Shapes: llm-foundry's MPT configurations (mpt-125m.yaml to mpt-70b.yaml), which the rows' numbers of
// parameters confirm: l (12 h^2 + 13 h) + (V + s + 2) h with V = 50368.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/calibrate/tables/step_rows.h"
#include "core/calibrate/tables/tables.h"

namespace weir::calibrate {
namespace {

const StepTable& table() {
  static const StepTable kTable{"fsdp_training", "tokens a second", "tokens/s",
                                {{"machine.node.accelerator.efficiency", 0.15, 1, ""},
                                 {"machine.node.accelerator.memory_efficiency", 0.25, 1, ""},
                                 {"machine.node.accelerator.attention_efficiency", 0.4, 1, ""},
                                 {"machine.node.nic.attained", 0.25, 1, ""},
                                 {"machine.node.accelerator.overlap_contention", 0.6, 2, ""},
                                 {"machine.node.accelerator.step_overhead", 0.7, 10, "s"}},
                                0.04};
  return kTable;
}

struct Shape {
  std::string_view name;
  int hidden, heads, layers;
};
constexpr std::array kShapes{Shape{"125m", 768, 12, 12},   Shape{"350m", 1024, 16, 24}, Shape{"760m", 1536, 12, 24}, Shape{"1b", 2048, 16, 24},  Shape{"3b", 2560, 20, 32},
                             Shape{"7b", 4096, 32, 32},    Shape{"13b", 5120, 40, 40},  Shape{"30b", 7168, 56, 48},  Shape{"70b", 8192, 64, 80}};

bool truth(std::string_view t) { return t == "True" || t == "true" || t == "1"; }

Result<StepRow> rowOf(const Table& t, std::size_t i, const TableContext& c) {
  const auto whole = [&](const char* name) {
    const double v = t.number(i, name);
    return std::isfinite(v) && v >= 1 && v < 1e8 ? static_cast<int>(std::lround(v)) : 0;
  };
  const std::string_view model = t.text(i, "Model");
  const Shape* shape = nullptr;
  for (const Shape& x : kShapes)
    if (x.name == model) shape = &x;
  if (!shape) return fail(fmt::format("the shape of model \"{}\" is not known", model));
  const auto chip = acceleratorOf(t.text(i, "GPU"));
  if (!chip) return fail(fmt::format("no preset for the accelerator \"{}\"", t.text(i, "GPU")));
  const int gpus = whole("# GPUs"), sequence = whole("SeqLen (T)");
  if (gpus < 1 || sequence < 1) return fail("the sequence length or the number of accelerators is missing");
  if (gpus > 8'000'000) return fail("so many accelerators are no machine");
  auto machine = machineOf(*chip, gpus, c);
  if (!machine) return fail("the machine preset is missing");
  if (machine->accelerators() != gpus) return fail(fmt::format("{} accelerators do not fill nodes of {}", gpus, machine->node.accelerators));
  Scenario s;
  s.machine = std::move(*machine);
  s.workload.model.name = "gpt";
  s.workload.model.gpt = GptShape{shape->layers, shape->hidden, shape->heads, sequence, 50368};
  const std::string_view precision = t.text(i, "Precision");
  s.workload.precision = precision.find("fp8") != std::string_view::npos ? "fp8" : precision.find("fp16") != std::string_view::npos ? "fp16" : precision == "fp32" ? "tf32" : "bf16";
  if (!s.machine.node.accelerator.peak.contains(s.workload.precision)) return fail(fmt::format("the accelerator's preset has no rate for {}", s.workload.precision));
  Plan& p = s.plan;
  const int micro = whole("MicroBatchSize"), accumulation = whole("GradAccum"), global = whole("GlobalBatchSize");
  p.global_batch = global > 0 ? global : static_cast<std::int64_t>(std::max(1, micro)) * std::max(1, accumulation) * gpus;
  if (p.global_batch < gpus) return fail("fewer samples than accelerators");
  p.micro_batch = micro > 0 ? micro : accumulation > 0 ? std::max<std::int64_t>(1, p.global_batch / gpus / accumulation) : 0;
  const std::string_view sharding = t.text(i, "Sharding Strategy");
  p.zero = sharding == "NO_SHARD" ? 0 : sharding == "SHARD_GRAD_OP" ? 2 : 3;
  if (sharding.starts_with("HYBRID") || sharding.starts_with("_HYBRID")) p.shard_group = s.machine.node.accelerators;
  p.gradient_sync = "micro-batch";
  p.gradient_precision = t.text(i, "MP Mode") == "PURE" ? "bf16" : "fp32";
  p.recompute = truth(t.text(i, "Activation Checkpointing")) ? "full" : "none";
  p.bucket = Bytes::of(1);  // every unit by itself

  StepRow r;
  r.row = i;
  r.type = chip->type;
  r.family = chip->family;
  r.rate = true;
  r.may_overflow = true;  // the micro-batch is given: it did run
  r.scale = static_cast<double>(p.global_batch) * sequence;
  double rate = t.number(i, "Throughput (T/s)");
  if (!(rate > 0)) rate = t.number(i, "Throughput (T/s/GPU)") * gpus;
  if (!(rate > 0)) return fail("no tokens a second were measured");
  r.measured_s = r.scale / rate;
  r.label = fmt::format("MPT-{}, {} tokens, {} x {}, micro-batch {}, {}", model, sequence, gpus, chip->type, micro, precision);
  r.candidates.push_back(std::move(s));
  return r;
}

Result<std::vector<Validation>> validate(const Table& fitted, const Table& test, const TableContext& c) {
  return validateSteps(table(), stepRows(fitted, c, rowOf), stepRows(test, c, rowOf), c);
}

Result<std::vector<Validation>> report(const Table& all, const TableContext& c) {
  std::vector<std::string> fifths, models;
  for (std::size_t i = 0; i < all.size(); ++i) {
    fifths.push_back(std::to_string(i % 5));
    models.emplace_back(all.text(i, "Model"));
  }
  auto byRow = leaveOneGroupOut(all, fifths, validate, c, "every fifth row from the others");
  if (!byRow) return byRow;
  auto byModel = leaveOneGroupOut(all, models, validate, c, "leave one model size out");
  if (!byModel) return byModel;
  for (Validation& v : *byModel) byRow->push_back(std::move(v));
  return byRow;
}

}  // namespace

TableModel fsdpTrainingModel() {
  return {"fsdp_training", "Training of MPT models under FSDP", {"Model", "SeqLen (T)", "# GPUs", "GPU", "MicroBatchSize", "Sharding Strategy", "Throughput (T/s)"}, validate, report};
}

}  // namespace weir::calibrate
