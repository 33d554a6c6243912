// Frequency, power and energy of one processor in closed form. Units: the caller's, as long as they agree; with power in W,
// work in cycles and frequency in Hz, time is in s and energy in J. Pure; any thread.
//
//   P(f) = Ps + k f^a          static power, and a C V^2 f with V following f (Mudge, IEEE Computer 2001); a = 3 where V is
//                              proportional to f, nearer 1 where V is held at its floor. Needs Ps >= 0, k > 0, a > 1.
//   T(f) = W / f + t0          work that scales with the clock, and a span that does not (communication, memory)
//   E(f) = P(f) W / f + P0 t0  P0 = power while the fixed span passes
//
// d E / d f = 0: f* = (Ps / ((a - 1) k))^(1/a), for a = 3 the textbook (Ps / 2k)^(1/3), whatever W and t0 are.
// d (E T) / d f = 0 with t0 = 0: f = (2 Ps / ((a - 2) k))^(1/a), for a = 3 (2 Ps / k)^(1/3); none for a <= 2.
// T falls with f and E is convex with its least at f*: the points that no other beats lie between f* and the highest f.
#pragma once

#include <vector>

namespace weir::model {

struct PowerLaw {
  double idle = 0;       // Ps
  double dynamic = 0;    // k: dynamic power at f = 1 of the caller's unit
  double exponent = 3;   // a

  [[nodiscard]] double at(double f) const;
};

struct FrequencyTask {
  double work = 1;        // W: cycles, in units of f x time
  double fixed = 0;       // t0
  double fixed_power = 0; // P0
};

struct FrequencyPoint {
  double frequency = 0, power = 0, time = 0, energy = 0;
};
[[nodiscard]] FrequencyPoint atFrequency(const PowerLaw& p, const FrequencyTask& t, double f);

// Of least energy, kept within [low, high]; NaN where the law has none (a <= 1 or no dynamic power).
[[nodiscard]] double leastEnergyFrequency(const PowerLaw& p, double low, double high);
// Of least energy x time, likewise. With a fixed span there is no closed form: bisection on the slope, to 1e-15 of the range.
[[nodiscard]] double leastProductFrequency(const PowerLaw& p, const FrequencyTask& t, double low, double high);

// Which frequencies are worth choosing: [leastEnergyFrequency, high], as `points` points from slow to fast.
[[nodiscard]] std::vector<FrequencyPoint> frequencyFront(const PowerLaw& p, const FrequencyTask& t, double low, double high, int points);

// Zeus's cost of a run (You, Chung, Chowdhury, NSDI 2023, equation 2): eta E + (1 - eta) Pmax T, joules; eta in [0, 1].
[[nodiscard]] double zeusCost(double eta, double energy_j, double time_s, double max_power_w);

}  // namespace weir::model
