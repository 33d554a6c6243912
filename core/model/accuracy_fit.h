// Runs at several batch sizes to the law of accuracy.h, with what is not known about it. Every law on a grid of (Bc, a, Bs,
// p) and of scatter between batch sizes is weighed by Bayes' rule; Emin is integrated in closed form, as it only shifts
// log E. Few batch sizes then fall back on the priors instead of on a wild fit, and the intervals follow without a guess.
//   log E_i ~ Normal(log Emin + log(1 + (B_i/Bc)^a + (Bs/B_i)^p), s_i^2 + scatter^2)
// s_i: standard error of a batch size's mean over its runs. Batch sizes where fewer than half the runs reached the target
// have no typical number of samples: they count as "more than the longest known", by their probability.
// Priors: LawPriors. Range of validity: between the batches given; outside the answers say so. Pure; any thread; a few
// milliseconds a fit.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/workload.h"

namespace weir::model {

// The runs at one batch size.
struct BatchRuns {
  double batch = 0;
  double samples = 0;      // mean over the runs that reached the target, in samples or epochs; NaN if none did
  double spread = 0;       // standard deviation between them; NaN or 0 with one run = unknown
  double runs = 1, converged = 1;
};

// Constants of the fit. Chosen by the evidence of 17 workloads (MLPerf Training 2.0 to 4.0 reference runs, Zeus's traces),
// which hardly tells neighbouring values apart.
struct LawPriors {
  double critical_over_middle = 7;   // Bc lies about so far above the geometric middle of the batches that people try,
  double critical_spread = 1.0;      // with this standard deviation of its logarithm
  double exponent_spread = 0.3;      // of log a around a = 1
  double small_share = 0.3;          // of workloads that show a small-batch term
};

struct Estimate {
  double value = 0;                  // median
  double low = 0, high = 0;          // 95 %, two-sided
  bool outside = false;              // beyond the batches measured
};

class SamplesLaw {
 public:
  // Samples (or epochs) that a batch needs: what a further batch size would measure, scatter included.
  [[nodiscard]] Estimate samples(double batch) const;
  // E(B)/E(b0) - 1 of the law itself; `upper` is not exceeded with the confidence given.
  struct Extra {
    double median = 0, upper = 0;
  };
  [[nodiscard]] Extra extra(double batch, double b0, double confidence = 0.95) const;
  // The largest batch up to batchMax() whose upper extra stays within `extra`; an error where nothing can be promised: too
  // few batch sizes, b0 outside what was measured.
  [[nodiscard]] Result<double> largestBatch(double b0, double extra, double confidence = 0.95) const;

  // The law as a scenario's fields (the curve nearest to the median), with 95 % intervals that carry its uncertainty there:
  // Emin's that of the curve's height, Bc's and Bs's that of its rise to either end, the exponent's that of how it bends in
  // between. A promise takes the worst of their ends (guarantee.h).
  struct Fields {
    Target target;
    double samples_min_low = 0, samples_min_high = 0, critical_batch_low = 0, critical_batch_high = 0, small_batch_low = 0, small_batch_high = 0;
    double batch_exponent_low = 1, batch_exponent_high = 1;
  };
  [[nodiscard]] Fields fields() const;

  [[nodiscard]] double batchMin() const { return min_; }  // between these every run reached the target
  [[nodiscard]] double batchMax() const { return max_; }
  [[nodiscard]] std::size_t batches() const { return batches_; }  // with a value, in that range
  [[nodiscard]] double scatter() const;                           // posterior median
  [[nodiscard]] double smallTermProbability() const;

 private:
  struct Builder;
  friend Result<SamplesLaw> fitSamplesLaw(std::span<const BatchRuns>, const LawPriors&);
  struct Member {
    double weight = 0;   // sums to 1
    double log_critical = 0, exponent = 1, log_small = 0, small_exponent = 1;  // log_small = -infinity: no such term
    double log_min = 0, log_min_error = 0, scatter = 0;
  };
  [[nodiscard]] double logShape(const Member& m, double logBatch) const;
  // Value below which the share q of the mixture of normals lies.
  [[nodiscard]] double quantile(double q, std::span<const double> centres, bool withScatter) const;
  [[nodiscard]] std::vector<double> centres(double batch) const;
  std::vector<Member> members_;
  std::vector<double> measured_;  // batches with a value
  double min_ = 0, max_ = 0, lowest_ = 0, highest_ = 0;
  std::size_t batches_ = 0;
  double runs_ = 0, failed_ = 0;
};

// Errors: no batch size with a value. One is enough: then the priors alone say how samples change with the batch.
[[nodiscard]] Result<SamplesLaw> fitSamplesLaw(std::span<const BatchRuns> runs, const LawPriors& priors = {});

}  // namespace weir::model
