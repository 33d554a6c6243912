// Operations of a Run in the order of their starts; those of one start stay as they came.
#pragma once

#include <vector>

#include "core/run/run.h"

namespace weir {
void sortByStart(std::vector<IoOperation>& io);
}  // namespace weir
