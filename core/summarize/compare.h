// Two runs held against each other: A is the base, B what became of it; a difference is B - A, a ratio B / A. The runs may both be
// measured, or one of them simulated.
//
// What is compared is a step: steps as findSteps() or a person gives them, by each rank's own marks; a run without steps is one
// step. Where a range is given only the steps that lie in it by half or more count, everywhere (of I/O and traffic what lies
// within them); when one of the runs has none there, what starts in the range is one step of each. The one step of a simulation
// stands for every step of a trace wherever the range lies.
// A slice belongs to the step in which it starts; what starts outside of all steps is left out and counted. Amounts of a
// step are the mean over the run's ranks, so that runs of different rank counts stay comparable. Several steps make a sample, and
// difference.h says whether the difference is more than their noise; with one step it cannot be told, and is not.
// Collectives are aligned as sequences (align.h) by communicator and operation, so that one that was added or left out does not
// shift all that follow; a run of one step stands for every step of the other.
// What one run does not record at all (slices, kernels, collectives, I/O, power) is not removed in it but unknown: its rows or its
// table are left out, with a remark.
// A measured run counts kernels and calls, a simulated one pieces of work as it drew them: between the two total times,
// collectives and bytes are compared, and not how many calls there were.
// Names of kernels are matched as they are first, what is left over without template arguments, then without counters.
// Pure, any thread. Cost: O(slices + alignments).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/run/run.h"
#include "core/summarize/difference.h"
#include "core/summarize/intervals.h"
#include "core/summarize/steps.h"

