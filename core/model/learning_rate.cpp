#include "core/model/learning_rate.h"

#include <algorithm>
#include <cmath>

namespace weir::model {

std::string_view name(RateRule r) {
  switch (r) {
    case RateRule::Linear: return "linear";
    case RateRule::SquareRoot: return "square root";
    case RateRule::AdaScale: return "AdaScale";
  }
  return "";
}

double linearRate(double rate, double b0, double batch) { return rate * batch / b0; }
double squareRootRate(double rate, double b0, double batch) { return rate * std::sqrt(batch / b0); }

double adaScaleGain(double var, double sqr, double k) { return (var + sqr) / (var / k + sqr); }
double adaScaleGainAt(double criticalBatch, double b0, double batch) { return adaScaleGain(criticalBatch / b0, 1, batch / b0); }
double adaScaleRate(double rate, double criticalBatch, double b0, double batch) { return rate * adaScaleGainAt(criticalBatch, b0, batch); }
double statisticalEfficiency(double criticalBatch, double b0, double batch) { return adaScaleGainAt(criticalBatch, b0, batch) / (batch / b0); }

double warmUpRate(double from, double to, double step, double steps) {
  if (!(steps > 0)) return to;
  return from + (to - from) * std::clamp(step / steps, 0.0, 1.0);
}
double warmUpSteps(double epochs, double samples, double batch) { return epochs * samples / batch; }

}  // namespace weir::model
