// An allocator for large arrays that are read all over: it asks the kernel for pages of 2 MiB, so that addresses are
// translated without walking tables. Small arrays are as usual.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace weir::net {

template <class T>
struct HugeAllocator {
  using value_type = T;
  HugeAllocator() = default;
  template <class U>
  HugeAllocator(const HugeAllocator<U>&) {}
  static constexpr std::size_t kPage = std::size_t{2} << 20;

  T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    if (bytes < 2 * kPage) return static_cast<T*>(::operator new(bytes, std::align_val_t{alignof(T) > 64 ? alignof(T) : 64}));
    const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
    void* p = std::aligned_alloc(kPage, whole);
    if (p == nullptr) throw std::bad_alloc();
    madvise(p, whole, MADV_HUGEPAGE);
    return static_cast<T*>(p);
  }
  void deallocate(T* p, std::size_t n) {
    if (n * sizeof(T) < 2 * kPage) ::operator delete(static_cast<void*>(p), std::align_val_t{alignof(T) > 64 ? alignof(T) : 64});
    else std::free(p);
  }
  template <class U>
  bool operator==(const HugeAllocator<U>&) const {
    return true;
  }
};

}  // namespace weir::net
