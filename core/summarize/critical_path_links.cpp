// What leads to what, as slices: collectives, arrows, host synchronisation.
#include <algorithm>
#include <optional>
#include <tuple>

#include "core/summarize/critical_path_build.h"

namespace weir::path {
namespace {

constexpr std::size_t kAskEvery = 1 << 16;

// By NameId.
template <class Test>
std::vector<bool> named(const Names& names, const Test& test) {
  std::vector<bool> out(names.size());
  for (NameId n = 0; n < out.size(); ++n) out[n] = test(names.text(n));
  return out;
}
bool has(std::string_view text, std::string_view what) { return text.find(what) != std::string_view::npos; }

}  // namespace

const Counter* utilisationOf(const Run& run, std::string_view link) {
  for (const Counter& c : run.counters)
    if (c.unit == "1" && run.names.text(c.name) == link && run.names.text(c.group) == "link utilisation" && !c.value.empty()) return &c;
  return nullptr;
}

// The slice waits until `time`, for the cause. Nothing where it had not begun or is over by then.
void Builder::waitUntil(std::uint32_t slice, std::int64_t time, std::uint32_t cause, Spot causeSpot, PathLink link) {
  const std::int64_t start = run_.slices.start[slice], end = run_.slices.endOf(slice);
  if (time <= start || time > end) return;
  if (time == end) return drafts_.push_back({cause, slice, causeSpot, Spot::End, link});
  Split s;
  s.track = run_.rowOf(slice).track;
  s.slice = slice;
  s.time = time;
  drafts_.push_back({cause, static_cast<std::uint32_t>(splits_.size()), causeSpot, Spot::Split, link});
  splits_.push_back(s);
}

// The slice that shows a call: the one it names, else one of the same times on a lane of its rank.
std::optional<std::uint32_t> Builder::sliceOf(const CollectiveCall& c) const {
  const auto shows = [&](SliceIndex i, const Track& t) { return isLane(t) && t.rank == c.rank && run_.slices.start[i] == c.start && run_.slices.duration[i] == c.duration; };
  if (c.slice < run_.slices.size() && shows(c.slice, run_.tracks[run_.rowOf(c.slice).track])) return static_cast<std::uint32_t>(c.slice);
  const auto first = std::lower_bound(run_.tracks.begin(), run_.tracks.end(), c.rank, [](const Track& t, std::int32_t rank) { return t.rank < rank; });
  for (auto t = first; t != run_.tracks.end() && t->rank == c.rank; ++t)
    for (std::uint32_t r = t->firstRow; r < t->firstRow + t->rowCount; ++r) {
      const SliceIndex i = run_.firstStartingAt(run_.rows[r], c.start);
      if (i < run_.rows[r].end && run_.slices.activity[i] == Activity::Communication && shows(i, *t)) return static_cast<std::uint32_t>(i);
    }
  return std::nullopt;
}

void Builder::collectives() {
  const auto& calls = run_.collectives;
  std::vector<std::uint32_t> order;
  callSlice_.resize(calls.size(), PathGraph::kNone);
  for (std::uint32_t c = 0; c < calls.size(); ++c)
    if (const auto slice = sliceOf(calls[c])) {  // a call that no slice shows has no place in a lane
      callSlice_[c] = *slice;
      order.push_back(c);
    }
  // What a pipeline's schedule says about who meets whom counts before what was matched by order.
  std::vector<std::pair<bool, std::uint32_t>> meeting(calls.size());
  for (const std::uint32_t c : order) {
    const auto at = std::lower_bound(pipelineGroup_.begin(), pipelineGroup_.end(), std::pair(callSlice_[c], 0U));
    const bool scheduled = at != pipelineGroup_.end() && at->first == callSlice_[c];
    meeting[c] = {scheduled, scheduled ? at->second : calls[c].instance};
  }
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple(meeting[a], calls[a].start, calls[a].rank) < std::tuple(meeting[b], calls[b].start, calls[b].rank);
  });
  for (std::size_t i = 0, j = 0; i < order.size(); i = j) {
    while (j < order.size() && meeting[order[j]] == meeting[order[i]]) ++j;
    const bool within = calls[order[i]].start < span_.to && calls[order[j - 1]].start + calls[order[j - 1]].duration > span_.from;
    if (within) graph_.calls += j - i;
    if (j - i < 2) {
      if (within && !meeting[order[i]].first && calls[order[i]].groupSize != 1) ++graph_.alone;
      continue;
    }
    const std::int64_t last = calls[order[j - 1]].start;
    meetings_.push_back({last, static_cast<std::uint32_t>(members_.size()), static_cast<std::uint32_t>(members_.size() + j - i)});
    for (std::size_t k = i; k < j; ++k) {
      const std::uint32_t call = order[k], slice = callSlice_[call];
      const CollectiveCall& c = calls[call];
      members_.push_back(call);
      if (c.start + c.duration < last) ++graph_.backwards;
      if (c.start + c.duration <= last) continue;
      splitOfCall_.emplace_back(call, static_cast<std::uint32_t>(splits_.size()));
      if (c.start == last) startSplits_.emplace_back(slice, static_cast<std::uint32_t>(splits_.size()));
      splits_.push_back({run_.rowOf(slice).track, slice, last});
    }
  }
  std::sort(startSplits_.begin(), startSplits_.end());
  std::sort(splitOfCall_.begin(), splitOfCall_.end());
}

