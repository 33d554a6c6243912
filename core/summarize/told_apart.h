// Names cut to what there is room for, so that different ones read differently: kernels of one family share their first and
// their last letters. Pure, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace weir {

// Each as brief() (kernel_name.h) where that leaves them different, cut in the middle to at most `letters`; where two would then read
// the same, what they differ in is kept instead. Blanks stand for what breaks lines. Equal names stay equal.
[[nodiscard]] std::vector<std::string> toldApart(const std::vector<std::string>& names, std::size_t letters);

}  // namespace weir
