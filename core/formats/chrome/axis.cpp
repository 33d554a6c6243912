#include "core/formats/chrome/axis.h"

#include <algorithm>
#include <limits>

namespace weir::chrome {
namespace {

template <class F>
void forTimes(const Events& e, F&& f) {
  for (const std::int64_t us : e.slices.start) f(us);
  for (const Mark& m : e.marks) f(m.at.us);
  for (const CounterSeries& c : e.counters)
    for (const Micros& t : c.at) f(t.us);
}

}  // namespace

Axis Axis::of(const Events& events) {
  std::size_t count = 0;
  std::int64_t lo = std::numeric_limits<std::int64_t>::max();
  std::int64_t hi = std::numeric_limits<std::int64_t>::min();
  forTimes(events, [&](std::int64_t us) {
    ++count;
    lo = std::min(lo, us);
    hi = std::max(hi, us);
  });
  Axis axis;
  if (count == 0) return axis;
  std::int64_t spread = 0;
  if (!__builtin_sub_overflow(hi, lo, &spread) && spread <= kReachUs) {
    axis.originUs_ = lo;
    axis.lastUs_ = hi;
    return axis;
  }
  std::vector<std::int64_t> sample;
  const std::size_t step = count / 65536 + 1;
  std::size_t i = 0;
  forTimes(events, [&](std::int64_t us) {
    if (i++ % step == 0) sample.push_back(us);
  });
  const auto middle = sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 2);
  std::nth_element(sample.begin(), middle, sample.end());
  std::int64_t from = 0;
  std::int64_t to = 0;
  if (__builtin_sub_overflow(*middle, kReachUs, &from)) from = std::numeric_limits<std::int64_t>::min();
  if (__builtin_add_overflow(*middle, kReachUs, &to)) to = std::numeric_limits<std::int64_t>::max();
  axis.originUs_ = *middle;
  axis.lastUs_ = *middle;
  forTimes(events, [&](std::int64_t us) {
    if (us < from || us > to) return;
    axis.originUs_ = std::min(axis.originUs_, us);
    axis.lastUs_ = std::max(axis.lastUs_, us);
  });
  return axis;
}

}  // namespace weir::chrome
