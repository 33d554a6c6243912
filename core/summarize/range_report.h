// What lies in a range of time: every slice counts, none is sampled. Of slices wholly inside: count, sum, mean, percentiles of
// their durations. Those that reach over a border are counted apart, with the part of them that lies inside. The share is the
// time inside that such slices cover (nested ones and overlapping ones of one kind once), cut ones included, of the range times
// the tracks that have any: "how much of this range do these tracks spend in it". Percentiles are by nearest rank.
// Pure, any thread; O(n log rows) in the slices of the range, some 0.1 us each.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"
#include "core/summarize/slice_view.h"

namespace weir {

struct RangeFigures {
  std::uint64_t count = 0;                             // wholly inside
  double sum_s = 0, mean_s = 0, p50_s = 0, p99_s = 0;  // NaN when count is 0
  std::uint64_t cut = 0;                               // reach over a border
  double inside_s = 0;                                 // covered, over all tracks
  std::uint32_t tracks = 0;                            // that have any
  double share = 0;
};

struct RangeReport {
  struct Named {
    NameId name = 0;
    RangeFigures figures;
  };
  struct Doing {
    Activity activity = Activity::Other;
    RangeFigures figures;
  };
  std::int64_t from = 0, to = 0;  // ps
  std::uint32_t tracks = 0;       // looked at
  RangeFigures all;
  std::vector<Named> byName;      // by sum, largest first
  std::vector<Doing> byActivity;  // likewise
};

// Slices in [from, to) of these rows of the run that pass the filter. Error only when stopped.
[[nodiscard]] Result<RangeReport> rangeReport(const Run& run, std::vector<std::uint32_t> rows, std::int64_t from, std::int64_t to, const SliceFilter& filter, const Job& job);
// How many slices it would look at. O(rows log n).
[[nodiscard]] std::uint64_t slicesIn(const Run& run, const std::vector<std::uint32_t>& rows, std::int64_t from, std::int64_t to);

}  // namespace weir
