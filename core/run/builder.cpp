#include "core/run/builder.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>

#include "core/base/saturate.h"
#include "core/run/crew.h"
#include "core/run/sort_io.h"

namespace weir {
namespace {

// What slices of one track are ordered by, side by side in memory.
struct SliceKey {
  std::int64_t start;
  std::uint32_t index;
};
struct Before {
  const std::int64_t* duration;  // of all slices; seldom needed, so not in the key
  bool operator()(const SliceKey& a, const SliceKey& b) const {
    if (a.start != b.start) return a.start < b.start;
    if (duration[a.index] != duration[b.index]) return duration[a.index] > duration[b.index];  // the outer one first
    return a.index < b.index;
  }
};

// Writers deliver a track in a few ordered runs (operators, then Python functions, ...): merging runs is faster than
// sorting; many short runs are sorted.
void sortKeys(Column<SliceKey>& keys, Column<SliceKey>& scratch, const Before& before) {
  constexpr std::size_t kFewRuns = 64;
  std::vector<std::size_t> ends;
  for (std::size_t i = 1; i <= keys.size(); ++i) {
    if (i < keys.size() && !before(keys[i], keys[i - 1])) continue;
    ends.push_back(i);
    if (ends.size() > kFewRuns) {
      std::sort(keys.begin(), keys.end(), before);
      return;
    }
  }
  const auto at = [](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
  while (ends.size() > 1) {
    scratch.resize(keys.size());
    std::vector<std::size_t> merged;
    std::size_t from = 0;
    for (std::size_t r = 0; r < ends.size(); r += 2) {
      const std::size_t middle = ends[r];
      const std::size_t to = r + 1 < ends.size() ? ends[r + 1] : middle;
      std::merge(keys.begin() + at(from), keys.begin() + at(middle), keys.begin() + at(middle), keys.begin() + at(to), scratch.begin() + at(from), before);
      merged.push_back(to);
      from = to;
    }
    keys.swap(scratch);
    ends = std::move(merged);
  }
}

// The column it replaces becomes the spare of the next one of its type: fresh memory costs more than the copying.
template <class T>
void permute(Column<T>& column, const Column<std::uint32_t>& order, Column<T>& spare, Crew& crew) {
  spare.resize(column.size());
  const T* const from = column.data();
  T* const to = spare.data();
  crew.ranges(order.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) to[i] = from[order[i]];
  });
  column.swap(spare);
}

// The slices of each track side by side, in order of arrival: of track t, order[first[t], first[t + 1]).
void byTrack(const Column<TrackIndex>& trackOf, const std::vector<TrackIndex>& newTrack, std::vector<std::uint32_t>& first,
             Column<std::uint32_t>& order, Crew& crew) {
  const std::size_t n = trackOf.size();
  const std::size_t tracks = newTrack.size();
  // Each part counts for itself, unless there are so many tracks that adding up would cost more.
  const std::size_t parts = tracks * crew.threads() < n / 16 ? crew.threads() : 1;
  std::vector<std::vector<std::uint32_t>> next(parts, std::vector<std::uint32_t>(tracks, 0));
  const auto forPart = [&](std::size_t part, const auto& f) {
    for (std::size_t i = n * part / parts; i < n * (part + 1) / parts; ++i) f(static_cast<std::uint32_t>(i), newTrack[trackOf[i]]);
  };
  crew.each(parts, [&](std::size_t part, unsigned) {
    std::uint32_t* const count = next[part].data();
    forPart(part, [&](std::uint32_t, TrackIndex t) { ++count[t]; });
  });
  std::uint32_t sum = 0;
  for (std::size_t t = 0; t < tracks; ++t) {
    first[t] = sum;
    for (auto& of : next) sum += std::exchange(of[t], sum);
  }
  first[tracks] = sum;
  crew.each(parts, [&](std::size_t part, unsigned) {
    std::uint32_t* const to = next[part].data();
    forPart(part, [&](std::uint32_t i, TrackIndex t) { order[to[t]++] = i; });
  });
}

// Ends of the rows of one track, with the question "which is the first row at or after d that is free at this time?".
// A few rows are looked through; of many (a track on which thousands of slices overlap) a tree of minima is kept.
class RowEnds {
 public:
  [[nodiscard]] std::uint32_t rows() const { return static_cast<std::uint32_t>(end_.size()); }
  void clear() {
    end_.clear();
    tree_.clear();
    leaves_ = 0;
  }
  // The first row >= d whose end is <= start; rows() when none is.
  [[nodiscard]] std::uint32_t firstFree(std::uint32_t d, std::int64_t start) const {
    if (leaves_ == 0) {
      while (d < end_.size() && end_[d] > start) ++d;
      return d;
    }
    // Up from the leaf to the first subtree to the right that holds a free row, then down to its first.
    std::size_t node = leaves_ + d;
    if (d >= end_.size()) return rows();
    while (tree_[node] > start) {
      while (node % 2 == 1) node /= 2;  // a right child: its right neighbour belongs to an ancestor
      if (node == 0) return rows();
      ++node;
    }
    while (node < leaves_) node = tree_[2 * node] <= start ? 2 * node : 2 * node + 1;
    return std::min(static_cast<std::uint32_t>(node - leaves_), rows());
  }
  void set(std::uint32_t d, std::int64_t end) {
    if (d >= end_.size()) end_.resize(d + 1, std::numeric_limits<std::int64_t>::min());
    end_[d] = end;
    if (end_.size() <= kFew) return;
    if (end_.size() > leaves_) return rebuild();
    std::size_t node = leaves_ + d;
    tree_[node] = end;
    for (node /= 2; node > 0; node /= 2) tree_[node] = std::min(tree_[2 * node], tree_[2 * node + 1]);
  }

