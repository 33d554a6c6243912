#include "core/summarize/lod_pyramid.h"

#include <algorithm>
#include <atomic>
#include <bit>

namespace weir {

LodColumns::LodColumns(const LodWindow& w) : window_(w) {
  if (w.width < 1 || w.to <= w.from) return;
  scale_ = w.scale();
  ps_ = 1 / scale_;
  begin_.resize(static_cast<std::size_t>(w.width) + 1);
  const std::uint64_t end = static_cast<std::uint64_t>(w.to) - static_cast<std::uint64_t>(w.from);
  std::uint64_t before = 0;
  begin_.front() = w.from;
  begin_.back() = w.to;
  for (int c = 1; c < w.width; ++c) {
    // The first offset from `before` on with x >= c: within 1 of c ps_, but where a double has no room for picoseconds.
    const auto reached = [&](std::uint64_t offset) { return static_cast<double>(offset) * scale_ >= c; };
    const double near = c * ps_;
    std::uint64_t low = before;
    std::uint64_t high = std::clamp(near < static_cast<double>(end) ? static_cast<std::uint64_t>(near) : end, before, end);
    std::uint64_t step = 1;
    if (reached(high)) {
      while (low < high) {
        const std::uint64_t at = high - low > step ? high - step : low;
        if (!reached(at)) {
          low = at + 1;
          break;
        }
        high = at;
        step *= 2;
      }
    } else {
      low = high + 1;
      for (high = end; end - low > step; step *= 2) {
        if (reached(low + step)) {
          high = low + step;
          break;
        }
        low += step + 1;
      }
    }
    while (low < high) {
      const std::uint64_t mid = low + (high - low) / 2;
      if (reached(mid)) high = mid;
      else low = mid + 1;
    }
    before = high;
    begin_[static_cast<std::size_t>(c)] = static_cast<std::int64_t>(static_cast<std::uint64_t>(w.from) + before);
  }
}

namespace lod {
namespace {
// Of a column. A node of width w cut at a fraction f has at most f (1 - f) w of its time on the wrong side, and of what is not
// its main activity no more than there is of it. A column may have this much from both its borders together. (Cutting only
// nodes below half a column took twice as long.)
constexpr float kWrong = 0.25F;
constexpr std::size_t kAhead = 8;    // nodes whose memory is asked for before their turn
constexpr int kCoverageSteps = 4;  // merged neighbours of like coverage join
constexpr std::uint64_t kShared = std::uint64_t{1} << 20;  // items from which a crew shares one sequence
constexpr unsigned kBaseBits = std::countr_zero(kLodBase), kFanBits = std::countr_zero(kLodFan);
static_assert(std::has_single_bit(kLodBase) && std::has_single_bit(kLodFan));

// Steps of coverage, upwards; std::ceil is a call where SSE 4.1 is not taken for granted.
int stepOf(float coverage) {
  const float v = coverage * kCoverageSteps;
  const int s = static_cast<int>(v);
  return s + (static_cast<float>(s) < v ? 1 : 0);
}
}  // namespace

bool buildPyramid(const Items& items, LodPyramid& out, const Job& job, Crew* crew) {
  const bool shared = crew && items.size >= kShared;
  const auto ranges = [&](std::uint64_t n, const std::function<void(std::size_t, std::size_t)>& range) {
    if (shared) crew->ranges(n, range);
    else range(0, n);
  };
  std::atomic<unsigned> seen{0};
  ranges(items.size, [&](std::size_t begin, std::size_t end) {
    unsigned here = 0;
    for (std::size_t i = begin; i < end; ++i) here |= 1U << static_cast<unsigned>(items.activity[i]);
    seen |= here;
  });
  for (unsigned a = 0; a < kActivities; ++a)
    if ((seen >> a & 1U) != 0) {
      out.slotOf[a] = static_cast<std::uint8_t>(out.kinds.size());
      out.kinds.push_back(static_cast<Activity>(a));
    }
  const std::size_t k = out.kinds.size();
  if (items.size <= kLodBase) return true;

  std::atomic<bool> stopped{false};
  const std::uint64_t blocks = (items.size + kLodBase - 1) / kLodBase;
  LodPyramid::Level base;
  base.node.resize(blocks);
  base.busy.resize(blocks * k);
  ranges(blocks, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      if ((b & 0xffff) == 0 && job.stopped()) stopped = true;
      if (stopped.load(std::memory_order_relaxed)) return;
      const std::uint64_t first = b * kLodBase;
      const std::uint64_t last = std::min(first + kLodBase, items.size);
      base.node[b] = {items.start[first], items.end(last - 1)};
      float* busy = base.busy.data() + b * k;
      for (std::size_t s = 0; s < k; ++s) busy[s] = 0;
      for (std::uint64_t i = first; i < last; ++i)
        // Length 0 still counts for something, or a block of such would have no activity.
        busy[out.slotOf[static_cast<std::size_t>(items.activity[i])]] += std::max(static_cast<float>(items.duration[i]), kLodLeast);
    }
  });
  if (stopped) return false;
  out.levels.push_back(std::move(base));
  while (out.levels.back().node.size() > kLodFan) {
    const LodPyramid::Level& below = out.levels.back();
    const std::uint64_t n = below.node.size();
    const std::uint64_t m = (n + kLodFan - 1) / kLodFan;
    LodPyramid::Level l;
    l.node.resize(m);
    l.busy.resize(m * k);
    for (std::uint64_t b = 0; b < m; ++b) {
      const std::uint64_t first = b * kLodFan;
      const std::uint64_t last = std::min(first + kLodFan, n);
      l.node[b] = {below.node[first].start, below.node[last - 1].end};
      for (std::size_t s = 0; s < k; ++s) {
        float sum = 0;
        for (std::uint64_t i = first; i < last; ++i) sum += below.busy[i * k + s];
        l.busy[b * k + s] = sum;
      }
    }
    out.levels.push_back(std::move(l));
  }
  return true;
}

