// Charm++ Projections: the .sts file, and the logs beside it. See README.md.
#pragma once

#include "core/formats/format.h"

namespace weir::projections {

[[nodiscard]] int sniffSts(ByteSpan head);
[[nodiscard]] int sniffLog(ByteSpan head);  // also .projrc and .sum
// Errors: no header. Logs that are missing or damaged become notes.
[[nodiscard]] Result<Run> readSts(const std::string& path, const ReaderContext& context, const Job& job);

}  // namespace weir::projections
