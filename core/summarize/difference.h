// Is the difference of two samples more than their noise? Samples are one number a step. Pure, any thread, the same answer for
// the same numbers.
//
// The difference is that of the means, with a 95 % interval: bootstrap percentiles (Efron, 1979) of `resamples` draws from a
// counter-based generator with a fixed seed; beyond kBootstrapUpTo numbers Welch's normal interval. `p` is the two-sided rank-sum
// test's (Mann and Whitney, 1947; exact without ties up to kExactUpTo pairs, else its normal form with ties and continuity), or,
// against an exact number (a simulation's step), the sign test's. A difference is Clear when p <= 0.05 after Benjamini and
// Hochberg's correction over its table (1995) and the interval leaves out 0; Unclear when the interval, which is of this row
// alone, leaves out 0 and the corrected p is larger ("perhaps more than the noise"): of many rows some look like that by chance; Noise when the interval holds 0;
// and where the samples are too few for p to become that small whatever they say (one step; three against three), it CannotBeTold.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace weir {

enum class Evidence : std::uint8_t { CannotBeTold, Noise, Unclear, Clear, Exact };  // Exact: both are numbers without noise
[[nodiscard]] std::string_view name(Evidence e);

struct SampleDifference {
  double difference = 0;      // mean of b - mean of a; NaN when one is empty
  double low = 0, high = 0;   // NaN = no interval
  double p = 1;               // NaN = no test
  double corrected = std::numeric_limits<double>::quiet_NaN();  // p after the correction for its table; NaN = no test, or not judged
  std::size_t rows = 0;       // of the table that were tested
  Evidence evidence = Evidence::CannotBeTold;
};

inline constexpr std::size_t kBootstrapUpTo = 64, kExactUpTo = 400;

// Keeps the exact distribution of the rank sum for the sizes asked for last; one thread at a time.
class SampleComparer {
 public:
  explicit SampleComparer(int resamples = 1000) : resamples_(resamples) {}
  // exactA, exactB: the numbers are no sample but all there is (a deterministic simulation).
  [[nodiscard]] SampleDifference compare(std::span<const double> a, std::span<const double> b, bool exactA = false, bool exactB = false);
  // Whether samples of so many numbers could ever be told apart.
  [[nodiscard]] static bool canTell(std::size_t a, std::size_t b, bool exactA = false, bool exactB = false);

 private:
  double rankSumP(std::span<const double> a, std::span<const double> b);
  int resamples_;
  std::size_t n_ = 0, m_ = 0;
  std::vector<double> tail_;  // P(U <= u)
};

// Sets Evidence and corrected p of a table's differences from their p and intervals.
void judge(std::vector<SampleDifference*>& table);

[[nodiscard]] double meanOf(std::span<const double> v);                      // NaN when empty
[[nodiscard]] double quantile(std::vector<double> v, double q);              // linear between neighbours; NaN when empty

}  // namespace weir
