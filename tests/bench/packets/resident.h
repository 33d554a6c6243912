// Memory that this process holds, as the system counts it: heap and mapped arrays alike, in whole pages (where arrays stand on
// large pages, of 2 MB). Linux; elsewhere 0.
#pragma once

#include <cstdint>

namespace weir::bench {

[[nodiscard]] std::int64_t residentNow();   // bytes; gives back first what the heap holds free
[[nodiscard]] std::int64_t residentPeak();  // most since the last reset
void resetResidentPeak();

}  // namespace weir::bench
