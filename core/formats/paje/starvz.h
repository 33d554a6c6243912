// The CSV tables that StarVZ makes of StarPU's traces. See README.md.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::paje {

[[nodiscard]] int sniffStarvz(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeStarvzReader(const ReaderContext& context);

}  // namespace weir::paje
