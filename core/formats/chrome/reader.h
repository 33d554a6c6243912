// Chrome trace JSON and PyTorch profiler (Kineto) traces, whole or damaged.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::chrome {

[[nodiscard]] int sniffKineto(ByteSpan head);
[[nodiscard]] int sniffChrome(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);

}  // namespace weir::chrome
