// Darshan logs, 3.00 to 3.41, of either byte order. What goes where stands in the README.
#pragma once

#include "core/formats/format.h"

namespace weir::darshan {

[[nodiscard]] int sniff(ByteSpan head);
// Errors: not a Darshan 3 log (2.x is told by name), packed in an unknown way, more memory than the context allows.
[[nodiscard]] Result<Run> readLog(const std::string& path, const ReaderContext& context, const Job& job);

// Logs of several jobs in one Run are said in a note: the shape of a folder is no proof that they belong together.
void noteDifferentJobs(Run& run);

}  // namespace weir::darshan
