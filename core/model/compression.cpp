#include "core/model/compression.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weir::model {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kIndexBytes = 4, kNormBytes = 4;

}  // namespace

CompressedExchange exchangeOf(const Compression& c, double elements, double elementBytes, int ranks, double side) {
  CompressedExchange x;
  x.rank_bytes = elements * elementBytes;
  if (compresses(c)) x.memory_bytes = c.memory_passes * elements * elementBytes;
  if (c.kind == "top-k") {
    x.operation = CollectiveOp::AllGather;
    x.rank_bytes = std::ceil(c.ratio * elements) * (elementBytes + kIndexBytes);
  } else if (c.kind == "qsgd") {
    x.operation = CollectiveOp::AllGather;
    const double bits = std::ceil(std::log2(2.0 * c.levels + 1));
    x.rank_bytes = std::ceil(elements * bits / 8) + kNormBytes * std::ceil(elements / c.block);
  } else if (c.kind == "powersgd") {
    const double n = side > 0 ? std::min(side, elements) : std::sqrt(elements);
    const double matrices = elements / (n * n);
    // Where the factors would be larger than the matrix, the matrix is sent.
    x.rank_bytes = elementBytes * std::min(elements, std::max(1.0, matrices) * 2 * n * std::min<double>(c.rank, n));
    x.flops = 6 * elements * c.rank;
  }
  const bool gathered = x.operation == CollectiveOp::AllGather;
  x.collective_bytes = gathered ? x.rank_bytes * ranks : x.rank_bytes;
  // What every other rank sent is read once and added.
  if (gathered) x.memory_bytes += x.collective_bytes;
  return x;
}

double qsgdVariance(double levels, double block) { return std::min(block / (levels * levels), std::sqrt(block) / levels); }

SamplesBound compressionBound(const Compression& c, double elements, int ranks, double batch, double steps, double criticalBatch, double constant) {
  SamplesBound b;
  b.needed = kNan;
  b.extra = kNan;
  if (!compresses(c)) {
    b.holds = true;
    b.extra = 0;
  } else if (c.kind == "qsgd") {
    const double w = qsgdVariance(c.levels, std::min<double>(c.block, elements));
    b.holds = true;
    const double share = criticalBatch > 0 ? batch / criticalBatch : 0;
    b.extra = (1 + w + share * (1 + w / ranks)) / (1 + share) - 1;
    b.source = "Alistarh et al., NIPS 2017, lemma 3.1 and theorem 3.2";
    b.condition = "its noise adds to the gradient's";
  } else if (c.kind == "top-k" && c.error_feedback) {
    b.needed = constant / (c.ratio * c.ratio);
    b.holds = steps >= b.needed;
    b.source = "Stich, Cordonnier, Jaggi 2018; Karimireddy et al. 2019, theorem II";
    b.condition = "the same to leading order from c/delta^2 steps on";
  } else if (c.kind == "top-k") {
    b.source = "Karimireddy et al. 2019, section 3";
    b.condition = "without error feedback it need not converge";
  } else {
    b.source = "Vogels et al., NeurIPS 2019: experiments only";
    b.condition = "what a low rank loses depends on the gradients";
  }
  return b;
}

}  // namespace weir::model
