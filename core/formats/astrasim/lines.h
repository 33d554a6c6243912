// Small text formats: lines from chunks of any size, comma-separated tables, "key: value" pairs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/lines.h"
#include "core/run/facts.h"

namespace weir::astrasim {

// Calls back for every line without its end ("\n" or "\r\n"). Lines beyond kLongest are given in pieces.
class Lines {
 public:
  static constexpr std::size_t kLongest = std::size_t{1} << 20;
  explicit Lines(std::function<void(std::string_view)> line) : line_(std::move(line)) {}
  void feed(std::string_view chunk, bool last);
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  void give(std::string_view line);
  std::function<void(std::string_view)> line_;
  std::string rest_;
  std::uint64_t count_ = 0;
};

using text::trimmed;
using text::whole;
using text::words;
[[nodiscard]] std::vector<std::string_view> split(std::string_view line, char separator);  // cells trimmed
// Decimal, with exponent or not; nothing for "", "NONE", "tbd", "nan", or where something stands behind it.
[[nodiscard]] std::optional<double> number(std::string_view s);

// Rows of cells under a header, to columns: numbers where every cell that is not empty, "NONE" or "nan" is one, else texts.
class TableIn {
 public:
  TableIn() = default;
  // Columns without a name at the end are left out; names are made distinct.
  explicit TableIn(const std::vector<std::string_view>& header, std::string name = {});
  // Rows of nothing are passed over. False when the row is much shorter than the header: it was not taken.
  bool row(const std::vector<std::string_view>& cells);
  void rename(std::size_t column, std::string name) { columns_[column].name = std::move(name); }
  void unit(std::size_t column, std::string unit) { columns_[column].unit = std::move(unit); }
  [[nodiscard]] std::size_t columns() const { return columns_.size(); }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] const std::string& nameOf(std::size_t column) const { return columns_[column].name; }
  [[nodiscard]] std::string_view cell(std::size_t column, std::size_t row) const { return cells_[column][row]; }
  // `unit` is that of number columns without one of their own.
  [[nodiscard]] Table build(std::string_view unit = {}) const;

 private:
  std::string name_;
  std::vector<Table::ColumnOf> columns_;
  std::vector<std::vector<std::string>> cells_;
  std::size_t rows_ = 0;
};

}  // namespace weir::astrasim
