// Whether a file of a job is given twice: read twice, its work would be counted twice, as another rank's.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

inline constexpr std::string_view kNoteGivenTwice = "file given twice, counted once";

// For every path the first that is the same file (by another name, perhaps) or of the same bytes: its own index where there
// is none. Ranks of one job may write the same bytes (a schedule that all of them follow), so of files whose paths differ in
// their numbers alone the bytes say nothing. What cannot be read is no other's copy. Reads only files of equal size.
[[nodiscard]] std::vector<std::size_t> firstOfSame(const std::vector<std::string>& paths);

}  // namespace weir
