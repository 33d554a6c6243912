// The one file that needs C++23, where strings can grow without zeroes (core/CMakeLists.txt).
#include "core/run/text_room.h"

namespace weir {

void grow(TextColumn& text, std::size_t n) {
#if defined(__cpp_lib_string_resize_and_overwrite)
  text.resize_and_overwrite(n, [n](char*, std::size_t) { return n; });
#else
  text.resize(n);
#endif
}

}  // namespace weir
