// WRENCH's unified simulation output. See README.md.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::wrench {

[[nodiscard]] int sniff(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);

}  // namespace weir::wrench
