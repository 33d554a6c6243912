// Slices of a track to a chain of pieces, each with the innermost slice under way.
#include <algorithm>
#include <array>

#include "core/summarize/critical_path_build.h"

namespace weir::path {
namespace {

struct Active {
  std::int64_t end = 0;
  std::uint32_t slice = 0;
};

// Slices under way, outermost first. As long as they nest, the one that ends next is the last.
class Stack {
 public:
  void push(Active a) {
    if (!active_.empty() && a.end > active_.back().end) crossed_ = true;
    active_.push_back(a);
  }
  [[nodiscard]] bool empty() const { return active_.empty(); }
  [[nodiscard]] std::uint32_t leaf() const { return active_.empty() ? PathGraph::kNone : active_.back().slice; }
  // The one that ends first; of several the innermost.
  [[nodiscard]] std::size_t next() const {
    std::size_t best = active_.size() - 1;
    if (crossed_)
      for (std::size_t i = best; i-- > 0;)
        if (active_[i].end < active_[best].end) best = i;
    return best;
  }
  [[nodiscard]] const Active& at(std::size_t i) const { return active_[i]; }
  [[nodiscard]] std::size_t size() const { return active_.size(); }
  void drop(std::size_t i) {
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(i));
    if (active_.size() < 2) crossed_ = false;
  }

 private:
  std::vector<Active> active_;
  bool crossed_ = false;
};

// What the thread of a rank without device streams does, by all that is under way: breakdown.h's rule, a moment at a time.
Activity onHost(const Stack& stack, const Column<Activity>& activity) {
  std::array<bool, kActivities> any{};
  for (std::size_t i = 0; i < stack.size(); ++i) any[static_cast<std::size_t>(activity[stack.at(i).slice])] = true;
  const auto has = [&](Activity a) { return any[static_cast<std::size_t>(a)]; };
  if (has(Activity::Communication)) return Activity::Communication;
  if (has(Activity::Compute) && !has(Activity::Wait)) return Activity::Compute;
  for (const Activity a : {Activity::DataLoad, Activity::Checkpoint, Activity::Copy})
    if (has(a)) return a;
  const Activity innermost = activity[stack.leaf()];
  return innermost == Activity::Compute ? Activity::Wait : innermost;
}

}  // namespace

void Builder::findDevices() {
  for (const Row& row : run_.rows) {
    const Track& track = run_.tracks[row.track];
    if (!isDevice(track) || devices_.contains(track.rank)) continue;
    for (SliceIndex i = row.begin; i < row.end; ++i)
      if (const Activity a = run_.slices.activity[i]; a == Activity::Compute || a == Activity::Communication) {
        devices_.insert(track.rank);
        break;
      }
  }
}

bool Builder::counts(const Track& track, SliceIndex i) const {
  const Activity a = run_.slices.activity[i];
  if (a == Activity::Annotation && left_ != Left::Nothing) return false;
  if (left_ == Left::MarksAndMessages && message_ != 0 && run_.slices.category[i] == message_) return false;
  // What profilers write beside a stream about the host's waiting is nothing the stream did.
  return a != Activity::Wait || !isDevice(track) || run_.truth != Truth::Measured;
}

// Sorted by track and time; who splits what for whom is found by their order.
void Builder::sortSplits() {
  splitOrder_.resize(splits_.size());
  for (std::size_t i = 0; i < splitOrder_.size(); ++i) splitOrder_[i] = static_cast<std::uint32_t>(i);
  std::sort(splitOrder_.begin(), splitOrder_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return splits_[a].track != splits_[b].track ? splits_[a].track < splits_[b].track : splits_[a].time < splits_[b].time;
  });
}

// Room for all pieces at once: a column that grows by doubling has the kernel clear twice the memory that it holds at last,
// which took longer than the laying out itself.
void Builder::makeRoom() {
  std::size_t pieces = 2 * splits_.size() + meetings_.size();
  for (const Row& row : run_.rows) {
    if (!isLane(run_.tracks[row.track])) continue;
    const SliceIndex first = run_.firstEndingAfter(row, span_.from - 1), last = run_.firstStartingAt(row, span_.to + 1);
    pieces += 1 + (last > first ? 2 * (last - first) : 0);
  }
  graph_.start.reserve(pieces);
  graph_.slice.reserve(pieces);
  graph_.kind.reserve(pieces);
}

