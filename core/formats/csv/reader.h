// Plain tables of text as a Run; see README.md.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::csv {
[[nodiscard]] int sniff(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);
[[nodiscard]] Result<void> writeSlices(const Run& run, const FormatWriter::Sink& sink, const Job& job);
}  // namespace weir::csv
