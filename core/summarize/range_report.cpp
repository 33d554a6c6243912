#include "core/summarize/range_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>

namespace weir {
namespace {

struct Part {  // of a row: those that touch the range
  std::uint32_t row = 0;
  SliceIndex begin = 0, end = 0;
};

std::vector<Part> partsOf(const Run& run, const std::vector<std::uint32_t>& rows, std::int64_t from, std::int64_t to) {
  std::vector<Part> out;
  for (const std::uint32_t r : rows) {
    const Row& row = run.rows[r];
    SliceIndex a = run.firstEndingAfter(row, from);
    // Length 0 at the very beginning is inside.
    while (a > row.begin && run.slices.duration[a - 1] == 0 && run.slices.start[a - 1] == from) --a;
    const SliceIndex b = run.firstStartingAt(row, to);
    if (b > a) out.push_back({r, a, b});
  }
  return out;
}

// Covered time of one key, track by track, from slices in order of their start.
struct Cover {
  std::int64_t until = std::numeric_limits<std::int64_t>::min();
  std::uint32_t track = 0xffffffff;
  double covered_s = 0;
  std::uint32_t tracks = 0;
  void add(std::uint32_t t, std::int64_t a, std::int64_t b) {
    if (t != track) {
      track = t;
      ++tracks;
      until = std::numeric_limits<std::int64_t>::min();
    }
    if (b > until) {
      covered_s += static_cast<double>(b - std::max(a, until)) * 1e-12;
      until = b;
    }
  }
};

struct Sums {
  std::uint64_t count = 0, started = 0, cut = 0;
  double sum = 0;    // ps, of the parts inside
  double whole = 0;  // ps, whole durations of those that start inside
  Cover cover;
};

// Durations of slices that start inside, those of one key beside each other; then each key's percentiles.
class Grouped {
 public:
  Grouped(std::vector<Sums>& sums) : sums_(sums) {
    next_.resize(sums.size());
    std::uint64_t n = 0;
    for (std::size_t k = 0; k < sums.size(); ++k) {
      next_[k] = n;
      n += sums[k].started;
    }
    all_.resize(n);
  }
  void add(std::size_t key, std::int64_t duration) { all_[next_[key]++] = duration; }
  RangeFigures figures(std::size_t key, double range_s) {
    const Sums& s = sums_[key];
    RangeFigures f;
    f.count = s.count;
    f.started = s.started;
    f.cut = s.cut;
    f.covered_s = s.cover.covered_s;
    f.tracks = s.cover.tracks;
    f.share = range_s > 0 && f.tracks > 0 ? f.covered_s / (range_s * f.tracks) : 0;
    f.sum_s = s.sum * 1e-12;
    f.mean_s = f.p50_s = f.p99_s = std::numeric_limits<double>::quiet_NaN();
    if (s.started == 0) return f;
    f.mean_s = s.whole * 1e-12 / static_cast<double>(s.started);
    const auto end = all_.begin() + static_cast<std::ptrdiff_t>(next_[key]);
    const auto begin = end - static_cast<std::ptrdiff_t>(s.started);
    // Nearest rank: the smallest value with at least p of all at or below it.
    const auto at = [&](double p) {
      const auto k = std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(std::ceil(p * static_cast<double>(s.started))), 1) - 1;
      std::nth_element(begin, begin + k, end);
      return static_cast<double>(begin[k]) * 1e-12;
    };
    f.p50_s = at(0.50);
    f.p99_s = at(0.99);
    return f;
  }

 private:
  std::vector<Sums>& sums_;
  std::vector<std::uint64_t> next_;
  Column<std::int64_t> all_;
};

}  // namespace

std::uint64_t slicesIn(const Run& run, const std::vector<std::uint32_t>& rows, std::int64_t from, std::int64_t to) {
  std::uint64_t n = 0;
  for (const Part& p : partsOf(run, rows, from, to)) n += p.end - p.begin;
  return n;
}

