// SMPI's time-independent traces. See README.md.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::smpi_ti {

[[nodiscard]] int sniff(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);

// The list of a trace's files, as smpirun -trace-ti writes it.
[[nodiscard]] int sniffIndex(ByteSpan head);
[[nodiscard]] Result<Run> readIndex(const std::string& path, const ReaderContext& context, const Job& job);

}  // namespace weir::smpi_ti
