#include "core/summarize/kernel_table.h"

#include <algorithm>
#include <limits>
#include <map>

#include "core/base/nan.h"
#include "core/summarize/idle.h"
#include "core/summarize/seconds.h"

namespace weir {
namespace {

struct Named {
  NameId name = 0;
  Activity activity = Activity::Other;
  std::uint32_t next = 0;  // another activity of the same name, or none
  std::vector<std::int64_t> durations;
  std::vector<std::pair<std::int32_t, std::int64_t>> perRank;  // as tracks come, mostly by rank
  std::int64_t self = 0;
  std::int64_t longest = -1;
  SliceIndex at = 0;
};
// By name and activity. A look-up for every slice: by index, as a search in a tree took longer than all the rest.
class NamedBy {
 public:
  explicit NamedBy(const Run& run) : first_(run.names.size(), kNo) {}
  Named& of(NameId name, Activity a) {
    std::uint32_t* at = &first_[name];
    for (; *at != kNo; at = &all_[*at].next)
      if (all_[*at].activity == a) return all_[*at];
    *at = static_cast<std::uint32_t>(all_.size());
    Named& n = all_.emplace_back();
    n.name = name;
    n.activity = a;
    n.next = kNo;
    return n;
  }
  // In the order of names and activities, each with its ranks in theirs. Ends the looking up.
  std::vector<Named>& sorted() {
    std::sort(all_.begin(), all_.end(), [](const Named& a, const Named& b) { return a.name != b.name ? a.name < b.name : a.activity < b.activity; });
    for (Named& n : all_) {
      auto& ranks = n.perRank;
      std::stable_sort(ranks.begin(), ranks.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      std::size_t kept = 0;
      for (std::size_t i = 1; i < ranks.size(); ++i) {
        if (ranks[i].first == ranks[kept].first) ranks[kept].second += ranks[i].second;
        else ranks[++kept] = ranks[i];
      }
      ranks.resize(std::min(ranks.size(), kept + 1));
    }
    return all_;
  }

 private:
  static constexpr std::uint32_t kNo = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> first_;
  std::vector<Named> all_;
};

std::vector<bool> ranksWithDevice(const Run& run, std::int32_t least) {
  std::vector<bool> out;
  for (const Track& t : run.tracks)
    if (isDeviceTrack(t.kind) && t.rowCount > 0) {
      const auto at = static_cast<std::size_t>(t.rank - least);
      if (out.size() <= at) out.resize(at + 1);
      out[at] = true;
    }
  return out;
}

// Which slices are kernels: what keeps a device busy, and on a rank without a device what its threads do by themselves.
class Kernels {
 public:
  explicit Kernels(const Run& run) : device_(ranksWithDevice(run, kUnknownRank)) {}
  [[nodiscard]] bool on(const Track& t) const {
    const auto at = static_cast<std::size_t>(t.rank - kUnknownRank);
    const bool device = at < device_.size() && device_[at];
    return device ? isDeviceTrack(t.kind) : t.kind == TrackKind::Thread;
  }
  [[nodiscard]] static bool is(const Track& t, Activity a) {
    if (isDeviceTrack(t.kind)) return keepsBusy(a);
    return a == Activity::Compute || a == Activity::Communication || a == Activity::Copy || a == Activity::DataLoad || a == Activity::Checkpoint;
  }

