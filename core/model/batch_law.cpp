#include "core/model/batch_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/units.h"
#include "core/model/predict.h"
#include "core/model/training.h"
#include "core/scenario/validate.h"

namespace weir::model {
namespace {

constexpr std::array kLevels{"memory", "fabric", "network"};
using Bytes3 = std::array<double, kLevels.size()>;

// Of the whole job, in one step.
Result<Bytes3> stepBytes(Scenario s, double batch) {
  s.plan.global_batch = static_cast<std::int64_t>(batch);
  const Result<TrainingStep> t = trainingStep(s);
  if (!t) return tl::make_unexpected(t.error());
  const Outcome o = trainingOutcome(s, *t);
  const double e = elementBytes(s.workload.precision), ranks = s.machine.accelerators();
  const double memory = t->micro_batches * memoryTraffic(t->net, t->micro_batch, e) + optimizerBytes(t->optimizer_parameters, e);
  return Bytes3{ranks * memory, std::max(0.0, ranks * o.volume.rank_sent_step_bytes - o.volume.network_step_bytes), o.volume.network_step_bytes};
}

}  // namespace

double BatchLawLevel::crossover() const {
  return sample_bytes > 0 ? step_bytes / sample_bytes : std::numeric_limits<double>::infinity();
}

double memoryTraffic(const OpList& n, double samples, double elementBytes) {
  double bytes = 0;
  for (const Segment& g : n.segments)
    for (std::size_t k = g.firstOp; k < g.firstOp + g.ops; ++k) {
      const Op& op = n.ops[k];
      bytes += g.count * (1 + op.backward) * (op.traffic_bytes * samples + op.parameters * elementBytes);
    }
  return bytes;
}

Result<BatchLaw> batchLaw(const Scenario& s) {
  if (s.workload.kind != Workload::Kind::Training) return fail("only training has a batch", "workload.kind", "set it to training");
  if (auto valid = validate(s); !valid) return tl::make_unexpected(std::move(valid.error()));
  BatchLaw law;
  const double micro = s.plan.micro_batch > 0 ? static_cast<double>(s.plan.micro_batch) : 1;
  law.unit = s.dataParallel() * micro;
  // Near the plan's own batch, and even: a pipeline that is not full moves as much, but let us not rest on it.
  const double base = law.unit * std::max(1.0, std::round(static_cast<double>(s.plan.global_batch) / law.unit));
  const Result<Bytes3> one = stepBytes(s, base), two = stepBytes(s, 2 * base);
  if (!one) return tl::make_unexpected(one.error());
  if (!two) return tl::make_unexpected(two.error());
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    const double slope = ((*two)[i] - (*one)[i]) / base;
    const double fixed = (*one)[i] - slope * base;
    // What rounding leaves of a difference is nothing.
    const double noise = 1e-9 * (*one)[i];
    law.levels.push_back({kLevels[i], fixed < noise ? 0 : fixed, slope * base < noise ? 0 : slope});
  }
  const Result<TrainingStep> t = trainingStep(s);
  if (!t) return tl::make_unexpected(t.error());
  const double samples = static_cast<double>(s.workload.dataset.samples);
  law.levels.push_back({"storage", t->supply.known ? 0 : kUnknown, t->supply.known ? t->supply.epoch_bytes / samples : kUnknown});
  return law;
}

std::vector<BatchLawRow> batchLawRows(const BatchLaw& law, std::span<const double> batches) {
  std::vector<double> doublings;
  if (batches.empty()) {
    for (int i = 0; i <= 12; ++i) doublings.push_back(law.unit * std::exp2(i));
    batches = doublings;
  }
  std::vector<BatchLawRow> rows;
  rows.reserve(batches.size() * law.levels.size());
  for (const double b : batches)
    for (const BatchLawLevel& l : law.levels) rows.push_back({b, l.level, l.perSample(b), l.step_bytes / b, l.sample_bytes});
  return rows;
}

std::string batchLawText(const BatchLaw& law, std::span<const BatchLawRow> rows) {
  std::string text = "bytes a sample = V_DP / batch + V_activation, over the whole job\n\n";
  text += fmt::format("{:<8} {:>14} {:>16} {:>18}\n", "level", "V_DP a step", "V_act a sample", "equal at a batch of");
  const auto bytes = [](double v) { return std::isnan(v) ? std::string("unknown") : units::showBytes(v); };
  for (const BatchLawLevel& l : law.levels)
    text += fmt::format("{:<8} {:>14} {:>16} {:>18}\n", l.level, bytes(l.step_bytes), bytes(l.sample_bytes),
                        l.step_bytes > 0 && std::isfinite(l.crossover()) ? units::showCount(std::round(l.crossover())) : "-");
  text += fmt::format("\n{:>10}", "batch");
  for (const BatchLawLevel& l : law.levels) text += fmt::format(" {:>14}", l.level);
  double batch = -1;
  for (const BatchLawRow& r : rows) {
    if (r.batch != batch) text += fmt::format("\n{:>10.0f}", batch = r.batch);
    text += fmt::format(" {:>14}", bytes(r.bytes_per_sample));
  }
  return text + "\n";
}

}  // namespace weir::model
