#include "core/summarize/table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/csv.h"
#include "core/base/plain_text.h"

namespace weir {
namespace {

}  // namespace

std::string headerOf(const Table::ColumnOf& c) { return c.unit.empty() || c.unit == "1" ? c.name : fmt::format("{} ({})", c.name, c.unit); }

std::string cellOf(const Table::ColumnOf& c, std::size_t row) {
  if (row >= c.size()) return {};
  if (c.isText()) return c.text[row];
  const double v = c.number[row];
  return std::isnan(v) ? std::string() : fmt::format("{}", v);
}

std::string tableToCsv(const Table& t) {
  std::string out;
  for (std::size_t k = 0; k < t.columns.size(); ++k) out += (k > 0 ? "," : "") + csvText(headerOf(t.columns[k]));
  out += "\n";
  for (std::size_t i = 0; i < t.rows(); ++i) {
    for (std::size_t k = 0; k < t.columns.size(); ++k) out += (k > 0 ? "," : "") + (t.columns[k].isText() ? csvText : csvPlain)(cellOf(t.columns[k], i));
    out += "\n";
  }
  return out;
}

std::string tableToText(const Table& t, std::size_t rows) {
  const std::size_t shown = std::min(rows, t.rows());
  std::vector<std::vector<std::string>> cells(t.columns.size());
  std::vector<std::size_t> width(t.columns.size(), 0);
  for (std::size_t k = 0; k < t.columns.size(); ++k) {
    cells[k].push_back(plainText(headerOf(t.columns[k])));
    for (std::size_t i = 0; i < shown; ++i) {
      std::string s = plainText(cellOf(t.columns[k], i));
      cells[k].push_back(s.empty() ? "unknown" : std::move(s));
    }
    for (const std::string& s : cells[k]) width[k] = std::max(width[k], terminalColumns(s));
  }
  std::string out = fmt::format("{} ({} rows)\n", plainText(t.name), t.rows());
  for (std::size_t i = 0; i <= shown && !t.columns.empty(); ++i) {
    std::string line;
    for (std::size_t k = 0; k < t.columns.size(); ++k) {
      const std::string pad(width[k] - terminalColumns(cells[k][i]), ' ');
      line += "  " + (t.columns[k].isText() ? cells[k][i] + pad : pad + cells[k][i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  if (shown < t.rows()) out += fmt::format("  and {} rows more\n", t.rows() - shown);
  return out;
}

}  // namespace weir
