// A Run's tables as text: for a terminal, and as CSV for spreadsheets and scripts. Pure, any thread.
#pragma once

#include <cstddef>
#include <string>

#include "core/run/facts.h"

namespace weir {

// "size (B)"; a unit of "" or "1" is left out.
[[nodiscard]] std::string headerOf(const Table::ColumnOf& column);
// The shortest text that reads back as the same number; NaN and rows a column does not have are "".
[[nodiscard]] std::string cellOf(const Table::ColumnOf& column, std::size_t row);

// A header line, then a line a row (RFC 4180, "\n" at line ends).
[[nodiscard]] std::string tableToCsv(const Table& table);
// Name, then aligned columns; unknown is written out. At most `rows` rows, then how many more there are.
[[nodiscard]] std::string tableToText(const Table& table, std::size_t rows = static_cast<std::size_t>(-1));

}  // namespace weir
