#include "core/summarize/critical_path.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "core/summarize/critical_path_replay.h"

namespace weir {

std::string_view name(PathKind k) {
  constexpr std::array<std::string_view, kPathKinds> kNames{"work",       "wait for what is not recorded", "launch delay",    "message under way",
                                                            "dependency", "hand-over",                     "unexplained gap", "before the first event"};
  return kNames[static_cast<std::size_t>(k)];
}

std::string_view definition(PathKind k) {
  constexpr std::array<std::string_view, kPathKinds> kTexts{
      "The innermost slice under way, without the part in which it waited for others.",
      "A slice that waits, and nothing in the trace says what for.",
      "From the end of the host's call to the start on the device, which had nothing else to do.",
      "From the send to the receive that it ends, or to what it starts.",
      "From the end of what was needed to the start of what needed it.",
      "From the end of something on another thread or stream of the rank to the start of what was idle until then; that one waited for the other is assumed.",
      "Nothing was recorded, and nothing explains it: time between two calls or kernels.",
      "From the begin of the run to the first event of the thread or stream where the path begins: it had nothing to do, or its recording began later."};
  return kTexts[static_cast<std::size_t>(k)];
}

namespace {

constexpr std::size_t kAskEvery = 1 << 18;

PathKind kindOf(PathLink l) {
  switch (l) {
    case PathLink::Launch: return PathKind::Launch;
    case PathLink::Message: return PathKind::Message;
    case PathLink::Assumed: return PathKind::HandOver;
    case PathLink::Collective:
    case PathLink::Sync:
    case PathLink::Dependency: break;
  }
  return PathKind::Dependency;
}

// Back from the last anchor along whatever each one's time hangs on.
class Walk {
 public:
  Walk(const PathGraph& g, const Column<std::int64_t>* times, const path::Lags* lags) : g_(g), times_(times), lags_(lags) {}

  Result<CriticalPath> from(std::uint32_t a, const Job& job) {
    CriticalPath path;
    path.span = {g_.span.from, time(a)};
    now_ = time(a);
    std::uint32_t lane = g_.laneOf(a);
    for (std::size_t step = 0; now_ > g_.span.from; ++step) {
      if (step % kAskEvery == 0 && job.stopped()) return stoppedByUser();
      const PathGraph::Lane& l = g_.lanes[lane];
      if (a > l.firstAnchor && time(a - 1) + chain(a) == time(a)) {
        for (std::uint32_t p = g_.anchor[a]; p-- > g_.anchor[a - 1];) piece(path, l, p);
        --a;
        continue;
      }
      std::uint32_t e = g_.firstEdge[a];
      while (g_.edges[e].from == PathGraph::kNone || time(g_.edges[e].from) + edge(e) != time(a)) ++e;
      const std::uint32_t from = g_.laneOf(g_.edges[e].from);
      add(path, {now_ - edge(e), now_, l.rank, l.track, kindOf(g_.edges[e].link), PathGraph::kNone, g_.lanes[from].rank});
      a = g_.edges[e].from;
      lane = from;
    }
    std::reverse(path.segments.begin(), path.segments.end());
    return path;
  }

 private:
  [[nodiscard]] std::int64_t time(std::uint32_t a) const { return times_ ? (*times_)[a] : g_.timeOf(a); }
  [[nodiscard]] std::int64_t chain(std::uint32_t a) const { return lags_ ? lags_->chain[a] : g_.chain[a]; }
  [[nodiscard]] std::int64_t edge(std::uint32_t e) const { return lags_ ? lags_->edge[e] : g_.edges[e].lag; }

  void piece(CriticalPath& path, const PathGraph::Lane& l, std::uint32_t p) {
    const std::int64_t lag = lags_ ? lags_->piece[p] : g_.lagOf(p);
    const PathGraph::Kind kind = g_.kindOf(p);
    const PathKind k = kind == PathGraph::Work ? PathKind::Work : kind == PathGraph::Wait ? PathKind::Wait : p == l.begin ? PathKind::Start : PathKind::Gap;
    add(path, {now_ - lag, now_, l.rank, l.track, k, g_.slice[p], kUnknownRank, g_.activityOf(p), k == PathKind::Work && lag > 0 ? callAt(p) : PathGraph::kNone});
  }

  // Of nested calls the innermost, which begins last.
  [[nodiscard]] std::uint32_t callAt(std::uint32_t p) const {
    constexpr int kDeepest = 8;
    auto m = std::upper_bound(g_.moving.begin(), g_.moving.end(), p, [](std::uint32_t x, const PathGraph::Moving& y) { return x < y.begin; });
    for (int i = 0; i < kDeepest && m != g_.moving.begin(); ++i)
      if ((--m)->end > p) return m->call;
    return PathGraph::kNone;
  }

  void add(CriticalPath& path, const PathSegment& s) {
    if (s.from >= s.to) return;
    now_ = s.from;
    if (!path.segments.empty()) {
      PathSegment& later = path.segments.back();
      if (later.track == s.track && later.kind == s.kind && later.slice == s.slice && later.cause == s.cause && later.activity == s.activity && later.call == s.call) {
        later.from = s.from;
        return;
      }
    }
    path.segments.push_back(s);
  }

