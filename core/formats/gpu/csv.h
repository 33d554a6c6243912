// Tables that GPU profilers print: rocprofv3's and rocprof's CSV, `nsys stats --format csv`. Rows with a start become slices,
// all else a table as it stands. Columns are known by their names, whatever their order.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::gpu {

[[nodiscard]] int sniffRocprofCsv(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeRocprofCsv(const ReaderContext& context);
[[nodiscard]] int sniffNsysCsv(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeNsysCsv(const ReaderContext& context);

}  // namespace weir::gpu
