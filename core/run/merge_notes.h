// Kinds of notes that mergeRuns() leaves where it had to number ranks itself.
#pragma once

#include <string_view>

namespace weir {

inline constexpr std::string_view kNoteRankUnknown = "rank unknown, numbered by order";
inline constexpr std::string_view kNoteRankTwice = "rank given twice, numbered anew";

}  // namespace weir
