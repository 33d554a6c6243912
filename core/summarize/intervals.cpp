#include "core/summarize/intervals.h"

#include <algorithm>
#include <iterator>

namespace weir {

Intervals unite(Intervals any) {
  std::erase_if(any, [](const TimeRange& r) { return r.to <= r.from; });
  const auto earlier = [](const TimeRange& a, const TimeRange& b) { return a.from < b.from; };
  if (!std::is_sorted(any.begin(), any.end(), earlier)) std::sort(any.begin(), any.end(), earlier);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < any.size(); ++i) {
    if (kept > 0 && any[i].from <= any[kept - 1].to)
      any[kept - 1].to = std::max(any[kept - 1].to, any[i].to);
    else
      any[kept++] = any[i];
  }
  any.resize(kept);
  return any;
}

Intervals unite(const Intervals& a, const Intervals& b) {
  Intervals all;
  all.reserve(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all),
             [](const TimeRange& x, const TimeRange& y) { return x.from < y.from; });
  return unite(std::move(all));
}

Intervals intersect(const Intervals& a, const Intervals& b) {
  Intervals out;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const TimeRange both{std::max(a[i].from, b[j].from), std::min(a[i].to, b[j].to)};
    if (both.from < both.to) out.push_back(both);
    if (a[i].to < b[j].to)
      ++i;
    else
      ++j;
  }
  return out;
}

Intervals subtract(const Intervals& a, const Intervals& b) {
  Intervals out;
  std::size_t j = 0;
  for (TimeRange rest : a) {
    while (j < b.size() && b[j].to <= rest.from) ++j;
    for (std::size_t k = j; k < b.size() && b[k].from < rest.to; ++k) {
      if (b[k].from > rest.from) out.push_back({rest.from, b[k].from});
      rest.from = b[k].to;
    }
    if (rest.from < rest.to) out.push_back(rest);
  }
  return out;
}

std::int64_t length(const Intervals& set) {
  std::int64_t sum = 0;
  for (const TimeRange& r : set) sum += r.length();
  return sum;
}

MeasuredIntervals::MeasuredIntervals(Intervals set) : set_(std::move(set)) {
  before_.reserve(set_.size() + 1);
  before_.push_back(0);
  for (const TimeRange& r : set_) before_.push_back(before_.back() + r.length());
}

std::int64_t MeasuredIntervals::lengthBefore(std::int64_t t) const {
  const auto it = std::partition_point(set_.begin(), set_.end(), [t](const TimeRange& r) { return r.to <= t; });
  const std::int64_t whole = before_[static_cast<std::size_t>(it - set_.begin())];
  return it == set_.end() || it->from >= t ? whole : whole + (t - it->from);
}

std::int64_t MeasuredIntervals::lengthWithin(TimeRange range) const {
  if (set_.empty() || range.to <= range.from) return 0;
  return lengthBefore(range.to) - lengthBefore(range.from);
}

}  // namespace weir
