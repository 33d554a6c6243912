// Arithmetic of sets of time. A set is a vector of intervals [from, to), sorted, disjoint, not touching and not empty; the
// empty vector is the empty set. All functions take and give such sets unless they say otherwise. Pure, any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/saturate.h"

namespace weir {

struct TimeRange {  // ps, [from, to)
  std::int64_t from = 0, to = 0;
  // What 64 bits do not count is as long as they count: kAllTime, and runs of damaged logs.
  [[nodiscard]] std::int64_t length() const { return to <= from ? 0 : saturatedGap(from, to); }
  bool operator==(const TimeRange&) const = default;
};

inline constexpr TimeRange kAllTime{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};

using Intervals = std::vector<TimeRange>;

// Behind what is there: no set any more until unite().
inline void append(Intervals& to, const Intervals& from) { to.insert(to.end(), from.begin(), from.end()); }

// Any intervals, in any order, overlapping or empty, to the set they cover. O(n log n), O(n) when sorted by `from`.
[[nodiscard]] Intervals unite(Intervals any);
[[nodiscard]] Intervals unite(const Intervals& a, const Intervals& b);
[[nodiscard]] Intervals intersect(const Intervals& a, const Intervals& b);
[[nodiscard]] Intervals subtract(const Intervals& a, const Intervals& b);
[[nodiscard]] std::int64_t length(const Intervals& set);

// A set with running sums, so that the part of it within a range costs two binary searches.
class MeasuredIntervals {
 public:
  MeasuredIntervals() = default;
  explicit MeasuredIntervals(Intervals set);
  [[nodiscard]] const Intervals& set() const { return set_; }
  [[nodiscard]] std::int64_t length() const { return before_.empty() ? 0 : before_.back(); }
  [[nodiscard]] std::int64_t lengthWithin(TimeRange range) const;

 private:
  [[nodiscard]] std::int64_t lengthBefore(std::int64_t t) const;
  Intervals set_;
  std::vector<std::int64_t> before_;  // before_[i] = length of the first i intervals
};

}  // namespace weir
