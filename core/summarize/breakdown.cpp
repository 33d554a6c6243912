#include "core/summarize/breakdown.h"

#include <algorithm>
#include <map>

namespace weir {
namespace {

using Call = std::pair<std::int64_t, std::int64_t>;  // start, duration

bool isDevice(TrackKind k) { return k == TrackKind::Stream || k == TrackKind::Device; }
bool ofRank(TrackKind k) { return k != TrackKind::Link && k != TrackKind::Tier; }
void append(Intervals& to, const Intervals& from) { to.insert(to.end(), from.begin(), from.end()); }

// A library's call inside a framework's call is the same communication: keeps the outermost of each nest.
std::vector<Call> outermost(std::vector<Call> calls) {
  std::sort(calls.begin(), calls.end(),
            [](const Call& a, const Call& b) { return a.first != b.first ? a.first < b.first : a.second > b.second; });
  std::vector<Call> out;
  for (const Call& c : calls) {
    if (!out.empty() && c.first < out.back().first + out.back().second &&
        c.first + c.second <= out.back().first + out.back().second)
      continue;
    out.push_back(c);
  }
  return out;
}

bool worksOnDevice(const Run& run, const Track& track) {
  if (!isDevice(track.kind)) return false;
  for (std::uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r)
    for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i)
      if (run.slices.activity[i] == Activity::Compute || run.slices.activity[i] == Activity::Communication) return true;
  return false;
}

}  // namespace

struct BreakdownIndex::Collected {
  bool device = false;
  Intervals computing, communication, data, checkpoint, copy;
  std::vector<Call> calls;
  std::vector<std::int64_t> computeStart;
};

void BreakdownIndex::collect(const Run& run, const Track& track, Collected& into) {
  const bool counts = isDevice(track.kind) == into.device;
  Intervals computing, communication, waiting;
  std::vector<Call> calls;
  for (std::uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r)
    for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i) {
      const TimeRange s{run.slices.start[i], run.slices.endOf(i)};
      switch (run.slices.activity[i]) {
        case Activity::Compute:
          if (!counts) break;
          computing.push_back(s);
          into.computeStart.push_back(s.from);
          break;
        case Activity::Communication:
          if (!counts) break;
          communication.push_back(s);
          calls.emplace_back(s.from, s.to - s.from);
          break;
        case Activity::Copy:
          if (counts) into.copy.push_back(s);
          break;
        // Loading and saving are the host's work whether or not there is a device.
        case Activity::DataLoad:
          into.data.push_back(s);
          break;
        case Activity::Checkpoint:
          into.checkpoint.push_back(s);
          break;
        case Activity::Wait:
          waiting.push_back(s);
          break;
        case Activity::Host:
        case Activity::Annotation:
        case Activity::Other:
          break;
      }
    }
  if (into.device) {
    append(into.computing, computing);
    append(into.communication, communication);
    into.calls.insert(into.calls.end(), calls.begin(), calls.end());
    return;
  }
  communication = unite(std::move(communication));
  append(into.computing, subtract(unite(std::move(computing)), unite(communication, unite(std::move(waiting)))));
  append(into.communication, communication);
  calls = outermost(std::move(calls));
  into.calls.insert(into.calls.end(), calls.begin(), calls.end());
}

BreakdownIndex::Rank BreakdownIndex::finish(Collected&& c, std::int32_t rank, TimeRange span) {
  Rank out;
  out.rank = rank;
  out.span = span;
  out.fromDevice = c.device;
  const Intervals computing = unite(std::move(c.computing));
  const Intervals communication = unite(std::move(c.communication));
  Intervals taken = unite(computing, communication);
  const auto rest = [&](Intervals any) {
    Intervals left = subtract(intersect(unite(std::move(any)), {span}), taken);
    taken = unite(taken, left);
    return MeasuredIntervals(std::move(left));
  };
  out.overlapped = MeasuredIntervals(intersect(computing, communication));
  out.exposed = MeasuredIntervals(subtract(communication, computing));
  out.computing = MeasuredIntervals(computing);
  out.dataStall = rest(std::move(c.data));
  out.checkpoint = rest(std::move(c.checkpoint));
  out.copy = rest(std::move(c.copy));

  out.computeStart = std::move(c.computeStart);
  std::sort(out.computeStart.begin(), out.computeStart.end());
  std::sort(c.calls.begin(), c.calls.end());
  out.communicationSumBefore.push_back(0);
  for (const auto& [start, duration] : c.calls) {
    out.communicationStart.push_back(start);
    out.communicationSumBefore.push_back(out.communicationSumBefore.back() + duration);
  }
  return out;
}

