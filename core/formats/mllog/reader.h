// MLPerf logs: ":::MLLOG {json}" lines among any others, of training runs, of power meters (power_reading) and of LoadGen.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::mllog {

[[nodiscard]] int sniff(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);

}  // namespace weir::mllog