 private:
  static constexpr std::size_t kFew = 64;
  void rebuild() {
    leaves_ = kFew;
    while (leaves_ < end_.size() + 1) leaves_ *= 2;
    tree_.assign(2 * leaves_, std::numeric_limits<std::int64_t>::max());
    std::copy(end_.begin(), end_.end(), tree_.begin() + static_cast<std::ptrdiff_t>(leaves_));
    for (std::size_t node = leaves_ - 1; node > 0; --node) tree_[node] = std::min(tree_[2 * node], tree_[2 * node + 1]);
  }
  std::vector<std::int64_t> end_;
  std::vector<std::int64_t> tree_;  // 1 is the root; leaf i stands at leaves_ + i
  std::size_t leaves_ = 0;
};

// Depth of each slice of one track, given in order of (start, longest first). A slice inside the innermost open one
// nests below it; one that sticks out goes to the first row free at its start. Returns how many stuck out.
class Nesting {
 public:
  struct Placed {
    std::uint32_t depth;
    bool overlaps;
  };
  Placed place(std::int64_t start, std::int64_t end) {
    while (!open_.empty() && open_.back().end <= start) open_.pop_back();
    const bool nests = open_.empty() || end <= open_.back().end;
    const std::uint32_t d = rows_.firstFree(open_.empty() ? 0 : open_.back().depth + 1, start);
    rows_.set(d, end);
    if (nests) open_.push_back({end, d});
    return {d, !nests};
  }
  [[nodiscard]] std::uint32_t rows() const { return rows_.rows(); }
  void clear() {
    open_.clear();
    rows_.clear();
  }

 private:
  struct Open {
    std::int64_t end;
    std::uint32_t depth;
  };
  std::vector<Open> open_;
  RowEnds rows_;
};

// A duration whose end can be told: a damaged log may hold any number.
std::int64_t countable(std::int64_t start, std::int64_t duration) {
  return duration > 0 ? saturatedSum(start, duration) - start : duration;
}

}  // namespace

void addNote(std::vector<Note>& notes, std::string_view kind, std::string_view place, std::uint64_t count, std::int64_t at) {
  auto it = std::find_if(notes.begin(), notes.end(), [&](const Note& n) { return n.kind == kind; });
  if (it == notes.end()) it = notes.insert(notes.end(), Note{std::string(kind), 0, {}, {}});
  it->count += count;
  if (place.empty() || it->first.size() >= kNotePlaces) return;
  if (at != kNoTime) {
    it->at.resize(it->first.size(), kNoTime);
    it->at.push_back(at);
  }
  it->first.emplace_back(place);
}

RunBuilder::RunBuilder(std::string format, Truth truth) {
  run_.format = std::move(format);
  run_.truth = truth;
  run_.groups.emplace_back();
}

TrackIndex RunBuilder::track(const Track& t) {
  run_.tracks.push_back(t);
  return static_cast<TrackIndex>(run_.tracks.size() - 1);
}

SliceIndex RunBuilder::slice(const SliceIn& s) {
  Slices& c = run_.slices;
  c.start.push_back(s.start);
  c.duration.push_back(countable(s.start, std::max<std::int64_t>(s.duration, 0)));
  c.name.push_back(s.name);
  c.category.push_back(s.category);
  c.activity.push_back(s.activity);
  c.args.push_back(run_.argsText.size());
  c.argsSize.push_back(static_cast<std::uint32_t>(s.args.size()));
  run_.argsText.append(s.args);
  track_.push_back(s.track);
  if (s.duration < 0) note("negative duration", run_.names.text(s.name), 1, s.start);
  return track_.size() - 1;
}