Reducer::Reducer(const Items& items, const LodPyramid& pyramid, const LodColumns& columns, SliceIndex base, Scratch& scratch,
                 std::vector<LodSpan>& out)
    : items_(items),
      pyramid_(pyramid),
      columns_(columns),
      from_(columns.window().from),
      to_(columns.window().to),
      scale_(static_cast<float>(columns.window().scale())),
      base_(base),
      kinds_(pyramid.kinds.size()),
      scratch_(scratch),
      out_(out) {
  out_.clear();
}

void Reducer::run() {
  const int width = columns_.width();
  if (items_.size == 0 || width < 1) return;
  Scratch& s = scratch_;
  const auto n = static_cast<std::size_t>(width);
  if (s.cells.size() < n) s.cells.resize(n);
  if (s.busy.size() < n * kinds_) s.busy.resize(n * kinds_);
  s.solid.clear();
  cells_ = s.cells.data();
  busy_ = s.busy.data();
  low_ = width;
  high_ = -1;
  s.now.clear();
  if (pyramid_.levels.empty()) {
    leaves(0, items_.size, Part::kAnywhere);
  } else {
    if (kinds_ == 1) levels<1>();
    else if (kinds_ == 2) levels<2>();
    else if (kinds_ == 3) levels<3>();
    else levels<0>();
    for (std::size_t i = 0; i < s.now.size(); ++i) {
      if (i + kAhead < s.now.size()) {
        const std::uint64_t soon = s.now[i + kAhead].node << kBaseBits;
        __builtin_prefetch(items_.start + soon);
        __builtin_prefetch(items_.duration + soon);
        __builtin_prefetch(items_.activity + soon);
      }
      const std::uint64_t first = s.now[i].node << kBaseBits;
      leaves(first, std::min(first + kLodBase, items_.size), s.now[i].border);
    }
  }
  finish();
}

