// The group tree of a Lod, a lane for each group, and the counters.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <queue>

#include "core/run/crew.h"
#include "core/summarize/lod_pyramid.h"

namespace weir {
namespace {

// What a lane of several tracks shows when more than one is busy: first come, first shown.
constexpr std::array<Activity, kActivities> kPriority{Activity::Compute, Activity::Communication, Activity::Checkpoint,
                                                      Activity::DataLoad, Activity::Copy, Activity::Host,
                                                      Activity::Wait, Activity::Other, Activity::Annotation};

struct Lane {  // one sorted, non-overlapping sequence to merge
  lod::Items items;
  std::uint64_t i = 0;
  bool open = false;
};

}  // namespace

bool Lod::buildGroups(const Job& job) {
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
  Crew crew(Crew::worthwhile(r.slices.size()));
  std::atomic<bool> stopped{false};
  for (const LodGroup::Kind kind : {LodGroup::Kind::Track, LodGroup::Kind::Process, LodGroup::Kind::Rank, LodGroup::Kind::Run}) {
    std::vector<std::uint32_t> level;
    for (std::uint32_t g = 0; g < groups_.size(); ++g)
      if (groups_[g].kind == kind) level.push_back(g);
    crew.each(level.size(), [&](std::size_t i, unsigned) {
      if (stopped || !mergeGroup(level[i], job)) stopped = true;
    });
    if (stopped) return false;
  }
  return true;
}

bool Lod::mergeGroup(std::uint32_t group, const Job& job) {
  const Run& r = *run_;
  Segments& out = segments_[group];
  out.row = static_cast<std::uint32_t>(r.rows.size());
  std::vector<Lane> lanes;
  std::vector<std::uint32_t> rowOf;
  const auto addRow = [&](std::uint32_t row) {
    const SliceIndex b = r.rows[row].begin;
    lanes.push_back({{r.slices.start.data() + b, r.slices.duration.data() + b, r.slices.activity.data() + b, r.rows[row].end - b}});
    rowOf.push_back(row);
  };
  if (groups_[group].kind == LodGroup::Kind::Track) {
    const Track& t = r.tracks[groups_[group].track];
    for (std::uint32_t row = t.firstRow; row < t.firstRow + t.rowCount; ++row) addRow(row);
  } else {
    for (const std::uint32_t c : groups_[group].children) {
      const Segments& s = segments_[c];
      if (s.own) {
        lanes.push_back({{s.start.data(), s.duration.data(), s.activity.data(), s.start.size()}});
        rowOf.push_back(static_cast<std::uint32_t>(r.rows.size()));
      } else if (s.row < r.rows.size()) {
        addRow(s.row);
      }
    }
  }
  // A lane that would be one row again is that row; one that would be one child's segments is copied: it is rare.
  if (lanes.size() == 1 && rowOf[0] < r.rows.size()) {
    out.row = rowOf[0];
    return true;
  }
  out.own = true;
  bool onlyAnnotations = true;
  for (const Lane& l : lanes)
    for (std::uint64_t i = 0; onlyAnnotations && i < l.items.size; ++i) onlyAnnotations = l.items.activity[i] == Activity::Annotation;
  const auto counts = [&](Activity a) { return onlyAnnotations || a != Activity::Annotation; };

  using Event = std::pair<std::int64_t, std::uint32_t>;  // time, lane
  std::priority_queue<Event, std::vector<Event>, std::greater<>> next;
  const auto schedule = [&](std::uint32_t l) {
    Lane& lane = lanes[l];
    if (lane.open) {
      next.emplace(lane.items.end(lane.i), l);
      return;
    }
    while (lane.i < lane.items.size && !counts(lane.items.activity[lane.i])) ++lane.i;
    if (lane.i < lane.items.size) next.emplace(lane.items.start[lane.i], l);
  };
  for (std::uint32_t l = 0; l < lanes.size(); ++l) schedule(l);

  std::array<std::uint32_t, kActivities> active{};
  const auto top = [&](const auto& a) {
    for (std::size_t p = 0; p < kPriority.size(); ++p)
      if (a[static_cast<std::size_t>(kPriority[p])] > 0) return static_cast<int>(kPriority[p]);
    return -1;
  };
  const auto push = [&](std::int64_t start, std::int64_t end, int activity) {
    out.start.push_back(start);
    out.duration.push_back(end - start);
    out.activity.push_back(static_cast<Activity>(activity));
  };
  int shown = -1;
  std::int64_t since = 0;
  std::uint64_t steps = 0;
  while (!next.empty()) {
    const std::int64_t now = next.top().first;
    std::array<std::uint32_t, kActivities> flash{};  // slices of length 0 at this time
    while (!next.empty() && next.top().first == now) {
      if ((++steps & 0xffff) == 0 && job.stopped()) return false;
      const std::uint32_t l = next.top().second;
      next.pop();
      Lane& lane = lanes[l];
      const auto a = static_cast<std::size_t>(lane.items.activity[lane.i]);
      if (lane.open) {
        --active[a];
        lane.open = false;
        ++lane.i;
      } else if (lane.items.duration[lane.i] == 0) {
        ++flash[a];
        ++lane.i;
      } else {
        ++active[a];
        lane.open = true;
      }
      schedule(l);
    }
    const int is = top(active);
    if (is == shown) {
      if (shown < 0 && top(flash) >= 0) push(now, now, top(flash));
      continue;
    }
    if (shown >= 0) push(since, now, shown);
    else if (is < 0 && top(flash) >= 0) push(now, now, top(flash));
    shown = is;
    since = now;
  }
  out.start.shrink_to_fit();
  out.duration.shrink_to_fit();
  out.activity.shrink_to_fit();
  if (groups_[group].kind == LodGroup::Kind::Track) job.add(groups_[group].slices);
  return lod::buildPyramid({out.start.data(), out.duration.data(), out.activity.data(), out.start.size()}, out.pyramid, job);
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
  const CounterLevels& l = counters_[counter];
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
