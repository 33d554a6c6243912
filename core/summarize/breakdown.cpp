#include "core/summarize/breakdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "core/run/unmeasured.h"
#include "core/summarize/intervals.h"
#include "core/summarize/steps.h"

namespace weir {
namespace {

using Call = std::pair<std::int64_t, std::int64_t>;  // start, duration

bool ofRank(TrackKind k) { return k != TrackKind::Link && k != TrackKind::Tier; }

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
  if (!isDeviceTrack(track.kind)) return false;
  for (std::uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r)
    for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i)
      if (run.slices.activity[i] == Activity::Compute || run.slices.activity[i] == Activity::Communication) return true;
  return false;
}

std::string unmeasuredText(const std::vector<Unmeasured>& all) {
  std::string text;
  constexpr std::size_t kMost = 8;
  std::uint64_t beyond = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<std::int32_t>& ranks = all[i].ranks;
    if (i >= kMost) {
      beyond += all[i].slices;
      continue;
    }
    const std::string whose = ranks.empty() || ranks.front() == kUnknownRank ? ""
                              : ranks.size() == 1                           ? fmt::format(" of rank {}", ranks.front())
                                                                            : fmt::format(" of the {} ranks {} to {}", ranks.size(), ranks.front(), ranks.back());
    text += fmt::format("{}{} slice{}{}", text.empty() ? "" : ", ", all[i].slices, all[i].slices == 1 ? "" : "s", whose);
  }
  if (beyond > 0) text += fmt::format(", {} of other ranks", beyond);
  const bool one = all.size() == 1 && all.front().slices == 1;
  return text.empty() ? text : text + fmt::format(" without a usable duration {} not counted: the idle share is an upper bound.", one ? "is" : "are");
}

}  // namespace

struct BreakdownIndex::Collected {
  bool device = false;
  Intervals computing, communication, data, checkpoint, copy;
  Intervals busy;  // on the device, with all that works there
  struct Begin {
    std::int64_t start = 0;
    std::optional<std::int64_t> launched;
  };
  std::vector<Begin> begins;  // of the same
  std::vector<Call> calls;
  std::vector<std::int64_t> computeStart;
};

