#include "core/model/local_sgd.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weir::model {

double largestLocalSteps(double steps, double globalBatch, double constant) {
  if (!(steps > 0) || !(globalBatch > 0)) return std::numeric_limits<double>::quiet_NaN();
  return std::max(1.0, constant * std::sqrt(steps / globalBatch));
}

SamplesBound localStepsBound(int localSteps, double steps, double globalBatch, double constant) {
  SamplesBound b;
  b.needed = largestLocalSteps(steps, globalBatch, constant);
  b.holds = localSteps == 1 || localSteps <= b.needed;
  b.extra = localSteps == 1 ? 0 : std::numeric_limits<double>::quiet_NaN();
  b.source = "Stich, ICLR 2019, section 2";
  b.condition = "the same to leading order up to c sqrt(T/B) local steps";
  return b;
}

}  // namespace weir::model
