#include "core/summarize/lod_pyramid.h"

#include <algorithm>
#include <cmath>

namespace weir::lod {
namespace {
// Columns. A node of width w cut at a fraction f has at most f (1 - f) w of its time on the wrong side: 1/4 column here.
// Cutting only below 1/2 cost half as much again a frame at ten million slices.
constexpr double kSplitBelow = 1;
constexpr float kCoverageSteps = 4;    // merged neighbours of like coverage join
}  // namespace

bool buildPyramid(const Items& items, LodPyramid& out, const Job& job) {
  std::array<bool, kActivities> seen{};
  for (std::uint64_t i = 0; i < items.size; ++i) seen[static_cast<std::size_t>(items.activity[i])] = true;
  for (std::size_t a = 0; a < seen.size(); ++a)
    if (seen[a]) {
      out.slotOf[a] = static_cast<std::uint8_t>(out.kinds.size());
      out.kinds.push_back(static_cast<Activity>(a));
    }
  const std::size_t k = out.kinds.size();
  if (items.size <= kLodBase) return true;

  const std::uint64_t blocks = (items.size + kLodBase - 1) / kLodBase;
  LodPyramid::Level base;
  base.start.resize(blocks);
  base.end.resize(blocks);
  base.count.resize(blocks);
  base.busy.assign(blocks * k, 0);
  for (std::uint64_t b = 0; b < blocks; ++b) {
    if ((b & 0xfff) == 0 && job.stopped()) return false;
    const std::uint64_t first = b * kLodBase;
    const std::uint64_t last = std::min(first + kLodBase, items.size);
    base.start[b] = items.start[first];
    base.end[b] = items.end(last - 1);
    base.count[b] = static_cast<std::uint32_t>(last - first);
    float* busy = base.busy.data() + b * k;
    for (std::uint64_t i = first; i < last; ++i)
      // Length 0 still counts for something, or a block of such would have no activity.
      busy[out.slotOf[static_cast<std::size_t>(items.activity[i])]] += std::max(static_cast<float>(items.duration[i]), 1e-3F);
  }
  out.levels.push_back(std::move(base));
  while (out.levels.back().start.size() > kLodFan) {
    const LodPyramid::Level& below = out.levels.back();
    const std::uint64_t n = below.start.size();
    const std::uint64_t m = (n + kLodFan - 1) / kLodFan;
    LodPyramid::Level l;
    l.start.resize(m);
    l.end.resize(m);
    l.count.resize(m, 0);
    l.busy.assign(m * k, 0);
    for (std::uint64_t b = 0; b < m; ++b) {
      const std::uint64_t first = b * kLodFan;
      const std::uint64_t last = std::min(first + kLodFan, n);
      l.start[b] = below.start[first];
      l.end[b] = below.end[last - 1];
      std::uint64_t count = 0;
      for (std::uint64_t i = first; i < last; ++i) {
        count += below.count[i];
        for (std::size_t s = 0; s < k; ++s) l.busy[b * k + s] += below.busy[i * k + s];
      }
      l.count[b] = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, UINT32_MAX));
    }
    out.levels.push_back(std::move(l));
  }
  return true;
}

Reducer::Reducer(const Items& items, const LodPyramid& pyramid, const LodWindow& w, SliceIndex base, std::vector<LodSpan>& out)
    : items_(items), pyramid_(pyramid), w_(w), scale_(w.scale()), base_(base), out_(out) {
  out_.clear();
}

void Reducer::run() {
  if (items_.size == 0 || w_.width < 1 || w_.to <= w_.from) return;
  if (pyramid_.levels.empty()) (void)leaves(0, items_.size);
  else (void)nodes(pyramid_.levels.size() - 1, 0, pyramid_.levels.back().start.size());
  flush();
}

