// TAU's text profiles; packed profiles and binary traces are recognised. See README.md.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::tau {

[[nodiscard]] int sniff(ByteSpan head);
[[nodiscard]] int sniffPacked(ByteSpan head);
[[nodiscard]] int sniffTraceDefinitions(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);

}  // namespace weir::tau
