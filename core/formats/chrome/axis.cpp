#include "core/formats/chrome/axis.h"

#include <algorithm>
#include <limits>
#include <mutex>

namespace weir::chrome {
namespace {

template <class F>
void forOthers(const Events& e, F&& f) {
  for (const Mark& m : e.marks) f(m.at.us);
  for (const CounterSeries& c : e.counters)
    for (const Micros& t : c.at) f(t.us);
}
template <class F>
void forTimes(const Events& e, F&& f) {
  for (const std::int64_t us : e.slices.start) f(us);
  forOthers(e, f);
}

}  // namespace

Axis Axis::of(const Events& events, Crew& crew) {
  std::size_t count = 0;
  std::int64_t lo = std::numeric_limits<std::int64_t>::max();
  std::int64_t hi = std::numeric_limits<std::int64_t>::min();
  const auto take = [&](std::size_t n, std::int64_t low, std::int64_t high) {
    count += n;
    lo = std::min(lo, low);
    hi = std::max(hi, high);
  };
  forOthers(events, [&](std::int64_t us) { take(1, us, us); });
  std::mutex mutex;
  crew.ranges(events.slices.size(), [&](std::size_t begin, std::size_t end) {
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = std::numeric_limits<std::int64_t>::min();
    for (std::size_t k = begin; k < end; ++k) low = std::min(low, events.slices.start[k]), high = std::max(high, events.slices.start[k]);
    const std::scoped_lock lock(mutex);
    take(end - begin, low, high);
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
