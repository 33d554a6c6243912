// Files by what was read and written of them, from an I/O log's sums where it has any, else from single operations. Pure, any
// thread.
#pragma once

#include "core/summarize/stat_table.h"

namespace weir {

// A row a file and layer, the most bytes first. Sums of a whole log (IoRecord) cannot be cut to a range: they are left out
// when their own time lies outside it, and the remark says so.
[[nodiscard]] StatTable fileTable(const Run& run, const StatAsk& ask = {});

}  // namespace weir
