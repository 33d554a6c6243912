// Room in a text column that is about to be written: resize() would write zeroes over memory just to have them replaced.
#pragma once

#include "core/run/column.h"

namespace weir {

// text.size() == n afterwards; what is beyond the old size is uninitialised and must be written before it is read.
void grow(TextColumn& text, std::size_t n);

}  // namespace weir
