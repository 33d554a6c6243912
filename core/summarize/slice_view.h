// A Run as a timeline is asked to show it: only the slices that pass a filter, told apart by something else than what they
// do. Built once in a worker (some 10 ns a slice, and Lod::build); painting then costs what it costs without a filter.
// Immutable afterwards, any thread. Annotations keep their class whatever the colouring: they span other work.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/summarize/lod.h"

namespace weir {

struct SliceFilter {
  std::string name;                        // substring, ASCII case ignored
  std::uint32_t hidden = 0;                // bit 1 << activity: left out
  std::int64_t shortest = 0, longest = 0;  // ps, inclusive; 0 = no bound
  std::set<std::int32_t> ranks;            // empty = all
  [[nodiscard]] bool off() const { return *this == SliceFilter{}; }
  bool operator==(const SliceFilter&) const = default;
};

// What a slice's colour says. Activity: what it does; Name: its name, the heaviest seven of them; Collective: which
// operation; Rank: whose it is, every eighth rank alike.
enum class ColourBy : std::uint8_t { Activity, Name, Collective, Rank };

struct ColourClass {
  Activity slot = Activity::Other;  // stands in the shown run's activity column in place of what the slice does
  std::string name;                 // a slice name, "all-reduce", "3"; empty = whatever is none of the others
};

class SliceView {
 public:
  // Error only when stopped.
  [[nodiscard]] static Result<std::shared_ptr<const SliceView>> build(LodPtr whole, SliceFilter filter, ColourBy by, const Job& job);

  [[nodiscard]] const LodPtr& whole() const { return whole_; }
  [[nodiscard]] const SliceFilter& filter() const { return filter_; }
  [[nodiscard]] ColourBy colourBy() const { return by_; }
  // The shown slices with their rows, names and colour classes, and nothing else: no counters, collectives, arguments. Tracks,
  // rows and groups are numbered as in the whole run; those in which nothing passes are empty.
  [[nodiscard]] const Lod& lod() const { return *lod_; }
  [[nodiscard]] const Run& run() const { return lod_->run(); }
  [[nodiscard]] std::uint64_t shown() const { return run().slices.size(); }
  [[nodiscard]] std::uint64_t total() const { return whole_->run().slices.size(); }

  [[nodiscard]] SliceIndex original(SliceIndex shown) const { return original_.empty() ? shown : original_[shown]; }
  // kNoSlice when it is left out. O(log n).
  [[nodiscard]] SliceIndex find(SliceIndex original) const;
  // In the order of the legend; with ColourBy::Activity empty.
  [[nodiscard]] const std::vector<ColourClass>& classes() const { return classes_; }

 private:
  bool fill(Run& out, const Job& job);
  void classesByName();
  LodPtr whole_, lod_;
  SliceFilter filter_;
  ColourBy by_ = ColourBy::Activity;
  Column<SliceIndex> original_;  // empty = all, in place
  std::vector<ColourClass> classes_;
  std::vector<std::uint8_t> classOfName_;  // ColourBy::Name
};
using SliceViewPtr = std::shared_ptr<const SliceView>;

// Whether a slice passes, one by one; for a whole run use the view.
class SlicePasses {
 public:
  SlicePasses(const Run& run, const SliceFilter& filter);
  [[nodiscard]] bool row(const Row& row) const { return filter_.ranks.empty() || filter_.ranks.contains(run_.tracks[row.track].rank); }
  // The rank not asked again.
  [[nodiscard]] bool slice(SliceIndex i) const {
    if (!names_.empty() && names_[run_.slices.name[i]] == 0) return false;
    if ((filter_.hidden >> static_cast<unsigned>(run_.slices.activity[i]) & 1U) != 0) return false;
    const std::int64_t d = run_.slices.duration[i];
    return d >= filter_.shortest && (filter_.longest == 0 || d <= filter_.longest);
  }

 private:
  const Run& run_;
  const SliceFilter& filter_;
  std::vector<std::uint8_t> names_;  // by NameId; empty = all
};

}  // namespace weir
