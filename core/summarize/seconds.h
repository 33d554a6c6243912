// Times of a run are whole picoseconds; tables and sentences say seconds. Pure, any thread.
#pragma once

#include <cstdint>

namespace weir {

inline double seconds(std::int64_t ps) { return static_cast<double>(ps) / 1e12; }
inline double seconds(double ps) { return ps / 1e12; }  // of a mean

}  // namespace weir
