// DFTracer (.pfw, .pfw.gz) and its forebear DLIO Profiler: JSON lines, one process or several a file.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::dftracer {

[[nodiscard]] int sniff(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);
// The index beside a .pfw.gz (zindex, SQLite).
[[nodiscard]] int sniffIndex(ByteSpan head);

}  // namespace weir::dftracer