 private:
  std::vector<bool> device_;
};

void count(Named& n, std::int32_t rank, std::int64_t duration, SliceIndex i) {
  n.durations.push_back(duration);
  if (n.perRank.empty() || n.perRank.back().first != rank) n.perRank.emplace_back(rank, 0);
  n.perRank.back().second += duration;
  if (duration > n.longest) n.longest = duration, n.at = i;
}

void fill(StatTable& t, const Run& run, NamedBy& by, bool self) {
  std::vector<Named>& table = by.sorted();
  std::int64_t all = 0;
  for (const Named& n : table)
    for (const std::int64_t d : n.durations) all += d;
  std::int64_t allSelf = 0;
  for (const Named& n : table) allSelf += n.self;
  struct Line {
    double sum;
    std::vector<StatCell> cells;
    StatPlace place;
  };
  std::vector<Line> lines;
  for (Named& n : table) {
    const Durations d = durationsOf(n.durations);
    std::int64_t most = 0, least = 0, rank = kUnknownRank;
    bool first = true;
    for (const auto& [r, sum] : n.perRank) {
      if (first || sum > most) most = sum, rank = r;
      if (first || sum < least) least = sum;
      first = false;
    }
    const double mean = static_cast<double>(d.sum) / static_cast<double>(n.perRank.size());
    Line l;
    l.sum = seconds(self ? n.self : d.sum);
    l.cells = {std::string(run.names.text(n.name)), std::string(name(n.activity)), static_cast<double>(d.count), seconds(d.sum)};
    if (self) l.cells.emplace_back(seconds(n.self));
    const std::int64_t base = self ? allSelf : all;
    l.cells.emplace_back(base > 0 ? static_cast<double>(self ? n.self : d.sum) / static_cast<double>(base) : kNaN);
    for (const double v : {d.mean() / 1e12, seconds(d.p50), seconds(d.p99), seconds(d.least), seconds(d.most), static_cast<double>(n.perRank.size()),
                           n.perRank.size() > 1 && rank != kUnknownRank ? static_cast<double>(rank) : kNaN,
                           n.perRank.size() > 1 && mean > 0 ? static_cast<double>(most - least) / mean : kNaN})
      l.cells.emplace_back(v);
    l.place = {run.slices.start[n.at], n.at};
    lines.push_back(std::move(l));
  }
  std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.sum > b.sum; });
  for (Line& l : lines) {
    t.rows.push_back(std::move(l.cells));
    t.places.emplace_back(l.place);
  }
}

std::vector<StatColumn> columnsOf(bool self) {
  using U = StatColumn::Unit;
  std::vector<StatColumn> c{{"name", "name", "As the trace names it", U::Text},
                            {"kind", "kind", "What the reader recognised it as", U::Text},
                            {"count", "count", "How often it ran", U::Count},
                            {"sum_s", "sum", "Sum of the durations", U::Seconds}};
  if (self) c.push_back({"self_s", "self", "Sum of the durations without what the thread called within them", U::Seconds});
  c.push_back({"share", "share", self ? "Self time of all that this table counts" : "Of the sum over all that this table counts; kernels side by side count each", U::Fraction});
  for (const auto& [key, title, what] : {std::tuple{"mean_s", "mean", "Mean duration"}, std::tuple{"p50_s", "p50", "Half of them take no longer (nearest rank)"},
                                         std::tuple{"p99_s", "p99", "99 of 100 take no longer (nearest rank)"},
                                         std::tuple{"min_s", "shortest", "The shortest"}, std::tuple{"max_s", "longest", "The longest; a double click shows it"}})
    c.push_back({key, title, what, U::Seconds});
  c.push_back({"ranks", "ranks", "On how many ranks it ran", U::Count});
  c.push_back({"slowest_rank", "slowest rank", "The rank with the largest sum", U::Rank});
  c.push_back({"rank_spread", "spread", "(largest - smallest sum of a rank) / their mean, over the ranks it ran on", U::Fraction});
  return c;
}

}  // namespace

StatTable kernelTable(const Run& run, const StatAsk& ask, const Job& job) {
  StatTable t;
  t.key = "kernels";
  t.title = "Kernels";
  t.columns = columnsOf(false);
  const Kernels kernels(run);
  NamedBy table(run);
  bool host = false;
  job.begin("kernels", run.rows.size());
  for (const Row& row : run.rows) {
    job.add(1);
    if (job.stopped()) break;
    const Track& track = run.tracks[row.track];
    if (!kernels.on(track) || (ask.rank && *ask.rank != track.rank)) continue;
    const SliceIndex end = ask.range ? run.firstStartingAt(row, ask.range->to) : row.end;
    for (SliceIndex i = ask.range ? run.firstStartingAt(row, ask.range->from) : row.begin; i < end; ++i) {
      const Activity a = run.slices.activity[i];
      if (!Kernels::is(track, a)) continue;
      count(table.of(run.slices.name[i], a), track.rank, run.slices.duration[i], i);
      host = host || track.kind == TrackKind::Thread;
    }
  }
  fill(t, run, table, false);
  if (host) t.remark = "Ranks without device streams: what their host threads compute, send, copy and load.";
  if (t.rows.empty()) t.reason = "no slice in this range says that it computes, communicates, copies or loads";
  return t;
}

