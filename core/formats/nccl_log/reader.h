// Logs of NCCL_DEBUG=INFO, of NCCL and RCCL, any other lines between them.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::nccl {

[[nodiscard]] int sniffLog(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeLogReader(const ReaderContext& context);

}  // namespace weir::nccl