Result<RangeReport> rangeReport(const Run& run, std::vector<std::uint32_t> rows, std::int64_t from, std::int64_t to, const SliceFilter& filter, const Job& job) {
  RangeReport out;
  out.from = from;
  out.to = to;
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (std::size_t i = 0; i < rows.size(); ++i) out.tracks += i == 0 || run.rows[rows[i]].track != run.rows[rows[i - 1]].track ? 1U : 0U;
  const SlicePasses passes(run, filter);
  std::erase_if(rows, [&](std::uint32_t r) { return !passes.row(run.rows[r]); });
  const std::vector<Part> parts = partsOf(run, rows, from, to);
  std::uint64_t n = 0;
  for (const Part& p : parts) n += p.end - p.begin;
  job.begin("slices of the range", n);

  std::vector<Sums> names(run.names.size()), doing(kActivities), all(1);
  const auto starts = [&](SliceIndex i) { return run.slices.start[i] >= from; };  // before `to` they all do
  std::uint64_t seen = 0;
  // Track by track, its rows merged by start, so that nested slices of one kind count once in the time covered.
  for (std::size_t first = 0; first < parts.size();) {
    const TrackIndex track = run.rows[parts[first].row].track;
    std::size_t last = first;
    while (last < parts.size() && run.rows[parts[last].row].track == track) ++last;
    using At = std::pair<std::int64_t, std::size_t>;
    std::priority_queue<At, std::vector<At>, std::greater<>> heap;
    std::vector<SliceIndex> next(last - first);
    for (std::size_t p = first; p < last; ++p) {
      next[p - first] = parts[p].begin;
      heap.emplace(run.slices.start[parts[p].begin], p);
    }
    while (!heap.empty()) {
      if ((++seen & 0xffff) == 0) {
        if (job.stopped()) return stoppedByUser();
        job.add(0x10000);
      }
      const std::size_t p = heap.top().second;
      const SliceIndex i = next[p - first]++;
      heap.pop();
      if (next[p - first] < parts[p].end) heap.emplace(run.slices.start[next[p - first]], p);
      if (!passes.slice(i)) continue;
      const std::int64_t a = std::max(run.slices.start[i], from);
      const std::int64_t b = std::min(run.slices.endOf(i), to);
      const bool started = starts(i);
      const bool cut = !started || run.slices.endOf(i) > to;
      for (Sums* s : {&names[run.slices.name[i]], &doing[static_cast<std::size_t>(run.slices.activity[i])], all.data()}) {
        s->cover.add(track, a, b);
        ++s->count;
        s->sum += static_cast<double>(b - a);
        if (cut) ++s->cut;
        if (!started) continue;
        ++s->started;
        s->whole += static_cast<double>(run.slices.duration[i]);
      }
    }
    first = last;
  }

  const double range_s = static_cast<double>(to - from) * 1e-12;
  const auto grouped = [&](std::vector<Sums>& sums, const auto& keyOf) {
    Grouped g(sums);
    for (const Part& p : parts)
      for (SliceIndex i = p.begin; i < p.end; ++i)
        if (starts(i) && passes.slice(i)) g.add(keyOf(i), run.slices.duration[i]);
    return g;
  };
  {
    Grouped g = grouped(all, [](SliceIndex) { return std::size_t{0}; });
    out.all = g.figures(0, range_s);
  }
  if (job.stopped()) return stoppedByUser();
  {
    Grouped g = grouped(names, [&](SliceIndex i) { return std::size_t{run.slices.name[i]}; });
    for (NameId k = 0; k < names.size(); ++k)
      if (names[k].count > 0) out.byName.push_back({k, g.figures(k, range_s)});
  }
  if (job.stopped()) return stoppedByUser();
  {
    Grouped g = grouped(doing, [&](SliceIndex i) { return static_cast<std::size_t>(run.slices.activity[i]); });
    for (std::size_t k = 0; k < doing.size(); ++k)
      if (doing[k].count > 0) out.byActivity.push_back({static_cast<Activity>(k), g.figures(k, range_s)});
  }
  const auto larger = [](const auto& a, const auto& b) { return a.figures.sum_s > b.figures.sum_s; };
  std::stable_sort(out.byName.begin(), out.byName.end(), larger);
  std::stable_sort(out.byActivity.begin(), out.byActivity.end(), larger);
  return out;
}

}  // namespace weir
