// The events of one region: a timing wheel of buckets a few nanoseconds wide, each sorted as it comes up. An event is a
// moment and what happens (a type and an id); events of one moment happen in order of type and id, so that the order does
// not depend on when they were pushed. Buckets are chains of small
// chunks, so that the memory in use is that of the events that wait, and stays in the cache. One thread at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

namespace weir::net::packets {

inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

class EventWheel {
 public:
  static constexpr std::uint32_t kBuckets = 1024;
  static constexpr unsigned kWhatBits = 36;  // type and id
  static constexpr unsigned kMostShift = 63 - kWhatBits;

  // Buckets are 2^shift ps wide, shift <= kMostShift.
  explicit EventWheel(unsigned shift) : shift_(shift) { first_.fill(kNone); }

  // Never before the event popped last.
  void push(std::int64_t time, std::uint64_t what) {
    const std::int64_t b = time >> shift_;
    const std::uint64_t key = (static_cast<std::uint64_t>(time - (b << shift_)) << kWhatBits) | what;
    if (b - current_ < kBuckets && b > current_) [[likely]] {
      const auto i = static_cast<std::uint32_t>(b) & (kBuckets - 1);
      std::uint32_t at = first_[i];
      if (at == kNone || chunks_[at].count == kChunk) [[unlikely]] at = grow(i);
      Chunk& c = chunks_[at];
      c.key[c.count++] = key;
    } else if (b <= current_) {
      taken_.insert(std::upper_bound(taken_.begin() + static_cast<std::ptrdiff_t>(at_), taken_.end(), key), key);
    } else {
      later_.emplace(time, what);
    }
  }

  // The next event before `limit`; false when there is none.
  bool pop(std::int64_t limit, std::int64_t& time, std::uint64_t& what) {
    while (at_ == taken_.size())
      if (!load(limit)) return false;
    const std::uint64_t key = taken_[at_];
    const std::int64_t t = (current_ << shift_) + static_cast<std::int64_t>(key >> kWhatBits);
    if (t >= limit) return false;
    ++at_;
    time = t;
    what = key & kWhat;
    return true;
  }
  // What comes `ahead` events after the one popped last, if it is known already: for prefetching.
  [[nodiscard]] std::uint64_t peek(std::size_t ahead) const { return at_ + ahead < taken_.size() ? taken_[at_ + ahead] & kWhat : ~std::uint64_t{0}; }

  // Not later than the next event; kNever = there is none.
  [[nodiscard]] std::int64_t next() const {
    if (at_ < taken_.size()) return (current_ << shift_) + static_cast<std::int64_t>(taken_[at_] >> kWhatBits);
    const std::int64_t b = nextUsed();
    std::int64_t t = b < 0 ? kNever : b << shift_;
    if (!later_.empty()) t = std::min(t, later_.top().first);
    return t;
  }

 private:
  static constexpr std::uint64_t kWhat = (std::uint64_t{1} << kWhatBits) - 1;

  // Takes the next bucket that begins before `limit`.
  bool load(std::int64_t limit) {
    std::int64_t b = nextUsed();
    if (!later_.empty()) {
      const std::int64_t l = later_.top().first >> shift_;
      if (b < 0 || l < b) b = l;
    }
    if (b < 0 || (b << shift_) >= limit) return false;
    current_ = b;
    taken_.clear();
    at_ = 0;
    const auto i = static_cast<std::uint32_t>(b) & (kBuckets - 1);
    for (std::uint32_t at = first_[i]; at != kNone;) {
      Chunk& c = chunks_[at];
      taken_.insert(taken_.end(), c.key, c.key + c.count);
      const std::uint32_t next = c.next;
      c.next = free_;
      free_ = at;
      at = next;
    }
    first_[i] = kNone;
    used_[i >> 6] &= ~(std::uint64_t{1} << (i & 63));
    while (!later_.empty() && (later_.top().first >> shift_) - current_ < kBuckets) {
      const auto [time, what] = later_.top();
      later_.pop();
      if ((time >> shift_) == b) taken_.push_back((static_cast<std::uint64_t>(time - (b << shift_)) << kWhatBits) | what);
      else push(time, what);
    }
    std::sort(taken_.begin(), taken_.end());
    return true;
  }

  // A bucket's chain begins with a chunk that has room.
  std::uint32_t grow(std::uint32_t bucket) {
    used_[bucket >> 6] |= std::uint64_t{1} << (bucket & 63);
    std::uint32_t at = free_;
    if (at == kNone) {
      at = static_cast<std::uint32_t>(chunks_.size());
      chunks_.emplace_back();
    } else {
      free_ = chunks_[at].next;
    }
    chunks_[at].count = 0;
    chunks_[at].next = first_[bucket];
    return first_[bucket] = at;
  }

  // First used bucket after the current one; -1 when there is none.
  [[nodiscard]] std::int64_t nextUsed() const {
    const auto at = static_cast<std::uint32_t>(current_ + 1) & (kBuckets - 1);
    constexpr std::uint32_t kWords = kBuckets / 64;
    for (std::uint32_t k = 0; k <= kWords; ++k) {
      const std::uint32_t w = ((at >> 6) + k) % kWords;
      std::uint64_t word = used_[w];
      if (k == 0) word &= ~std::uint64_t{0} << (at & 63);
      if (k == kWords) word &= ~(~std::uint64_t{0} << (at & 63));
      if (word != 0) {
        const std::uint32_t i = w * 64 + static_cast<std::uint32_t>(std::countr_zero(word));
        return current_ + 1 + ((i - at) & (kBuckets - 1));
      }
    }
    return -1;
  }

  static constexpr std::uint32_t kNone = ~std::uint32_t{0}, kChunk = 7;
  struct alignas(64) Chunk {
    std::uint64_t key[kChunk];
    std::uint32_t count = 0, next = kNone;
  };
  using Entry = std::pair<std::int64_t, std::uint64_t>;
  unsigned shift_;
  std::int64_t current_ = -1;
  std::size_t at_ = 0;
  std::vector<std::uint64_t> taken_;  // the current bucket, sorted
  std::array<std::uint32_t, kBuckets> first_;
  std::vector<Chunk> chunks_;
  std::uint32_t free_ = kNone;
  std::array<std::uint64_t, kBuckets / 64> used_{};
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> later_;
};

}  // namespace weir::net::packets
