// What compare.h is made of: the shared pieces between its files. Not for others.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/summarize/compare.h"
#include "core/summarize/intervals.h"
#include "core/summarize/seconds.h"

namespace weir::compared {

// One run with its steps, ready to be summed up.
struct Side {
  const Run* run = nullptr;
  bool marked = false;                                    // by steps; otherwise the whole, or what lies within, is one
  std::size_t steps = 1, stepsOfRun = 0;
  std::vector<std::int64_t> numbers;                      // of the steps, as the trace counts them
  std::vector<double> stepTimes;                          // stepSeconds(); none where it is not marked
  std::map<std::int32_t, std::vector<TimeRange>> byRank;  // by start, as long as `steps`, but for ranks that lack some
  std::vector<TimeRange> job;                             // the job's, for what belongs to no rank
  std::map<std::int32_t, std::vector<TimeRange>> leftOut;  // those of a rank that lie outside of the range
  std::size_t ranks = 1;                                  // to divide by
  std::optional<TimeRange> within;                        // what is counted: the steps' begin to end, or the range; none = all
  bool noStepThere = false;                               // it has steps, and none in the range asked for
  bool exact = false;                                     // a simulation: its numbers have no noise
  std::uint64_t outside = 0;

  explicit Side(const CompareSide& side);
  // The step in which t of this rank lies; none outside of all.
  [[nodiscard]] std::optional<std::size_t> stepAt(std::int32_t rank, std::int64_t t) const;
  // Of a t that is in no step: whether that is worth a remark. What lies before or after a range that was asked for is not missed.
  [[nodiscard]] bool missed(std::int32_t rank, std::int64_t t) const;
};

// Amounts of one key: step by step, the sum over the ranks.
struct Sums {
  std::uint64_t count = 0;
  bool counted = true;  // every call of it is in `count`
  double sum = 0;
  std::vector<double> step;
  std::int64_t longest = -1;
  SliceIndex slice = 0;
};
// By full name.
using Keyed = std::map<std::string, Sums, std::less<>>;

// Keeps of both what lies in their ranges (compare.h). False: one of them has nothing there, and `remark` says which and why.
bool keepRanges(Side& a, const std::optional<TimeRange>& inA, Side& b, const std::optional<TimeRange>& inB, std::string& remark);

// Fills rows of the union of both, matched by name; `loosely`: what is left over also without template arguments and counters.
void addRows(ComparedTable& table, const Side& a, const Keyed& inA, const Side& b, const Keyed& inB, std::string_view unit, bool loosely, bool perStep = true);
// One row of numbers a step. NaN in a sample is unknown and left out; where all of one side is, so is the row, and false is returned.
bool addRow(ComparedTable& table, const Side& a, const std::vector<double>& inA, const Side& b, const std::vector<double>& inB, std::string key, std::string_view unit);
// Ratios, change, what of it is in the number of calls, evidence of all rows; the largest difference first where `sorted`.
void finish(ComparedTable& table, const CompareOptions& options, bool sorted);

// Counts the slices outside of all steps on the way.
void compareTimes(Comparison& c, Side& a, Side& b, const CompareOptions& o, const Job& job);                    // overall, rank, activity, kernel, operator
void compareCollectives(Comparison& c, const Side& a, const Side& b, const CompareOptions& o, const Job& job);  // collective, pairs, errors
void compareAmounts(Comparison& c, const Side& a, const Side& b, const CompareOptions& o, const Job& job);      // io, file, traffic

}  // namespace weir::compared
