// One unit and one number of decimals for a whole column, so that its numbers can be compared by eye: "sum (ms)" over 12,004.50,
// 310.20 and 0.10, never 12.0 s over 310 ms over 100 µs. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weir {

struct ColumnUnit {
  double factor = 1;  // a shown number is value x factor
  std::string name;   // "ms", "MB/s", "%"; empty where there is none to say
  int decimals = 0;
};

// base: the SI unit of the values ("s", "B", "B/s", "W", "J"), "%" for fractions of 1, "" for plain numbers. The unit is the
// one in which half of the values (NaN and 0 left out) are 1 or more, and no value has more than seven digits before its
// point; half of them show three digits and nine of ten two, with at most three decimals (of percent two). Without any value: the base, no decimals.
[[nodiscard]] ColumnUnit columnUnit(const std::vector<double>& values, std::string_view base);
// "12,004.5"; "unknown" for NaN; what is not 0 but would be shown as 0 is "<0.1".
[[nodiscard]] std::string columnText(double value, const ColumnUnit& unit);

}  // namespace weir
