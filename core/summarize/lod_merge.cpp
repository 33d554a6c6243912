#include "core/summarize/lod_merge.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace weir::lod {
namespace {

// What a lane of several tracks shows when more than one is busy: first come, first shown.
constexpr std::array<Activity, kActivities> kPriority{Activity::Compute, Activity::Communication, Activity::Checkpoint,
                                                      Activity::DataLoad, Activity::Copy, Activity::Host,
                                                      Activity::Wait, Activity::Other, Activity::Annotation};
constexpr std::uint8_t kNothing = kActivities;

constexpr std::array<std::uint8_t, kActivities> kPlace = [] {
  std::array<std::uint8_t, kActivities> place{};
  for (std::uint8_t p = 0; p < kActivities; ++p) place[static_cast<std::size_t>(kPriority[p])] = p;
  return place;
}();

class Cursor {
 public:
  Cursor(const Items& items, bool annotations) : items_(items), annotations_(annotations) { arrive(); }
  [[nodiscard]] bool over() const { return i_ >= items_.size; }
  [[nodiscard]] std::int64_t next() const { return next_; }     // where something begins or ends; not when over
  [[nodiscard]] std::uint8_t shows() const { return shows_; }   // from there on
  // Takes all that happens at `now`; slices of length 0 go to `flash`.
  void take(std::int64_t now, std::uint8_t& flash) {
    while (!over() && next_ == now) {
      if (shows_ != kNothing) {
        shows_ = kNothing;
        ++i_;
        arrive();
        continue;
      }
      const std::uint8_t p = kPlace[static_cast<std::size_t>(items_.activity[i_])];
      if (items_.duration[i_] == 0) {
        flash = std::min(flash, p);
        ++i_;
        arrive();
      } else {
        shows_ = p;
        next_ = items_.end(i_);
      }
    }
  }

 private:
  void arrive() {
    if (!annotations_)
      while (i_ < items_.size && items_.activity[i_] == Activity::Annotation) ++i_;
    if (i_ < items_.size) next_ = items_.start[i_];
  }
  const Items items_;
  const bool annotations_;
  std::uint64_t i_ = 0;
  std::int64_t next_ = 0;
  std::uint8_t shows_ = kNothing;
};

bool mergeTwo(const Items& a, const Items& b, bool annotations, LodLane& out, const Job& job) {
  const auto push = [&](std::int64_t start, std::int64_t end, std::uint8_t p) {
    out.start.push_back(start);
    out.duration.push_back(end - start);
    out.activity.push_back(kPriority[p]);
  };
  Cursor l(a, annotations);
  Cursor r(b, annotations);
  std::uint8_t shown = kNothing;
  std::int64_t since = 0;
  std::uint64_t steps = 0;
  while (!l.over() || !r.over()) {
    if ((++steps & 0xffff) == 0 && job.stopped()) return false;
    const std::int64_t now = l.over() ? r.next() : r.over() ? l.next() : std::min(l.next(), r.next());
    std::uint8_t flash = kNothing;
    l.take(now, flash);
    r.take(now, flash);
    const std::uint8_t is = std::min(l.shows(), r.shows());
    if (is != shown) {
      if (shown != kNothing) push(since, now, shown);
      shown = is;
      since = now;
    } else if (is != kNothing) {
      continue;
    }
    // What ends now shows up to here only: a flash is on its own.
    if (is == kNothing && flash != kNothing) push(now, now, flash);
  }
  return true;
}

}  // namespace

bool merge(std::vector<Items> lanes, bool annotations, LodLane& out, const Job& job, Crew* crew) {
  std::vector<LodLane> held;
  if (lanes.size() < 2) lanes.resize(2, Items{nullptr, nullptr, nullptr, 0});
  std::atomic<bool> stopped{false};
  while (lanes.size() > 1) {
    // The odd one out goes on to the next round.
    const std::size_t pairs = lanes.size() / 2;
    std::vector<LodLane> joined(pairs);
    const auto join = [&](std::size_t i, unsigned) {
      if (stopped || !mergeTwo(lanes[2 * i], lanes[2 * i + 1], annotations, joined[i], job)) stopped = true;
    };
    if (crew) crew->each(pairs, join);
    else
      for (std::size_t i = 0; i < pairs; ++i) join(i, 0);
    if (stopped) return false;
    const bool odd = lanes.size() % 2 != 0;
    const Items last = lanes.back();
    std::vector<Items> next;
    for (const LodLane& m : joined) next.push_back(itemsOf(m));
    if (odd) {
      next.push_back(last);
      // It may be what an earlier round made: keep that alive.
      for (LodLane& m : held)
        if (m.start.data() == last.start) {
          joined.push_back(std::move(m));
          break;
        }
    }
    held = std::move(joined);
    lanes = std::move(next);
  }
  out = std::move(held.front());
  out.start.shrink_to_fit();
  out.duration.shrink_to_fit();
  out.activity.shrink_to_fit();
  return true;
}

}  // namespace weir::lod
