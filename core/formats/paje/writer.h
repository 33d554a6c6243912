// A Run as a Paje trace, for PajeNG and ViTE. What it holds stands in README.md.
#pragma once

#include "core/formats/format.h"

namespace weir::paje {

[[nodiscard]] Result<void> write(const Run& run, const FormatWriter::Sink& sink, const Job& job);

}  // namespace weir::paje