void RunBuilder::io(const IoOperation& op) {
  run_.io.push_back(op);
  run_.io.back().duration = countable(op.start, op.duration);
}

void RunBuilder::counter(Counter c) {
  if (c.step > 0) {
    const std::int64_t room = std::numeric_limits<std::int64_t>::max() - std::max<std::int64_t>(c.start, 0);
    const auto most = static_cast<std::size_t>(room / c.step);
    if (c.value.size() > most) {
      note("values of a series beyond 106 days, left out", run_.names.text(c.name), c.value.size() - most);
      c.value.resize(most);
    }
  }
  run_.counters.push_back(std::move(c));
}

void RunBuilder::adopt(Slices&& slices, Column<TrackIndex>&& tracks, TextColumn&& argsText) {
  run_.slices = std::move(slices);
  run_.argsText = std::move(argsText);
  track_ = std::move(tracks);
}

void RunBuilder::transfer(std::int32_t source, std::int32_t destination, std::int64_t bytes, std::int64_t start,
                          std::int64_t end, std::uint32_t instance) {
  Transfers& t = run_.transfers;
  t.source.push_back(source);
  t.destination.push_back(destination);
  t.bytes.push_back(bytes);
  t.start.push_back(start);
  t.end.push_back(end);
  t.instance.push_back(instance);
  t.file.push_back(0);
}

void RunBuilder::arrow(SliceIndex from, SliceIndex to, NameId kind) {
  run_.arrows.from.push_back(from);
  run_.arrows.to.push_back(to);
  run_.arrows.kind.push_back(kind);
}

void RunBuilder::fact(std::string_view name, std::string_view value, std::string_view unit) {
  if (!value.empty()) run_.facts.push_back({std::string(name), std::string(value), std::string(unit), 0});
}

std::uint32_t RunBuilder::group(const std::vector<std::int32_t>& members) {
  if (members.empty()) return 0;
  const auto [it, fresh] = groups_.try_emplace(members, static_cast<std::uint32_t>(run_.groups.size()));
  if (fresh) run_.groups.push_back(members);
  return it->second;
}

void RunBuilder::note(std::string_view kind, std::string_view place, std::uint64_t count, std::int64_t at) {
  addNote(run_.notes, kind, place, count, at);
}

void RunBuilder::reserve(std::size_t slices, std::size_t argBytes) {
  Slices& c = run_.slices;
  c.start.reserve(slices);
  c.duration.reserve(slices);
  c.name.reserve(slices);
  c.category.reserve(slices);
  c.activity.reserve(slices);
  c.args.reserve(slices);
  c.argsSize.reserve(slices);
  track_.reserve(slices);
  run_.argsText.reserve(argBytes);
}

