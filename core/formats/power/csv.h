// Rows of comma-separated text, cells as the file has them. Internal to this folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weir::power {

// No program of these writes more; and a row must have half of its header's cells, so that memory follows what the file holds.
inline constexpr std::size_t kMostColumns = 1024;

// "75.20 W" -> 75.2 and "W"; "[N/A]", "N/A", "" and the like are NaN; a text is NaN with `text` set.
struct Cell {
  double value = 0;
  std::string_view unit;
  bool text = false;
};
[[nodiscard]] Cell readCell(std::string_view s);
[[nodiscard]] bool unknownCell(std::string_view s);

// By what a number in this unit is multiplied to be in SI, and how that is called: "MiB" -> 1048576, "B"; "%" -> 0.01, "1".
struct Unit {
  double factor = 1;
  std::string name;
};
[[nodiscard]] Unit siUnit(std::string_view unit);

}  // namespace weir::power