// From the top: `scratch_.now` holds the nodes of a level that have to be opened, from left to right. In the end those of the lowest.
template <std::size_t kKinds>
void Reducer::levels() {
  std::vector<Part>& now = scratch_.now;
  std::vector<Part>& next = scratch_.next;
  const std::size_t k = kKinds > 0 ? kKinds : kinds_;
  const auto top = static_cast<unsigned>(pyramid_.levels.size() - 1);
  nodes<kKinds>(top, 0, pyramid_.levels[top].node.size(), Part::kAnywhere, now);
  for (unsigned level = top; level-- > 0;) {
    const LodPyramid::Level& l = pyramid_.levels[level];
    next.clear();
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (i + kAhead < now.size()) {
        const std::uint64_t soon = now[i + kAhead].node << kFanBits;
        __builtin_prefetch(l.node.data() + soon);
        __builtin_prefetch(l.busy.data() + soon * k);
      }
      const std::uint64_t first = now[i].node << kFanBits;
      nodes<kKinds>(level, first, std::min<std::uint64_t>(first + kLodFan, l.node.size()), now[i].border, next);
    }
    now.swap(next);
  }
}

// Nodes [first, last) of a level. `border`: the column that begins at the only border which cuts their parent, or kAnywhere.
// What has to be opened is put to `open`.
template <std::size_t kKinds>
void Reducer::nodes(unsigned level, std::uint64_t first, std::uint64_t last, std::int32_t border, std::vector<Part>& open) {
  const std::size_t k = kKinds > 0 ? kKinds : kinds_;
  const LodPyramid::Level& l = pyramid_.levels[level];
  const unsigned bits = kBaseBits + kFanBits * level;
  const auto countOf = [&](std::uint64_t n) { return std::min(items_.size, (n + 1) << bits) - (n << bits); };
  const std::int64_t at = border >= 0 ? columns_.begin(border) : 0;
  for (std::uint64_t n = first; n < last; ++n) {
    const LodNode node = l.node[n];
    const float* busy = l.busy.data() + n * k;
    std::int32_t c1 = border;
    double xs = 0;
    double xe = 0;
    if (border >= 0 && node.end != at) {
      if (node.end < at || node.start >= at) {
        addNode<kKinds>(node.end < at ? border - 1 : border, busy, countOf(n), 1);
        continue;
      }
      xs = columns_.x(node.start);
      xe = columns_.x(node.end);
    } else {
      if (node.start >= to_) return;
      if (node.end < from_) continue;
      if (node.start < from_ || node.end > to_) {
        open.push_back({n, Part::kAnywhere});
        continue;
      }
      xs = columns_.x(node.start);
      xe = columns_.x(node.end);
      const std::int32_t c0 = columns_.at(xs);
      c1 = std::max(c0, columns_.lastOf(xe));
      // What begins on a border (and has no length there) stands in the column after it, where others that end there have no part.
      const bool after = xe == c1 + 1 && columns_.x(items_.start[(n << bits) + countOf(n) - 1]) >= c1 + 1;
      if (after || c1 > c0 + 1) {
        open.push_back({n, Part::kAnywhere});
        continue;
      }
      if (c1 == c0) {
        addNode<kKinds>(c0, busy, countOf(n), 1);
        continue;
      }
    }
    // Across the border before c1 and no other.
    const double left = (c1 - xs) / (xe - xs);
    float all = 0;
    float main = 0;
    for (std::size_t s = 0; s < k; ++s) {
      all += busy[s];
      main = std::max(main, busy[s]);
    }
    const double side = left * (xe - c1);
    const auto wrong = static_cast<float>(side + std::min(side, std::max(left, 1 - left) * static_cast<double>((all - main) * scale_)));
    Cell& before = cells_[c1 - 1];
    Cell& behind = cells_[c1];
    if (wrong + std::max(before.wrong, behind.wrong) <= kWrong) {
      const std::uint64_t count = countOf(n);
      addNode<kKinds>(c1 - 1, busy, (count + 1) / 2, static_cast<float>(left));
      addNode<kKinds>(c1, busy, count - count / 2, static_cast<float>(1 - left));
      before.wrong += wrong;
      behind.wrong += wrong;
    } else {
      open.push_back({n, c1});
    }
  }
}

