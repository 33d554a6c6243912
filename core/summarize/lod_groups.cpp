// The group tree of a Lod, a lane for each group, and the counters.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <map>

#include "core/run/crew.h"
#include "core/summarize/lod_merge.h"

namespace weir {
void Lod::buildTree() {
  const Run& r = *run_;
  groups_.push_back({});
  trackGroup_.assign(r.tracks.size(), 0);
  std::map<std::int32_t, std::uint32_t> rankGroup;
  std::map<std::pair<std::int32_t, NameId>, std::uint32_t> processGroup;
  const auto add = [&](std::uint32_t parent, LodGroup g) {
    groups_.push_back(std::move(g));
    const auto index = static_cast<std::uint32_t>(groups_.size() - 1);
    groups_[parent].children.push_back(index);
    return index;
  };
  for (TrackIndex t = 0; t < r.tracks.size(); ++t) {
    const Track& track = r.tracks[t];
    auto rank = rankGroup.find(track.rank);
    if (rank == rankGroup.end())
      rank = rankGroup.emplace(track.rank, add(0, {LodGroup::Kind::Rank, track.rank, 0, 0, {}, 0})).first;
    const std::pair key{track.rank, track.process};
    auto process = processGroup.find(key);
    if (process == processGroup.end())
      process = processGroup.emplace(key, add(rank->second, {LodGroup::Kind::Process, track.rank, track.process, t, {}, 0})).first;
    LodGroup g{LodGroup::Kind::Track, track.rank, track.name, t, {}, 0};
    for (std::uint32_t row = track.firstRow; row < track.firstRow + track.rowCount; ++row) g.slices += r.rows[row].end - r.rows[row].begin;
    trackGroup_[t] = add(process->second, std::move(g));
  }
  segments_.resize(groups_.size());
  // Children carry larger numbers than their parents, so backwards is from the leaves to the root.
  for (auto g = static_cast<std::uint32_t>(groups_.size()); g-- > 0;)
    for (const std::uint32_t c : groups_[g].children) groups_[g].slices += groups_[c].slices;
}

bool Lod::mergeGroups(const Job& job) {
  Crew crew(Crew::worthwhile(run_->slices.size()));
  std::atomic<bool> stopped{false};
  for (const LodGroup::Kind kind : {LodGroup::Kind::Track, LodGroup::Kind::Process, LodGroup::Kind::Rank, LodGroup::Kind::Run}) {
    std::vector<std::uint32_t> level;
    for (std::uint32_t g = 0; g < groups_.size(); ++g)
      if (groups_[g].kind == kind) level.push_back(g);
    if (level.size() < crew.threads()) {
      for (const std::uint32_t g : level)
        if (!mergeGroup(g, job, &crew)) stopped = true;
    } else {
      crew.each(level.size(), [&](std::size_t i, unsigned) {
        if (stopped || !mergeGroup(level[i], job, nullptr)) stopped = true;
      });
    }
    if (stopped) return false;
  }
  return true;
}

bool Lod::mergeGroup(std::uint32_t group, const Job& job, Crew* crew) {
  const Run& r = *run_;
  Segments& out = segments_[group];
  struct Part {
    lod::Items items;
    const LodPyramid* pyramid;
    std::uint32_t row, group;  // which it is
  };
  std::vector<Part> parts;
  const auto addRow = [&](std::uint32_t row) {
    const SliceIndex b = r.rows[row].begin;
    const lod::Items items{r.slices.start.data() + b, r.slices.duration.data() + b, r.slices.activity.data() + b, r.rows[row].end - b};
    if (items.size > 0) parts.push_back({items, &base_->rows[row], row, kNone});
  };
  if (groups_[group].kind == LodGroup::Kind::Track) {
    const Track& t = r.tracks[groups_[group].track];
    for (std::uint32_t row = t.firstRow; row < t.firstRow + t.rowCount; ++row) addRow(row);
  } else {
    for (const std::uint32_t c : groups_[group].children) {
      const std::uint32_t from = segments_[c].from;
      if (from != kNone) parts.push_back({lod::itemsOf(segments_[from].data), &segments_[from].pyramid, kNone, from});
      else if (segments_[c].row != kNone) addRow(segments_[c].row);
    }
  }
  if (groups_[group].kind == LodGroup::Kind::Track) job.add(groups_[group].slices);
  // Annotations span other work: they show only where a group has nothing else.
  const auto only = [](const Part& p) { return p.pyramid->kinds.size() == 1 && p.pyramid->kinds[0] == Activity::Annotation; };
  const bool annotations = std::all_of(parts.begin(), parts.end(), only);
  if (parts.size() > 1 && !annotations) std::erase_if(parts, only);
  // A lane that would be one row again is that row, and one child's lane is that child's.
  if (parts.empty()) return true;
  if (parts.size() == 1) {
    out.row = parts[0].row;
    out.from = parts[0].group;
    return true;
  }
  std::vector<lod::Items> lanes;
  for (const Part& p : parts) lanes.push_back(p.items);
  out.from = group;
  if (!lod::merge(std::move(lanes), annotations, out.data, job, crew)) return false;
  return lod::buildPyramid(lod::itemsOf(out.data), out.pyramid, job, crew);
}

void Lod::buildCounter(const Counter& c, CounterLevels& out) const {
  const std::size_t n = c.value.size();
  if (n == 0) return;
  out.sum.resize(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t width = c.step > 0 ? c.step : (i + 1 < n ? c.time[i + 1] - c.time[i] : 0);
    const float v = std::isnan(c.value[i]) ? 0 : c.value[i];
    out.sum[i + 1] = out.sum[i] + static_cast<double>(v) * static_cast<double>(width);
    out.max = std::max(out.max, v);
  }
  const std::vector<float>* below = &c.value;
  std::uint64_t fan = kLodBase;
  while (below->size() > fan) {
    std::vector<float> level((below->size() + fan - 1) / fan, 0);
    for (std::size_t i = 0; i < below->size(); ++i) level[i / fan] = std::fmax(level[i / fan], (*below)[i]);
    out.levels.push_back(std::move(level));
    below = &out.levels.back();
    fan = kLodFan;
  }
}

namespace {

// Maximum of values [a, b) by whole blocks where they fit.
float rangeMax(const std::vector<float>& values, const std::vector<std::vector<float>>& levels, std::size_t a, std::size_t b) {
  float m = 0;
  std::size_t level = 0;
  const std::vector<float>* v = &values;
  while (a < b) {
    const std::size_t fan = level == 0 ? kLodBase : kLodFan;
    if (level >= levels.size() || b - a < 2 * fan) {
      for (; a < b; ++a) m = std::fmax(m, (*v)[a]);
      break;
    }
    for (; a % fan != 0; ++a) m = std::fmax(m, (*v)[a]);
    for (; b % fan != 0; --b) m = std::fmax(m, (*v)[b - 1]);
    a /= fan;
    b /= fan;
    v = &levels[level++];
  }
  return m;
}

}  // namespace

void Lod::counter(std::size_t counter, const LodWindow& w, std::vector<LodColumn>& out) const {
  const Counter& c = run_->counters[counter];
  const CounterLevels& l = base_->counters[counter];
  out.assign(static_cast<std::size_t>(w.width), {});
  const std::size_t n = c.value.size();
  if (n == 0) return;
  const std::int64_t begin = c.step > 0 ? c.start : c.time.front();
  // A reading holds until the next one; how long the last one held nobody knows: it shows in its own column.
  const std::int64_t end = c.step > 0 ? c.start + c.step * static_cast<std::int64_t>(n) : c.time.back() + 1;
  const auto indexAt = [&](std::int64_t t) -> std::size_t {  // begin <= t
    if (c.step > 0) return std::min(static_cast<std::size_t>((t - c.start) / c.step), n - 1);
    return static_cast<std::size_t>(std::upper_bound(c.time.begin(), c.time.end(), t) - c.time.begin()) - 1;
  };
  const auto startOf = [&](std::size_t i) { return c.step > 0 ? c.start + c.step * static_cast<std::int64_t>(i) : c.time[i]; };
  const double psPerColumn = 1 / w.scale();
  for (int k = 0; k < w.width; ++k) {
    const std::int64_t a = std::max(begin, w.from + static_cast<std::int64_t>(k * psPerColumn));
    const std::int64_t b = std::min(end, w.from + static_cast<std::int64_t>((k + 1) * psPerColumn));
    if (b < a || a >= end || (b == a && psPerColumn >= 1)) continue;
    const std::size_t i = indexAt(a);
    const std::size_t j = std::max(i, indexAt(std::max(a, b - 1)));
    LodColumn& o = out[static_cast<std::size_t>(k)];
    o.max = rangeMax(c.value, l.levels, i, j + 1);
    if (i == j) {
      o.mean = c.value[i];
      o.known = !std::isnan(c.value[i]);
      continue;
    }
    const auto integral = [&](std::int64_t t, std::size_t at) {
      return l.sum[at] + static_cast<double>(std::isnan(c.value[at]) ? 0 : c.value[at]) * static_cast<double>(t - startOf(at));
    };
    o.mean = static_cast<float>((integral(b, j) - integral(a, i)) / static_cast<double>(b - a));
    o.known = true;
  }
}

}  // namespace weir
