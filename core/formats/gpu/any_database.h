// A SQLite file whose first bytes do not say what it is: by all the tables it has.
#pragma once

#include "core/formats/format.h"

namespace weir::gpu {

[[nodiscard]] int sniffDatabase(ByteSpan head);
[[nodiscard]] Result<Run> readDatabase(const std::string& path, const ReaderContext& context, const Job& job);

}  // namespace weir::gpu
