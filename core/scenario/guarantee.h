// What is promised about the samples a plan needs, against a reference batch, and on what ground. Only numbers and reasons:
// the sentence is made when it is shown.
#pragma once

#include <limits>
#include <string>
#include <string_view>

namespace weir {

struct Guarantee {
  enum class Kind { None, Measured, Bound };  // "none", "measured", "bound": from theory, never measured
  enum class Why {
    Holds,
    NoTarget,          // the workload states no target
    NotMeasured,       // no range of batches without a failed run
    NoInterval,        // the critical batch has no interval
    Outside,           // the batch, or the reference, lies outside the measured range
    NoBound,           // compression without a known bound
    TooFewSteps,       // top-k: fewer steps than its bound asks for
    TooManyLocalSteps,
  };
  Kind kind = Kind::None;
  Why why = Why::NoTarget;
  // At most so many more samples than `reference_batch` needs, as a fraction; NaN = no figure.
  double extra_samples = std::numeric_limits<double>::quiet_NaN();
  double confidence = std::numeric_limits<double>::quiet_NaN();  // of a measured one
  double batch = 0, reference_batch = 0, batch_min = 0, batch_max = 0, failed_runs = 0, runs = 0, scatter = 0;
  double steps = std::numeric_limits<double>::quiet_NaN();         // to the target
  double limit = std::numeric_limits<double>::quiet_NaN();         // steps needed, or most local steps
  const char* source = "";                                         // of a bound
  const char* condition = "";
};

[[nodiscard]] std::string_view name(Guarantee::Kind k);
// One sentence: "at most 12 % more samples than batch 256, with 95 % (measured from 176 to 13888)".
[[nodiscard]] std::string guaranteeText(const Guarantee& g);

}  // namespace weir
