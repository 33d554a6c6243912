// Measured tables held against the models, for the window and its figures: what `weir-cli validate` does, as one value.
// Blocking; run in a job. Any thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/calibrate/validation.h"
#include "core/scenario/presets.h"

namespace weir {

struct ValidationReport {
  std::string title;                                // "validation": the folder or table that was opened
  std::vector<calibrate::Validation> validations;   // one a quantity of a table, in the order of the table models
  std::vector<std::string> skipped, failed;         // files that are no known table, and tables that could not be predicted
  bool partial = false;                             // more tables are being worked on
};
using ValidationPtr = std::shared_ptr<const ValidationReport>;

// Whether the first line names the columns of a kind of table that a model knows. 64 KiB are plenty.
[[nodiscard]] bool looksLikeTable(std::string_view firstBytes);
// A table, or a folder that holds one directly.
[[nodiscard]] bool holdsTables(const std::string& path);

// Every table by its usual split into fitted and tested rows, a folder's in the order of the table models. Large tables take
// a minute: `onPartial` (may be empty) is given what is done after each. Errors: a table whose columns no model knows,
// nothing that could be predicted (with the first reason), stopped.
[[nodiscard]] Result<ValidationPtr> validateTables(const std::vector<std::string>& paths, const Presets& presets, const Job& job,
                                                   const std::function<void(ValidationPtr)>& onPartial = {});

}  // namespace weir
