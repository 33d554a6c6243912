// A few threads that do one task after another together: everybody takes pieces until none is left, and all wait for the
// last. The calling thread is one of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace weir::net::packets {

class Crew {
 public:
  explicit Crew(unsigned threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // Calls work(i) once for each i < pieces. The first half of the pieces goes to the caller by preference, so that a piece
  // stays with one core's cache from task to task.
  void run(std::uint32_t pieces, const std::function<void(std::uint32_t)>& work);
  [[nodiscard]] double helpersCpu_s() const { return static_cast<double>(helpersCpu_ns_.load(std::memory_order_relaxed)) * 1e-9; }
  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(others_.size()) + 1; }

 private:
  void help(unsigned me);
  void takePieces(unsigned me);

  std::vector<std::thread> others_;
  const std::function<void(std::uint32_t)>* work_ = nullptr;
  std::uint32_t pieces_ = 0;
  std::vector<std::atomic<bool>> taken_;
  std::atomic<std::uint32_t> task_{0}, busy_{0};
  std::atomic<bool> over_{false};
  std::atomic<std::int64_t> helpersCpu_ns_{0};
};

}  // namespace weir::net::packets
