// The text that dumpi2ascii makes of a DUMPI trace; binary traces and their .meta are recognised. See README.md.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::dumpi {

[[nodiscard]] int sniffBinary(ByteSpan head);
[[nodiscard]] int sniffMeta(ByteSpan head);
[[nodiscard]] int sniffText(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);

}  // namespace weir::dumpi