BreakdownIndex::BreakdownIndex(const Run& run) {
  struct Found {
    std::optional<TimeRange> span;
    bool device = false;
    std::vector<TrackIndex> tracks;
  };
  // A run with ranks may hold tracks of none (links, tiers, the switch): they are nobody's time.
  const bool rankless = run.ranks.empty();
  std::map<std::int32_t, Found> found;
  for (TrackIndex t = 0; t < run.tracks.size(); ++t) {
    const Track& track = run.tracks[t];
    if (!ofRank(track.kind) || (track.rank == kUnknownRank && !rankless)) continue;
    Found& f = found[track.rank];
    f.tracks.push_back(t);
    f.device = f.device || worksOnDevice(run, track);
    for (std::uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r) {
      const Row& row = run.rows[r];
      if (row.begin == row.end) continue;
      const TimeRange s{run.slices.start[row.begin], run.slices.endOf(row.end - 1)};
      f.span = f.span ? TimeRange{std::min(f.span->from, s.from), std::max(f.span->to, s.to)} : s;
    }
  }
  std::map<std::int32_t, std::vector<std::pair<std::int64_t, std::int64_t>>> reads;  // of ranks that mark no loading
  bool readsKnown = false;
  for (const auto& [rank, f] : found) {
    if (!f.span) continue;
    Collected c;
    c.device = f.device;
    for (const TrackIndex t : f.tracks) collect(run, run.tracks[t], c);
    // A trace of system calls alone marks no loading, but its reads are just that.
    if (c.data.empty() && !run.io.empty()) {
      if (!readsKnown)
        for (const IoOperation& op : run.io)
          if (op.kind == IoOperation::Kind::Read) reads[op.rank].emplace_back(op.start, op.start + op.duration);
      readsKnown = true;
      for (const auto& [from, to] : reads[rank]) c.data.push_back({from, to});
    }
    ranks_.push_back(finish(std::move(c), rank, *f.span));
  }
}

Breakdown BreakdownIndex::over(std::optional<TimeRange> range) const {
  Breakdown b;
  RankBreakdown& t = b.total;
  for (const Rank& r : ranks_) {
    RankBreakdown o;
    o.rank = r.rank;
    o.fromDevice = r.fromDevice;
    o.span = r.span;
    if (range) o.span = {std::max(r.span.from, range->from), std::min(r.span.to, range->to)};
    if (o.span.to < o.span.from) o.span.to = o.span.from;
    o.computing = r.computing.lengthWithin(o.span);
    o.overlapped = r.overlapped.lengthWithin(o.span);
    o.exposed = r.exposed.lengthWithin(o.span);
    o.dataStall = r.dataStall.lengthWithin(o.span);
    o.checkpoint = r.checkpoint.lengthWithin(o.span);
    o.copy = r.copy.lengthWithin(o.span);
    o.idle = o.span.length() - o.computing - o.exposed - o.dataStall - o.checkpoint - o.copy;
    const auto within = [&](const std::vector<std::int64_t>& starts) {
      const auto first = std::lower_bound(starts.begin(), starts.end(), o.span.from);
      // Slices of no length may start at the very end of the rank: they belong to the whole.
      const auto last = o.span.to < r.span.to ? std::lower_bound(first, starts.end(), o.span.to) : starts.end();
      return std::pair(static_cast<std::size_t>(first - starts.begin()), static_cast<std::size_t>(last - starts.begin()));
    };
    const auto [c0, c1] = within(r.communicationStart);
    o.communicationSlices = c1 - c0;
    o.communicationSum = r.communicationSumBefore[c1] - r.communicationSumBefore[c0];
    const auto [k0, k1] = within(r.computeStart);
    o.computeSlices = k1 - k0;

    t.fromDevice = t.fromDevice || o.fromDevice;
    t.span.to += o.span.length();
    t.computing += o.computing;
    t.overlapped += o.overlapped;
    t.exposed += o.exposed;
    t.dataStall += o.dataStall;
    t.checkpoint += o.checkpoint;
    t.copy += o.copy;
    t.idle += o.idle;
    t.computeSlices += o.computeSlices;
    t.communicationSlices += o.communicationSlices;
    t.communicationSum += o.communicationSum;
    b.ranks.push_back(o);
  }
  return b;
}

std::vector<BreakdownIndex::Parts> BreakdownIndex::parts() const {
  std::vector<Parts> out;
  for (const Rank& r : ranks_)
    out.push_back({r.rank, r.span, &r.computing, &r.overlapped, &r.exposed, &r.dataStall, &r.checkpoint, &r.copy});
  return out;
}

Breakdown breakdown(const Run& run, std::optional<TimeRange> range) { return BreakdownIndex(run).over(range); }

}  // namespace weir
