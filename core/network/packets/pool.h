// Where packets live. The addresses are reserved once and memory is only taken as it is touched, so that packets never move
// and threads never wait for each other to grow. Regions keep short free lists of their own and exchange batches.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace weir::net::packets {

// `n` objects of zeroed memory at fixed addresses.
template <class T>
class Reserved {
 public:
  explicit Reserved(std::size_t n) : bytes_(n * sizeof(T)) {
    if (bytes_ == 0) return;
    void* p = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return;
    data_ = static_cast<T*>(p);
    madvise(p, bytes_, MADV_HUGEPAGE);
  }
  ~Reserved() {
    if (data_) munmap(data_, bytes_);
  }
  Reserved(const Reserved&) = delete;
  Reserved& operator=(const Reserved&) = delete;
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] bool good() const { return data_ != nullptr || bytes_ == 0; }

 private:
  std::size_t bytes_;
  T* data_ = nullptr;
};

// Hands out numbers of free packets in batches.
class FreeNumbers {
 public:
  static constexpr std::uint32_t kBatch = 256;
  explicit FreeNumbers(std::uint32_t most) : most_(most) {}
  // False: none is left.
  bool take(std::vector<std::uint32_t>& to) {
    const std::lock_guard lock(mutex_);
    if (!batches_.empty()) {
      to.insert(to.end(), batches_.back().begin(), batches_.back().end());
      batches_.pop_back();
      return true;
    }
    if (top_ + kBatch > most_) return false;
    for (std::uint32_t i = kBatch; i-- > 0;) to.push_back(top_ + i);
    top_ += kBatch;
    return true;
  }
  void give(std::vector<std::uint32_t>& from) {
    const std::lock_guard lock(mutex_);
    batches_.emplace_back(from.end() - kBatch, from.end());
    from.resize(from.size() - kBatch);
  }
  [[nodiscard]] std::uint32_t most() const { return top_; }  // used at once, at the most

 private:
  std::mutex mutex_;
  std::uint32_t top_ = 0, most_;
  std::vector<std::vector<std::uint32_t>> batches_;
};

}  // namespace weir::net::packets