bool Builder::layLanes() {
  const std::size_t n = run_.slices.size();
  startOf_.resize(n);
  endOf_.resize(n);
  std::fill(startOf_.begin(), startOf_.end(), PathGraph::kNone);
  std::fill(endOf_.begin(), endOf_.end(), PathGraph::kNone);
  sortSplits();
  makeRoom();
  job_.begin("laying out threads and streams", n);
  std::size_t nextSplit = 0;
  std::uint64_t done = 0;
  std::vector<Begin> begins;
  for (TrackIndex t = 0; t < run_.tracks.size(); ++t) {
    const Track& track = run_.tracks[t];
    while (nextSplit < splitOrder_.size() && splits_[splitOrder_[nextSplit]].track < t) ++nextSplit;
    if (!isLane(track)) continue;
    begins.clear();
    for (std::uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r) {
      if (job_.stopped()) return false;
      const Row& row = run_.rows[r];
      // With what has no length and stands at one of the ends.
      for (SliceIndex i = run_.firstEndingAfter(row, span_.from - 1); i < row.end && run_.slices.start[i] <= span_.to; ++i)
        if (counts(track, i) && (run_.slices.start[i] < span_.to || run_.slices.duration[i] == 0)) begins.push_back({std::max(run_.slices.start[i], span_.from), row.depth, static_cast<std::uint32_t>(i)});
      done += row.end - row.begin;
      job_.set(done);
    }
    if (begins.empty()) continue;
    std::sort(begins.begin(), begins.end());
    layLane(t, begins, nextSplit);
  }
  return true;
}

void Builder::layLane(TrackIndex t, const std::vector<Begin>& begins, std::size_t& nextSplit) {
  PathGraph& g = graph_;
  PathGraph::Lane lane;
  lane.track = t;
  lane.rank = run_.tracks[t].rank;
  lane.device = isDevice(run_.tracks[t]);
  lane.begin = static_cast<std::uint32_t>(g.slice.size());
  Stack stack;
  const bool hostOnly = !lane.device && !devices_.contains(lane.rank);
  const auto piece = [&](std::int64_t at, std::uint32_t slice) {
    g.start.push_back(at);
    g.slice.push_back(slice);
    const bool gap = slice == PathGraph::kNone, waits = !gap && run_.slices.activity[slice] == Activity::Wait;
    const Activity does = gap ? Activity::Other : hostOnly ? onHost(stack, run_.slices.activity) : run_.slices.activity[slice];
    g.kind.push_back(static_cast<std::uint8_t>((gap ? PathGraph::Gap : waits ? PathGraph::Wait : PathGraph::Work) | (static_cast<int>(does) << PathGraph::kActivityShift)));
    return static_cast<std::uint32_t>(g.slice.size() - 1);
  };
  const auto wait = [&] { g.kind.back() = static_cast<std::uint8_t>((g.kind.back() & ~PathGraph::kKindMask) | PathGraph::Wait); };
  const auto endUntil = [&](std::int64_t time) {
    while (!stack.empty()) {
      const std::size_t i = stack.next();
      const Active a = stack.at(i);
      if (a.end > time) break;
      stack.drop(i);
      endOf_[a.slice] = piece(a.end, stack.leaf());
    }
  };
  const auto splitUntil = [&](std::int64_t time) {
    for (; nextSplit < splitOrder_.size() && splits_[splitOrder_[nextSplit]].track == t; ++nextSplit) {
      Split& s = splits_[splitOrder_[nextSplit]];
      if (s.time > time) break;
      if (s.time <= span_.from || s.time >= span_.to || s.time == run_.slices.start[s.slice]) continue;
      endUntil(s.time);
      if (stack.empty()) continue;
      if (g.start.back() < s.time) {  // else a boundary is there already, with the same reason
        if (s.waits) wait();
        (void)piece(s.time, stack.leaf());
      }
      s.piece = static_cast<std::uint32_t>(g.slice.size() - 1);
    }
  };
  (void)piece(span_.from, PathGraph::kNone);
  for (const Begin& b : begins) {
    splitUntil(b.start);
    endUntil(b.start);
    stack.push({std::min(run_.slices.endOf(b.slice), span_.to), b.slice});
    startOf_[b.slice] = piece(b.start, b.slice);
    if (startSplits_.empty()) continue;
    for (auto at = std::lower_bound(startSplits_.begin(), startSplits_.end(), std::pair(b.slice, 0U)); at != startSplits_.end() && at->first == b.slice; ++at) {
      Split& split = splits_[at->second];
      if (split.time != b.start) continue;  // the range begins within the slice
      wait();
      split.piece = piece(b.start, b.slice);
    }
  }
  splitUntil(INT64_MAX);
  endUntil(INT64_MAX);
  // The last gap has no length yet: it is the lane's end.
  lane.end = static_cast<std::uint32_t>(g.slice.size());
  g.lanes.push_back(lane);
}

}  // namespace weir::path
