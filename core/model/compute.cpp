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
  return r;
}

double opTime(const Op& op, double samples, const Rates& r) {
  const double flops = op.flops * samples;
  const double bytes = op.traffic_bytes * samples + op.parameters * r.element;
  const double core = flops > 0 ? flops / (r.flops * fractionAt(*r.efficiency, flops / 1e9)) * r.stretch : 0;
  const double memory = bytes > 0 ? bytes / (r.memory * fractionAt(*r.memoryEfficiency, bytes / 1e6)) : 0;
  return std::max(core, memory);
}

ComputeTime computeTime(const OpList& n, double samples, const Rates& r) {
  ComputeTime t;
  t.segments.resize(n.segments.size());
  for (std::size_t i = 0; i < n.segments.size(); ++i) {
    const Segment& s = n.segments[i];
    // Blocks of a transformer are equal, one after the other: the first one's time serves.
    if (n.blocks > 0 && i > 1) {
      t.segments[i] = t.segments[1];
    } else {
      for (std::size_t k = s.firstOp; k < s.firstOp + s.ops; ++k) {
        const double forward = opTime(n.ops[k], samples, r);
        t.segments[i].forward_s += forward;
        t.segments[i].backward_s += n.ops[k].backward * forward;
      }
    }
    t.forward_s += t.segments[i].forward_s;
    t.backward_s += t.segments[i].backward_s;
  }
  return t;
}

double optimizerTime(double parameters, const Rates& r) {
  const double bytes = parameters * (r.element < 4 ? 30 : 28);
  return bytes > 0 ? bytes / (r.memory * fractionAt(*r.memoryEfficiency, bytes / 1e6)) : 0;
}

}  // namespace weir::model
