// Nsight Systems exports (`nsys export --type sqlite`), by what the file's own schema says. See README.md.
#pragma once

#include "core/formats/format.h"

namespace weir::nsys {

[[nodiscard]] int sniff(ByteSpan head);
[[nodiscard]] Result<Run> read(const std::string& path, const ReaderContext& context, const Job& job);

}  // namespace weir::nsys
