// What lies in a range of time: every slice that overlaps it counts, none is sampled.
//   count    slices that overlap the range
//   sum      of the parts of them that lie inside; nested slices count each
//   share    time inside that such slices cover (nested and overlapping ones of one kind once), of the range times the tracks that
//            have any: "how much of this range do these tracks spend in it". At most 1; without nesting it is sum / (range x tracks)
//   cut      those among them that reach over a border of the range
//   started  those among them that start inside; mean and percentiles (nearest rank) are of their whole durations, cut or not.
//            That is what Statistics counts of a range, and ranges laid side by side count each slice once
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
  std::uint64_t count = 0, started = 0, cut = 0;
  double sum_s = 0;
  double mean_s = 0, p50_s = 0, p99_s = 0;  // NaN when none starts inside
  double covered_s = 0;                     // over all tracks
  std::uint32_t tracks = 0;                 // that have any
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
