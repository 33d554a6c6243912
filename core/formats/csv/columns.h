// Which column of a table is what.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/formats/csv/time.h"

namespace weir::csv {

enum class Role : std::uint8_t { Start, End, Duration, Name, Track, Process, Rank, Category, Bytes, Kind, Activity, Args };
inline constexpr std::size_t kRoles = 12;
inline constexpr int kNone = -1;

struct Header {
  std::string name;  // "start"
  std::string unit;  // "us", of "start (us)", "start [us]", "start_us"
};
[[nodiscard]] Header headerFrom(std::string_view cell);

struct Columns {
  std::vector<Header> headers;
  std::array<int, kRoles> of{};  // index of each role's column, or kNone
  std::vector<int> values;       // columns the user named as series
  Unit unit = Unit::Unknown;     // as the user said
  [[nodiscard]] int operator[](Role r) const { return of[static_cast<std::size_t>(r)]; }
  [[nodiscard]] bool taken(int column) const;
};

// Errors: a setting that names a column the table does not have, or a unit that is none.
[[nodiscard]] Result<Columns> columnsOf(const std::vector<std::string_view>& header, const std::map<std::string, std::string>& settings);

}  // namespace weir::csv
