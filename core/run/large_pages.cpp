#include "core/run/large_pages.h"

#include <sys/mman.h>

#include <cstdint>

namespace weir {

void askForLargePages(const void* begin, std::size_t bytes) {
#if defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t kHuge = std::uintptr_t{2} << 20;
  const auto from = (reinterpret_cast<std::uintptr_t>(begin) + kHuge - 1) / kHuge * kHuge;
  const auto to = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / kHuge * kHuge;
  if (to > from) (void)::madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
#else
  (void)begin, (void)bytes;
#endif
}

}  // namespace weir
