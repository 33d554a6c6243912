// Search by name over a Run: interned names first, then slices. In steps, so that a caller on the GUI thread can spread
// it over idle moments, or in one go with a Job. Case-insensitive (ASCII) substring; an empty text finds nothing.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"
#include "core/summarize/lod.h"

namespace weir {

class NameSearch {
 public:
  NameSearch() = default;
  NameSearch(RunPtr run, std::string_view text);

  // Looks at up to `slices` more; true when all have been seen. About 1 ns a slice.
  bool advance(std::uint64_t slices);
  [[nodiscard]] bool done() const { return !run_ || seen_ >= run_->slices.size(); }
  [[nodiscard]] std::uint64_t seen() const { return seen_; }

  [[nodiscard]] bool matches(NameId name) const { return name < match_.size() && match_[name] != 0; }
  // Slices found so far, ascending by index: so by row, and by start within a row.
  [[nodiscard]] const std::vector<SliceIndex>& hits() const { return hits_; }
  // (name, slices of that name found so far), the most frequent first.
  [[nodiscard]] std::vector<std::pair<NameId, std::uint64_t>> perName() const;

  // The hit after, or before, `from` in order of (start, index); from = nullopt: the first at or after `time`, or the
  // last before it. Wraps at neither end. O(rows x log hits).
  struct Place {
    std::int64_t time = 0;
    std::optional<SliceIndex> from;
  };
  enum class Direction { Next, Previous };
  [[nodiscard]] std::optional<SliceIndex> find(const Place& place, Direction direction) const;
  // 1-based position of a hit in order of (start, index): "7 of 312"; 0 when it is none. O(rows x log hits).
  [[nodiscard]] std::uint64_t position(SliceIndex hit) const;

 private:
  RunPtr run_;
  std::vector<std::uint8_t> match_;
  std::vector<SliceIndex> hits_;
  std::uint64_t seen_ = 0;
  bool any_ = false;
};

// All at once. Error only when stopped.
[[nodiscard]] Result<NameSearch> findByName(RunPtr run, std::string_view text, const Job& job);

}  // namespace weir
