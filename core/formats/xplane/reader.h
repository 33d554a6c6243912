// XSpace (*.xplane.pb): what XLA's profiler (JAX, TensorFlow, PyTorch/XLA) writes. See README.md.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::xplane {

[[nodiscard]] int sniff(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);

}  // namespace weir::xplane
