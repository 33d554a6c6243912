#include "core/summarize/critical_path_graph.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "core/summarize/critical_path_build.h"

namespace weir {

std::string_view name(PathLink l) {
  constexpr std::array<std::string_view, kPathLinks> kNames{"launch", "collective", "message", "dependency", "sync", "assumed"};
  return kNames[static_cast<std::size_t>(l)];
}

std::uint32_t PathGraph::laneOf(std::uint32_t a) const {
  const auto it = std::upper_bound(lanes.begin(), lanes.end(), a, [](std::uint32_t x, const Lane& l) { return x < l.endAnchor; });
  return static_cast<std::uint32_t>(it - lanes.begin());
}

Result<PathGraph> pathGraph(RunPtr run, const PathOptions& options, const Job& job) { return path::Builder(std::move(run), options, job).build(); }

namespace path {

Result<PathGraph> Builder::build() {
  if (run_.slices.size() >= (std::size_t{1} << 31)) return fail("more than 2^31 slices", "critical path", "choose a range of time");
  if (!findSpan())
    return run_.slices.size() == 0 ? fail("the run holds no slices to follow", run_.title, "open a trace with events, not sums")
                                   : fail("no thread or stream does anything in this range of time", run_.title, "choose another range");
  graph_.span = span_;
  findDevices();
  if (!pipelines()) return stoppedByUser();
  collectives();
  if (!arrows() || !syncs() || !layLanes() || !resolve()) return stoppedByUser();
  assume();
  meet();
  findMoving();
  startOf_ = {};
  endOf_ = {};
  if (job_.stopped() || !anchorAll() || !sortAnchors()) return stoppedByUser();
  bind();
  chooseEnd();
  return std::move(graph_);
}

// From the first start to the last end within what was asked for.
bool Builder::findSpan() {
  const TimeRange asked = graph_.options.range.value_or(TimeRange{INT64_MIN, INT64_MAX});
  // Marks, and the messages of a simulation, count only where a run holds nothing else.
  if (run_.truth != Truth::Measured) message_ = run_.names.find("message");
  for (const Left left : {Left::MarksAndMessages, Left::Marks, Left::Nothing}) {
    left_ = left;
    const bool any = std::any_of(run_.rows.begin(), run_.rows.end(), [&](const Row& row) {
      if (!isLane(run_.tracks[row.track])) return false;
      for (SliceIndex i = row.begin; i < row.end; ++i)
        if (counts(run_.tracks[row.track], i)) return true;
      return false;
    });
    if (any) break;
  }
  std::int64_t from = INT64_MAX, to = INT64_MIN;
  for (const Row& row : run_.rows) {
    const Track& track = run_.tracks[row.track];
    if (!isLane(track)) continue;
    SliceIndex i = run_.firstEndingAfter(row, asked.from), last = run_.firstStartingAt(row, asked.to);
    while (i < last && !counts(track, i)) ++i;
    while (last > i && !counts(track, last - 1)) --last;
    if (i >= last) continue;
    from = std::min(from, std::max(asked.from, run_.slices.start[i]));
    to = std::max(to, std::min(asked.to, run_.slices.endOf(last - 1)));
  }
  span_ = {from, to};
  return from < to;
}

// Boundaries that links touch, in order of pieces, and the links by where they lead to.
bool Builder::anchorAll() {
  PathGraph& g = graph_;
  job_.begin("joining threads and streams", g.pieces());
  std::vector<std::uint64_t> touched(g.pieces() / 64 + 1);
  const auto touch = [&](std::uint32_t p) { touched[p / 64] |= std::uint64_t{1} << (p % 64); };
  for (const PathGraph::Lane& l : g.lanes) {
    touch(l.begin);
    touch(l.end - 1);
  }
  for (const Raw& e : raw_) {
    touch(e.from);
    touch(e.to);
  }
  std::vector<std::uint32_t> before(touched.size() + 1);
  for (std::size_t w = 0; w < touched.size(); ++w) before[w + 1] = before[w] + static_cast<std::uint32_t>(std::popcount(touched[w]));
  const auto anchorOf = [&](std::uint32_t p) {
    return before[p / 64] + static_cast<std::uint32_t>(std::popcount(touched[p / 64] & ((std::uint64_t{1} << (p % 64)) - 1)));
  };
  g.anchor.reserve(before.back());
  for (std::size_t w = 0; w < touched.size(); ++w)
    for (std::uint64_t bits = touched[w]; bits != 0; bits &= bits - 1)
      g.anchor.push_back(static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(bits)));
  for (PathGraph::Lane& l : g.lanes) {
    l.firstAnchor = anchorOf(l.begin);
    l.endAnchor = anchorOf(l.end - 1) + 1;
  }
  g.firstEdge.resize(g.anchor.size() + 1);
  g.edges.resize(raw_.size());
  std::size_t e = 0;
  for (std::uint32_t a = 0; a < g.anchor.size(); ++a) {
    g.firstEdge[a] = static_cast<std::uint32_t>(e);
    for (; e < raw_.size() && raw_[e].to == g.anchor[a]; ++e) {
      g.edges[e] = {anchorOf(raw_[e].from), raw_[e].link, 0};
      ++g.links[static_cast<std::size_t>(raw_[e].link)];
    }
  }
  g.firstEdge[g.anchor.size()] = static_cast<std::uint32_t>(e);
  raw_ = {};
  return !job_.stopped();
}

// Lane after lane as far as each can go; one that needs what is not there yet is taken up again once it is. Circles are
// only possible among links of no length; the earliest that blocks is left out.
bool Builder::sortAnchors() {
  PathGraph& g = graph_;
  const std::size_t n = g.anchor.size();
  g.order.reserve(n);
  std::vector<bool> done(n);
  std::vector<std::uint32_t> waiters(n, PathGraph::kNone);  // first lane that waits for the anchor
  struct Cursor {
    std::uint32_t anchor = 0, edge = 0, nextWaiter = PathGraph::kNone;
    bool blocked = false;
  };
  std::vector<Cursor> at(g.lanes.size());
  std::vector<std::uint32_t> ready;
  for (std::uint32_t l = static_cast<std::uint32_t>(g.lanes.size()); l-- > 0;) {
    at[l].anchor = g.lanes[l].firstAnchor;
    at[l].edge = g.firstEdge[at[l].anchor];
    ready.push_back(l);
  }
  job_.begin("ordering", n);
  for (;;) {
    while (!ready.empty()) {
      const std::uint32_t l = ready.back();
      ready.pop_back();
      Cursor& c = at[l];
      c.blocked = false;
      while (c.anchor < g.lanes[l].endAnchor) {
        if (g.order.size() % 65536 == 0) {
          if (job_.stopped()) return false;
          job_.set(g.order.size());
        }
        for (; c.edge < g.firstEdge[c.anchor + 1]; ++c.edge) {
          const std::uint32_t from = g.edges[c.edge].from;
          if (from == PathGraph::kNone || done[from]) continue;
          c.blocked = true;
          c.nextWaiter = waiters[from];
          waiters[from] = l;
          break;
        }
        if (c.blocked) break;
        done[c.anchor] = true;
        g.order.push_back(c.anchor);
        for (std::uint32_t w = waiters[c.anchor]; w != PathGraph::kNone; w = at[w].nextWaiter) ready.push_back(w);
        waiters[c.anchor] = PathGraph::kNone;
        ++c.anchor;
      }
    }
    if (g.order.size() == n) return true;
    std::uint32_t first = PathGraph::kNone;
    for (std::uint32_t l = 0; l < at.size(); ++l)
      if (at[l].blocked && (first == PathGraph::kNone || g.timeOf(at[l].anchor) < g.timeOf(at[first].anchor))) first = l;
    // Whom it waits for waits itself, and so on: round and round at last. A link of that circle is left out.
    std::vector<bool> seen(at.size());
    while (!seen[first]) {
      seen[first] = true;
      first = g.laneOf(g.edges[at[first].edge].from);
    }
    Cursor& c = at[first];
    PathGraph::Edge& edge = g.edges[c.edge];
    for (std::uint32_t* w = &waiters[edge.from]; *w != PathGraph::kNone; w = &at[*w].nextWaiter)
      if (*w == first) {
        *w = c.nextWaiter;
        break;
      }
    edge.from = PathGraph::kNone;
    ++g.circles;
    ready.push_back(first);
  }
}

// Which of what leads to an anchor was waited for, and the lags that follow.
void Builder::bind() {
  PathGraph& g = graph_;
  g.chain.resize(g.anchor.size());
  for (const PathGraph::Lane& l : g.lanes) {
    for (std::uint32_t a = l.firstAnchor; a < l.endAnchor; ++a) {
      const std::int64_t t = g.timeOf(a);
      std::int64_t latest = INT64_MIN;
      for (std::uint32_t e = g.firstEdge[a]; e < g.firstEdge[a + 1]; ++e) {
        PathGraph::Edge& edge = g.edges[e];
        if (edge.from == PathGraph::kNone) continue;
        const std::int64_t from = g.timeOf(edge.from);
        // A launch that was not waited for would still have taken its least delay.
        if (const auto least = launchLag_.find(l.rank); edge.link == PathLink::Launch && least != launchLag_.end()) edge.lag = std::min(least->second, t - from);
        latest = std::max(latest, from);
      }
      if (a == l.firstAnchor) {  // begins with the span, or as all members of a collective are there
        for (std::uint32_t e = g.firstEdge[a]; e < g.firstEdge[a + 1]; ++e)
          if (PathGraph::Edge& edge = g.edges[e]; edge.from != PathGraph::kNone) edge.lag = g.timeOf(edge.from) == latest ? t - latest : 0;
        continue;
      }
      const std::uint32_t p = g.anchor[a];
      const bool works = g.kindOf(p - 1) == PathGraph::Work && g.length(p - 1) > 0;
      // Whatever leads to the first event of a lane explains more than that nothing was there before.
      if (!works && (latest > g.start[p - 1] || (p - 1 == l.begin && latest == g.start[p - 1]))) g.kind[p - 1] |= PathGraph::Elastic;
      if (!works && latest >= g.start[p - 1])  // of several that came last at once, each was waited for
        for (std::uint32_t e = g.firstEdge[a]; e < g.firstEdge[a + 1]; ++e)
          if (PathGraph::Edge& edge = g.edges[e]; edge.from != PathGraph::kNone && g.timeOf(edge.from) == latest) edge.lag = t - latest;
      std::int64_t lag = 0;
      for (std::uint32_t q = g.anchor[a - 1]; q < p; ++q) lag += g.lagOf(q);
      g.chain[a] = lag;
    }
  }
}

void Builder::chooseEnd() {
  PathGraph& g = graph_;
  const auto rates = [&](const PathGraph::Lane& l) {
    const PathGraph::Kind before = g.kindOf(l.end - 2);
    const bool there = !g.options.endRank || l.rank == *g.options.endRank;
    return std::tuple(there, l.device != g.options.endOnHost, before == PathGraph::Work);
  };
  const PathGraph::Lane* best = nullptr;
  for (const PathGraph::Lane& l : g.lanes)
    if (!l.meeting && g.start[l.end - 1] == g.span.to && (best == nullptr || rates(l) > rates(*best))) best = &l;
  g.endAnchor = best->endAnchor - 1;
}

}  // namespace path
}  // namespace weir
