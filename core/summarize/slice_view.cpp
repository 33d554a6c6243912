#include "core/summarize/slice_view.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/base/text.h"

namespace weir {
namespace {

constexpr std::size_t kClasses = 8;  // and annotations
// In the order in which a lane of several tracks prefers them (lod_groups): the heaviest wins there too.
constexpr std::array<Activity, kClasses> kSlots{Activity::Compute, Activity::Communication, Activity::Checkpoint, Activity::DataLoad,
                                                Activity::Copy, Activity::Host, Activity::Wait, Activity::Other};
constexpr std::size_t kNames = kClasses - 1;

bool runsOnDevice(Activity a) {
  return a == Activity::Compute || a == Activity::Communication || a == Activity::Copy || a == Activity::Checkpoint || a == Activity::DataLoad;
}

std::size_t classOf(Operation op) {
  switch (op) {
    case Operation::AllReduce: return 0;
    case Operation::AllGather: return 1;
    case Operation::ReduceScatter: return 2;
    case Operation::AllToAll: return 3;
    case Operation::Broadcast: return 4;
    case Operation::SendRecv: return 5;
    default: return 6;
  }
}

}  // namespace

SlicePasses::SlicePasses(const Run& run, const SliceFilter& filter) : run_(run), filter_(filter) {
  if (filter.name.empty()) return;
  const std::string folded = lowerAscii(filter.name);
  names_.assign(run.names.size(), 0);
  for (NameId n = 0; n < names_.size(); ++n) {
    const std::string_view text = run.names.text(n);
    names_[n] = std::search(text.begin(), text.end(), folded.begin(), folded.end(), [](char a, char b) { return lowerAscii(a) == b; }) != text.end() ? 1 : 0;
  }
}

Result<std::shared_ptr<const SliceView>> SliceView::build(LodPtr whole, SliceFilter filter, ColourBy by, const Job& job) {
  auto view = std::make_shared<SliceView>();
  view->whole_ = std::move(whole);
  view->filter_ = std::move(filter);
  view->by_ = by;
  auto shown = std::make_shared<Run>();
  if (!view->fill(*shown, job)) return stoppedByUser();
  auto lod = Lod::build(std::move(shown), job);
  if (!lod) return stoppedByUser();
  view->lod_ = std::move(*lod);
  return std::shared_ptr<const SliceView>(std::move(view));
}

// The names that take most time: those of the device first, since calls of the host nest and would count many times.
void SliceView::classesByName() {
  const Run& r = whole_->run();
  std::vector<double> device(r.names.size(), 0), host(r.names.size(), 0);
  const SlicePasses passes(r, filter_);
  for (const Row& row : r.rows) {
    if (!passes.row(row)) continue;
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      const Activity a = r.slices.activity[i];
      if (a == Activity::Annotation || a == Activity::Wait || !passes.slice(i)) continue;
      (runsOnDevice(a) ? device : host)[r.slices.name[i]] += static_cast<double>(r.slices.duration[i]);
    }
  }
  const auto heaviest = [](const std::vector<double>& time, std::size_t most) {
    std::vector<NameId> names;
    for (NameId n = 0; n < time.size(); ++n)
      if (time[n] > 0) names.push_back(n);
    const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(most, names.size()));
    std::partial_sort(names.begin(), end, names.end(), [&](NameId a, NameId b) { return time[a] != time[b] ? time[a] > time[b] : a < b; });
    names.erase(end, names.end());
    return names;
  };
  std::vector<NameId> chosen = heaviest(device, kNames);
  const std::vector<NameId> calls = heaviest(host, kNames);
  if (!calls.empty() && chosen.size() > kNames - 2) chosen.resize(kNames - std::min<std::size_t>(2, calls.size()));
  for (const NameId n : calls)
    if (chosen.size() < kNames && std::find(chosen.begin(), chosen.end(), n) == chosen.end()) chosen.push_back(n);
  classOfName_.assign(r.names.size(), kClasses - 1);
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    classOfName_[chosen[k]] = static_cast<std::uint8_t>(k);
    classes_.push_back({kSlots[k], std::string(r.names.text(chosen[k]))});
  }
  classes_.push_back({kSlots[kClasses - 1], {}});
}

