// What the three tables of training steps share: rows as scenarios, constants as fields of a scenario, one fit a type of
// accelerator. A row's time is core/model's, of the quickest of its candidates that fit into memory (a table that does not
// say the micro-batch was measured at the best one), or of the quickest where none does. Constants that few rows decide
// stay near what the preset says; a type without fitted rows takes its family's, then the preset's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/calibrate/validation.h"
#include "core/scenario/scenario.h"

namespace weir::calibrate {

struct StepRow {
  std::size_t row = 0;              // of its table
  std::string label;
  std::string type, family;         // "A100 40GB", "A100"
  std::vector<Scenario> candidates;
  double measured_s = 0;            // of a step
  double scale = 1;                 // what the table reports = scale x step, or scale / step
  bool rate = false;                // the latter
  bool may_overflow = false;        // its memory needs are known to be overstated: candidates are not judged by memory
};

// A constant by its path in a scenario, with how well it is known before any row is seen (of its logarithm).
struct StepConstant {
  const char* path;
  double prior_error;
  double highest;
  const char* unit;
};
[[nodiscard]] double constantOf(const Scenario& s, std::string_view path);
void setConstant(Scenario& s, std::string_view path, double value);

struct StepRows {
  std::vector<StepRow> rows;
  std::vector<SetAside> aside;
};
// Every row of a table by `rowOf`; those it cannot read are set aside with its reason.
[[nodiscard]] StepRows stepRows(const Table& t, const TableContext& c, Result<StepRow> (*rowOf)(const Table& t, std::size_t row, const TableContext& c));

struct StepTable {
  std::string name, quantity, unit;
  std::vector<StepConstant> constants;  // at most six
  double expected_error = 0.03;         // of a row
};
// First the validation over all rows, then one a type of accelerator where there are several.
[[nodiscard]] Result<std::vector<Validation>> validateSteps(const StepTable& t, const StepRows& fitted, const StepRows& tested, const TableContext& c);

// An accelerator's type and family from what a table calls it ("A100-SXM4-80GB", "h100_80gb", "DGX-GB200"); empty = unknown.
struct AcceleratorName {
  std::string type, family;
  std::string machine;              // the preset that comes nearest
  std::string accelerator;          // accelerator preset; empty = the machine's
};
[[nodiscard]] std::optional<AcceleratorName> acceleratorOf(std::string_view text);

// A machine of so many accelerators, without storage, so that data never stall a step; nullopt without the preset.
[[nodiscard]] std::optional<Machine> machineOf(const AcceleratorName& a, int accelerators, const TableContext& c);

}  // namespace weir::calibrate
