// Gradient buckets sent while backward still runs (Li et al., "PyTorch Distributed", VLDB 2020, section 3.2): in reverse
// layer order, bucket i is ready at r_i, starts when the one before has finished, s_i = max(r_i, f_(i-1)), and takes c_i.
// What ends after backward is exposed. Pure functions; no buckets give zeros.
#pragma once

#include <span>
#include <vector>

namespace weir::model {

struct Bucket {
  double ready_s = 0;  // from the beginning of backward
  double bytes = 0;
  double cost_s = 0;
  double expert_bytes = 0;  // beside `bytes`: gradients of experts, averaged over fewer ranks
};

struct Overlap {
  double end_s = 0;      // of the last bucket
  double exposed_s = 0;  // max(0, end - backward)
  double total_s = 0;    // sum of the costs
};
[[nodiscard]] Overlap overlapBuckets(std::span<const Bucket> buckets, double backward_s);

// Fills buckets layer by layer, in the order of backward. A bucket closes once it holds `bucketBytes`, and at the end.
class BucketFiller {
 public:
  BucketFiller(std::vector<Bucket>& to, double bucketBytes) : to_(to), full_(bucketBytes) {}
  void layer(double bytes, double expertBytes, double backward_s, bool last) {
    time_ += backward_s;
    bytes_ += bytes;
    experts_ += expertBytes;
    if (bytes_ + experts_ > 0 && (bytes_ + experts_ >= full_ || last)) {
      to_.push_back({time_, bytes_, 0, experts_});
      bytes_ = experts_ = 0;
    }
  }
  [[nodiscard]] double time_s() const { return time_; }

 private:
  std::vector<Bucket>& to_;
  double full_, time_ = 0, bytes_ = 0, experts_ = 0;
};

// Layers in forward order to buckets in the order they are sent: a bucket closes once it holds `bucketBytes`.
// parameters and backward_s are per layer. Layers without parameters only pass time.
[[nodiscard]] std::vector<Bucket> fillBuckets(std::span<const double> parameters, std::span<const double> backward_s, double bytesPerParameter,
                                              double bucketBytes);

// n equal buckets of a backward that takes backward_s: max(c, n c - (n-1)/n Tb) exposed, by the recurrence above.
[[nodiscard]] double exposedOfEqualBuckets(int n, double cost_s, double backward_s);

}  // namespace weir::model
