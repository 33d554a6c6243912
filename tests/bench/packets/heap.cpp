#include "tests/bench/packets/heap.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

// The size stands before what is handed out; aligned blocks keep their alignment.
std::atomic<std::int64_t> g_now{0}, g_peak{0};

void* take(std::size_t size, std::size_t alignment) {
  const std::size_t head = alignment < 2 * sizeof(std::size_t) ? 2 * sizeof(std::size_t) : alignment;
  void* block = std::aligned_alloc(head, (size + head + head - 1) / head * head);
  if (block == nullptr) throw std::bad_alloc();
  *static_cast<std::size_t*>(block) = size;
  const std::int64_t now = g_now.fetch_add(static_cast<std::int64_t>(size), std::memory_order_relaxed) + static_cast<std::int64_t>(size);
  std::int64_t peak = g_peak.load(std::memory_order_relaxed);
  while (now > peak && !g_peak.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {}
  return static_cast<char*>(block) + head;
}

void give(void* p, std::size_t alignment) noexcept {
  if (p == nullptr) return;
  const std::size_t head = alignment < 2 * sizeof(std::size_t) ? 2 * sizeof(std::size_t) : alignment;
  void* block = static_cast<char*>(p) - head;
  g_now.fetch_sub(static_cast<std::int64_t>(*static_cast<std::size_t*>(block)), std::memory_order_relaxed);
  std::free(block);
}

}  // namespace

void* operator new(std::size_t size) { return take(size, 0); }
void* operator new[](std::size_t size) { return take(size, 0); }
void* operator new(std::size_t size, std::align_val_t a) { return take(size, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return take(size, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { give(p, 0); }
void operator delete[](void* p) noexcept { give(p, 0); }
void operator delete(void* p, std::size_t) noexcept { give(p, 0); }
void operator delete[](void* p, std::size_t) noexcept { give(p, 0); }
void operator delete(void* p, std::align_val_t a) noexcept { give(p, static_cast<std::size_t>(a)); }
void operator delete[](void* p, std::align_val_t a) noexcept { give(p, static_cast<std::size_t>(a)); }
void operator delete(void* p, std::size_t, std::align_val_t a) noexcept { give(p, static_cast<std::size_t>(a)); }
void operator delete[](void* p, std::size_t, std::align_val_t a) noexcept { give(p, static_cast<std::size_t>(a)); }

namespace weir::bench {

std::int64_t heapNow() { return g_now.load(); }
std::int64_t heapPeak() { return g_peak.load(); }
void resetHeapPeak() { g_peak.store(g_now.load()); }

}  // namespace weir::bench
