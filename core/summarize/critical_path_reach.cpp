#include "core/summarize/critical_path_reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/units.h"
#include "core/summarize/critical_path_replay.h"
#include "core/summarize/stragglers.h"

namespace weir {
namespace {

using What = PathChange::What;

std::string timeText(std::int64_t ps) { return units::showSeconds(static_cast<double>(ps) * 1e-12); }

// The same change, but such that whatever it touches takes another time.
PathChange telling(PathChange c) {
  if (c.what == What::Network) c.at = 1e15;
  else if (c.what == What::NotLate) c.factor = 0;
  else c.factor = 0.5;
  return c;
}

// How late each anchor could be without the run ending later, ps.
std::vector<std::int64_t> latest(const PathGraph& g) {
  std::vector<std::int64_t> out(g.anchor.size(), g.span.to);
  std::vector<bool> first(g.anchor.size());
  for (const PathGraph::Lane& l : g.lanes) first[l.firstAnchor] = true;
  for (auto it = g.order.end(); it != g.order.begin();) {
    const std::uint32_t a = *--it;
    if (!first[a]) out[a - 1] = std::min(out[a - 1], out[a] - g.chain[a]);
    for (std::uint32_t e = g.firstEdge[a]; e < g.firstEdge[a + 1]; ++e)
      if (const PathGraph::Edge& edge = g.edges[e]; edge.from != PathGraph::kNone) out[edge.from] = std::min(out[edge.from], out[a] - edge.lag);
  }
  return out;
}

// Along the measured path, last first: chain(a) for the stretch of a lane that ends at an anchor, edge(e) for a link.
template <class Chain, class Edge>
void alongPath(const PathGraph& g, const Chain& chain, const Edge& edge) {
  std::uint32_t a = g.endAnchor, lane = g.laneOf(a);
  while (g.timeOf(a) > g.span.from) {
    if (a > g.lanes[lane].firstAnchor && g.timeOf(a - 1) + g.chain[a] == g.timeOf(a)) {
      chain(a--);
      continue;
    }
    std::uint32_t e = g.firstEdge[a];
    while (g.edges[e].from == PathGraph::kNone || g.timeOf(g.edges[e].from) + g.edges[e].lag != g.timeOf(a)) ++e;
    edge(e);
    a = g.edges[e].from;
    lane = g.laneOf(a);
  }
}

// What the path could be about instead, most general first.
std::string whatThereIs(const PathGraph& g) {
  std::array<bool, kActivities> does{};
  bool gaps = false, waits = false;
  for (const PathGraph::Lane& l : g.lanes)
    for (std::uint32_t p = l.begin; p + 1 < l.end; ++p) {
      if (g.lagOf(p) == 0) continue;
      if (g.kindOf(p) == PathGraph::Work) does[static_cast<std::size_t>(g.activityOf(p))] = true;
      gaps = gaps || (g.kindOf(p) == PathGraph::Gap && p != l.begin);
      waits = waits || g.kindOf(p) == PathGraph::Wait;
    }
  std::string out;
  const auto add = [&](bool is, std::string_view what) {
    if (is) out += fmt::format("{}{}", out.empty() ? "" : ", ", what);
  };
  for (int a = 0; a < kActivities; ++a)
    if (const auto activity = static_cast<Activity>(a); activity != Activity::Wait && activity != Activity::Annotation && activity != Activity::Other) add(does[static_cast<std::size_t>(a)], name(activity));
  const auto links = [&](PathLink l) { return g.links[static_cast<std::size_t>(l)] > 0; };
  add(links(PathLink::Launch), "launch delay");
  add(gaps, "gaps");
  add(waits, "waits");
  add(links(PathLink::Message), "messages");
  add(links(PathLink::Dependency), "dependencies");
  add(links(PathLink::Assumed), "hand-overs");
  return out;
}

std::string subjectOf(const PathChange& c) {
  switch (c.what) {
    case What::Activity: return std::string(name(c.activity));
    case What::Launch: return "launch delay";
    case What::Gaps: return "gaps";
    case What::Waits: return "waits";
    case What::Message: return "messages";
    case What::Dependency: return "dependencies";
    case What::HandOver: return "hand-overs";
    case What::Start: return "time before the first event";
    case What::Operation: return c.operation ? std::string(name(*c.operation)) : "collectives";
    case What::Instance: return fmt::format("collective #{}", c.number);
    case What::Group: return fmt::format("collective of group {}", c.number);
    case What::Kernel:
    case What::Slice: return fmt::format("\"{}\"", c.text);
    case What::Named:
    case What::Rank:
    case What::NotLate:
    case What::Network:
    case What::NetworkLink: break;
  }
  return {};
}

}  // namespace

Result<PathReach> reachOf(const PathGraph& g, const PathChange& change, const Job& job) {
  const auto lags = path::lagsOf(g, {telling(change)}, false, job);
  if (!lags) return tl::make_unexpected(lags.error());
  PathReach out;
  std::optional<std::vector<std::int64_t>> last;
  const auto touch = [&](std::int64_t from, std::uint32_t to, std::int64_t lag) {
    if (!last) last = latest(g);
    const std::int64_t slack = std::max<std::int64_t>(0, (*last)[to] - from - lag);
    out.slack = std::min(out.slack.value_or(slack), slack);
  };
  for (std::uint32_t lane = 0; lane < g.lanes.size(); ++lane)
    for (std::uint32_t a = g.lanes[lane].firstAnchor; a < g.lanes[lane].endAnchor; ++a) {
      if (a > g.lanes[lane].firstAnchor && lags->chain[a] != g.chain[a]) touch(g.timeOf(a - 1), a, g.chain[a]);
      for (std::uint32_t e = g.firstEdge[a]; e < g.firstEdge[a + 1]; ++e)
        if (g.edges[e].from != PathGraph::kNone && lags->edge[e] != g.edges[e].lag) touch(g.timeOf(g.edges[e].from), a, g.edges[e].lag);
    }
  if (job.stopped()) return stoppedByUser();
  out.found = out.slack ? PathReach::Found::OffPath : change.what == What::NotLate ? PathReach::Found::InTime : PathReach::Found::Nothing;
  alongPath(
      g, [&](std::uint32_t a) { if (lags->chain[a] != g.chain[a]) out.found = PathReach::Found::OnPath; },
      [&](std::uint32_t e) { if (lags->edge[e] != g.edges[e].lag) out.found = PathReach::Found::OnPath; });
  if (out.found != PathReach::Found::OffPath) out.slack.reset();
  return out;
}

Result<std::int64_t> shortenedBy(const PathGraph& g, const std::vector<PathChange>& changes, const Job& job) {
  const auto lags = path::lagsOf(g, changes, false, job);
  if (!lags) return tl::make_unexpected(lags.error());
  std::int64_t sum = 0;
  alongPath(
      g, [&](std::uint32_t a) { sum += g.chain[a] - lags->chain[a]; }, [&](std::uint32_t e) { sum += g.edges[e].lag - lags->edge[e]; });
  return sum;
}

std::optional<Error> reachesNothing(const PathGraph& g, const PathChange& change, const PathReach& reach) {
  if (reach.found != PathReach::Found::Nothing) return std::nullopt;
  const std::string subject = subjectOf(change);
  if (subject.empty()) return std::nullopt;
  const std::string where = change.rank ? fmt::format("on rank {}", *change.rank) : g.options.range ? "in this range of time" : "in this run";
  const std::string there = whatThereIs(g);
  return Error{Error::Kind::Input, fmt::format("nothing changes: {} no time goes to {}", where, subject), fmt::format("what-if \"{}\"", changeText(change, *g.run)),
               there.empty() ? "choose something else to change" : "there is: " + there};
}

std::string whyNot(const PathChange& change, const PathReach& reach) {
  switch (reach.found) {
    case PathReach::Found::InTime:
      return fmt::format("Rank {} comes no later than the median of the other members to any collective: nothing changes.", change.rank.value_or(kUnknownRank));
    case PathReach::Found::OffPath:
      if (reach.slack.value_or(0) == 0) return "None of it is on the critical path: one of the paths that are as long leads through it, and the others stay as long as they are.";
      return fmt::format("None of it is on the critical path: shortening it changes nothing; the nearest of it has {} of slack.", timeText(*reach.slack));
    case PathReach::Found::Nothing:
    case PathReach::Found::OnPath: break;
  }
  return {};
}

std::string doubtOf(const PathGraph& g, const PathChange& change) {
  if (change.what != What::NotLate) return {};
  for (const CollectiveInstance& i : collectiveInstances(*g.run))
    if (i.lastRank == change.rank && i.lastStart >= g.span.from && i.lastStart <= g.span.to)
      if (std::string text = lateRecordingText(i); !text.empty()) return text;
  return {};
}

std::string whyLess(std::int64_t shortened, std::int64_t gained) {
  if (shortened <= 0 || gained >= shortened) return {};
  if (gained <= 0) return fmt::format("The path as it was becomes {} shorter, but another path is as long as it was: nothing is gained.", timeText(shortened));
  return fmt::format("The path as it was becomes {} shorter, but another path is then the longest: {} is gained.", timeText(shortened), timeText(gained));
}

}  // namespace weir
