#include "core/summarize/lod.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include "core/run/crew.h"
#include "core/summarize/lod_merge.h"

namespace weir {

Result<std::shared_ptr<const Lod>> Lod::build(RunPtr run, const Job& job, const Ready& rowsReady) {
  auto lod = std::make_shared<Lod>();
  lod->run_ = std::move(run);
  job.begin("preparing the timeline", 2 * lod->run_->slices.size());
  const auto base = std::make_shared<Base>();
  if (!lod->buildRows(*base, job)) return stoppedByUser();
  lod->base_ = base;
  lod->buildTree();
  if (rowsReady) {
    // What is given away stays as it is; the lanes of groups go into a copy, which shares what is large.
    auto whole = std::make_shared<Lod>(*lod);
    rowsReady(std::move(lod));
    lod = std::move(whole);
  }
  if (!lod->mergeGroups(job)) return stoppedByUser();
  lod->complete_ = true;
  return std::shared_ptr<const Lod>(std::move(lod));
}

bool Lod::buildRows(Base& base, const Job& job) {
  const Run& r = *run_;
  base.rows.resize(r.rows.size());
  // Rows are independent, and so are groups of one level of the tree.
  Crew crew(Crew::worthwhile(r.slices.size()));
  std::atomic<bool> stopped{false};
  const auto build = [&](std::size_t i, Crew* shared) {
    const Row& row = r.rows[i];
    const lod::Items items{r.slices.start.data() + row.begin, r.slices.duration.data() + row.begin,
                           r.slices.activity.data() + row.begin, row.end - row.begin};
    if (stopped || !lod::buildPyramid(items, base.rows[i], job, shared)) stopped = true;
    else job.add(row.end - row.begin);
  };
  // A row with a large part of all slices is shared; of many rows each thread takes whole ones.
  const auto large = [&](std::size_t i) { return (r.rows[i].end - r.rows[i].begin) * 4 * crew.threads() > r.slices.size(); };
  crew.each(r.rows.size(), [&](std::size_t i, unsigned) {
    if (!large(i)) build(i, nullptr);
  });
  for (std::size_t i = 0; i < r.rows.size(); ++i)
    if (large(i)) build(i, &crew);
  if (stopped) return false;
  for (const LodPyramid& p : base.rows)
    for (const Activity a : p.kinds) present_ |= 1U << static_cast<unsigned>(a);
  base.counters.resize(r.counters.size());
  crew.each(r.counters.size(), [&](std::size_t i, unsigned) { buildCounter(r.counters[i], base.counters[i]); });
  buildCollectives(base);
  return true;
}

LodScratch::LodScratch() : scratch_(std::make_unique<lod::Scratch>()) {}
LodScratch::~LodScratch() = default;

void Lod::row(std::uint32_t row, const LodColumns& columns, const LodScratch& scratch, std::vector<LodSpan>& out) const {
  const Row& r = run_->rows[row];
  const lod::Items items{run_->slices.start.data() + r.begin, run_->slices.duration.data() + r.begin,
                         run_->slices.activity.data() + r.begin, r.end - r.begin};
  lod::Reducer(items, base_->rows[row], columns, r.begin, scratch.get(), out).run();
}

void Lod::group(std::uint32_t group, const LodColumns& columns, const LodScratch& scratch, std::vector<LodSpan>& out) const {
  const Segments& own = segments_[group];
  if (own.from == kNone) {
    if (own.row != kNone) row(own.row, columns, scratch, out);
    else out.clear();
    return;
  }
  const Segments& s = segments_[own.from];
  lod::Reducer(lod::itemsOf(s.data), s.pyramid, columns, 0, scratch.get(), out).run();
}

void Lod::buildCollectives(Base& base) const {
  const auto& calls = run_->collectives;
  std::uint32_t instances = 0;
  for (const CollectiveCall& c : calls) instances = std::max(instances, c.instance + 1);
  base.callFirst.assign(instances + 1, 0);
  for (const CollectiveCall& c : calls) ++base.callFirst[c.instance + 1];
  for (std::size_t i = 1; i < base.callFirst.size(); ++i) base.callFirst[i] += base.callFirst[i - 1];
  base.callOrder.resize(calls.size());
  auto next = base.callFirst;
  base.callBySlice.reserve(calls.size());
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    base.callOrder[next[calls[i].instance]++] = i;
    base.callBySlice.emplace_back(calls[i].slice, i);
  }
  std::sort(base.callBySlice.begin(), base.callBySlice.end());
}

