// The critical path in words: JSON for scripts, text for a terminal. Times are seconds on the run's axis.
#pragma once

#include <string>
#include <vector>

#include "core/summarize/column_unit.h"
#include "core/summarize/critical_path.h"
#include "core/summarize/critical_path_collectives.h"
#include "core/summarize/critical_path_reach.h"
#include "core/summarize/critical_path_then_last.h"
#include "core/summarize/steps.h"

namespace weir {

struct PathReport {
  CriticalPath path;
  std::vector<PathRow> byName, byActivity, byRank;
  std::vector<PathRow> byCollective;         // only collectives
  std::vector<std::string> whatIf;           // as written
  std::vector<PathChange> changes;           // the same, read, and what they pick named by its number; empty = nothing asked
  std::vector<std::string> picked;           // of each: what it picks, in a sentence; empty = nothing
  std::vector<std::optional<ThenLast>> thenLast;  // of each: of a rank that comes less late
  std::vector<PathReach> reach;              // of each
  std::int64_t shortened = 0;                // by all of them at once, of the path as it was, ps
  std::optional<CriticalPath> changed;       // with all of them at once
  std::vector<PathRow> changedByName;
};

struct PathReportOptions {
  std::vector<std::string> whatIf;
  std::size_t gains = 20;  // rows by name, rank and collective whose gain is replayed; those by activity all are
};
// Errors: a change that cannot be read, that names what the run does not have, or of which it has nothing; those of criticalPath().
[[nodiscard]] Result<PathReport> pathReport(const PathGraph& graph, const PathReportOptions& options, const Job& job);

// `steps`: to say which step a collective is of.
[[nodiscard]] std::string pathToJson(const PathGraph& graph, const PathReport& report, std::size_t top, bool segments, const StepAt& steps = {});
[[nodiscard]] std::string pathToText(const PathGraph& graph, const PathReport& report, std::size_t top, const StepAt& steps = {});
// The unit of all times of these rows, that they can be held against each other: the one in which the longest is 1 or more, with
// at most three decimals.
[[nodiscard]] ColumnUnit pathTimeUnit(const std::vector<PathRow>& rows);
// What the gain of this row means that is easily taken for another, in a sentence; empty: nothing to add.
[[nodiscard]] std::string gainNote(const Run& run, const PathRow& row, PathBy by);
// The columns of the tables in text, with what each means and its unit.
struct PathColumn {
  std::string_view title, definition;
};
[[nodiscard]] std::vector<PathColumn> pathColumns();
// One training step: from its first begin to its last end over the ranks; the path ends with the rank that ends last, in
// measured runs on the thread that marks it. Errors: no such step, with those there are.
[[nodiscard]] Result<PathOptions> stepPathOptions(const Run& run, const Steps& steps, std::int64_t number);
// What was assumed or left out, a sentence each.
[[nodiscard]] std::vector<std::string> pathRemarks(const PathGraph& graph);
// Of the path: gaps, waits for what is not recorded, time before the first event, delays of more than 1 ms after what was needed.
[[nodiscard]] double unexplainedShare(const CriticalPath& path);
// How sure the path and every what-if are, a sentence for each thing that limits them.
[[nodiscard]] std::vector<std::string> pathLimits(const PathGraph& graph, const CriticalPath& path);

}  // namespace weir
