// A Run of one rank as a Chakra execution trace (.et). What it can hold stands in the README.
#pragma once

#include "core/formats/format.h"

namespace weir::chakra {

// Errors: a run of several ranks, a run without anything a graph could hold, what the sink says.
[[nodiscard]] Result<void> writeRun(const Run& run, const FormatWriter::Sink& sink, const Job& job);

}  // namespace weir::chakra
