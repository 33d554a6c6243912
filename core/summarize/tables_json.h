// Tables of statistics as text, to be kept beside a run: every cell, unit and place as it was, unlike statJson(), which is for
// readers. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/summarize/stat_table.h"

namespace weir {

// Changes whenever a table of the same run may come out otherwise (a column, a definition, a count): what an older Weir kept
// is then worked out anew.
inline constexpr int kTablesRevision = 6;

// Empty where a number cannot be written (an infinite one): such a table is not kept.
[[nodiscard]] std::string tablesToJson(const std::vector<StatTable>& tables);
// None where the text is damaged or of another revision.
[[nodiscard]] std::optional<std::vector<StatTable>> tablesFromJson(std::string_view text);

}  // namespace weir