bool Reducer::nodes(std::size_t level, std::uint64_t first, std::uint64_t last) {
  const LodPyramid::Level& l = pyramid_.levels[level];
  for (std::uint64_t n = first; n < last; ++n) {
    const std::int64_t end = l.end[n];
    if (end < w_.from) continue;
    const std::int64_t start = l.start[n];
    if (start >= w_.to) return false;
    if (column_ >= 0 && end <= columnEnd_) {
      addNode(column_, l, n, 1, l.count[n]);
      continue;
    }
    const double xs = w_.x(start);
    const double xe = w_.x(end);
    const auto c0 = static_cast<std::int32_t>(std::floor(xs));
    if (xs >= 0 && xe < w_.width && xe - xs < 2) {
      const auto c1 = std::max(c0, static_cast<std::int32_t>(std::ceil(xe)) - 1);
      if (c0 == c1) {
        addNode(c0, l, n, 1, l.count[n]);
        continue;
      }
      if (c1 == c0 + 1 && xe - xs <= kSplitBelow) {
        const double left = (static_cast<double>(c1) - xs) / (xe - xs);
        addNode(c0, l, n, left, (l.count[n] + 1) / 2);
        addNode(c1, l, n, 1 - left, l.count[n] - l.count[n] / 2);
        continue;
      }
    }
    if (level > 0) {
      const std::uint64_t below = pyramid_.levels[level - 1].start.size();
      if (!nodes(level - 1, n * kLodFan, std::min((n + 1) * kLodFan, below))) return false;
    } else if (!leaves(n * kLodBase, std::min((n + 1) * kLodBase, items_.size))) {
      return false;
    }
  }
  return true;
}

bool Reducer::leaves(std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t i = first; i < last; ++i) {
    const std::int64_t end = items_.end(i);
    if (end < w_.from || (end == w_.from && items_.duration[i] > 0)) continue;
    if (items_.start[i] >= w_.to) return false;
    // Almost always it lies in the column at hand.
    if (column_ >= 0 && end <= columnEnd_) add(i, static_cast<double>(items_.duration[i]) * scale_);
    else item(i);
  }
  return true;
}

void Reducer::item(std::uint64_t i) {
  const double xs = std::max(w_.x(items_.start[i]), 0.0);
  const double xe = std::min(w_.x(items_.end(i)), static_cast<double>(w_.width));
  const auto c0 = std::min(static_cast<std::int32_t>(xs), w_.width - 1);
  const auto c1 = std::max(c0 + 1, static_cast<std::int32_t>(std::ceil(xe)));
  if (c1 == c0 + 1) {
    addTo(c0, i, xe - xs);
    return;
  }
  addTo(c0, i, c0 + 1 - xs);
  if (c1 - 1 > c0 + 1) {
    flush();
    column_ = -1;
    emit({c0 + 1, c1 - 1, base_ + i, 1, items_.activity[i], 1});
  }
  addTo(c1 - 1, i, xe - (c1 - 1));
}

void Reducer::addNode(std::int32_t c, const LodPyramid::Level& l, std::uint64_t n, double share, std::uint32_t count) {
  toColumn(c);
  const std::size_t k = pyramid_.kinds.size();
  const float* busy = l.busy.data() + n * k;
  const auto f = static_cast<float>(share * scale_);
  for (std::size_t s = 0; s < k; ++s) busy_[s] += busy[s] * f;
  count_ += count;
}

void Reducer::flush() {
  if (column_ < 0 || count_ == 0) return;
  const std::size_t k = pyramid_.kinds.size();
  std::size_t best = 0;
  float total = 0;
  for (std::size_t s = 0; s < k; ++s) {
    total += busy_[s];
    if (busy_[s] > busy_[best]) best = s;
  }
  LodSpan span{column_, column_ + 1, kNoSlice, count_, pyramid_.kinds[best], std::min(total, 1.0F)};
  // A slice that fills most of what is busy here owns the column, so wide slices keep both their borders.
  if (heavy_ != kNoSlice && (count_ == 1 || heavyWeight_ >= 0.5 * static_cast<double>(total))) {
    span.slice = heavy_;
    span.activity = pyramid_.kinds[heavySlot_];
  }
  for (std::size_t s = 0; s < k; ++s) busy_[s] = 0;
  count_ = 0;
  heavy_ = kNoSlice;
  heavyWeight_ = 0;
  emit(span);
}

void Reducer::emit(const LodSpan& s) {
  if (!out_.empty() && out_.back().x1 == s.x0) {
    LodSpan& last = out_.back();
    const bool sameSlice = s.slice != kNoSlice && s.slice == last.slice;
    const auto step = [](float c) { return std::ceil(c * kCoverageSteps); };
    const bool alike = s.slice == kNoSlice && last.slice == kNoSlice && s.activity == last.activity && step(s.coverage) == step(last.coverage);
    if (sameSlice || alike) {
      const auto a = static_cast<float>(last.x1 - last.x0);
      const auto b = static_cast<float>(s.x1 - s.x0);
      last.coverage = (last.coverage * a + s.coverage * b) / (a + b);
      last.count = sameSlice ? std::max(last.count, s.count) : last.count + s.count;
      last.x1 = s.x1;
      return;
    }
  }
  out_.push_back(s);
}

}  // namespace weir::lod
