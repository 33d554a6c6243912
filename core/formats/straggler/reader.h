// Results of a what-if analysis of a straggler timeline; see README.md.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::straggler {
[[nodiscard]] int sniff(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);
}  // namespace weir::straggler