StatTable operatorTable(const Run& run, const StatAsk& ask, const Job& job) {
  StatTable t;
  t.key = "operators";
  t.title = "Host operators";
  t.columns = columnsOf(true);
  NamedBy table(run);
  job.begin("host operators", run.tracks.size());
  std::vector<std::int64_t> inner;  // time in what a slice calls, by slice from `base`
  for (const Track& track : run.tracks) {
    job.add(1);
    if (job.stopped()) break;
    if (track.kind != TrackKind::Thread || (ask.rank && *ask.rank != track.rank) || track.rowCount == 0) continue;
    const SliceIndex base = run.rows[track.firstRow].begin;
    inner.assign(run.rows[track.firstRow + track.rowCount - 1].end - base, 0);
    const auto counts = [&](SliceIndex i) { return run.slices.activity[i] != Activity::Annotation; };
    // Each slice's time is taken off the nearest one above it that counts; marks are looked through.
    for (std::uint32_t d = 1; d < track.rowCount; ++d) {
      const Row& row = run.rows[track.firstRow + d];
      std::vector<SliceIndex> at(d);
      for (std::uint32_t k = 0; k < d; ++k) at[k] = run.rows[track.firstRow + k].begin;
      for (SliceIndex i = row.begin; i < row.end; ++i) {
        if (!counts(i)) continue;
        const std::int64_t from = run.slices.start[i], to = run.slices.endOf(i);
        for (std::uint32_t k = d; k-- > 0;) {
          const Row& above = run.rows[track.firstRow + k];
          while (at[k] < above.end && run.slices.endOf(at[k]) < to) ++at[k];
          if (at[k] == above.end || run.slices.start[at[k]] > from || !counts(at[k])) continue;
          inner[at[k] - base] += to - from;
          break;
        }
      }
    }
    for (std::uint32_t d = 0; d < track.rowCount; ++d) {
      const Row& row = run.rows[track.firstRow + d];
      const SliceIndex end = ask.range ? run.firstStartingAt(row, ask.range->to) : row.end;
      for (SliceIndex i = ask.range ? run.firstStartingAt(row, ask.range->from) : row.begin; i < end; ++i) {
        if (!counts(i)) continue;
        Named& n = table.of(run.slices.name[i], run.slices.activity[i]);
        count(n, track.rank, run.slices.duration[i], i);
        n.self += std::max<std::int64_t>(run.slices.duration[i] - inner[i - base], 0);
      }
    }
  }
  fill(t, run, table, true);
  if (t.rows.empty()) t.reason = "no host thread does anything in this range";
  return t;
}

std::vector<DurationSet> durationsOfKernel(const Run& run, std::string_view name, const StatAsk& ask) {
  const NameId id = run.names.find(name);
  const Kernels kernels(run);
  std::map<std::int32_t, std::vector<std::int64_t>> by;
  for (const Row& row : run.rows) {
    const Track& track = run.tracks[row.track];
    if (!kernels.on(track) || (ask.rank && *ask.rank != track.rank)) continue;
    const SliceIndex end = ask.range ? run.firstStartingAt(row, ask.range->to) : row.end;
    for (SliceIndex i = ask.range ? run.firstStartingAt(row, ask.range->from) : row.begin; i < end; ++i)
      if (run.slices.name[i] == id && Kernels::is(track, run.slices.activity[i])) by[track.rank].push_back(run.slices.duration[i]);
  }
  std::vector<DurationSet> out;
  for (auto& [rank, d] : by) {
    std::sort(d.begin(), d.end());
    out.push_back({rank, std::move(d)});
  }
  return out;
}

std::vector<DurationSet> durationsOfOperation(const Run& run, Operation operation, const StatAsk& ask) {
  std::map<std::int32_t, std::vector<std::int64_t>> by;
  for (const CollectiveCall& c : run.collectives)
    if (c.operation == operation && ask.has(c.start, c.rank)) by[c.rank].push_back(c.duration);
  std::vector<DurationSet> out;
  for (auto& [rank, d] : by) {
    std::sort(d.begin(), d.end());
    out.push_back({rank, std::move(d)});
  }
  return out;
}

}  // namespace weir
