#include "core/formats/chrome/arrows.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "core/formats/chrome/correlate.h"
#include "core/run/builder.h"

namespace weir::chrome {
namespace {

// Rows times flows of a track that are looked at without a second thought; a trace has a few dozen rows.
constexpr std::uint64_t kMostLooks = 200'000'000;

struct End {
  std::int64_t at = 0;  // ps
  std::uint64_t id = 0;
  SliceIndex slice = kNoSlice;
  TrackIndex track = kNoTrack;
  std::int32_t rank = kUnknownRank;
  NameId category = 0, name = 0;
  char ph = 0;
  bool around = false, launch = false, joined = false;
};

// The first index in [from, end) whose start is > t (or >= t), by doubling steps: flows come in order of time.
SliceIndex after(const Column<std::int64_t>& start, SliceIndex from, SliceIndex end, std::int64_t t, bool orAt) {
  const auto before = [&](SliceIndex i) { return orAt ? start[i] < t : start[i] <= t; };
  SliceIndex step = 1;
  SliceIndex lo = from;
  while (lo < end && before(lo)) {
    from = lo + 1;
    lo += step;
    step *= 2;
  }
  SliceIndex hi = std::min(lo, end);
  while (from < hi) {
    const SliceIndex middle = from + (hi - from) / 2;
    if (before(middle)) from = middle + 1;
    else hi = middle;
  }
  return from;
}

class Binder {
 public:
  explicit Binder(const Run& run) : run_(run) {}

  // Sets End::slice of the ends [first, last), all of one track, in order of time.
  void bind(End* first, End* last) const {
    const Track& t = run_.tracks[first->track];
    const auto flows = static_cast<std::uint64_t>(last - first);
    const std::uint64_t rows = std::min<std::uint64_t>(t.rowCount, std::max<std::uint64_t>(kMostLooks / flows, 64));
    for (std::uint32_t r = t.firstRow; r < t.firstRow + rows; ++r) {
      const Row& row = run_.rows[r];
      SliceIndex p = row.begin;
      for (End* e = first; e != last; ++e) {
        if (e->around) {
          p = after(run_.slices.start, p, row.end, e->at, false);
          lookBack(*e, row, p);
        } else {
          const SliceIndex next = after(run_.slices.start, p, row.end, e->at, true);
          if (next < row.end && (e->slice == kNoSlice || run_.slices.start[next] < run_.slices.start[e->slice])) e->slice = next;
        }
      }
    }
  }

 private:
  // Of the slices that begin at or before the end of the arrow, the last of the row; more of them where several of no
  // length begin together.
  void lookBack(End& e, const Row& row, SliceIndex next) const {
    constexpr int kTogether = 16;
    for (int k = 0; k < kTogether && next > row.begin; ++k) {
      const SliceIndex i = --next;
      if (run_.slices.endOf(i) < e.at) return;
      if (e.slice == kNoSlice || better(e, i, e.slice)) e.slice = i;
      if (run_.slices.start[i] < e.at) return;
    }
  }
  // Innermost first; at one start the call of that correlation id, and work rather than the mark around it.
  [[nodiscard]] bool better(const End& e, SliceIndex a, SliceIndex b) const {
    const auto key = [&](SliceIndex i) {
      const bool touches = run_.slices.endOf(i) == e.at && run_.slices.start[i] < e.at;
      return std::tuple(!touches, run_.slices.start[i]);
    };
    if (key(a) != key(b)) return key(a) > key(b);
    if (e.launch) {
      const auto id = [&](SliceIndex i) { return correlationOf(run_.argsOf(i)) == static_cast<std::int64_t>(e.id); };
      const bool x = id(a);
      const bool y = id(b);
      if (x != y) return x;
    }
    const auto mark = [&](SliceIndex i) { return run_.slices.activity[i] == Activity::Annotation; };
    if (mark(a) != mark(b)) return mark(b);
    return run_.slices.duration[a] <= run_.slices.duration[b];
  }
  const Run& run_;
};

// A kind of note that may come a million times: its text is made for the first places only.
class Doubt {
 public:
  Doubt(Run& run, const char* kind) : run_(run), kind_(kind) {}
  ~Doubt() {
    if (count_ > 0) addNote(run_.notes, kind_, {}, count_ - said_);
  }
  Doubt(const Doubt&) = delete;
  Doubt& operator=(const Doubt&) = delete;
  void about(const End& e) {
    if (count_++ >= kNotePlaces) return;
    ++said_;
    addNote(run_.notes, kind_, std::string(run_.names.text(e.category != 0 ? e.category : e.name)) + " " + std::to_string(e.id), 1, e.at);
  }

 private:
  Run& run_;
  const char* kind_;
  std::uint64_t count_ = 0, said_ = 0;
};

class Joiner {
 public:
  Joiner(Run& run, Column<Arrow>& arrows) : run_(run), arrows_(arrows), launch_(run.names.intern(kArrowLaunch)) {}
  [[nodiscard]] NameId launch() const { return launch_; }

  // Ends of one id, in order of time. One start leads to every end, even to those that clocks put before it (one launch,
  // many kernels); several starts each to what comes after them.
  void join(End** first, End** last) {
    const auto starts = std::count_if(first, last, [](const End* e) { return e->ph == 's'; });
    const auto steps = std::count_if(first, last, [](const End* e) { return e->ph == 't'; });
    End* at = nullptr;
    if (starts == 1 && steps == 0) at = *std::find_if(first, last, [](const End* e) { return e->ph == 's'; });
    for (End** e = first; e != last; ++e) {
      if ((*e)->ph == 's') {
        at = *e;
      } else {
        if (at != nullptr) arrow(*at, **e);
        if ((*e)->ph == 't') at = *e;
      }
    }
  }