bool Builder::arrows() {
  const Arrows& a = run_.arrows;
  const NameId launch = run_.names.find(kArrowLaunch), message = run_.names.find(kArrowMessage);
  // HTA's overlay draws its result as arrows; a result is no cause.
  const std::vector<bool> drawn = named(run_.names, [](std::string_view s) { return s.starts_with("critical_path"); });
  const std::vector<bool> copies = named(run_.names, [](std::string_view s) { return has(s, "emcpy"); });
  job_.begin("following arrows", a.size());
  const auto& s = run_.slices;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (i % kAskEvery == 0) {
      if (job_.stopped()) return false;
      job_.set(i);
    }
    const auto from = static_cast<std::uint32_t>(a.from[i]), to = static_cast<std::uint32_t>(a.to[i]);
    const std::int64_t fromStart = s.start[from], fromEnd = s.endOf(from), toStart = s.start[to], toEnd = s.endOf(to);
    if (toEnd < span_.from || fromStart > span_.to || drawn[a.kind[i]]) continue;
    const bool isLaunch = launch != 0 && a.kind[i] == launch, isMessage = message != 0 && a.kind[i] == message;
    const PathLink link = isLaunch ? PathLink::Launch : isMessage ? PathLink::Message : PathLink::Dependency;
    if (fromEnd <= toStart) {
      drafts_.push_back({from, to, Spot::End, Spot::Start, link});
    } else if ((isLaunch || isMessage) && fromStart <= toStart) {
      drafts_.push_back({from, to, Spot::Start, Spot::Start, link});
    } else if (isMessage && fromStart < toEnd) {
      waitUntil(to, fromStart, from, Spot::Start, link);
    } else if (isLaunch || isMessage) {
      ++graph_.backwards;
    }
    if (isLaunch && copies[s.name[from]] && s.activity[to] == Activity::Copy && toEnd > fromStart && toEnd <= fromEnd)
      waitUntil(from, toEnd, to, Spot::End, PathLink::Sync);
  }
  return true;
}

const Builder::DeviceEnds& Builder::deviceEnds(std::int32_t rank) {
  const auto [it, fresh] = deviceEnds_.try_emplace(rank);
  if (!fresh) return it->second;
  DeviceEnds& ends = it->second;
  for (const Track& t : run_.tracks) {
    if (t.rank != rank || !isDevice(t)) continue;
    for (std::uint32_t r = t.firstRow; r < t.firstRow + t.rowCount; ++r)
      for (SliceIndex i = run_.firstEndingAfter(run_.rows[r], span_.from); i < run_.rows[r].end && run_.slices.start[i] < span_.to; ++i) {
        const Activity a = run_.slices.activity[i];
        if (a == Activity::Compute || a == Activity::Communication || a == Activity::Copy)
          ends.emplace_back(run_.slices.endOf(i), static_cast<std::uint32_t>(i));
      }
  }
  std::sort(ends.begin(), ends.end());
  return ends;
}

// A call that waits for the device ends after what it waited for; what ended last before it is that.
bool Builder::syncs() {
  const std::vector<bool> waits =
      named(run_.names, [](std::string_view s) { return has(s, "Synchronize") || has(s, "synchronize("); });
  job_.begin("finding what the host waits for", run_.rows.size());
  std::uint64_t done = 0;
  for (const Row& row : run_.rows) {
    if (job_.stopped()) return false;
    job_.set(++done);
    const Track& track = run_.tracks[row.track];
    if (track.kind != TrackKind::Thread) continue;
    for (SliceIndex i = run_.firstEndingAfter(row, span_.from); i < row.end && run_.slices.start[i] < span_.to; ++i) {
      if (!waits[run_.slices.name[i]] || run_.slices.activity[i] != Activity::Wait) continue;
      const DeviceEnds& ends = deviceEnds(track.rank);
      const auto after = std::upper_bound(ends.begin(), ends.end(), std::pair(run_.slices.endOf(i), PathGraph::kNone));
      if (after == ends.begin()) continue;
      const auto& [time, slice] = *(after - 1);
      if (time > run_.slices.start[i] && run_.slices.start[slice] < time)
        waitUntil(static_cast<std::uint32_t>(i), time, slice, Spot::End, PathLink::Sync);
    }
  }
  return true;
}

