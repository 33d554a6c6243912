// Slices that are file operations (category "io", "POSIX", "STDIO") to the Run's I/O operations.
#pragma once

#include <cstdint>
#include <vector>

#include "core/formats/chrome/events.h"
#include "core/formats/chrome/kineto.h"
#include "core/run/builder.h"

namespace weir::chrome {
void addIo(const Events& events, const std::vector<Category>& categories, const std::vector<std::int32_t>& rankOfThread,
           RunBuilder& builder);
}  // namespace weir::chrome
