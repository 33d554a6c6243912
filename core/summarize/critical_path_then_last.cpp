#include "core/summarize/critical_path_then_last.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "core/base/units.h"
#include "core/summarize/critical_path_replay.h"

namespace weir {
namespace {

std::string waitText(std::int64_t ps) { return units::showSeconds(static_cast<double>(ps) * 1e-12); }

struct Came {  // to a meeting
  std::int32_t first = kUnknownRank, last = kUnknownRank;  // last: unknown where all come at once
  std::int64_t wait = 0;                                   // of the first, ps
};

// time(anchor) -> ps
template <class Time>
Came cameTo(const PathGraph& g, std::uint32_t meeting, const Time& time) {
  Came out;
  std::int64_t first = 0, last = 0;
  for (std::uint32_t e = g.firstEdge[meeting]; e < g.firstEdge[meeting + 1]; ++e) {
    const std::uint32_t from = g.edges[e].from;
    if (from == PathGraph::kNone) continue;
    const std::int64_t t = time(from);
    const std::int32_t rank = g.lanes[g.laneOf(from)].rank;
    if (out.first == kUnknownRank || t < first) first = t, out.first = rank;
    if (out.last == kUnknownRank || t > last) last = t, out.last = rank;
  }
  out.wait = last - first;
  if (out.wait == 0) out.last = kUnknownRank;
  return out;
}

// The anchors of meetings, each with a call of its collective.
std::map<std::uint32_t, std::uint32_t> meetingsOf(const PathGraph& g) {
  std::map<std::uint32_t, std::uint32_t> out;
  for (std::uint32_t a = 0; a + 1 < g.firstEdge.size(); ++a)
    for (std::uint32_t e = g.firstEdge[a]; e < g.firstEdge[a + 1]; ++e) {
      const PathGraph::Edge& edge = g.edges[e];
      if (edge.link != PathLink::Collective || edge.from == PathGraph::kNone || !g.lanes[g.laneOf(edge.from)].meeting) continue;
      const auto m = std::lower_bound(g.moving.begin(), g.moving.end(), g.anchor[a], [](const PathGraph::Moving& x, std::uint32_t p) { return x.begin < p; });
      if (m != g.moving.end() && m->begin == g.anchor[a]) out.emplace(edge.from, m->call);
    }
  return out;
}

}  // namespace

Result<std::optional<ThenLast>> thenLast(const PathGraph& g, const std::vector<PathChange>& changes, std::int32_t rank, const Job& job) {
  const auto lags = path::lagsOf(g, changes, false, job);
  if (!lags) return tl::make_unexpected(lags.error());
  const Column<std::int64_t> times = path::replay(g, *lags, job);
  if (times.empty()) return stoppedByUser();
  ThenLast out;
  out.rank = rank;
  std::map<std::int32_t, std::size_t> last;
  for (const auto& [meeting, call] : meetingsOf(g)) {
    const Came was = cameTo(g, meeting, [&](std::uint32_t a) { return g.timeOf(a); });
    if (was.last != rank) continue;
    const Came now = cameTo(g, meeting, [&](std::uint32_t a) { return times[a]; });
    ++out.collectives;
    ++last[now.last];
    if (was.wait <= out.waited) continue;
    out.call = call;
    out.waited = was.wait;
    out.then = now.last;
    out.waitsThen = now.wait;
  }
  if (out.collectives == 0) return std::optional<ThenLast>();
  for (const auto& [who, often] : last)
    if (who != kUnknownRank && often > out.times) out.mostly = who, out.times = often;
  return std::optional(out);
}

std::vector<std::string> thenLastSentences(const Run& run, const ThenLast& t) {
  const CollectiveCall& call = run.collectives[t.call];
  const std::string what = fmt::format("{} #{}", name(call.operation), call.instance);
  std::vector<std::string> out;
  if (t.then == t.rank && t.waitsThen == t.waited) return out;  // why nothing changes is said elsewhere
  if (t.then == kUnknownRank)
    out.push_back(fmt::format("All then come at once to {}, which waited longest for rank {}: {}.", what, t.rank, waitText(t.waited)));
  else if (t.then == t.rank)
    out.push_back(fmt::format("Rank {} still comes last to {}, which waited longest for it: the longest wait there is {} instead of {}.", t.rank, what, waitText(t.waitsThen), waitText(t.waited)));
  else
    out.push_back(fmt::format("Rank {} then comes last to {}, which waited longest for rank {}: the longest wait there is {} instead of {}, {} {}.", t.then, what, t.rank, waitText(t.waitsThen),
                              waitText(t.waited), waitText(std::abs(t.waited - t.waitsThen)), t.waitsThen <= t.waited ? "less" : "more"));
  if (t.collectives < 2 || t.mostly == kUnknownRank) return out;
  if (t.mostly == t.rank) out.push_back(fmt::format("To {} of the {} collectives that it came last to, rank {} still comes last.", t.times, t.collectives, t.rank));
  else out.push_back(fmt::format("To {} of the {} collectives that rank {} came last to, rank {} then comes last.", t.times, t.collectives, t.rank, t.mostly));
  return out;
}

}  // namespace weir
