// Output of the OSU micro-benchmarks (OMB), several tests and a launcher's lines in one text.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::osu {

[[nodiscard]] int sniff(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);

}  // namespace weir::osu