void Reducer::leaves(std::uint64_t first, std::uint64_t last, std::int32_t border) {
  const std::int64_t at = border >= 0 ? columns_.begin(border) : 0;
  for (std::uint64_t i = first; i < last; ++i) {
    const std::int64_t start = items_.start[i];
    const std::int64_t end = start + items_.duration[i];
    if (start >= to_) return;
    if (border >= 0 && end < at) add(border - 1, i, static_cast<float>(end - start));
    else if (border >= 0 && start >= at && end != at) add(border, i, static_cast<float>(end - start));
    else if (end > from_ || (end == from_ && start == end)) item(i);
  }
}

void Reducer::item(std::uint64_t i) {
  const std::int64_t start = std::max(items_.start[i], from_);
  const std::int64_t end = std::min(items_.end(i), to_);
  const double xs = columns_.x(start);
  const double xe = columns_.x(end);
  const std::int32_t c0 = columns_.at(xs);
  const std::int32_t c1 = std::max(c0, columns_.lastOf(xe));
  if (c1 == c0) {
    add(c0, i, static_cast<float>(end - start));
    return;
  }
  add(c0, i, static_cast<float>((c0 + 1 - xs) * columns_.ps()));
  if (c1 > c0 + 1) scratch_.solid.push_back({c0 + 1, c1, base_ + i, 1, items_.activity[i], 1});
  add(c1, i, static_cast<float>((xe - c1) * columns_.ps()));
}

// Cells and what fills whole columns, from left to right; leaves the cells empty.
void Reducer::finish() {
  std::int32_t c = low_;
  for (const LodSpan& s : scratch_.solid) {
    for (; c < s.x0; ++c)
      if (cells_[c].count != 0) flush(c);
    emit(s);
    c = s.x1;
  }
  for (; c <= high_; ++c)
    if (cells_[c].count != 0) flush(c);
}

void Reducer::flush(std::int32_t c) {
  Cell& cell = cells_[c];
  float* busy = busy_ + static_cast<std::size_t>(c) * kinds_;
  std::size_t best = 0;
  float total = 0;
  for (std::size_t s = 0; s < kinds_; ++s) {
    total += busy[s];
    if (busy[s] > busy[best]) best = s;
  }
  const float coverage = total * scale_;
  LodSpan span{c, c + 1, kNoSlice, static_cast<std::uint32_t>(std::min<std::uint64_t>(cell.count, UINT32_MAX)), pyramid_.kinds[best],
               coverage < 1 ? coverage : 1};
  // A slice that fills most of what is busy here owns the column, so wide slices keep both their borders.
  if (cell.heavy != 0 && (cell.count == 1 || cell.heavyWeight >= 0.5F * total)) {
    const std::uint64_t i = cell.heavy - 1;
    span.slice = base_ + i;
    span.activity = items_.activity[i];
  }
  for (std::size_t s = 0; s < kinds_; ++s) busy[s] = 0;
  cell = {};
  emit(span);
}

void Reducer::emit(const LodSpan& s) {
  if (!out_.empty() && out_.back().x1 == s.x0) {
    LodSpan& last = out_.back();
    const bool sameSlice = s.slice != kNoSlice && s.slice == last.slice;
    const bool alike = s.slice == kNoSlice && last.slice == kNoSlice && s.activity == last.activity && stepOf(s.coverage) == stepOf(last.coverage);
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

}  // namespace lod
}  // namespace weir
