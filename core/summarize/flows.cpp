#include "core/summarize/flows.h"

#include <algorithm>
#include <unordered_set>

namespace weir {

Result<std::shared_ptr<const Flows>> Flows::build(RunPtr run, const Job& job) {
  auto out = std::make_shared<Flows>();
  out->run_ = std::move(run);
  const Arrows& a = out->run_->arrows;
  job.begin("arrows", a.size());
  out->byEnd_.resize(a.size());
  for (std::uint64_t i = 0; i < a.size(); ++i) out->byEnd_[i] = i;
  if (job.stopped()) return stoppedByUser();
  std::sort(out->byEnd_.begin(), out->byEnd_.end(), [&](std::uint64_t x, std::uint64_t y) { return a.to[x] != a.to[y] ? a.to[x] < a.to[y] : x < y; });
  if (job.stopped()) return stoppedByUser();
  return std::shared_ptr<const Flows>(std::move(out));
}

std::pair<std::size_t, std::size_t> Flows::fromSlices(SliceIndex begin, SliceIndex end) const {
  const auto& f = run_->arrows.from;
  const auto a = std::lower_bound(f.begin(), f.end(), begin);
  const auto b = std::lower_bound(a, f.end(), end);
  return {static_cast<std::size_t>(a - f.begin()), static_cast<std::size_t>(b - f.begin())};
}

std::pair<std::size_t, std::size_t> Flows::from(SliceIndex slice) const { return fromSlices(slice, slice + 1); }

std::span<const std::uint64_t> Flows::to(SliceIndex slice) const {
  const auto& t = run_->arrows.to;
  const auto a = std::lower_bound(byEnd_.begin(), byEnd_.end(), slice, [&](std::uint64_t x, SliceIndex s) { return t[x] < s; });
  const auto b = std::upper_bound(a, byEnd_.end(), slice, [&](SliceIndex s, std::uint64_t x) { return s < t[x]; });
  return {a, b};
}

Flows::Chain Flows::chain(SliceIndex slice, std::size_t most) const {
  Chain out;
  const Arrows& a = run_->arrows;
  const auto walk = [&](std::vector<std::size_t>& into, bool forward) {
    std::unordered_set<SliceIndex> seen{slice};
    std::vector<SliceIndex> todo{slice};
    for (std::size_t k = 0; k < todo.size(); ++k) {
      const auto take = [&](std::size_t arrow) {
        if (into.size() >= most) {
          out.more = true;
          return false;
        }
        into.push_back(arrow);
        const SliceIndex next = forward ? a.to[arrow] : a.from[arrow];
        if (seen.insert(next).second) todo.push_back(next);
        return true;
      };
      if (forward) {
        const auto [first, last] = from(todo[k]);
        for (std::size_t i = first; i < last; ++i)
          if (!take(i)) return;
      } else {
        for (const std::uint64_t i : to(todo[k]))
          if (!take(i)) return;
      }
    }
  };
  walk(out.before, false);
  walk(out.after, true);
  return out;
}

}  // namespace weir