std::span<const std::uint32_t> Lod::callsOf(std::uint32_t instance) const {
  if (std::size_t{instance} + 1 >= base_->callFirst.size()) return {};
  return std::span(base_->callOrder).subspan(base_->callFirst[instance], base_->callFirst[instance + 1] - base_->callFirst[instance]);
}

std::int64_t Lod::callOf(SliceIndex slice) const {
  const auto it = std::lower_bound(base_->callBySlice.begin(), base_->callBySlice.end(), std::pair{slice, std::uint32_t{0}});
  return it != base_->callBySlice.end() && it->first == slice ? static_cast<std::int64_t>(it->second) : -1;
}

std::size_t Lod::bytes() const {
  const auto of = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  const auto ofPyramid = [&](const LodPyramid& p) {
    std::size_t n = 0;
    for (const auto& l : p.levels) n += of(l.node) + of(l.busy);
    return n;
  };
  std::size_t n = of(base_->callOrder) + of(base_->callFirst) + of(base_->callBySlice);
  for (const auto& p : base_->rows) n += ofPyramid(p);
  for (const auto& s : segments_) n += of(s.data.start) + of(s.data.duration) + of(s.data.activity) + ofPyramid(s.pyramid);
  for (const auto& c : base_->counters) {
    n += of(c.sum);
    for (const auto& l : c.levels) n += of(l);
  }
  return n;
}

SliceIndex sliceAt(const Run& run, const Row& row, std::int64_t t, std::int64_t tolerance) {
  // Starts and ends both ascend, so only the last to start by t and the one after it can be nearest.
  const SliceIndex right = run.firstStartingAt(row, t + 1);
  const SliceIndex left = right > row.begin ? right - 1 : kNoSlice;
  if (left != kNoSlice && t < run.slices.endOf(left)) return left;
  const std::int64_t toLeft = left == kNoSlice ? tolerance + 1 : t - run.slices.endOf(left);
  const std::int64_t toRight = right < row.end ? run.slices.start[right] - t : tolerance + 1;
  if (std::min(toLeft, toRight) > tolerance) return kNoSlice;
  return toLeft <= toRight ? left : right;
}

RangeStatistics rangeStatistics(const Run& run, std::span<const std::uint32_t> rows, std::int64_t from, std::int64_t to) {
  RangeStatistics out;
  std::vector<std::pair<SliceIndex, SliceIndex>> parts;
  for (const std::uint32_t r : rows) {
    const Row& row = run.rows[r];
    const SliceIndex a = run.firstStartingAt(row, from);
    SliceIndex b = run.firstEndingAfter(row, to);
    if (b > a) parts.emplace_back(a, b);
  }
  std::uint64_t n = 0;
  for (const auto& [a, b] : parts) n += b - a;
  out.count = n;
  if (n == 0) return out;
  const std::uint64_t stride = (n + RangeStatistics::kExact - 1) / RangeStatistics::kExact;
  out.sampled = stride > 1;
  std::vector<std::int64_t> d;
  d.reserve(n / stride + 1);
  double sum = 0;
  std::uint64_t k = 0;
  for (const auto& [a, b] : parts)
    for (SliceIndex i = a; i < b; ++i) {
      sum += static_cast<double>(run.slices.duration[i]);
      if (k++ % stride == 0) d.push_back(run.slices.duration[i]);
    }
  out.sum_s = sum * 1e-12;
  out.mean_s = out.sum_s / static_cast<double>(n);
  // Nearest rank: the smallest value with at least p of all at or below it.
  const auto percentile = [&](double p) {
    const auto at = static_cast<std::ptrdiff_t>(std::max(std::ceil(p * static_cast<double>(d.size())), 1.0)) - 1;
    std::nth_element(d.begin(), d.begin() + at, d.end());
    return static_cast<double>(d[static_cast<std::size_t>(at)]) * 1e-12;
  };
  out.p50_s = percentile(0.50);
  out.p99_s = percentile(0.99);
  return out;
}

}  // namespace weir