void RunBuilder::sortSlices(const std::vector<TrackIndex>& newTrack) {
  Slices& c = run_.slices;
  if (c.size() >= std::numeric_limits<std::uint32_t>::max())
    throw std::length_error("more than 4294967294 slices in one run: open a part of the trace");
  const auto n = static_cast<std::uint32_t>(c.size());
  const std::size_t tracks = run_.tracks.size();
  Crew crew(Crew::worthwhile(n));
  // Counting sort by track first: most readers deliver a track's slices nearly in order, so the rest is cheap.
  std::vector<std::uint32_t> first(tracks + 1, 0);
  Column<std::uint32_t> order(n);
  byTrack(track_, newTrack, first, order, crew);
  // Tracks are independent: each thread takes the largest that is left and orders it in place.
  struct Laid {
    std::vector<std::uint32_t> rowFirst;
    std::uint64_t overlaps = 0;
    std::vector<std::uint32_t> places;  // slices of the first of them
  };
  struct Tools {
    Nesting nesting;
    Column<std::uint32_t> depth;
    Column<SliceKey> keys, scratch;
  };
  std::vector<Laid> laid(tracks);
  std::vector<std::uint32_t> bySize(tracks);
  std::iota(bySize.begin(), bySize.end(), 0U);
  std::stable_sort(bySize.begin(), bySize.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return first[a + 1] - first[a] > first[b + 1] - first[b]; });
  std::vector<Tools> tools(crew.threads());
  crew.each(tracks, [&](std::size_t item, unsigned worker) {
    const std::uint32_t t = bySize[item];
    Laid& out = laid[t];
    auto& [nesting, depth, keys, scratch] = tools[worker];
    const std::size_t size = first[t + 1] - first[t];
    std::uint32_t* const mine = order.data() + first[t];
    keys.resize(size);
    for (std::size_t k = 0; k < size; ++k) keys[k] = {c.start[mine[k]], mine[k]};
    sortKeys(keys, scratch, {c.duration.data()});
    nesting.clear();
    depth.resize(size);
    for (std::size_t k = 0; k < size; ++k) {
      const auto placed = nesting.place(keys[k].start, keys[k].start + c.duration[keys[k].index]);
      depth[k] = placed.depth;
      if (placed.overlaps && ++out.overlaps <= kNotePlaces) out.places.push_back(keys[k].index);
    }
    out.rowFirst.assign(nesting.rows() + 1, 0);
    for (const std::uint32_t d : depth) ++out.rowFirst[d + 1];
    std::partial_sum(out.rowFirst.begin(), out.rowFirst.end(), out.rowFirst.begin());
    auto next = out.rowFirst;
    for (std::size_t k = 0; k < size; ++k) mine[next[depth[k]]++] = keys[k].index;
  });
  tools.clear();
  for (std::size_t t = 0; t < tracks; ++t) {
    const Laid& l = laid[t];
    const auto rows = static_cast<std::uint32_t>(l.rowFirst.size() - 1);
    run_.tracks[t].firstRow = static_cast<std::uint32_t>(run_.rows.size());
    run_.tracks[t].rowCount = rows;
    for (std::uint32_t d = 0; d < rows; ++d)
      run_.rows.push_back({static_cast<TrackIndex>(t), d, first[t] + l.rowFirst[d], first[t] + l.rowFirst[d + 1]});
    for (const std::uint32_t i : l.places) note("partial overlap", run_.names.text(c.name[i]), 1, c.start[i]);
    if (l.overlaps > l.places.size()) note("partial overlap", {}, l.overlaps - l.places.size());
  }
  if (!run_.collectives.empty() || run_.arrows.size() > 0) {
    Column<std::uint32_t> where(n);
    for (std::uint32_t i = 0; i < n; ++i) where[order[i]] = i;
    for (CollectiveCall& call : run_.collectives)
      if (call.slice < n) call.slice = where[call.slice];
    for (SliceIndex& s : run_.arrows.from) s = where[s];
    for (SliceIndex& s : run_.arrows.to) s = where[s];
  }
  {
    Column<std::int64_t> spare;
    permute(c.start, order, spare, crew);
    permute(c.duration, order, spare, crew);
  }
  {
    Column<NameId> spare;
    permute(c.name, order, spare, crew);
    permute(c.category, order, spare, crew);
    permute(c.argsSize, order, spare, crew);
  }
  Column<std::uint64_t> spareOffsets;
  permute(c.args, order, spareOffsets, crew);
  Column<Activity> spareActivities;
  permute(c.activity, order, spareActivities, crew);
}

Run RunBuilder::build() {
  std::vector<TrackIndex> byOrder(run_.tracks.size());
  std::iota(byOrder.begin(), byOrder.end(), 0);
  std::stable_sort(byOrder.begin(), byOrder.end(), [&](TrackIndex a, TrackIndex b) {
    const Track& x = run_.tracks[a];
    const Track& y = run_.tracks[b];
    return std::tuple(x.rank, x.kind, x.sort) < std::tuple(y.rank, y.kind, y.sort);
  });
  std::vector<TrackIndex> newTrack(run_.tracks.size());
  std::vector<Track> tracks;
  for (std::size_t i = 0; i < byOrder.size(); ++i) {
    newTrack[byOrder[i]] = static_cast<TrackIndex>(i);
    tracks.push_back(run_.tracks[byOrder[i]]);
  }
  run_.tracks = std::move(tracks);
  for (Instant& i : run_.instants) i.track = newTrack[i.track];
  {
    // Operations have nothing to do with slices.
    std::exception_ptr thrown;
    std::jthread operations;
    if (run_.io.size() > 100'000)
      operations = std::jthread([&] {
        try {
          sortByStart(run_.io);
        } catch (...) {
          thrown = std::current_exception();
        }
      });
    sortSlices(newTrack);
    if (operations.joinable()) operations.join();
    if (thrown) std::rethrow_exception(thrown);
  }
  track_.clear();
  groups_.clear();
  finishRun(run_);
  return std::exchange(run_, Run{});
}

}  // namespace weir