  const PathGraph& g_;
  const Column<std::int64_t>* times_;
  const path::Lags* lags_;
  std::int64_t now_ = 0;
};

std::uint32_t instanceOf(const Run& run, const PathRow& r) { return r.call == PathGraph::kNone ? kNoInstance : run.collectives[r.call].instance; }

bool hasSlice(PathKind k) { return k == PathKind::Work || k == PathKind::Wait; }

}  // namespace

Result<CriticalPath> criticalPath(const PathGraph& graph, const Job& job) {
  job.begin("walking back along the critical path");
  return Walk(graph, nullptr, nullptr).from(graph.endAnchor, job);
}

Result<CriticalPath> criticalPath(const PathGraph& graph, const std::vector<PathChange>& changes, const Job& job) {
  job.begin("playing the run again");
  const auto lags = path::lagsOf(graph, changes, true, job);
  if (!lags) return tl::make_unexpected(lags.error());
  const Column<std::int64_t> times = path::replay(graph, *lags, job);
  if (times.empty()) return stoppedByUser();
  return Walk(graph, &times, &*lags).from(path::lastAnchor(graph, times), job);
}

Result<std::vector<PathRow>> pathTable(const PathGraph& graph, const CriticalPath& path, PathBy by, std::size_t gains, const Job& job) {
  const Slices& slices = graph.run->slices;
  std::map<std::tuple<PathKind, Activity, NameId, std::int32_t, std::uint32_t>, PathRow> rows;
  for (const PathSegment& s : path.segments) {
    PathRow key;
    if (by == PathBy::Rank) {
      key.rank = s.rank;
    } else {
      key.kind = s.kind;
      if (hasSlice(s.kind) && s.slice != PathGraph::kNone) {
        key.activity = s.activity;
        if (by == PathBy::Name) key.name = slices.name[s.slice];
        if (by == PathBy::Collective && s.call != PathGraph::kNone) {  // whatever its slices are called on each rank
          key.activity = Activity::Communication;
          key.call = s.call;
        }
      }
    }
    PathRow& row = rows.try_emplace(std::tuple(key.kind, key.activity, key.name, key.rank, instanceOf(*graph.run, key)), key).first->second;
    row.time += s.length();
    ++row.segments;
    if (!row.longest || row.longest->length() < s.length()) row.longest = s;
  }
  std::vector<PathRow> out;
  out.reserve(rows.size());
  for (auto& [key, row] : rows) out.push_back(std::move(row));
  std::stable_sort(out.begin(), out.end(), [](const PathRow& a, const PathRow& b) { return a.time > b.time; });
  const std::size_t n = std::min(gains, out.size());
  job.begin("playing the run again without each of the rows", n);
  for (std::size_t i = 0; i < n; ++i) {
    for (const double factor : {0.0, 0.5}) {
      const auto lags = path::lagsOf(graph, {changeOf(*graph.run, out[i], by, factor)}, false, job);
      if (!lags) return tl::make_unexpected(lags.error());
      const Column<std::int64_t> times = path::replay(graph, *lags, job);
      if (times.empty()) return stoppedByUser();
      (factor == 0 ? out[i].gain : out[i].half) = graph.span.to - times[path::lastAnchor(graph, times)];
    }
    job.set(i + 1);
  }
  return out;
}

PathChange changeOf(const Run& run, const PathRow& row, PathBy by, double factor) {
  using What = PathChange::What;
  PathChange c;
  c.factor = factor;
  if (by == PathBy::Rank) {
    c.what = What::Rank;
    c.rank = row.rank;
    return c;
  }
  if (row.call != PathGraph::kNone) {
    c.what = What::Instance;
    c.number = instanceOf(run, row);
    return c;
  }
  c.activity = row.activity;
  c.name = row.name;
  switch (row.kind) {
    case PathKind::Work: c.what = by == PathBy::Name ? What::Named : What::Activity; break;
    case PathKind::Wait:
      c.what = What::Waits;
      c.namedWaits = by == PathBy::Name;
      break;
    case PathKind::Launch: c.what = What::Launch; break;
    case PathKind::Message: c.what = What::Message; break;
    case PathKind::Dependency: c.what = What::Dependency; break;
    case PathKind::HandOver: c.what = What::HandOver; break;
    case PathKind::Gap: c.what = What::Gaps; break;
    case PathKind::Start: c.what = What::Start; break;
  }
  return c;
}

std::string rowName(const Run& run, const PathRow& row, PathBy by) {
  if (by == PathBy::Rank) return row.rank == kUnknownRank ? "no rank" : "rank " + std::to_string(row.rank);
  if (row.call != PathGraph::kNone) return std::string(name(run.collectives[row.call].operation)) + " #" + std::to_string(instanceOf(run, row));
  if (!hasSlice(row.kind)) return std::string(name(row.kind));
  const std::string of(by == PathBy::Name ? run.names.text(row.name) : name(row.activity));
  return row.kind == PathKind::Wait && by != PathBy::Name ? std::string(name(row.kind)) : of;
}

}  // namespace weir
