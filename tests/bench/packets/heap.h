// What this program has on the heap: operator new and delete of the whole program count (heap.cpp). Any thread.
#pragma once

#include <cstdint>

namespace weir::bench {

[[nodiscard]] std::int64_t heapNow();       // bytes, as asked for
[[nodiscard]] std::int64_t heapPeak();      // most since the last resetHeapPeak()
void resetHeapPeak();

}  // namespace weir::bench
