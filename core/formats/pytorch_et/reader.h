// PyTorch's ExecutionTraceObserver: {"schema": "1.0.1", "nodes": [...]}; schemas 1.0.1 to 1.1.x-chakra.0.0.4. Operators with
// their tensors, without times.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::pytorch_et {

[[nodiscard]] int sniff(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);

}  // namespace weir::pytorch_et