void BreakdownIndex::collect(const Run& run, const Track& track, const Launches& launches, Collected& into) {
  const bool counts = isDeviceTrack(track.kind) == into.device;
  Intervals computing, communication, waiting;
  std::vector<Call> calls;
  for (std::uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r)
    for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i) {
      const TimeRange s{run.slices.start[i], run.slices.endOf(i)};
      if (counts && into.device && keepsBusy(run.slices.activity[i])) {
        into.busy.push_back(s);
        if (s.to > s.from) into.begins.push_back({s.from, launches.of(i)});
      }
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

namespace {

// The gaps of a device between `busy` intervals, and the one before the first, by why it idled; the one after the last has
// no kernel that ends it.
template <class Begin>
void sortGaps(const Intervals& busy, std::vector<Begin>& begins, TimeRange span, std::int64_t kernelWaitBelow, Intervals& host, Intervals& kernel) {
  std::sort(begins.begin(), begins.end(), [](const Begin& a, const Begin& b) { return a.start < b.start; });
  std::size_t at = 0;
  std::int64_t from = span.from;
  for (const TimeRange& b : busy) {
    // Slices of no length may stand within a gap: what ends it is what starts at its end.
    while (at < begins.size() && begins[at].start < b.from) ++at;
    std::optional<std::int64_t> launched;
    for (std::size_t k = at; k < begins.size() && begins[k].start == b.from; ++k)
      if (begins[k].launched && (!launched || *begins[k].launched < *launched)) launched = begins[k].launched;
    if (b.from > from) {
      const IdleCause cause = idleCause(launched, from, b.from, kernelWaitBelow);
      if (cause == IdleCause::HostWait) host.push_back({from, b.from});
      if (cause == IdleCause::KernelWait) kernel.push_back({from, b.from});
    }
    from = b.to;
  }
}

}  // namespace

BreakdownIndex::Rank BreakdownIndex::finish(Collected&& c, std::int32_t rank, TimeRange span, std::int64_t kernelWaitBelow) {
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
  out.showsWork = !c.computeStart.empty() || !c.calls.empty();
  out.saysAnything = out.showsWork || out.dataStall.length() + out.checkpoint.length() + out.copy.length() > 0;
  if (c.device) {
    Intervals busy = unite(std::move(c.busy));
    if (!busy.empty()) out.device = {busy.front().from, busy.back().to};
    out.other = rest(busy);
    Intervals host, kernel;
    sortGaps(busy, c.begins, span, kernelWaitBelow, host, kernel);
    out.launchesKnown = std::any_of(c.begins.begin(), c.begins.end(), [](const auto& b) { return b.launched.has_value(); });
    out.hostBound = rest(std::move(host));
    out.kernelWait = rest(std::move(kernel));
    out.busy = MeasuredIntervals(std::move(busy));
  }

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

BreakdownIndex::BreakdownIndex(const Run& run, const Job& job, std::int64_t kernelWaitBelow) {
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
  const Launches launches(run);
  job.begin("where the time goes", found.size());
  for (const auto& [rank, f] : found) {
    job.add(1);
    if (job.stopped()) return;
    if (!f.span) continue;
    Collected c;
    c.device = f.device;
    for (const TrackIndex t : f.tracks) collect(run, run.tracks[t], launches, c);
    // A trace of system calls alone marks no loading, but its reads are just that.
    if (c.data.empty() && !run.io.empty()) {
      if (!readsKnown)
        for (const IoOperation& op : run.io)
          if (op.kind == IoOperation::Kind::Read) reads[op.rank].emplace_back(op.start, op.start + op.duration);
      readsKnown = true;
      for (const auto& [from, to] : reads[rank]) c.data.push_back({from, to});
    }
    ranks_.push_back(finish(std::move(c), rank, *f.span, kernelWaitBelow));
  }
  const std::vector<Unmeasured> unmeasured = unmeasuredSlices(run);
  for (const Unmeasured& u : unmeasured)
    for (Rank& r : ranks_)
      if (std::binary_search(u.ranks.begin(), u.ranks.end(), r.rank)) r.unmeasured += u.slices;
  unmeasured_ = unmeasuredText(unmeasured);
}

RankBreakdown BreakdownIndex::rankOver(std::size_t at, std::optional<TimeRange> range) const {
  const Rank& r = ranks_[at];
  RankBreakdown o;
  o.rank = r.rank;
  o.fromDevice = r.fromDevice;
  o.showsWork = r.showsWork;
  o.saysAnything = r.saysAnything;
  o.launchesKnown = r.launchesKnown;
  o.unmeasured = r.unmeasured;
  const auto cut = [&](TimeRange t) {
    if (range) t = {std::max(t.from, range->from), std::min(t.to, range->to)};
    if (t.to < t.from) t.to = t.from;
    return t;
  };
  o.span = cut(r.span);
  o.device = cut(r.device);
  o.deviceBusy = r.busy.lengthWithin(o.device);
  o.computing = r.computing.lengthWithin(o.span);
  o.overlapped = r.overlapped.lengthWithin(o.span);
  o.exposed = r.exposed.lengthWithin(o.span);
  o.dataStall = r.dataStall.lengthWithin(o.span);
  o.checkpoint = r.checkpoint.lengthWithin(o.span);
  o.copy = r.copy.lengthWithin(o.span);
  o.other = r.other.lengthWithin(o.span);
  const std::int64_t rest = o.span.length() - o.computing - o.exposed - o.dataStall - o.checkpoint - o.copy - o.other;
  if (r.showsWork) {
    o.idle = rest;
    o.hostBound = r.hostBound.lengthWithin(o.span);
    o.kernelWait = r.kernelWait.lengthWithin(o.span);
    o.idleOther = o.idle - o.hostBound - o.kernelWait;
  } else {
    o.unknown = rest;
  }
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
  return o;
}

RankBreakdown sumOf(const std::vector<RankBreakdown>& ranks) {
  RankBreakdown t;
  bool fits = true;
  const auto plus = [&](std::int64_t& sum, std::int64_t v) { fits = !__builtin_add_overflow(sum, v, &sum) && fits; };
  for (const RankBreakdown& o : ranks) {
    t.fromDevice = t.fromDevice || o.fromDevice;
    t.showsWork = t.showsWork || o.showsWork;
    t.saysAnything = t.saysAnything || o.saysAnything;
    t.launchesKnown = t.launchesKnown || o.launchesKnown;
    plus(t.span.to, o.span.length());
    plus(t.device.to, o.device.length());
    for (const auto part : {&RankBreakdown::computing, &RankBreakdown::overlapped, &RankBreakdown::exposed, &RankBreakdown::dataStall,
                            &RankBreakdown::checkpoint, &RankBreakdown::copy, &RankBreakdown::other, &RankBreakdown::idle,
                            &RankBreakdown::hostBound, &RankBreakdown::kernelWait, &RankBreakdown::idleOther, &RankBreakdown::unknown,
                            &RankBreakdown::deviceBusy, &RankBreakdown::communicationSum})
      plus(t.*part, o.*part);
    t.computeSlices += o.computeSlices;
    t.communicationSlices += o.communicationSlices;
  }
  return fits ? t : RankBreakdown{};
}

std::vector<std::int32_t> BreakdownIndex::ranks() const {
  std::vector<std::int32_t> out;
  for (const Rank& r : ranks_) out.push_back(r.rank);
  return out;
}

Breakdown BreakdownIndex::over(std::optional<TimeRange> range) const {
  Breakdown b;
  b.unmeasured = unmeasured_;
  for (std::size_t i = 0; i < ranks_.size(); ++i) b.ranks.push_back(rankOver(i, range));
  b.total = sumOf(b.ranks);
  return b;
}

std::vector<BreakdownIndex::Parts> BreakdownIndex::parts() const {
  std::vector<Parts> out;
  for (const Rank& r : ranks_)
    out.push_back({r.rank, r.span, &r.computing, &r.overlapped, &r.exposed, &r.dataStall, &r.checkpoint, &r.copy});
  return out;
}

Breakdown breakdown(const Run& run, std::optional<TimeRange> range) { return BreakdownIndex(run).over(range); }

std::vector<std::vector<std::int64_t>> stepNumbers(const std::vector<RankSteps>& steps) {
  const bool told = std::all_of(steps.begin(), steps.end(), [](const RankSteps& r) {
    return r.number.size() == r.steps.size() && std::adjacent_find(r.number.begin(), r.number.end(), std::greater_equal<>()) == r.number.end();
  });
  std::vector<std::vector<std::int64_t>> out;
  for (const RankSteps& r : steps) {
    out.push_back(r.number);
    out.back().resize(r.steps.size());
    if (!told) std::iota(out.back().begin(), out.back().end(), 0);
  }
  return out;
}

std::vector<BreakdownOfStep> breakdownBySteps(const BreakdownIndex& index, const std::vector<RankSteps>& steps, std::optional<TimeRange> within,
                                              const Job& job) {
  std::map<std::int64_t, BreakdownOfStep> out;
  const std::vector<std::int32_t> ranks = index.ranks();
  const auto numbers = stepNumbers(steps);
  for (std::size_t at = 0; at < ranks.size(); ++at) {
    const auto of = std::find_if(steps.begin(), steps.end(), [&](const RankSteps& s) { return s.rank == ranks[at]; });
    // Marks on a track of no rank hold for all of them.
    const auto any = std::find_if(steps.begin(), steps.end(), [](const RankSteps& s) { return s.rank == kUnknownRank; });
    const auto& mine = of != steps.end() ? of : any;
    if (mine == steps.end()) continue;
    const std::vector<std::int64_t>& number = numbers[static_cast<std::size_t>(mine - steps.begin())];
    for (std::size_t k = 0; k < mine->steps.size(); ++k) {
      if (k % 256 == 0 && job.stopped()) return {};
      const TimeRange s = mine->steps[k];
      if (within && (s.to <= within->from || s.from >= within->to)) continue;
      BreakdownOfStep& b = out.try_emplace(number[k], BreakdownOfStep{number[k], s, {}}).first->second;
      b.span = {std::min(b.span.from, s.from), std::max(b.span.to, s.to)};
      b.of.ranks.push_back(index.rankOver(at, s));
    }
  }
  std::vector<BreakdownOfStep> list;
  for (auto& [n, b] : out) {
    b.of.total = sumOf(b.of.ranks);
    list.push_back(std::move(b));
  }
  return list;
}

}  // namespace weir
