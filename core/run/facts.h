// What a file says beside events: single facts about the job, and tables of measurements. Both are shown as they stand and
// used by name (calibration reads tables), so names are part of a reader's contract and stand in its README.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

// "job id" = "2112", "library version" = "3.4.0", "benchmark" = "resnet". Unit "" where it has none.
struct Fact {
  std::string name, value, unit;
  std::uint32_t source = 0;  // index into Run::sources
};

// Column-wise. A column is numbers or texts: the other vector is empty. Unknown is NaN or "".
struct Table {
  struct ColumnOf {
    std::string name, unit;      // "size", "B"; unit "" = none, "1" = a fraction
    std::vector<double> number;
    std::vector<std::string> text;
    [[nodiscard]] bool isText() const { return !text.empty(); }
    [[nodiscard]] std::size_t size() const { return isText() ? text.size() : number.size(); }
  };
  std::string name;  // "nccl-tests all-reduce", "stripes"
  std::vector<ColumnOf> columns;
  std::uint32_t source = 0;  // index into Run::sources
  [[nodiscard]] std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
  [[nodiscard]] const ColumnOf* find(std::string_view column) const {
    for (const ColumnOf& c : columns)
      if (c.name == column) return &c;
    return nullptr;
  }
};

}  // namespace weir
