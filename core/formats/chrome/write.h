// A Run as Chrome trace JSON, the way PyTorch's profiler writes it: Perfetto, chrome://tracing and HTA show it.
#pragma once

#include "core/formats/format.h"

namespace weir::chrome {
[[nodiscard]] Result<void> writeRun(const Run& run, const FormatWriter::Sink& sink, const Job& job);
}  // namespace weir::chrome
