// For memory that is no column's: asks the kernel to give it 2 MiB at a time. Page by page, the first touch of a gigabyte
// costs as long as reading it. Only a hint; before the memory is touched.
#pragma once

#include <cstddef>

namespace weir {

void askForLargePages(const void* begin, std::size_t bytes);

// Of a vector that was just given room.
template <class Vector>
void askForLargePages(const Vector& v) {
  askForLargePages(v.data(), v.capacity() * sizeof(*v.data()));
}

}  // namespace weir
