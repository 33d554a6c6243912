// Time of arithmetic on one accelerator: a roofline per operation (Williams, Waterman, Patterson, CACM 2009), with
// efficiencies that depend on the operation's size (Isaev et al., Calculon, SC23), and with frequency: the part bound by
// the core stretches by f0/f, the part bound by memory does not (t = t_mem + t_core f0/f). Every kernel costs a fixed time
// besides (launch, ramp, tail), so that an operation of W FLOP reaches e / (1 + o P e / W) of the peak P: the smooth form of
// a curve by size. Fused attention has an efficiency of its own. Pure functions.
#pragma once

#include <vector>

#include "core/model/networks.h"
#include "core/scenario/machine.h"

namespace weir::model {

// The fraction of an efficiency curve at a size (GFLOP or MB); 1 for an empty curve, its last value below its last size.
[[nodiscard]] double fractionAt(const EfficiencyCurve& c, double size);

struct Rates {
  double flops = 0;              // peak at the highest frequency, FLOP/s
  double memory = 0;             // bytes/s
  double stretch = 1;            // f0 / f
  double element = 2;            // bytes
  const EfficiencyCurve* efficiency = nullptr;
  const EfficiencyCurve* memoryEfficiency = nullptr;
  double attention = 0;          // FLOP/s that fused attention attains; 0 = as matrix products
  double overhead_s = 0;         // of a kernel
};

// The frequency at which the accelerator runs: the plan's, or its highest, or less where the power cap asks for it (see
// energy.h). 0 where the machine gives no frequency.
[[nodiscard]] Rates ratesOf(const Accelerator& a, const std::string& precision, double frequency_hz);

// Forward time of one operation for `samples` samples.
[[nodiscard]] double opTime(const Op& op, double samples, const Rates& r);

struct SegmentTime {
  double forward_s = 0, backward_s = 0;
};
struct ComputeTime {
  double forward_s = 0, backward_s = 0;   // of one micro-batch
  std::vector<SegmentTime> segments;      // as OpList::segments: of one of those that are alike
};
[[nodiscard]] ComputeTime computeTime(const OpList& n, double samples, const Rates& r);

// The optimizer's pass over its state. Adam in mixed precision reads a gradient (4 B), reads and writes weight and two
// moments in fp32 (24 B) and writes the half-precision weight (2 B); all-fp32 does without the last.
[[nodiscard]] double optimizerBytes(double parameters, double elementBytes);
[[nodiscard]] double optimizerTime(double parameters, const Rates& r);

}  // namespace weir::model
