// A model held against a measured table: constants are fitted on some rows, other rows are predicted by the product's own
// formulas, and the errors are reported. Nothing of the tested rows' measured columns enters the prediction.
// Error of a row = |predicted - measured| / measured.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/calibrate/fit.h"
#include "core/calibrate/table.h"
#include "core/scenario/presets.h"

namespace weir::calibrate {

struct Predicted {
  std::size_t row = 0;               // of the tested table
  std::string label;                 // "A100, 145.6 B, tp 8 pp 8 dp 24": what a reader of the table would call the row
  double measured = 0, predicted = 0;
  double low = std::numeric_limits<double>::quiet_NaN(), high = low;  // 95 %; NaN = not stated
  [[nodiscard]] double error() const;
};

struct SetAside {
  std::size_t row = 0;
  std::string reason;                // "no run converged at this batch size"
};

struct Validation {
  std::string table;                 // "node_power"
  std::string quantity;              // "mean node power"
  std::string unit;                  // "W"
  std::string split;                 // which rows were fitted, which tested, in words
  std::size_t rows_fitted = 0;
  std::vector<Predicted> tested;
  std::vector<SetAside> set_aside;   // of the tested rows
  std::vector<Constant> constants;   // fitted first, then those taken as given
  std::vector<std::string> notes;    // "rows of an unseen system use the pooled constants"
};

struct Errors {                      // fractions; NaN when nothing was tested
  double mean = 0, median = 0, p95 = 0;
};
[[nodiscard]] Errors errorsOf(const Validation& v);

struct TableContext {
  const Presets* presets = nullptr;  // machines that rows refer to
  Job job;
};

// One kind of table. The first of the validations is its primary quantity.
struct TableModel {
  std::string_view name;             // "node_power"
  std::string_view title;            // for a heading
  std::vector<std::string_view> columns;  // those a file must have to be of this kind
  // Fits on `fit` alone, predicts the rows of `test`; the two may share rows or none.
  Result<std::vector<Validation>> (*validate)(const Table& fit, const Table& test, const TableContext& c);
  // The table by itself: its usual split or splits into fitted and tested rows, pooled where there are many.
  Result<std::vector<Validation>> (*report)(const Table& all, const TableContext& c);
};

// Each kind once, in the order of a report.
[[nodiscard]] const std::vector<TableModel>& tableModels();
// By the columns; nullptr when no kind has them all. Where several do, the one that asks for most.
[[nodiscard]] const TableModel* tableModelOf(const Table& t);

[[nodiscard]] Result<std::vector<Validation>> validateTables(const Table& fit, const Table& test, const TableContext& c);

// Every table (*.csv) of a folder by its usual split. Files of no known kind are named in `skipped`.
struct FolderReport {
  std::vector<Validation> validations;
  std::vector<std::string> skipped;  // "storage_tiers.json: not a table"
  std::vector<std::string> failed;   // "x.csv: what, where"
};
[[nodiscard]] Result<FolderReport> validateFolder(const std::string& folder, const TableContext& c);

// For a terminal: a line a table and quantity; with `rows` the worst five of each and its constants.
[[nodiscard]] std::string reportText(const std::vector<Validation>& v, bool rows);

// Helpers for table models: distinct texts of a column in order of appearance; leave-one-group-out, pooled over groups.
[[nodiscard]] std::vector<std::string> distinct(const Table& t, std::string_view column);
// `groupOf` names each row's group; each group is predicted from all others by `validate`; predictions are pooled by
// quantity, with rows numbered as in `all`. Groups whose rest cannot be fitted are set aside with the reason.
[[nodiscard]] Result<std::vector<Validation>> leaveOneGroupOut(const Table& all, const std::vector<std::string>& groupOf,
                                                               Result<std::vector<Validation>> (*validate)(const Table&, const Table&, const TableContext&),
                                                               const TableContext& c, std::string split);

}  // namespace weir::calibrate
