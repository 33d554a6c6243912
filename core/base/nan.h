// A figure that is not known. Pure, any thread.
#pragma once

#include <limits>

namespace weir {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace weir
