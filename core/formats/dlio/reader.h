// Results and configurations of DLIO and MLPerf Storage, and the iostat log that DLIO keeps. Small files, held whole.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::dlio {

[[nodiscard]] int sniffResult(ByteSpan head);   // JSON
[[nodiscard]] int sniffConfig(ByteSpan head);   // YAML
[[nodiscard]] int sniffIostat(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);

}  // namespace weir::dlio