bool SliceView::fill(Run& out, const Job& job) {
  const Run& r = whole_->run();
  job.begin(filter_.off() ? "colouring" : "filtering", r.slices.size());
  if (by_ == ColourBy::Name) classesByName();
  if (job.stopped()) return false;
  std::vector<std::pair<SliceIndex, std::uint8_t>> callClass;  // ascending
  if (by_ == ColourBy::Collective) {
    std::array<bool, kClasses> present{};
    for (const CollectiveCall& c : r.collectives) {
      callClass.emplace_back(c.slice, static_cast<std::uint8_t>(classOf(c.operation)));
      present[classOf(c.operation)] = true;
    }
    std::sort(callClass.begin(), callClass.end());
    constexpr std::array<Operation, 6> operations{Operation::AllReduce, Operation::AllGather, Operation::ReduceScatter,
                                                  Operation::AllToAll, Operation::Broadcast, Operation::SendRecv};
    for (std::size_t k = 0; k < operations.size(); ++k)
      if (present[k]) classes_.push_back({kSlots[k], std::string(name(operations[k]))});
    classes_.push_back({kSlots[6], "other communication"});
    classes_.push_back({kSlots[7], {}});
  }
  if (by_ == ColourBy::Rank) {
    std::array<std::string, kClasses> ranks;
    for (const std::int32_t rank : r.ranks) {
      if (!filter_.ranks.empty() && !filter_.ranks.contains(rank)) continue;
      std::string& s = ranks[static_cast<std::size_t>(std::max(rank, 0)) % kClasses];
      if (s.size() < 12) s += (s.empty() ? "" : ", ") + std::to_string(rank);
      else if (!s.ends_with("…")) s += ", …";
    }
    for (std::size_t k = 0; k < kClasses; ++k)
      if (!ranks[k].empty()) classes_.push_back({kSlots[k], ranks[k]});
  }

  out.title = r.title;
  out.format = r.format;
  out.truth = r.truth;
  out.names = r.names;
  out.ranks = r.ranks;
  out.tracks = r.tracks;
  out.rows = r.rows;
  out.span_ = r.span_;
  const SlicePasses passes(r, filter_);
  std::uint64_t n = 0;
  if (filter_.off()) {
    n = r.slices.size();
  } else {
    for (Row& row : out.rows) {
      const SliceIndex begin = row.begin, end = row.end;
      row.begin = n;
      if (passes.row(row))
        for (SliceIndex i = begin; i < end; ++i) {
          if ((i & 0xfffff) == 0 && job.stopped()) return false;
          n += passes.slice(i) ? 1 : 0;
        }
      row.end = n;
    }
    original_.resize(n);
  }
  Slices& s = out.slices;
  s.start.resize(n);
  s.duration.resize(n);
  s.name.resize(n);
  s.activity.resize(n);
  SliceIndex at = 0;
  for (const Row& row : r.rows) {
    if (!passes.row(row)) continue;
    const std::int32_t rank = r.tracks[row.track].rank;
    const auto ofRank = static_cast<std::size_t>(std::max(rank, 0)) % kClasses;
    auto call = std::lower_bound(callClass.begin(), callClass.end(), std::pair{row.begin, std::uint8_t{0}});
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      if ((i & 0xfffff) == 0 && job.stopped()) return false;
      while (call != callClass.end() && call->first < i) ++call;
      if (!passes.slice(i)) continue;
      const Activity a = r.slices.activity[i];
      Activity shown = a;
      if (a != Activity::Annotation && by_ == ColourBy::Name) shown = kSlots[classOfName_[r.slices.name[i]]];
      else if (a != Activity::Annotation && by_ == ColourBy::Rank) shown = kSlots[ofRank];
      else if (a != Activity::Annotation && by_ == ColourBy::Collective)
        shown = kSlots[call != callClass.end() && call->first == i ? call->second : a == Activity::Communication ? 6 : 7];
      s.start[at] = r.slices.start[i];
      s.duration[at] = r.slices.duration[i];
      s.name[at] = r.slices.name[i];
      s.activity[at] = shown;
      if (!original_.empty()) original_[at] = i;
      ++at;
    }
    job.add(row.end - row.begin);
  }
  return true;
}

SliceIndex SliceView::find(SliceIndex original) const {
  if (filter_.off()) return original < shown() ? original : kNoSlice;
  const auto it = std::lower_bound(original_.begin(), original_.end(), original);
  return it != original_.end() && *it == original ? static_cast<SliceIndex>(it - original_.begin()) : kNoSlice;
}

}  // namespace weir
