#include "core/model/overlap.h"

#include <algorithm>

namespace weir::model {

Overlap overlapBuckets(std::span<const Bucket> buckets, double backward_s) {
  Overlap o;
  for (const Bucket& b : buckets) {
    o.end_s = std::max(b.ready_s, o.end_s) + b.cost_s;
    o.total_s += b.cost_s;
  }
  o.exposed_s = buckets.empty() ? 0 : std::max(0.0, o.end_s - backward_s);
  return o;
}

std::vector<Bucket> fillBuckets(std::span<const double> parameters, std::span<const double> backward_s, double bytesPerParameter,
                                double bucketBytes) {
  std::vector<Bucket> buckets;
  BucketFiller filler(buckets, bucketBytes);
  for (std::size_t i = parameters.size(); i-- > 0;) filler.layer(parameters[i] * bytesPerParameter, 0, backward_s[i], i == 0);
  return buckets;
}

double exposedOfEqualBuckets(int n, double cost_s, double backward_s) {
  std::vector<Bucket> buckets;
  for (int i = 1; i <= n; ++i) buckets.push_back({backward_s * i / n, 0, cost_s});
  return overlapBuckets(buckets, backward_s).exposed_s;
}

}  // namespace weir::model
