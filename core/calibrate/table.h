// A measured table: comma-separated text with a header line, as RFC 4180 quotes it. Rows keep their line numbers, so that
// a message can name them. An empty cell is unknown: NaN as a number, "" as text. Immutable once read; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace weir::calibrate {

class Table {
 public:
  std::string file;                             // for messages
  std::vector<std::string> columns;             // names of the header, trimmed
  std::vector<std::vector<std::string>> rows;   // each as wide as the header
  std::vector<std::size_t> lines;               // where each row begins in the file, from 1

  [[nodiscard]] std::size_t size() const { return rows.size(); }
  [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const { return column(name).has_value(); }
  // "" and NaN where the column is absent, the cell empty or no number.
  [[nodiscard]] std::string_view text(std::size_t row, std::string_view name) const;
  [[nodiscard]] double number(std::size_t row, std::string_view name) const;
  [[nodiscard]] std::string where(std::size_t row) const;  // "steps.csv, line 12"

  // Some of the rows, in the order given.
  [[nodiscard]] Table select(const std::vector<std::size_t>& which) const;
};

// At most 64 MiB. Errors: not readable, no header, a column named twice, a row that is wider than the header (line named),
// an unclosed quote. Shorter rows are filled with empty cells; blank lines are skipped; a byte-order mark is skipped.
[[nodiscard]] Result<Table> parseTable(std::string_view text, std::string file);
[[nodiscard]] Result<Table> readTable(const std::string& path);

}  // namespace weir::calibrate