 private:
  void arrow(End& from, End& to) {
    from.joined = to.joined = true;
    if (from.slice == kNoSlice || to.slice == kNoSlice || from.slice == to.slice) return;
    NameId kind = from.launch ? launch_ : from.category != 0 ? from.category : from.name;
    if (kind == 0) kind = run_.names.intern("flow");
    arrows_.push_back({static_cast<std::uint32_t>(from.slice), static_cast<std::uint32_t>(to.slice), kind});
  }
  Run& run_;
  Column<Arrow>& arrows_;
  NameId launch_;
};

// Calls joiner.join for each run of ends that `same` holds together.
template <class Key>
void joinBy(std::vector<End*>& ends, Joiner& joiner, Key key) {
  const auto order = [](const End* e) { return e->ph == 's' ? 0 : e->ph == 't' ? 1 : 2; };
  std::stable_sort(ends.begin(), ends.end(), [&](const End* a, const End* b) {
    const auto x = key(*a);
    const auto y = key(*b);
    return x != y ? x < y : a->at != b->at ? a->at < b->at : order(a) < order(b);
  });
  for (std::size_t i = 0; i < ends.size();) {
    std::size_t n = i + 1;
    while (n < ends.size() && key(*ends[n]) == key(*ends[i])) ++n;
    joiner.join(ends.data() + i, ends.data() + n);
    i = n;
  }
}

bool isLaunch(std::string_view category, std::string_view name) {
  return category == "ac2g" || category == "async_cpu_to_gpu" || category == "async_gpu" || (category == "async" && name == "launch");
}

std::vector<End> endsOf(const Run& run, ArrowInput& in, const Axis& axis) {
  std::vector<End> ends;
  ends.reserve(in.flows.size());
  NameId lastCategory = 0;
  NameId lastName = 0;
  bool launch = isLaunch({}, {});
  for (const Flow& f : in.flows) {
    if (f.category != lastCategory || f.name != lastName) {
      lastCategory = f.category;
      lastName = f.name;
      launch = isLaunch(run.names.text(f.category), run.names.text(f.name));
    }
    End e;
    const auto at = axis.psAround(f.at);
    e.at = at.value_or(kNoTime);
    e.id = f.id;
    if (at) e.track = in.trackOf[f.thread];
    if (e.track != kNoTrack) e.rank = run.tracks[e.track].rank;
    e.category = f.category;
    e.name = f.name;
    e.ph = f.ph;
    e.around = f.around;
    e.launch = launch;
    ends.push_back(e);
  }
  in.flows = {};
  return ends;
}

void joinFlows(Run& run, ArrowInput& in, const Axis& axis, Column<Arrow>& arrows) {
  std::vector<End> ends = endsOf(run, in, axis);
  std::stable_sort(ends.begin(), ends.end(), [](const End& a, const End& b) { return a.track != b.track ? a.track < b.track : a.at < b.at; });
  const Binder binder(run);
  for (std::size_t i = 0; i < ends.size();) {
    std::size_t n = i + 1;
    while (n < ends.size() && ends[n].track == ends[i].track) ++n;
    if (ends[i].track != kNoTrack) binder.bind(ends.data() + i, ends.data() + n);
    i = n;
  }
  Joiner joiner(run, arrows);
  std::vector<End*> of(ends.size());
  for (std::size_t i = 0; i < ends.size(); ++i) of[i] = &ends[i];
  // Ids of two ranks' profilers have nothing to do with each other, unless nothing of the own rank fits.
  joinBy(of, joiner, [](const End& e) { return std::tuple(e.rank, e.category, e.name, e.id); });
  std::erase_if(of, [](const End* e) { return e->joined || e->launch; });
  joinBy(of, joiner, [](const End& e) { return std::tuple(e.category, e.id); });

  Doubt end(run, "flow ends without a start (calls that launched nothing, usually)");
  Doubt start(run, "flow starts without an end");
  Doubt nowhere(run, "flow starts or ends where no slice is");
  for (const End& e : ends) {
    if (!e.joined) (e.ph == 's' || e.ph == 't' ? start : end).about(e);
    else if (e.slice == kNoSlice) nowhere.about(e);
  }
}

}  // namespace

SliceIndex sliceAround(const Run& run, TrackIndex track, std::int64_t at) {
  End e;
  e.at = at;
  e.track = track;
  e.around = true;
  Binder(run).bind(&e, &e + 1);
  return e.slice;
}

void addArrows(Run& run, ArrowInput&& in, const Axis& axis) {
  const auto any = [](const std::vector<bool>& categories) { return std::find(categories.begin(), categories.end(), true) != categories.end(); };
  if (in.flows.empty() && !(any(in.deviceCategory) && any(in.hostCategory))) return;
  Column<Arrow> arrows;
  const NameId launch = run.names.intern(kArrowLaunch);
  if (!in.flows.empty()) joinFlows(run, in, axis, arrows);
  std::sort(arrows.begin(), arrows.end());
  arrows.erase(std::unique(arrows.begin(), arrows.end()), arrows.end());
  addLaunches(run, in.deviceCategory, in.hostCategory, arrows, launch);
}

}  // namespace weir::chrome
