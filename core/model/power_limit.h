// Clock, time and power of one accelerator that trains under a power limit, by batch size.
//
// Clock x = f / fmax in (0, 1]. Voltage falls linearly to a floor: V(x) = floor + (1 - floor) (x - knee) / (1 - knee) above the
// knee, the floor below; dynamic power = D x V(x)^2 (a C V^2 f; Mudge, IEEE Computer 2001). floor = knee = 0 is the cube law.
// A limit L lowers the clock until idle + active + u D x V^2 <= L, never below `lowest`: then the limit is exceeded, as the
// measured runs at the least limit show.
//
// Work of a pass over the data with batch b, in seconds at full clock:
//   G = busy + busy_step / b + padding b    kernels: per sample; per step (launch-bound kernels); what grows with the batch
//   H = host + host_step / b                the host: loading and decoding per sample, launching per step
// A share `compute` of G is bound by the core and stretches as 1 / x; the rest is bound by memory, draws `memory_power` of
// what the first draws, and stretches only below `memory_clock`. Each kind is held under the limit by itself (the controller
// is faster than a pass, slower than the host's gaps, so a half-idle accelerator is limited at its mean). Host and kernels
// overlap: T = (G^o + H^o)^(1/o) (Pollux's p-norm: Qiao et al., OSDI 2021, section 3.2). Mean power:
//   P = idle + active g(G / T) + sum over both kinds of time x dynamic power / T,   g(u) = u^4 / (u^4 + ramp^4)
// The form was found on the Zeus traces (You, Chung, Chowdhury, NSDI 2023), A40 and V100, batches 2 to 32768 and limits 100
// to 300 W: one phase instead of two costs a quarter of the accuracy. Outside those ranges it is extrapolation.
#pragma once

namespace weir::model {

struct ClockPower {            // of an accelerator; powers in W, clocks as fractions of the highest
  double idle_w = 55;          // clocks up, nothing to do
  double active_w = 15;        // more as soon as kernels run for a sizeable share of the time
  double floor = 0.72;         // least voltage / voltage at the highest clock
  double knee = 0.77;          // clock at which the voltage reaches its floor
  double lowest = 0.21;        // least clock
  double memory_clock = 0.5;   // below this memory-bound kernels are slowed too
  double ramp = 0.2;           // busy share at which `active_w` sets in
};

struct BatchLoad {             // of one training job on one accelerator: seconds of a pass over the data at full clock
  double busy_s = 1, busy_step_s = 0, padding_s = 0;
  double host_s = 0, host_step_s = 0;
  double compute = 0.67;       // share of busy time bound by the core
  double memory_power = 0.22;  // dynamic power of memory-bound over core-bound kernels
  double power_w = 170, step_power_w = 90, padding_power_w = 90;  // mean dynamic power of each part of G at full clock
  double overlap = 3;          // o: 1 = one after the other, large = the longer of the two
};

// x V(x)^2, 0 at 0 and 1 at 1; rises strictly.
[[nodiscard]] double dynamicAt(const ClockPower& c, double clock);
// The clock whose dynamic power is `fraction` of the highest; at most 1. Inverse of dynamicAt.
[[nodiscard]] double clockAt(const ClockPower& c, double fraction);

struct LimitedPass {
  double time_s = 0, power_w = 0;
  double busy = 0;                             // share of the time in which kernels run
  double compute_clock = 1, memory_clock = 1;  // what the limit leaves
  [[nodiscard]] double energy_j() const { return time_s * power_w; }
};
// limit_w <= 0 or infinite: none. batch > 0.
[[nodiscard]] LimitedPass limitedPass(const ClockPower& c, const BatchLoad& load, double batch, double limit_w);

}  // namespace weir::model
