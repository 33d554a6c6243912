// A few threads that share loops over many independent items. For work of milliseconds: the threads are made once and wait
// between loops. An exception of an item ends its loop and comes out of each().
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace weir {

class Crew {
 public:
  // The caller is one of them; 1 (or 0) makes no thread.
  explicit Crew(unsigned threads);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();
  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(helpers_.size()) + 1; }
  // item(i, worker) for every i < n, in any order, worker < threads(). Returns when all are done.
  void each(std::size_t n, const std::function<void(std::size_t i, unsigned worker)>& item);
  // The same by ranges [begin, end) of 0 .. n, one or a few a thread.
  void ranges(std::size_t n, const std::function<void(std::size_t begin, std::size_t end)>& range);

  // How many threads are worth it for n items that take some nanoseconds each.
  [[nodiscard]] static unsigned worthwhile(std::size_t n);

 private:
  void take(unsigned worker);
  std::mutex mutex_;
  std::condition_variable begin_, end_;
  const std::function<void(std::size_t, unsigned)>* item_ = nullptr;
  std::size_t n_ = 0;
  std::atomic<std::size_t> next_{0};
  std::size_t round_ = 0, busy_ = 0;
  bool over_ = false;
  std::exception_ptr thrown_;
  std::vector<std::jthread> helpers_;
};

}  // namespace weir