std::uint32_t Builder::pieceAt(std::uint32_t what, Spot spot) const {
  switch (spot) {
    case Spot::Start: return startOf_[what];
    case Spot::End: return endOf_[what];
    case Spot::Split: return splits_[what].piece;
  }
  return PathGraph::kNone;
}

bool Builder::resolve() {
  raw_.reserve(drafts_.size());
  for (const Draft& d : drafts_) {
    // An end that the range cut off is no end.
    if (d.fromSpot == Spot::End && run_.slices.endOf(d.from) > span_.to) continue;
    if (d.toSpot == Spot::Start && run_.slices.start[d.to] < span_.from) continue;
    if (d.toSpot == Spot::End && run_.slices.endOf(d.to) > span_.to) continue;
    if (d.fromSpot == Spot::Start && run_.slices.start[d.from] < span_.from) continue;
    const std::uint32_t from = pieceAt(d.from, d.fromSpot), to = pieceAt(d.to, d.toSpot);
    if (from == PathGraph::kNone || to == PathGraph::kNone || graph_.start[from] > graph_.start[to]) continue;
    raw_.push_back({from, to, d.link});
    if (d.link != PathLink::Launch || d.fromSpot != Spot::End) continue;
    const std::int64_t lag = graph_.start[to] - graph_.start[from];
    const auto [least, fresh] = launchLag_.try_emplace(run_.tracks[run_.rowOf(d.from).track].rank, lag);
    if (!fresh) least->second = std::min(least->second, lag);
  }
  drafts_ = {};
  std::sort(raw_.begin(), raw_.end());
  return !job_.stopped();
}

// No member of a collective moves data before all are there: every member's start leads to the meeting, a lane of its own
// of no length, and that to every member's moving part. In a replay another member may be the last.
void Builder::meet() {
  PathGraph& g = graph_;
  const auto splitOf = [&](std::uint32_t call) {
    const auto at = std::lower_bound(splitOfCall_.begin(), splitOfCall_.end(), std::pair(call, 0U));
    return at != splitOfCall_.end() && at->first == call ? splits_[at->second].piece : PathGraph::kNone;
  };
  for (const Meeting& m : meetings_) {
    if (m.time < span_.from || m.time > span_.to) continue;
    const auto at = static_cast<std::uint32_t>(g.slice.size());
    bool any = false;
    for (std::uint32_t i = m.begin; i < m.end; ++i) {
      const std::uint32_t slice = callSlice_[members_[i]];
      // One that was under way when the range begins had come by then.
      if (startOf_[slice] == PathGraph::kNone || run_.slices.start[slice] < span_.from) continue;
      raw_.push_back({startOf_[slice], at, PathLink::Collective});
      any = true;
    }
    if (!any) continue;
    for (std::uint32_t i = m.begin; i < m.end; ++i)
      if (const std::uint32_t piece = splitOf(members_[i]); piece != PathGraph::kNone) raw_.push_back({at, piece, PathLink::Collective});
    g.start.push_back(m.time);
    g.slice.push_back(PathGraph::kNone);
    g.kind.push_back(PathGraph::Gap);
    PathGraph::Lane lane;
    lane.meeting = true;
    lane.begin = at;
    lane.end = at + 1;
    g.lanes.push_back(lane);
  }
  std::sort(raw_.begin(), raw_.end());
}

void Builder::findMoving() {
  for (std::uint32_t c = 0; c < run_.collectives.size(); ++c) {
    const std::uint32_t slice = callSlice_[c];
    if (slice == PathGraph::kNone) continue;
    if (startOf_[slice] == PathGraph::kNone || endOf_[slice] == PathGraph::kNone) continue;
    PathGraph::Moving m{c, startOf_[slice], endOf_[slice], 0};
    const auto split = std::lower_bound(splitOfCall_.begin(), splitOfCall_.end(), std::pair(c, 0U));
    if (split != splitOfCall_.end() && split->first == c && splits_[split->second].piece != PathGraph::kNone) m.begin = splits_[split->second].piece;
    graph_.moving.push_back(m);
  }
  std::sort(graph_.moving.begin(), graph_.moving.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  std::size_t lane = 0;
  for (PathGraph::Moving& m : graph_.moving) {
    while (m.begin >= graph_.lanes[lane].end) ++lane;
    m.lane = static_cast<std::uint32_t>(lane);
  }
}

}  // namespace weir::path
