#include "core/network/packets/crew.h"

#include <time.h>

namespace weir::net::packets {
namespace {

// Windows are some hundred microseconds: waiting a little without sleeping saves the wake-up, longer would take the core
// from others.
template <class Wait>
void waitWhile(const std::atomic<std::uint32_t>& value, std::uint32_t same, const Wait& sleep) {
  for (int i = 0; i < 4000; ++i) {
    if (value.load(std::memory_order_acquire) != same) return;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  sleep();
}

}  // namespace

Crew::Crew(unsigned threads) {
  for (unsigned i = 1; i < threads; ++i) others_.emplace_back([this, i] { help(i); });
}

Crew::~Crew() {
  over_.store(true, std::memory_order_release);
  task_.fetch_add(1, std::memory_order_release);
  task_.notify_all();
  for (std::thread& t : others_) t.join();
}

void Crew::takePieces(unsigned me) {
  // Everybody begins at a place of its own and takes what nobody has taken.
  const std::uint32_t n = pieces_;
  const auto first = static_cast<std::uint32_t>(std::uint64_t{n} * me / threads());
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t piece = (first + i) % n;
    if (!taken_[piece].load(std::memory_order_relaxed) && !taken_[piece].exchange(true, std::memory_order_relaxed)) (*work_)(piece);
  }
}

void Crew::help(unsigned me) {
  std::uint32_t seen = 0;
  std::int64_t told = 0;
  for (;;) {
    waitWhile(task_, seen, [&] { task_.wait(seen, std::memory_order_acquire); });
    seen = task_.load(std::memory_order_acquire);
    if (over_.load(std::memory_order_acquire)) return;
    takePieces(me);
    if (seen % 16 == 0) {
      timespec t{};
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
      const std::int64_t ns = t.tv_sec * 1'000'000'000 + t.tv_nsec;
      helpersCpu_ns_.fetch_add(ns - told, std::memory_order_relaxed);
      told = ns;
    }
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

void Crew::run(std::uint32_t pieces, const std::function<void(std::uint32_t)>& work) {
  if (others_.empty()) {
    for (std::uint32_t i = 0; i < pieces; ++i) work(i);
    return;
  }
  if (taken_.size() != pieces) taken_ = std::vector<std::atomic<bool>>(pieces);
  for (auto& t : taken_) t.store(false, std::memory_order_relaxed);
  work_ = &work;
  pieces_ = pieces;
  busy_.store(static_cast<std::uint32_t>(others_.size()), std::memory_order_release);
  task_.fetch_add(1, std::memory_order_acq_rel);
  task_.notify_all();
  takePieces(0);
  for (std::uint32_t left = busy_.load(std::memory_order_acquire); left != 0; left = busy_.load(std::memory_order_acquire))
    waitWhile(busy_, left, [&] { busy_.wait(left, std::memory_order_acquire); });
}

}  // namespace weir::net::packets
