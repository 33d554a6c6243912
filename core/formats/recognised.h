// Formats whose files are told by name, so that a person learns what the file is rather than "not a trace".
#pragma once

#include <vector>

#include "core/formats/format.h"

namespace weir {
[[nodiscard]] std::vector<FormatDescriptor> recognisedFormats();
}  // namespace weir