namespace weir {

struct CompareSide {
  const Run* run = nullptr;      // outlives the call
  std::vector<RankSteps> steps;  // empty = the whole run is one step
  std::optional<TimeRange> range = std::nullopt;  // ps on the run's own axis; none = all of it
};

// One range of several runs, each counted from where it begins: as they stand on a shared axis.
struct RangeFromBegin {
  std::optional<std::int64_t> from, to;  // ps; none = from the begin, to the end
  [[nodiscard]] std::optional<TimeRange> of(const Run& run) const;
};

struct CompareOptions {
  double threshold = 0.01;  // a ratio within 1 +- this is Unchanged
  int resamples = 1000;
};

enum class Change : std::uint8_t { Added, Removed, Slower, Faster, Unchanged };  // by the amount; the words for it: compare_text.h
[[nodiscard]] std::string_view name(Change c);  // "added", "removed", "slower", ...

// Why a sum of times changed, where the number of its calls did: so many calls more (or fewer), each so much longer.
struct CallsChange {
  double calls = 0;  // B - A, of a step and a rank, as the means are; of I/O in all
  double share = 0;  // of A's: (B - A) / A
  double each = 0;   // how much longer one is, as a share of A's; NaN = unknown
};

struct ComparedAmount {
  bool present = false;
  std::uint64_t count = 0;       // slices, calls, operations: over all ranks and steps; of the step and its parts: steps
  bool counted = true;           // false: how many there were is unknown
  double sum = 0;                // over all ranks and steps
  double mean = 0, median = 0;   // of a step, the mean over the ranks; NaN = unknown
  std::optional<SliceIndex> slice;  // the longest: where to look
};

struct ComparedRow {
  std::string key;            // as shown
  std::string nameA, nameB;   // in full, where that is more than the key
  std::string unit;           // "s", "J", "W", "B", "" = a count
  bool matchedLoosely = false;  // by name without template arguments or counters
  ComparedAmount a, b;
  SampleDifference difference;
  double ratio = 0;           // of the means; NaN where A is 0 or one is missing
  double medianRatio = 0;     // of the medians
  double callsA = std::numeric_limits<double>::quiet_NaN(), callsB = callsA;  // of a step and a rank; NaN: unknown, or not made of calls
  std::optional<CallsChange> calls;  // of a row of times; none = as many, unknown, or not to be compared
  bool countedApart = false;  // a measured run's calls beside a simulated one's pieces of work: only their sums can be compared
  Change change = Change::Unchanged;
};

struct ComparedTable {
  std::string name;               // "overall", "activity", "kernel", "operator", "collective", "rank", "io", "file", "traffic"
  std::vector<ComparedRow> rows;  // the largest difference first; "overall" and "rank" in their own order
};

// One collective of A and the same of B.
struct CollectivePair {
  std::size_t stepA = 0, stepB = 0;  // from 0, of those compared: index of ComparedRun::spans
  Operation operation = Operation::Unknown;
  std::int32_t groupSize = -1;
  std::int64_t bytesA = kUnknownBytes, bytesB = kUnknownBytes;
  double a_s = 0, b_s = 0;          // the mean duration of the calls over the ranks
  double moveA_s = 0, moveB_s = 0;  // from the last rank's start to the end: without waiting; NaN with fewer than two ranks
  std::uint32_t instanceA = 0, instanceB = 0;
  std::int64_t startA = 0, startB = 0;  // ps
  // (b - a) / a; NaN where a is 0. The base is A, or B where B alone is measured.
  double error = 0, moveError = 0;
};

struct CollectiveError {
  std::string operation;  // "" = all
  std::size_t pairs = 0;
  double a_s = 0, b_s = 0;                               // sums
  double bias = 0, mean = 0, median = 0, p95 = 0, most = 0;  // of the signed, then of the absolute errors; NaN = none known
  std::optional<double> moveMean, moveMedian;            // absolute errors without waiting
};

struct UnmatchedCollective {
  bool inB = false;
  std::optional<std::int64_t> step;  // its number; where one step stands for many, that of the other run's; none = no steps
  Operation operation = Operation::Unknown;
  std::int32_t groupSize = -1;
  std::int64_t bytes = kUnknownBytes;
  double time_s = 0;
  std::uint32_t instance = 0;
  std::int64_t start = 0;
};

struct ComparedRun {
  std::string title, format;
  Truth truth = Truth::Measured;
  std::vector<std::int32_t> ranks;
  std::int32_t worldSize = -1;
  std::size_t steps = 0;          // compared; 0 = the whole run, or what lies in the range, is one
  std::size_t stepsOfRun = 0;     // compared or not
  std::vector<std::int64_t> numbers;    // of the compared ones, as the trace counts them (stepNumbers); none without steps
  std::vector<TimeRange> spans;         // of the compared ones, of the job; at least one
  std::optional<TimeRange> range;       // what was counted, where it is less than the whole run
  std::uint64_t outside = 0;      // slices that start outside of all steps
  [[nodiscard]] std::optional<std::int64_t> numberOf(std::size_t step) const { return step < numbers.size() ? std::optional(numbers[step]) : std::nullopt; }
};

struct Comparison {
  ComparedRun a, b;
  std::string nothing;               // why nothing was compared (the only remark then): nothing of one lies in the range; empty = something was
  std::vector<std::string> remarks;  // in sentences: ranks that only one has, what could not be told, how was matched
  std::vector<ComparedTable> tables;
  bool errorsAgainstB = false;       // the base of the errors is B, the one that is measured
  std::vector<CollectivePair> pairs;
  std::vector<UnmatchedCollective> unmatched;
  std::vector<CollectiveError> errors;  // all first, then by operation
  std::vector<std::pair<std::string, std::string>> without;  // tables that have no rows, and why, where it is more than that neither run has any
  [[nodiscard]] const ComparedTable* table(std::string_view name) const;
  // Why this table has no rows, in a sentence; empty = neither run holds any.
  [[nodiscard]] std::string whyWithout(std::string_view table) const;
};

// None when stopped.
[[nodiscard]] std::optional<Comparison> compareRuns(const CompareSide& a, const CompareSide& b, const CompareOptions& options = {}, const Job& job = {});

// Whole studies: which run of A is which of B. By equal title, what is left by equal scenario, then the only two left over.
struct RunLabel {
  std::string title, scenario;  // scenario: JSON, empty = measured
  Truth truth = Truth::Measured;
};
struct RunPair {
  std::optional<std::size_t> a, b;
  std::string_view by;  // "title", "scenario", "left over", "" = no partner
};
[[nodiscard]] std::vector<RunPair> matchRuns(const std::vector<RunLabel>& a, const std::vector<RunLabel>& b);

}  // namespace weir
