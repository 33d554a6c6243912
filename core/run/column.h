// Columns of a Run: vectors whose large blocks leave the memory of this machine alone. Beyond a limit for the whole
// process, blocks of a mebibyte and more are mapped from a file that has no name any more (it vanishes with the process,
// however that ends), so that the kernel can write them out and a run larger than memory stays usable. Elements are left
// uninitialised by resize(n): who grows a column writes it. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir {

struct SpillOptions {
  std::uint64_t limit = 0;   // bytes that columns may hold in memory, all runs together; 0 = half of this machine's memory
  std::string folder;        // where the files lie; empty = $WEIR_SPILL_DIR, $TMPDIR, or /var/tmp
};
// Counts for what is allocated from now on.
void setSpill(const SpillOptions& options);
[[nodiscard]] SpillOptions spillOptions();  // as in force: no zero, no empty folder

struct SpillUse {
  std::uint64_t memory = 0, disk = 0;  // bytes of large blocks now alive
};
[[nodiscard]] SpillUse spillUse();

namespace detail {
// Throws std::bad_alloc, also where the disk is full.
[[nodiscard]] void* columnAllocate(std::size_t bytes);
void columnFree(void* p, std::size_t bytes) noexcept;
}  // namespace detail

template <class T>
struct ColumnAllocator {
  using value_type = T;
  using is_always_equal = std::true_type;
  ColumnAllocator() = default;
  template <class U>
  ColumnAllocator(const ColumnAllocator<U>&) noexcept {}  // NOLINT(google-explicit-constructor): allocators convert
  [[nodiscard]] T* allocate(std::size_t n) {
    if (n > static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(detail::columnAllocate(n * sizeof(T)));
  }
  void deallocate(T* p, std::size_t n) noexcept { detail::columnFree(p, n * sizeof(T)); }
  template <class U>
  void construct(U* p) noexcept(std::is_nothrow_default_constructible_v<U>) {
    ::new (static_cast<void*>(p)) U;  // no zeroes
  }
  template <class U, class... Args>
  void construct(U* p, Args&&... args) {
    ::new (static_cast<void*>(p)) U(std::forward<Args>(args)...);
  }
  friend bool operator==(const ColumnAllocator&, const ColumnAllocator&) { return true; }
};

template <class T>
using Column = std::vector<T, ColumnAllocator<T>>;
using TextColumn = std::basic_string<char, std::char_traits<char>, ColumnAllocator<char>>;

}  // namespace weir
