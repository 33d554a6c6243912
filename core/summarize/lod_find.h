// Search by name over a Run: interned names first, then slices. In steps, so that a caller on the GUI thread can spread
// it over idle moments, or in one go with a Job. Case-insensitive (ASCII) substring; an empty text finds nothing.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"
#include "core/summarize/lod.h"

namespace weir {

// A set of slices: a bit each, and above it a bit for each word that is not 0, and so on, so that empty stretches cost nothing.
class HitSet {
 public:
  HitSet() = default;
  explicit HitSet(std::uint64_t slices);
  [[nodiscard]] std::uint64_t size() const { return count_; }  // of those in it
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] bool has(SliceIndex i) const { return i < slices_ && (levels_[0][i >> 6] >> (i & 63) & 1) != 0; }
  [[nodiscard]] bool any(SliceIndex first, SliceIndex last) const { return first < last && last <= slices_ && anyAt(0, first, last); }
  [[nodiscard]] SliceIndex next(SliceIndex from) const;       // the first at or after; kNoSlice when there is none
  [[nodiscard]] SliceIndex lastBefore(SliceIndex end) const;  // kNoSlice when there is none
  [[nodiscard]] std::uint64_t before(SliceIndex end) const;   // how many are
  // Slices 64 w .. 64 w + 63 at once, each word once and in ascending order.
  void put(std::uint64_t w, std::uint64_t bits);

 private:
  static constexpr std::size_t kLevels = 4;
  [[nodiscard]] bool anyAt(std::size_t level, std::uint64_t first, std::uint64_t last) const;
  std::uint64_t slices_ = 0, count_ = 0, put_ = 0;  // slices before put_ have had their turn
  std::array<std::vector<std::uint64_t>, kLevels> levels_;
  std::vector<std::uint64_t> before_;  // how many stand before each 64 words
};

class NameSearch {
 public:
  NameSearch() = default;
  NameSearch(RunPtr run, std::string_view text);

  // Looks at up to `slices` more (or as much text of names); true when all have been seen. About 1 ns a slice.
  bool advance(std::uint64_t slices);
  [[nodiscard]] bool done() const { return !run_ || (namesSeen_ >= match_.size() && seen_ >= run_->slices.size()); }
  [[nodiscard]] std::uint64_t seen() const { return seen_; }

  [[nodiscard]] bool matches(NameId name) const { return name < match_.size() && match_[name] != 0; }
  [[nodiscard]] const HitSet& hits() const { return hits_; }  // so far
  // (name, slices of that name found so far), the most frequent first.
  [[nodiscard]] std::vector<std::pair<NameId, std::uint64_t>> perName() const;

  // The hit after, or before, `from` in order of (start, index); from = nullopt: the first at or after `time`, or the
  // last before it. Wraps at neither end. O(rows x log slices).
  struct Place {
    std::int64_t time = 0;
    std::optional<SliceIndex> from;
  };
  enum class Direction { Next, Previous };
  [[nodiscard]] std::optional<SliceIndex> find(const Place& place, Direction direction) const;
  // 1-based position of a hit in order of (start, index): "7 of 312"; 0 when it is none. O(rows x log slices).
  [[nodiscard]] std::uint64_t position(SliceIndex hit) const;

 private:
  RunPtr run_;
  std::string text_;  // folded
  std::vector<std::uint8_t> match_;
  HitSet hits_;
  std::uint64_t namesSeen_ = 0, seen_ = 0;
  bool any_ = false;
};

// All at once. Error only when stopped.
[[nodiscard]] Result<NameSearch> findByName(RunPtr run, std::string_view text, const Job& job);

}  // namespace weir
