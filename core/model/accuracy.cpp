#include "core/model/accuracy.h"

#include <cmath>

#include "core/scenario/outcome.h"

namespace weir::model {
namespace {

bool known(const Target& t) { return t.samples_min > 0 && t.critical_batch > 0; }
double shape(const Target& t, double b) { return samplesShape(b, t.critical_batch, t.batch_exponent, t.small_batch, t.small_exponent); }

}  // namespace

double samplesShape(double batch, double criticalBatch, double exponent, double smallBatch, double smallExponent) {
  const double x = batch / criticalBatch;
  const double large = exponent == 1 ? x : std::pow(x, exponent);
  const double small = smallBatch > 0 ? std::pow(smallBatch / batch, smallExponent) : 0;
  return 1 + large + small;
}

double samplesToTarget(const Target& t, double globalBatch) { return known(t) && globalBatch > 0 ? t.samples_min * shape(t, globalBatch) : kUnknown; }

double stepsToTarget(const Target& t, double globalBatch) { return globalBatch > 0 ? samplesToTarget(t, globalBatch) / globalBatch : kUnknown; }

double minimumSteps(const Target& t) { return known(t) && t.batch_exponent == 1 ? t.samples_min / t.critical_batch : kUnknown; }

double extraSamples(const Target& t, double globalBatch, double b0) {
  if (!(t.critical_batch > 0) || !(globalBatch > 0) || !(b0 > 0)) return kUnknown;
  return shape(t, globalBatch) / shape(t, b0) - 1;
}

double cheapestBatch(const Target& t) {
  if (!(t.critical_batch > 0)) return kUnknown;
  if (!(t.small_batch > 0)) return 0;
  // d/dB: a (B/Bc)^a = p (Bs/B)^p.
  const double a = t.batch_exponent, p = t.small_exponent;
  return std::exp((std::log(p / a) + a * std::log(t.critical_batch) + p * std::log(t.small_batch)) / (a + p));
}

double largestBatch(const Target& t, double b0, double extra) {
  if (!(t.critical_batch > 0) || !(b0 > 0)) return kUnknown;
  if (t.batch_exponent == 1 && !(t.small_batch > 0)) return t.critical_batch * ((1 + extra) * (1 + b0 / t.critical_batch) - 1);
  const double allowed = (1 + extra) * shape(t, b0);
  // Right of the cheapest batch the law only rises.
  double low = std::max(cheapestBatch(t), 1e-9);
  if (shape(t, low) > allowed) return kUnknown;
  double high = std::max(low, b0);
  while (shape(t, high) <= allowed) high *= 2;
  for (int i = 0; i < 200 && high - low > 1e-12 * high; ++i) {
    const double middle = (low + high) / 2;
    (shape(t, middle) <= allowed ? low : high) = middle;
  }
  return low;
}

}  // namespace weir::model
