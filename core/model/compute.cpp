#include "core/model/compute.h"

#include <algorithm>

namespace weir::model {

double fractionAt(const EfficiencyCurve& c, double size) {
  if (c.empty()) return 1;
  for (const auto& [from, fraction] : c)
    if (size >= from) return fraction;
  return c.back().second;
}

Rates ratesOf(const Accelerator& a, const std::string& precision, double frequency_hz) {
  Rates r;
  const auto peak = a.peak.find(precision);
  r.flops = peak == a.peak.end() ? 0 : peak->second.toFlopPerSecond();
  r.memory = a.memory_bandwidth.toBytesPerSecond();
  r.stretch = frequency_hz > 0 && a.frequency.max > Frequency{} ? a.frequency.max.toHertz() / frequency_hz : 1;
  r.element = elementBytes(precision);
  r.efficiency = &a.efficiency;
  r.memoryEfficiency = &a.memory_efficiency;
  r.overhead_s = a.operation_overhead.toSeconds();
  if (a.attention_efficiency > 0) {
    // Attention stays in bf16 where matrices multiply in less.
    const auto wide = precision == "fp8" || precision == "fp4" ? a.peak.find("bf16") : a.peak.end();
    r.attention = a.attention_efficiency * (wide == a.peak.end() ? r.flops : wide->second.toFlopPerSecond());
  }
  return r;
}

double opTime(const Op& op, double samples, const Rates& r) {
  const double flops = op.flops * samples;
  const double bytes = op.traffic_bytes * samples + op.parameters * r.element;
  double core = 0;
  if (flops > 0)
    core = flops / (op.kind == Op::Kind::Attention && r.attention > 0 ? r.attention : r.flops * fractionAt(*r.efficiency, flops / 1e9)) * r.stretch;
  const double memory = bytes > 0 ? bytes / (r.memory * fractionAt(*r.memoryEfficiency, bytes / 1e6)) : 0;
  return std::max(core, memory) + op.kernels * r.overhead_s;
}

ComputeTime computeTime(const OpList& n, double samples, const Rates& r) {
  ComputeTime t;
  t.segments.resize(n.segments.size());
  for (std::size_t i = 0; i < n.segments.size(); ++i) {
    const Segment& s = n.segments[i];
    for (std::size_t k = s.firstOp; k < s.firstOp + s.ops; ++k) {
      const double forward = opTime(n.ops[k], samples, r);
      t.segments[i].forward_s += forward;
      t.segments[i].backward_s += n.ops[k].backward * forward;
    }
    t.forward_s += s.count * t.segments[i].forward_s;
    t.backward_s += s.count * t.segments[i].backward_s;
  }
  return t;
}

double optimizerBytes(double parameters, double elementBytes) { return parameters * (elementBytes < 4 ? 30 : 28); }

double optimizerTime(double parameters, const Rates& r) {
  const double bytes = optimizerBytes(parameters, r.element);
  return bytes > 0 ? bytes / (r.memory * fractionAt(*r.memoryEfficiency, bytes / 1e6)) : 0;
}

}  // namespace weir::model
