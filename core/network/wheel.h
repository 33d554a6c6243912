// The event queue of the packet engine: a timing wheel whose buckets are no wider than the lookahead, the shortest time in
// which one link can influence another. Links due in one bucket therefore cannot see each other, and a bucket need not be
// sorted: which link of it runs first changes nothing. That, and one entry per link and not per packet, is where the
// speed comes from; a heap spends most of its time ordering what does not need an order.
//
// Entries are link ids; whether one is still due is the link's own knowledge (a rescheduled link leaves a stale entry).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

namespace weir::net {

class TimingWheel {
 public:
  static constexpr std::uint32_t kBuckets = 4096;

  // Bucket width is 2^shift ps.
  explicit TimingWheel(unsigned shift) : shift_(shift), buckets_(kBuckets) {}

  void push(std::int64_t time, std::uint32_t link) {
    const std::int64_t b = time >> shift_;
    if (b - current_ < kBuckets) [[likely]] {
      const auto i = static_cast<std::uint32_t>(b) & (kBuckets - 1);
      buckets_[i].push_back(link);
      used_[i >> 6] |= std::uint64_t{1} << (i & 63);
    } else {
      later_.emplace(time, link);
    }
  }

  // Moves to the next bucket that holds entries and takes them; empty when nothing is left. The reference is valid until
  // the next call; pushes meanwhile go to later buckets.
  std::vector<std::uint32_t>& next() {
    taken_.clear();
    std::int64_t b = nextUsed();
    if (!later_.empty()) {
      const std::int64_t l = later_.top().first >> shift_;
      if (b < 0 || l < b) b = l;
    }
    if (b < 0) return taken_;
    current_ = b;
    while (!later_.empty() && (later_.top().first >> shift_) - current_ < kBuckets) {
      const auto [time, link] = later_.top();
      later_.pop();
      push(time, link);
    }
    const auto i = static_cast<std::uint32_t>(b) & (kBuckets - 1);
    taken_.swap(buckets_[i]);
    used_[i >> 6] &= ~(std::uint64_t{1} << (i & 63));
    return taken_;
  }

  // Where the next bucket that holds entries ends; -1: nothing is left.
  [[nodiscard]] std::int64_t peek() const {
    std::int64_t b = nextUsed();
    if (!later_.empty()) {
      const std::int64_t l = later_.top().first >> shift_;
      if (b < 0 || l < b) b = l;
    }
    return b < 0 ? b : (b + 1) << shift_;
  }

  [[nodiscard]] std::int64_t bucketEnd() const { return (current_ + 1) << shift_; }  // of the bucket taken last

 private:
  // First used bucket at or after the current one; -1 when the wheel is empty.
  [[nodiscard]] std::int64_t nextUsed() const {
    const auto at = static_cast<std::uint32_t>(current_) & (kBuckets - 1);
    constexpr std::uint32_t kWords = kBuckets / 64;
    std::uint64_t word = used_[at >> 6] & (~std::uint64_t{0} << (at & 63));
    for (std::uint32_t k = 0; k <= kWords; ++k) {
      const std::uint32_t w = ((at >> 6) + k) % kWords;
      if (k > 0) word = used_[w];
      if (k == kWords) word &= ~(~std::uint64_t{0} << (at & 63));
      if (word != 0) {
        const std::uint32_t i = w * 64 + static_cast<std::uint32_t>(std::countr_zero(word));
        return current_ + ((i - at) & (kBuckets - 1));
      }
    }
    return -1;
  }

  using Entry = std::pair<std::int64_t, std::uint32_t>;
  unsigned shift_;
  std::int64_t current_ = 0;
  std::vector<std::vector<std::uint32_t>> buckets_;
  std::array<std::uint64_t, kBuckets / 64> used_{};
  std::vector<std::uint32_t> taken_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> later_;
};

}  // namespace weir::net
