// Busy time and deepest queue of every link over time, in bins that double in width whenever there would be too many: the
// memory stays bounded however long the simulation runs. One thread at a time.
#pragma once

#include <cstdint>
#include <vector>

namespace weir::net {

class LinkSeries {
 public:
  LinkSeries() = default;
  // `bins` must be even. The first bins are 2^shift ps wide.
  LinkSeries(std::size_t links, std::uint32_t bins, unsigned shift)
      : links_(links), bins_(bins), shift_(shift), busy_(links * bins), queue_(links * bins) {}

  [[nodiscard]] unsigned shift() const { return shift_; }
  [[nodiscard]] std::uint32_t bins() const { return bins_; }
  [[nodiscard]] std::size_t links() const { return links_; }
  [[nodiscard]] std::int64_t width() const { return std::int64_t{1} << shift_; }
  [[nodiscard]] bool holds(std::int64_t time) const { return (time >> shift_) < bins_; }

  // Halves the number of bins in use.
  void coarsen() {
    ++shift_;
    for (std::size_t l = 0; l < links_; ++l) {
      double* b = &busy_[l * bins_];
      float* q = &queue_[l * bins_];
      for (std::uint32_t i = 0; i < bins_ / 2; ++i) {
        b[i] = b[2 * i] + b[2 * i + 1];
        q[i] = q[2 * i] > q[2 * i + 1] ? q[2 * i] : q[2 * i + 1];
      }
      for (std::uint32_t i = bins_ / 2; i < bins_; ++i) {
        b[i] = 0;
        q[i] = 0;
      }
    }
  }

  void addBusy(std::size_t link, std::uint32_t bin, double ps) { busy_[link * bins_ + bin] += ps; }
  void deepen(std::size_t link, std::uint32_t bin, double bytes) {
    float& q = queue_[link * bins_ + bin];
    if (static_cast<float>(bytes) > q) q = static_cast<float>(bytes);
  }
  // Busy picoseconds within [from, to) spread over the bins; widens them when `to` lies beyond.
  void spread(std::size_t link, std::int64_t from, std::int64_t to, double share = 1) {
    while (!holds(to)) coarsen();
    while (from < to) {
      const std::int64_t bin = from >> shift_;
      const std::int64_t end = (bin + 1) << shift_;
      const std::int64_t upTo = end < to ? end : to;
      addBusy(link, static_cast<std::uint32_t>(bin), share * static_cast<double>(upTo - from));
      from = upTo;
    }
  }

  [[nodiscard]] double busy(std::size_t link, std::uint32_t bin) const { return busy_[link * bins_ + bin]; }  // ps
  [[nodiscard]] float queue(std::size_t link, std::uint32_t bin) const { return queue_[link * bins_ + bin]; }  // bytes
  [[nodiscard]] double busyTotal(std::size_t link) const {
    double s = 0;
    for (std::uint32_t i = 0; i < bins_; ++i) s += busy(link, i);
    return s;
  }

 private:
  std::size_t links_ = 0;
  std::uint32_t bins_ = 0;
  unsigned shift_ = 0;
  std::vector<double> busy_;
  std::vector<float> queue_;
};

}  // namespace weir::net
